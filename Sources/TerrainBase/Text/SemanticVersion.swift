/// A version by Semantic Versioning 2.0.0 (semver.org): `major.minor.patch`, then `-prerelease` and `+build`.
package struct SemanticVersion: Sendable {
  /// Incremented by breaking changes.
  package let major: Int
  /// Incremented by additions.
  package let minor: Int
  /// Incremented by fixes.
  package let patch: Int
  /// The dot-separated identifiers after `-`. A version with identifiers precedes the same version without them.
  package let prerelease: [Text]
  /// The identifiers after `+`, which have no influence on precedence.
  package let build: [Text]
  /// The version as it is written.
  package let description: String

  /// Reads `text`; nil if it is not a version by the standard's grammar.
  package init?(_ text: Text) {
    description = text.string
    var rest = text.string[...]
    var build: [Text] = []
    if let plus = rest.firstIndex(of: "+") {
      guard let identifiers = Self.identifiers(rest[rest.index(after: plus)...], numbersAreCanonical: false) else {
        return nil
      }
      build = identifiers
      rest = rest[..<plus]
    }
    var prerelease: [Text] = []
    if let dash = rest.firstIndex(of: "-") {
      guard let identifiers = Self.identifiers(rest[rest.index(after: dash)...], numbersAreCanonical: true) else {
        return nil
      }
      prerelease = identifiers
      rest = rest[..<dash]
    }
    let core = rest.split(separator: ".", omittingEmptySubsequences: false).map(Self.number)
    guard core.count == 3, let major = core[0], let minor = core[1], let patch = core[2] else { return nil }
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// The version `major.minor.patch` without further parts.
  package init(major: Int, minor: Int, patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
    prerelease = []
    build = []
    description = "\(major).\(minor).\(patch)"
  }

  /// Reads a number without leading zeros.
  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.utf8.count > 1 && digits.hasPrefix("0") ? nil : Int(digits)
  }

  private static func identifiers(_ text: Substring, numbersAreCanonical: Bool) -> [Text]? {
    var identifiers: [Text] = []
    for identifier in text.split(separator: ".", omittingEmptySubsequences: false) {
      let isLegal = identifier.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
      }
      let isNumber = identifier.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if identifier.isEmpty || !isLegal { return nil }
      if numbersAreCanonical, isNumber, identifier.utf8.count > 1, identifier.hasPrefix("0") { return nil }
      identifiers.append(Text(String(identifier)))
    }
    return identifiers
  }
}

extension SemanticVersion: Comparable, CustomStringConvertible {
  /// Orders versions by precedence, in which build metadata has no influence.
  package static func < (a: SemanticVersion, b: SemanticVersion) -> Bool {
    if (a.major, a.minor, a.patch) != (b.major, b.minor, b.patch) {
      return (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }
    if a.prerelease.isEmpty || b.prerelease.isEmpty { return !a.prerelease.isEmpty && b.prerelease.isEmpty }
    for (x, y) in zip(a.prerelease, b.prerelease) where x != y { return precedes(x, y) }
    return a.prerelease.count < b.prerelease.count
  }

  /// True if both have the same precedence, in which build metadata has no influence.
  package static func == (a: SemanticVersion, b: SemanticVersion) -> Bool {
    (a.major, a.minor, a.patch) == (b.major, b.minor, b.patch) && a.prerelease == b.prerelease
  }

  /// Compares identifiers: numbers by value and before words, words by bytes.
  private static func precedes(_ a: Text, _ b: Text) -> Bool {
    let aIsNumber = a.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let bIsNumber = b.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if aIsNumber, bIsNumber { return (a.utf8.count, a) < (b.utf8.count, b) }
    return aIsNumber == bIsNumber ? a < b : aIsNumber
  }
}

/// A range of versions: `^1.2.0` (versions compatible with 1.2.0), `~1.2.0` (its patches), or an exact version.
package struct VersionRange: Sendable, CustomStringConvertible {
  /// The lowest version in the range.
  package let lower: SemanticVersion
  /// The first version above the range, or nil for an exact version.
  package let upper: SemanticVersion?
  /// The range as it is written.
  package let description: String

  /// Reads `text`; nil if it has none of the three forms.
  package init?(_ text: Text) {
    description = text.string
    let mark = text.string.first
    let digits = mark == "^" || mark == "~" ? String(text.string.dropFirst()) : text.string
    guard let version = SemanticVersion(Text(digits)) else { return nil }
    lower = version
    switch mark {
    case "^":
      // Before 1.0.0 a minor version may break, and before 0.1.0 a patch may (as in npm and Cargo).
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

  /// The range of all versions.
  package static let anything = VersionRange(
    lower: SemanticVersion(major: 0, minor: 0, patch: 0), upper: SemanticVersion(major: .max, minor: 0, patch: 0),
    description: "any")

  /// True if `version` is in the range.
  package func contains(_ version: SemanticVersion) -> Bool {
    guard let upper else { return version == lower }
    // 2.0.0-beta comes before 2.0.0, but it may already contain breaking changes.
    return version >= lower && version < upper
      && (version.major, version.minor, version.patch) != (upper.major, upper.minor, upper.patch)
  }
}
