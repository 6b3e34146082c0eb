import TerrainBase
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

@Suite struct YAMLReaderTests {
  private func read(_ text: String) throws -> Node {
    let (document, diagnostics) = YAMLReader.readOne(SourceText(name: "x.yaml", text: text))
    #expect(diagnostics.isEmpty, "\(DiagnosticRenderer.text(diagnostics))")
    return try #require(document).root
  }

  @Test func plainTextIsWhatTheCoreSchemaSays() throws {
    let nulls = ["null", "Null", "NULL", "~", ""]
    let bools: [(String, Bool)] = [
      ("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false), ("FALSE", false),
    ]
    let ints: [(String, Int64)] = [
      ("0", 0), ("-19", -19), ("+12", 12), ("007", 7), ("0o17", 15), ("0x1F", 31), ("0xfF", 255),
      ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ]
    let doubles: [(String, Double)] = [
      ("0.", 0), ("-0.0", -0.0), (".5", 0.5), ("+12e03", 12000), ("-2E+05", -200_000), ("1.5e-3", 0.0015),
      ("1e3", 1000),
      (".inf", .infinity), ("-.Inf", -.infinity), ("+.INF", .infinity),
    ]
    let strings = [
      "no", "yes", "on", "off", "y", "nULL", "tRUE", "nan", "inf", "1_000", "0b11", "0o8", "0x", "0xG", "-0x1", "1e",
      ".", "-", "+", "..", "1.2.3", "12:30", "2024-01-01", "-.nan", "1 2", "e3", ".e3", "<=", "<= -3", "a#b", "=",
    ]
    for text in nulls { #expect(try read("a: \(text)")["a"]?.kind == .null, "\(text)") }
    for (text, bool) in bools { #expect(try read("a: \(text)")["a"]?.bool == bool, "\(text)") }
    for (text, int) in ints {
      let node = try read("a: \(text)")["a"]
      #expect(node?.int == int && node?.isInteger == true, "\(text)")
    }
    for (text, double) in doubles {
      let node = try read("a: \(text)")["a"]
      #expect(node?.double == double && node?.isInteger == false && node?.rawNumber == Text(text), "\(text)")
    }
    #expect(try read("a: .NaN")["a"]?.double?.isNaN == true)
    for text in strings where text != "-" { #expect(try read("a: \(text)")["a"]?.text == Text(text), "\(text)") }
    for text in nulls + strings + ["12", "true"] {
      #expect(try read("a: \"\(text)\"")["a"]?.text == Text(text))
      #expect(try read("a: '\(text)'")["a"]?.text == Text(text))
    }
    let long = try read("a: 123456789012345678901234567890")["a"]
    #expect(long?.int == nil && long?.decimal?.description == "123456789012345678901234567890")
  }

  @Test func tagsDecide() throws {
    let root = try read(
      "{a: !!str 12, b: !!int \"3\", c: !!float 1, d: !!null '', e: !!bool \"true\", f: !!map {}, g: !!seq [], h: ! 12}"
    )
    #expect(root["a"]?.text == "12" && root["b"]?.int == 3 && root["c"]?.double == 1 && root["d"]?.kind == .null)
    #expect(root["e"]?.bool == true && root["f"]?.kind == .map && root["g"]?.kind == .list && root["h"]?.text == "12")
  }

  @Test func keysAreTexts() throws {
    let root = try read("1: a\nyes: b\nnull: c\n\"q\\u0065\": d\n? x\n: e\n")
    #expect(root.members.map { $0.key.text?.string } == ["1", "yes", "null", "qe", "x"])
    #expect(root["1"]?.text == "a" && root["null"]?.text == "c" && root["qe"]?.text == "d" && root["x"]?.text == "e")
  }

  @Test func aliasesAreReadThrough() throws {
    let root = try read("a: &m {x: [1, 2]}\nb: *m\nc: &k key\n*k : 5\nd: [*k, *m]\n")
    #expect(root["b"]?.kind == .map && root["b"]?.isAlias == true && root["a"]?.isAlias == false)
    #expect(root["b"]?["x"]?.element(at: 1)?.int == 2 && root["b"]?.count == 1)
    #expect(root["key"]?.int == 5)
    #expect(root["d"]?.elements.map(\.kind) == [.string, .map] && root["d"]?.element(at: 0)?.text == "key")
    let place = try #require(root["b"]?.place)
    #expect(place.source.text(of: place.range) == "*m")
    #expect(root["b"]?["x"]?.path == "a.x")
    guard case .map(let map) = root.value, case .map(let b)? = map[.string("b")] else {
      Issue.record("no maps")
      return
    }
    #expect(b.count == 1)
  }

  @Test func severalDocuments() {
    let (documents, diagnostics) = YAMLReader.read(
      SourceText(name: "x", text: "# one\n--- a\n---\nb: 1\n...\n# two\n---\n"))
    #expect(diagnostics.isEmpty && documents.map(\.root.kind) == [.string, .map, .null])
    let counts = documents.map { $0.comments.count }
    #expect(counts == [1, 0, 1])
    let one = YAMLReader.readOne(SourceText(name: "x.yaml", text: "a: 1\n--- \nb: 2\n"))
    #expect(one.diagnostics.map(\.code) == ["yaml/second-document"] && one.document?.root["a"]?.int == 1)
    let none = YAMLReader.readOne(SourceText(name: "x.yaml", text: "# nothing\n"))
    #expect(none.diagnostics.map(\.code) == ["yaml/no-value"] && none.document == nil)
  }

  @Test(arguments: [0, 20]) func aRepeatedKeyIsFoundHoweverItIsWritten(others: Int) {
    let rest = (0..<others).map { "k\($0): \($0)\n" }.joined()
    for repeated in ["'1': x", "\"\\x31\": x", "!!str 1: x", "*a : x", "? 1\n: x"] {
      let text = "anchor: &a '1'\n\(rest)1: y\n\(repeated)\n"
      let (documents, diagnostics) = YAMLReader.read(SourceText(name: "x.yaml", text: text))
      #expect(diagnostics.map(\.code) == ["yaml/duplicate-key"], "\(repeated)")
      #expect(diagnostics.first?.message == "the key `1` is written twice")
      #expect(documents.first?.root["1"]?.text == "y")
    }
  }

  // MARK: Places

  @Test func rangesOfEveryStyle() throws {
    let text = """
      # 生姜
      plain: 1️⃣some text2️⃣  # c
      three: 3️⃣"qu\\n"4️⃣
      five: &anchor !!str 5️⃣'it''s'6️⃣
      seven:
        7️⃣- 🌶️
        - |
          lines8️⃣

      nine: 9️⃣
      """
    let marked = MarkedText(text)
    let root = try read(marked.text)
    func range(_ key: Text) -> Range<Int> {
      let range = root[key]?.range ?? SourceRange(start: 0, end: 0)
      return Int(range.start)..<Int(range.end)
    }
    #expect(range("plain") == marked.range(1, 2))
    #expect(range("three") == marked.range(3, 4))
    #expect(range("five") == marked.range(5, 6) && root["five"]?.text == "it's")
    #expect(range("seven") == marked.range(7, 8))
    // A value that is not written stands right after its colon.
    #expect(range("nine") == marked[9] - 1..<marked[9] - 1)
    #expect(Int(root.range.start) == marked[1] - "plain: ".utf8.count)
  }

  @Test func commentsAreKept() throws {
    let text = """
      # yaml-language-server: $schema=x
      a: 1 # one
      b: "no # comment"
      c: 'no # comment'
      d: no#comment
      e: | # header
        # text
        more # text
      # after
      f: > # folded
        x
      g: [1, # in brackets
        2] #last
      h: &x # anchored
        i: 生 # 姜
      #
      """
    let source = SourceText(name: "x.yaml", text: text)
    let documents = YAMLReader.read(source).documents
    #expect(
      documents.first?.comments.map(source.text) == [
        "# yaml-language-server: $schema=x", "# one", "# header", "# after", "# folded", "# in brackets", "#last",
        "# anchored", "# 姜", "#",
      ])
  }

  @Test(arguments: [
    "a: 1️⃣x2️⃣", "a: '1️⃣x2️⃣'", "a: \"1️⃣x2️⃣\"", "a: '生''s 1️⃣x2️⃣'", "a: \"\\u751f\\n\\\"1️⃣x2️⃣ \\x41\"", "a: b\n  c\n\n  d 1️⃣x2️⃣\n  e",
    "a: \"b\n  c\n\n  d 1️⃣x2️⃣\\\n   e\"", "a: 'b\n\n\n  c 1️⃣x2️⃣'", "a: |\n  b\n\n  生 1️⃣x2️⃣\n  y\n", "a: |2-\n    b\n   1️⃣x2️⃣\n",
    "a: >\n  b\n  c\n\n  d\n    more\n\n   1️⃣x2️⃣\n  y\n", "a: >+\n  b\r\n  c 1️⃣x2️⃣\r\n\r\n", "- a: |\n   生姜\n\n\n   1️⃣x2️⃣ z",
    "a: >-\n  if (b &&\n  1️⃣x2️⃣)\n", "a: \"\\N\\_\\L\\P1️⃣x2️⃣\"", "a: |\n\n\n  b\n  1️⃣x2️⃣\n",
    "\u{FEFF}生: &a  !!str  >  # c\n  b\n  1️⃣x2️⃣\n",
    "a: \"\\U0001F33F1️⃣x2️⃣\"", "{a: 'b\n\n 1️⃣x2️⃣'}", "a: |\n  1️⃣x2️⃣\n  b # c\n",
  ])
  func placesInsideDecodedText(marked: String) throws {
    let marked = MarkedText(marked)
    let root = try read(marked.text)
    let node = try #require((root.element(at: 0) ?? root).members.first { _ in true }?.value)
    let text = try #require(node.text?.string)
    let decoded = try #require(text.utf8.firstIndex(of: UInt8(ascii: "x")))
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: decoded)
    let range = node.place(ofDecoded: offset..<offset + 1).range
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2), "\(text.debugDescription)")
    let whole = node.place(ofDecoded: 0..<text.utf8.count).range
    #expect(whole.start <= range.start && whole.end >= range.end)
    #expect(whole.start >= node.range.start && whole.end <= node.range.end)
  }

  // MARK: The same as JSON

  @Test func jsonReadsTheSameAsYAML() throws {
    let texts = [
      #"{"a": [1, -2.5, 1e3, "x\n\u00e9\"", null, true], "b": {"c": {}, "d": []}, "生姜": "🌿"}"#, "[]", "\"x\"", "12",
      "[[[[1]]]]", #"{"":"", " ": "  "}"#,
    ]
    for text in texts {
      for layout in [JSONWriter.Layout.compact, .pretty] {
        let source = SourceText(name: "x", text: text)
        let json = try #require(JSONReader.read(source).document).root
        var expected = JSONWriter(layout)
        try expected.value(json.value)
        var actual = JSONWriter(layout)
        try actual.value(read(expected.string).value)
        #expect(actual.string == expected.string)
      }
    }
  }
}
