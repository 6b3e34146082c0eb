import TerrainRules
import TerrainValues

/// Why the rules exclude a record for a person.
package struct ExclusionReason: Sendable {
  /// The reason, a value of the rules' vocabulary.
  package let why: Text
  /// The row that excludes it.
  package let origin: Origin?
}
