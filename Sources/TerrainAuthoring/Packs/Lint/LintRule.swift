import TerrainDocuments
import TerrainValues

/// A check that a pack switches on under `checks:` in its manifest.
protocol PackCheck: Sendable {
  /// Its name under `checks:`.
  static var name: Text { get }
  /// What does not hold, for the declaration at `node`; and what is wrong with the declaration itself.
  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic]
}
