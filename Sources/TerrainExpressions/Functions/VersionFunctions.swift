import TerrainBase

/// Versions of programs by Semantic Versioning 2.0.0 (semver.org), which `<` would compare as texts.
package enum VersionFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "semver.compare",
      [Overload("semver_compare_string", [.string, .string], .int, cost: .scaled(4), steps: 20, .binary(compare))])
  ]

  /// -1, 0, or 1 if the first version precedes, equals, or follows the second. In a version with one or two numbers, such as `1.10`, the
  /// missing numbers are 0.
  package static func compare(_ first: Value, _ second: Value) throws(FunctionFailure) -> Value {
    let (first, second) = (try version(first), try version(second))
    return .int(first < second ? -1 : first == second ? 0 : 1)
  }

  private static func version(_ value: Value) throws(FunctionFailure) -> SemanticVersion {
    let text = try value.asText.string
    let numbers = text.prefix { $0 != "-" && $0 != "+" }
    let missing = 2 - numbers.utf8.count { $0 == UInt8(ascii: ".") }
    let whole = numbers + String(repeating: ".0", count: max(0, missing)) + text[numbers.endIndex...]
    guard let version = SemanticVersion(Text(String(whole))) else {
      throw .invalid("this text is not a version such as `1.10` or `1.4.0` (semver.org)")
    }
    return version
  }

  /// True if `text` consists of numbers between dots, such as `1.10`, for which a comparison as text would be wrong (`1.10` before `1.9`).
  package static func isDotted(_ text: Text) -> Bool {
    let parts = text.string.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
