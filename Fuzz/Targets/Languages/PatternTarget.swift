import Foundation
import TerrainBase
import TerrainSchemas

extension FuzzTarget {
  private static let patternTokens = [
    "(?i:", "(?P<a>", "[[:alpha:]]", "\\p{Greek}", "\\b", "{2,3}", "*?", "(?s).", "\\x{10FFFF}", "[^a-z]", "\\Q", "\\E",
    "\\A", "\\z", "(?=", "\\k<a>", "\\u{1F600}", "\\cJ", "|", "$", "^",
  ]

  /// Patterns in RE2's syntax: the first line is the pattern, the rest a text.
  static let re2 = FuzzTarget("re2", dictionary: patternTokens) {
    let lines = (SeedFiles.bytes(SeedFiles.suite("re2").appending(path: "search.ndjson")) ?? []).split(separator: 0x0A)
    let cases = lines.compactMap { line -> [UInt8]? in
      let read = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      guard let pattern = read?["regex"] as? String, let cases = read?["cases"] as? [[Any]] else { return nil }
      return Array("\(pattern)\n\(cases.last?.first as? String ?? "")".utf8)
    }
    return cases + ["a+b*\naab", "(?i)[[:alpha:]]{2,3}$\nXyz", "\\bé\\p{Greek}\né α"].map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    try PatternCheck.check(input, around: ("(?s:.*)(?:", ")(?s:.*)"), or: ("(?:", ")|(?:", ")")) {
      (text) throws(PatternError) in try Pattern(re2: text, limits: PatternCheck.limits)
    }
  }

  /// Patterns in the syntax of JSON Schema: the first line is the pattern, the rest a text.
  static let ecma = FuzzTarget("ecma", dictionary: patternTokens) {
    SeedFiles.texts("pattern", under: SeedFiles.suite("json-schema")).map { Array("\($0)\nsome text 12".utf8) }
      + ["^[a-z]+-\\d{2}$\nab-12", "(?:a|b)*?c\\b\nabc", "\\p{L}\\u{1F600}?\né"].map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    try PatternCheck.check(input, around: ("[^]*(?:", ")[^]*"), or: ("(?:", ")|(?:", ")")) {
      (text) throws(PatternError) in try Pattern(ecma262: text, limits: PatternCheck.limits)
    }
  }
}

/// What holds for a pattern: it matches a text also where it is written in other ways, and takes the steps that it promises.
private enum PatternCheck {
  static let limits = PatternLimits(length: 500, nesting: 50, instructions: 2_000, classRanges: 20_000)

  static func check(
    _ input: [UInt8], around: (String, String), or: (String, String, String),
    _ compile: (Text) throws(PatternError) -> Pattern
  ) throws(FuzzFailure) {
    let text = String(decoding: input, as: UTF8.self)
    let end = text.utf8.firstIndex(of: 0x0A) ?? text.endIndex
    let source = String(text[..<end])
    let subject = Text(String(text[end...].dropFirst().prefix(200)))
    let pattern: Pattern
    do throws(PatternError) { pattern = try compile(Text(source)) } catch {
      return try require(
        0...source.utf8.count ~= error.range.lowerBound && error.range.upperBound <= source.utf8.count,
        "the error is at \(error.range) of \(source.utf8.count) bytes")
    }
    let (found, steps) = pattern.measuredMatch(subject)
    let most = pattern.stepsPerByte * (subject.utf8.count + 2)
    try require(steps <= most, "\(steps) steps instead of at most \(most)")
    let limited = pattern.match(subject, limit: steps / 2)
    try require(
      limited.found == nil || limited.found == found, "with a limit it is \(String(describing: limited.found))")
    for other in [around.0 + source + around.1, or.0 + source + or.1 + source + or.2] {
      guard let other = try? compile(Text(other)) else { continue }
      try require(other.matches(subject) == found, "\(found), but not where it is written in another way")
    }
  }
}
