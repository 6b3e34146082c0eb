import TerrainContent
import TerrainRules

/// Where a pack is and how its rules are found.
public struct SystemPlace: Sendable {
  /// The pack's folder, or one built file.
  public let pack: String
  /// Parameters with other values than the rules' files say.
  public let overrides: [ParameterOverride]
  let locator: PackLocator

  /// The pack at `pack`, whose rules `locator` finds.
  public init(pack: String, locator: PackLocator, overrides: [ParameterOverride] = []) {
    self.pack = pack
    self.locator = locator
    self.overrides = overrides
  }

  /// True where the pack is one built file, with its rules inside.
  public var isBuilt: Bool { Folder.kind(of: pack) == .file }

  /// The folder of the rule set `id`.
  public func ruleSet(_ id: String) -> String? { locator.ruleSet(id, forPackAt: pack) }

  /// The folder of the published schemas.
  public var schemas: String? { locator.schemas() }
}
