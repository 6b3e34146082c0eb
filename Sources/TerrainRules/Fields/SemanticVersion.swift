import TerrainBase

/// A version by Semantic Versioning 2.0.0 (semver.org): `major.minor.patch`, then `-prerelease` and `+build`.
package struct SemanticVersion: Sendable {
  /// Raised by what breaks.
  package let major: Int
  /// Raised by what is added.
  package let minor: Int
  /// Raised by fixes.
  package let patch: Int
  /// The dot-separated identifiers after `-`; a version that has any comes before the one that has none.
  package let prerelease: [Text]
  /// What follows `+`; it has no part in precedence.
  package let build: [Text]
  /// The version as it is written.
  package let description: String

  /// Reads `text`; nil where it is not a version by the standard's grammar.
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

  /// `major.minor.patch`.
  package init(major: Int, minor: Int, patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
    prerelease = []
    build = []
    description = "\(major).\(minor).\(patch)"
  }

  /// A number without leading zeros.
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
  /// Precedence; build metadata has no part in it.
  package static func < (a: SemanticVersion, b: SemanticVersion) -> Bool {
    if (a.major, a.minor, a.patch) != (b.major, b.minor, b.patch) {
      return (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }
    if a.prerelease.isEmpty || b.prerelease.isEmpty { return !a.prerelease.isEmpty && b.prerelease.isEmpty }
    for (x, y) in zip(a.prerelease, b.prerelease) where x != y { return precedes(x, y) }
    return a.prerelease.count < b.prerelease.count
  }

  /// Equal in precedence: build metadata has no part in it.
  package static func == (a: SemanticVersion, b: SemanticVersion) -> Bool {
    (a.major, a.minor, a.patch) == (b.major, b.minor, b.patch) && a.prerelease == b.prerelease
  }

  /// Numbers by value and before words; words by bytes.
  private static func precedes(_ a: Text, _ b: Text) -> Bool {
    let aIsNumber = a.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let bIsNumber = b.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if aIsNumber, bIsNumber { return (a.utf8.count, a) < (b.utf8.count, b) }
    return aIsNumber == bIsNumber ? a < b : aIsNumber
  }
}
