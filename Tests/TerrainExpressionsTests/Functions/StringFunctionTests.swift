import TerrainBase
import TerrainExpressions
import Testing

@Suite struct StringFunctionTests {
  static let outside = "error: index-out-of-range: the index lies outside the text"

  @Test func sizesAreCodePointsBytesElementsAndEntries() {
    #expect(call("size", "") == "0")
    #expect(call("size", "four") == "4")
    #expect(call("size", "e\u{301}温🍵") == "4")
    #expect(call("size", .bytes([1, 2, 255])) == "3")
    #expect(call("size", list(1, "a")) == "2")
    #expect(call("size", .map(ValueMap([(1, 2)]))) == "1")
    #expect(call("size", 1) == "error: no overload")
  }

  @Test(arguments: [
    ("contains", "hello", "ell", true), ("contains", "hello", "", true), ("contains", "", "x", false),
    ("contains", "Straße", "aß", true), ("contains", "aaab", "aab", true), ("contains", "abababc", "ababc", true),
    ("contains", "e\u{301}", "\u{e9}", false), ("startsWith", "завтра", "за", true), ("startsWith", "a", "ab", false),
    ("startsWith", "e\u{301}", "e", true), ("endsWith", "🐱😀😛", "😛", true), ("endsWith", "", "foo", false),
    ("endsWith", "foobar", "", true), ("matches", "grey", "gr(a|e)y", true), ("matches", "cows", "", true),
    ("matches", "mañana", "^a+ñ+a+", false), ("matches", "mañana", "a+ñ+a+", true),
  ])
  func looking(_ name: Text, _ text: Text, _ part: Text, _ found: Bool) {
    #expect(call(name, .string(text), .string(part)) == "\(found)")
  }

  @Test func longTextsInLongTexts() {
    let text = String(repeating: "ab", count: 50_000)
    let part = String(repeating: "ab", count: 20_000)
    #expect(call("contains", .string(Text(text)), .string(Text(part + "a"))) == "true")
    #expect(call("contains", .string(Text(text)), .string(Text(part + "c"))) == "false")
    #expect(call("contains", .string(Text(part)), .string(Text(text))) == "false")
    #expect(call("lastIndexOf", .string(Text(text)), .string(Text(part))) == "60000")
  }

  @Test func aPatternThatIsNoneIsAnError() {
    #expect(call("matches", "a", "(?=a)").hasPrefix("error: invalid-argument: this is not a pattern: look-ahead"))
  }

  @Test func matchingIsLinearWhateverThePattern() {
    #expect(call("matches", .string(Text(String(repeating: "a", count: 50_000) + "b")), "(a+)+$") == "false")
  }

  @Test func charAt() {
    #expect(call("charAt", "tacocat", 3) == "\"o\"")
    #expect(call("charAt", "©αT", 1) == "\"α\"")
    #expect(call("charAt", "ab", 2) == "\"\"")
    #expect(call("charAt", "ab", 3) == Self.outside)
    #expect(call("charAt", "ab", -1) == Self.outside)
    #expect(call("charAt", "ab", .int(.max)) == Self.outside)
  }

  @Test func indexOf() {
    #expect(call("indexOf", "tacocat", "") == "0")
    #expect(call("indexOf", "tacocat", "ac") == "1")
    #expect(call("indexOf", "tacocat", "none") == "-1")
    #expect(call("indexOf", "tacocat", "", 3) == "3")
    #expect(call("indexOf", "tacocat", "a", 3) == "5")
    #expect(call("indexOf", "tacocat", "at", 3) == "5")
    #expect(call("indexOf", "ta©o©αT", "©") == "2")
    #expect(call("indexOf", "ta©o©αT", "©", 3) == "4")
    #expect(call("indexOf", "ta©o©αT", "©α", 5) == "-1")
    #expect(call("indexOf", "tacocat", "a", 7) == "-1")
    #expect(call("indexOf", "tacocat", "a", 8) == Self.outside)
    #expect(call("indexOf", "tacocat", "a", -1) == Self.outside)
  }

  @Test func lastIndexOf() {
    #expect(call("lastIndexOf", "tacocat", "") == "7")
    #expect(call("lastIndexOf", "tacocat", "at") == "5")
    #expect(call("lastIndexOf", "tacocat", "none") == "-1")
    #expect(call("lastIndexOf", "tacocat", "", 3) == "3")
    #expect(call("lastIndexOf", "tacocat", "a", 3) == "1")
    #expect(call("lastIndexOf", "ta©o©αT", "©") == "4")
    #expect(call("lastIndexOf", "ta©o©αT", "©", 3) == "2")
    #expect(call("lastIndexOf", "ta©o©αT", "©α", 4) == "4")
    #expect(call("lastIndexOf", "hello wello", "ello", 6) == "1")
    #expect(call("lastIndexOf", "bananananana", "nana", 7) == "6")
    #expect(call("lastIndexOf", "tacocat", "a", 30) == Self.outside)
    #expect(call("lastIndexOf", "tacocat", "a", -1) == Self.outside)
  }

  /// Finding is what it should be, however the two texts overlap.
  @Test func searchAgainstTheObviousWay() {
    var dice = Dice(state: 11)
    for _ in 0..<5_000 {
      let text = (0..<dice.roll(12)).map { _ in dice.pick(["a", "b", "é"]) }
      let part = (0..<(1 + dice.roll(4))).map { _ in dice.pick(["a", "b", "é"]) }
      let places = text.indices.filter { text[$0...].starts(with: part) }
      let (whole, needle) = (Value.string(Text(text.joined())), Value.string(Text(part.joined())))
      #expect(call("contains", whole, needle) == "\(!places.isEmpty)")
      #expect(call("indexOf", whole, needle) == "\(places.first ?? -1)")
      #expect(call("lastIndexOf", whole, needle) == "\(places.last ?? -1)")
      let from = dice.roll(text.count + 1)
      #expect(call("indexOf", whole, needle, .int(Int64(from))) == "\(places.first { $0 >= from } ?? -1)")
      #expect(call("lastIndexOf", whole, needle, .int(Int64(from))) == "\(places.last { $0 <= from } ?? -1)")
    }
  }

  @Test func casing() {
    #expect(call("lowerAscii", "TacoCÆt [@Z") == "\"tacocÆt [@z\"")
    #expect(call("upperAscii", "tacoCαt {`z") == "\"TACOCαT {`Z\"")
  }

  @Test func substring() {
    #expect(call("substring", "tacocat", 4) == "\"cat\"")
    #expect(call("substring", "tacocat", 7) == "\"\"")
    #expect(call("substring", "tacocat", 0, 4) == "\"taco\"")
    #expect(call("substring", "ta©o©αT", 2, 6) == "\"©o©α\"")
    #expect(call("substring", "ta©o©αT", 4, 4) == "\"\"")
    #expect(
      call("substring", "tacocat", 40) == "error: index-out-of-range: the part of the text would end before it starts")
    #expect(call("substring", "tacocat", -1) == Self.outside)
    #expect(call("substring", "tacocat", 1, 50) == Self.outside)
    #expect(
      call("substring", "tacocat", 4, 3) == "error: index-out-of-range: the part of the text would end before it starts"
    )
  }

  @Test func trimAndReverse() {
    #expect(call("trim", " \u{C}\n\r\t\u{B}text  ") == "\"text\"")
    #expect(call("trim", "\u{85}\u{A0}\u{1680}te xt\u{2028}\u{205F}\u{3000}") == "\"te xt\"")
    #expect(call("trim", "\u{200B}text") == "\"\u{200B}text\"")
    #expect(call("trim", "  ") == "\"\"")
    #expect(call("reverse", "gums") == "\"smug\"")
    #expect(call("reverse", "温a🍵") == "\"🍵a温\"")
    #expect(call("reverse", "") == "\"\"")
  }

  @Test(
    arguments: [
      ("hello world", " ", nil, "[\"hello\", \"world\"]"), ("a,b,,c,", ",", nil, "[\"a\", \"b\", \"\", \"c\", \"\"]"),
      ("", ",", nil, "[\"\"]"), ("", "", nil, "[]"), ("aé温", "", nil, "[\"a\", \"é\", \"温\"]"),
      ("abc", "", 2, "[\"a\", \"bc\"]"),
      ("a b c", " ", 0, "[]"), ("a b c", " ", 1, "[\"a b c\"]"), ("a b c", " ", 2, "[\"a\", \"b c\"]"),
      ("a b c", " ", -1, "[\"a\", \"b\", \"c\"]"), ("a b c", " ", 9, "[\"a\", \"b\", \"c\"]"), ("a", "", 1, "[\"a\"]"),
    ] as [(Text, Text, Int64?, String)])
  func splitting(_ text: Text, _ separator: Text, _ limit: Int64?, _ parts: String) {
    let found =
      limit.map { call("split", .string(text), .string(separator), .int($0)) }
      ?? call("split", .string(text), .string(separator))
    #expect(found == parts)
  }

  @Test(
    arguments: [
      ("hello hello", "he", "we", nil, "\"wello wello\""), ("hello hello", "he", "we", 1, "\"wello hello\""),
      ("hello hello", "he", "we", 0, "\"hello hello\""), ("hello hello", "he", "we", -1, "\"wello wello\""),
      ("aaa", "aa", "b", nil, "\"ba\""), ("ab", "", "_", nil, "\"_a_b_\""), ("aé", "", "_", 2, "\"_a_é\""),
      ("", "", "x", nil, "\"x\""), ("abc", "d", "e", nil, "\"abc\""),
      ("1 ©αT taco", "αT", "o©α", nil, "\"1 ©o©α taco\""),
    ] as [(Text, Text, Text, Int64?, String)])
  func replacing(_ text: Text, _ part: Text, _ new: Text, _ count: Int64?, _ result: String) {
    let (text, part, new) = (Value.string(text), Value.string(part), Value.string(new))
    #expect((count.map { call("replace", text, part, new, .int($0)) } ?? call("replace", text, part, new)) == result)
  }

  @Test func joinedSplitsAreTheText() {
    var dice = Dice(state: 12)
    for _ in 0..<2_000 {
      let text = Text((0..<dice.roll(12)).map { _ in dice.pick(["a", "-", "é"]) }.joined())
      guard case .list(let parts)? = try? StringFunctions.split([.string(text), "-"], 1_000_000) else {
        Issue.record("no list")
        continue
      }
      #expect(call("join", .list(parts), "-") == Value.string(text).description)
    }
  }

  @Test func join() {
    #expect(call("join", list("x", "y")) == "\"xy\"")
    #expect(call("join", list("x", "y"), "-") == "\"x-y\"")
    #expect(call("join", list()) == "\"\"")
    #expect(call("join", list(), "-") == "\"\"")
  }

  @Test func resultsAreBounded() {
    let large = "error: size-limit: the result would be larger than the limit of 10"
    #expect(call("replace", "aaaa", "a", "bbb", limit: 10) == large)
    #expect(call("replace", "aaaa", "", "bbb", limit: 10) == large)
    #expect(call("replace", "aaa", "a", "bbb", limit: 10) == "\"bbbbbbbbb\"")
    #expect(call("join", list("aaaa", "bbbb"), "ccc", limit: 10) == large)
    #expect(call("format", "%s%s", list(list("aaaa", "bbbb")), limit: 10) == large)
    #expect(call("format", "%.20f", list(.double(1)), limit: 10) == large)
  }

  @Test(arguments: [
    ("first\nsecond", "\"first\\nsecond\""), ("\u{7}\u{8}\u{C}\r\t\u{B}", "\"\\a\\b\\f\\r\\t\\v\""),
    ("\\ \" '", "\"\\\\ \\\" '\""),
    ("😀温", "\"😀温\""), ("", "\"\""),
  ])
  func quoting(_ text: Text, _ quoted: Text) {
    #expect(call("strings.quote", .string(text)) == Value.string(quoted).description)
  }
}
