import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainBase

/// Where a pack is and how its rules are found.
package struct SystemPlace: Sendable {
  /// The pack's folder, or one built file.
  package let pack: String
  /// Parameters with other values than in the rules' files.
  package let overrides: [ParameterOverride]
  let locator: PackLocator
  /// Adds the checks of results (scenarios, populations, invariants) to a validator.
  let addResultChecks: @Sendable (_ validator: inout Validator) -> Void
  /// The folder that the rule set has been in since it was first loaded; nil until then.
  private var rulesHome: String?

  /// The pack at `pack`, whose rules `locator` finds.
  package init(
    pack: String, locator: PackLocator, overrides: [ParameterOverride] = [],
    addResultChecks: @escaping @Sendable (_ validator: inout Validator) -> Void = { _ in }
  ) {
    self.pack = pack
    self.locator = locator
    self.addResultChecks = addResultChecks
    self.overrides = overrides
  }

  /// True where the pack is one built file, with its rules inside.
  package var isBuilt: Bool { Folder.kind(of: pack) == .file }

  /// The folder of the rule set `id`.
  ///
  /// Once rules have been loaded, others are looked for beside them and nowhere else: rules that are taken away must not be
  /// replaced by others of the same id.
  package func ruleSet(_ id: String) -> String? {
    guard let rulesHome else { return locator.ruleSet(id, forPackAt: pack) }
    let folder = "\(rulesHome)/\(id)"
    return Folder.kind(of: "\(folder)/\(RuleSetLoader.manifestName)") == .file ? folder : nil
  }

  /// The same place, whose rules are where `folder`, the folder of its rule set, is.
  func keeping(rulesAt folder: String) -> SystemPlace {
    var place = self
    place.rulesHome = FilePath.folder(folder)
    return place
  }

  /// The folder of the published schemas.
  package var schemas: String? { locator.schemas() }
}

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
      addResultChecks(&validator)
    }
    validator.isCancelled = isCancelled
    validator.publishedSchemas = schemas
    validator.ruleSet = { [self] id, _ in ruleSet(id) }
    return validator.validate([.path(pack)] + (rules.map { [.path($0)] } ?? []))
  }
}
