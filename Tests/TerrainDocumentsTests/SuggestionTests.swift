import TerrainBase
import Testing

@testable import TerrainDocuments

@Suite struct SuggestionTests {
  @Test func distances() {
    let cases: [(String, String, Int)] = [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1),
      ("abc", "ab", 1), ("abc", "xabc", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("生姜", "生", 1),
      ("colour", "color", 1), ("recieve", "receive", 1),
    ]
    for (a, b, distance) in cases {
      #expect(Suggestion.distance(a, b) == distance, "\(a) \(b)")
      #expect(Suggestion.distance(b, a) == distance, "\(b) \(a)")
    }
  }

  @Test func theNearestThatCanBeMeant() {
    let names = ["supports_deficiency", "low_all_day", "first", "unique", "collect", "id", "at"]
    let cases: [(String, String?)] = [
      ("supports_deficency", "supports_deficiency"), ("suports_deficency", "supports_deficiency"),
      ("low_al_day", "low_all_day"), ("LOW_ALL_DAY", "low_all_day"), ("frist", "first"), ("uniqe", "unique"),
      ("nothing like it", nil), ("", nil), ("xy", nil), ("if", "id"), ("st", "at"), ("zz", nil),
      (String(repeating: "a", count: 5000), nil),
    ]
    for (word, expected) in cases { #expect(Suggestion.nearest(to: word, among: names) == expected, "\(word)") }
    #expect(Suggestion.nearest(to: "cot", among: ["cat", "cut"]) == "cat")
    #expect(Suggestion.nearest(to: "x", among: []) == nil)
  }

  @Test func aWordThatIsCutShort() {
    let names = ["unique", "collect", "count", "description"]
    #expect(Suggestion.nearest(to: "uniq", among: names) == "unique")
    #expect(Suggestion.nearest(to: "co", among: names) == nil)
    #expect(Suggestion.nearest(to: "desc", among: names) == nil)
    #expect(Suggestion.nearest(to: "unit", among: ["unitary", "unitless"]) == nil)
  }

  @Test func aNameWithoutItsModule() {
    let names = ["a.types.thermal", "shop.types.thermal", "b.other"]
    #expect(Suggestion.fix(Text("thermal"), among: names) == "did you mean `a.types.thermal` or `shop.types.thermal`?")
    #expect(Suggestion.fix(Text("othr"), among: names) == "did you mean `b.other`?")
    #expect(Suggestion.fix(Text("nothing"), among: names) == nil)
  }

  @Test func longListsAreCutToTheNearest() {
    let names = (1...300).map { "name_\($0)" } + ["thermal_feeling"]
    #expect(names.quoted == names.prefix(10).map { "`\($0)`" }.joined(separator: ", ") + " and 291 more")
    let near = names.quoted(near: "thermal")
    #expect(near.hasPrefix("`thermal_feeling`, ") && near.hasSuffix(" and 296 more"), "\(near)")
    #expect(["a", "b"].quoted(near: "x") == "`a`, `b`")
    #expect(names.allQuoted.hasSuffix("`name_300`, `thermal_feeling`"))
  }
}
