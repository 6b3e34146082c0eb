import TerrainBase

/// Which versions will do: `^1.2.0` (anything that does not break 1.2.0), `~1.2.0` (patches of it), or one exact version.
package struct VersionRange: Sendable, CustomStringConvertible {
  /// The least version that will do.
  package let lower: SemanticVersion
  /// The first version that will not do any more; nil for an exact version.
  package let upper: SemanticVersion?
  /// The range as it is written.
  package let description: String

  /// Reads `text`; nil where it is none of the three forms.
  package init?(_ text: Text) {
    description = text.string
    let mark = text.string.first
    let digits = mark == "^" || mark == "~" ? String(text.string.dropFirst()) : text.string
    guard let version = SemanticVersion(Text(digits)) else { return nil }
    lower = version
    switch mark {
    case "^":
      // Before 1.0.0 a minor version may break, before 0.1.0 a patch may (as npm and Cargo read it).
      upper =
        if version.major > 0 {
          SemanticVersion(major: version.major &+ 1, minor: 0, patch: 0)
        } else if version.minor > 0 {
          SemanticVersion(major: 0, minor: version.minor &+ 1, patch: 0)
        } else {
          SemanticVersion(major: 0, minor: 0, patch: version.patch &+ 1)
        }
    case "~":
      upper = SemanticVersion(major: version.major, minor: version.minor &+ 1, patch: 0)
    default:
      upper = nil
    }
  }

  private init(lower: SemanticVersion, upper: SemanticVersion?, description: String) {
    self.lower = lower
    self.upper = upper
    self.description = description
  }

  /// Any version there is.
  static let anything = VersionRange(
    lower: SemanticVersion(major: 0, minor: 0, patch: 0), upper: SemanticVersion(major: .max, minor: 0, patch: 0),
    description: "any")

  /// True when `version` will do.
  package func contains(_ version: SemanticVersion) -> Bool {
    guard let upper else { return version == lower }
    // 2.0.0-beta comes before 2.0.0, but it is already a version that breaks.
    return version >= lower && version < upper
      && (version.major, version.minor, version.patch) != (upper.major, upper.minor, upper.patch)
  }
}
