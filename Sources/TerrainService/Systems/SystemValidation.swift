import TerrainAuthoring
import TerrainDocuments

extension SystemPlace {
  /// Everything that can be found wrong with the pack and its rules as they are on the disk: shapes, references, the quiz,
  /// proofs and tests of the rules.
  ///
  /// - Parameter rules: the folder of its rule set; nil for a built pack, which has its rules inside.
  public func validate(rules: String?) -> ValidationReport {
    var validator = Validator()
    validator.publishedSchemas = schemas
    validator.ruleSet = { [self] id, _ in ruleSet(id) }
    return validator.validate([.path(pack)] + (rules.map { [.path($0)] } ?? []))
  }
}
