import TerrainAuthoring
import TerrainDocuments
import TerrainOutcomes

extension SystemPlace {
  /// Everything that can be found wrong with the pack and its rules as they are on the disk: shapes, references, the quiz,
  /// proofs and tests of the rules.
  ///
  /// - Parameters:
  ///   - rules: the folder of its rule set; nil for a built pack, which has its rules inside.
  ///   - examples: whether its example requests are read too, as their methods read them, and its results are checked.
  ///   - isCancelled: whether nobody wants the report any more; it is of no use then.
  package func validate(
    rules: String?, examples: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> ValidationReport {
    var validator = Validator()
    if examples {
      validator.readExamples(locator: locator)
      validator.checkResults()
    }
    validator.isCancelled = isCancelled
    validator.publishedSchemas = schemas
    validator.ruleSet = { [self] id, _ in ruleSet(id) }
    return validator.validate([.path(pack)] + (rules.map { [.path($0)] } ?? []))
  }
}
