import TerrainContent
import TerrainPlatform
import TerrainRules

/// Where a pack is and how its rules are found.
package struct SystemPlace: Sendable {
  /// The pack's folder, or one built file.
  package let pack: String
  /// Parameters with other values than in the rules' files.
  package let overrides: [ParameterOverride]
  let locator: PackLocator
  /// The folder that the rule set has been in since it was first loaded; nil until then.
  private var rulesHome: String?

  /// The pack at `pack`, whose rules `locator` finds.
  package init(pack: String, locator: PackLocator, overrides: [ParameterOverride] = []) {
    self.pack = pack
    self.locator = locator
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
