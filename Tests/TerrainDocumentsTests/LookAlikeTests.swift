import TerrainDocuments
import Testing

@Suite struct LookAlikeTests {
  @Test(arguments: [
    ("tea\u{A0}", "tea", "the no-break space U+00A0", 3..<5),
    ("t\u{435}a", "tea", "the character U+0435, which looks like `e`", 1..<3),
    ("green\u{200B}-tea", "green-tea", "the invisible character U+200B", 5..<8),
    ("ｔea", "tea", "the character U+FF54, which looks like `t`", 0..<3),
    ("en\u{2010}US", "en-US", "the character U+2010, which looks like `-`", 2..<5),
    ("green\u{2003}tea", "green tea", "the space U+2003", 5..<8),
  ])
  func isNamed(_ text: String, _ word: String, _ name: String, _ range: Range<Int>) {
    let found = LookAlike.first(in: text, insteadOf: word)
    #expect(found?.name == name)
    #expect(found?.range == range)
  }

  @Test(arguments: [("tea", "tea"), ("teа", "root"), ("茶", "tea"), ("", ""), ("té", "te")])
  func othersAreNot(_ text: String, _ word: String) {
    #expect(LookAlike.first(in: text, insteadOf: word) == nil)
  }
}
