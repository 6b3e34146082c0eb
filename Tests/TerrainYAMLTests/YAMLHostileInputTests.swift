import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

@Suite struct YAMLHostileInputTests {
  /// The one diagnostic about `text`: its code, and what it points at.
  private func diagnostic(_ text: String) throws -> (code: String, text: String) {
    let found = YAMLReader.read(SourceText(name: "x.yaml", text: text)).diagnostics
    #expect(found.count == 1)
    let diagnostic = try #require(found.first)
    let place = try #require(diagnostic.place)
    return (diagnostic.code, place.source.text(of: place.range))
  }

  private func messages(_ text: String, limits: DocumentLimits = DocumentLimits()) -> [String] {
    YAMLReader.read(SourceText(name: "x.yaml", text: text), limits: limits).diagnostics.map(\.message)
  }

  @Test func deepNestingIsRefusedByName() {
    let texts = [
      String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 100_000),
      String(repeating: "- ", count: 100_000), (0..<2000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
    ]
    for text in texts {
      #expect(messages(text) == ["lists and maps are nested deeper than the limit `nesting` of 256"])
    }
    #expect(messages(String(repeating: "[", count: 256) + String(repeating: "]", count: 256)).isEmpty)
  }

  @Test func depthThroughAliasesCounts() {
    let chain = (1...10).map { "a\($0): &a\($0) [[[*a\($0 - 1)]]]\n" }.joined()
    let text = "a0: &a0 []\n" + chain
    #expect(messages(text).isEmpty)
    #expect(
      messages(text, limits: DocumentLimits(nesting: 20))
        == ["lists and maps are nested deeper than the limit `nesting` of 20"])
  }

  @Test func anAliasBombIsRefusedByName() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let alias = "*a\(level - 1)"
      text += "a\(level): &a\(level) [" + [String](repeating: alias, count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(messages(text) == ["aliases expand to more values than the limit `aliasExpansion` of 1000000"])
    #expect(try diagnostic(text) == ("yaml/alias-expansion", "*a5"))
  }

  @Test func manyDocumentsAreRefusedByName() throws {
    #expect(
      messages(String(repeating: "---\n", count: 20_000)) == ["more documents than the limit `documents` of 10000"])
    #expect(try diagnostic(String(repeating: "---\n", count: 10_001)) == ("yaml/too-many-documents", "-"))
  }

  /// What is not said in words of our own is said in libyaml's.
  @Test func whatOnlyLibyamlHasWordsFor() throws {
    #expect(try diagnostic("%YAML 1.1\n%YAML 1.1\n---\na: 1\n") == ("yaml/syntax", "%"))
  }

  @Test func bytesThatAreNoText() {
    let cases: [(bytes: [UInt8], expected: String)] = [
      (Array("a: ".utf8) + [0], "the control character U+0000 is not allowed in YAML"),
      (Array("a: 生 ".utf8) + [0x7F], "the control character U+007F is not allowed in YAML"),
      (Array("a: é\nb: ".utf8) + [0xC3, 0x28], "the byte 0xC3 here is not UTF-8"),
    ]
    for (bytes, expected) in cases {
      let diagnostics = YAMLReader.read(SourceText(name: "x.yaml", bytes: bytes)).diagnostics
      #expect(diagnostics.map(\.message) == [expected])
      #expect(Int(diagnostics.first?.place?.range.start ?? 0) == bytes.lastIndex { $0 == 0x20 }.map { $0 + 1 })
    }
  }

  @Test(arguments: ["", " ", "\n", "# x", "\u{FEFF}", "\u{FEFF}# x\n", "---", "%YAML 1.2\n---\n"])
  func almostNothing(text: String) {
    let (documents, diagnostics) = YAMLReader.read(SourceText(name: "x.yaml", text: text))
    #expect(!diagnostics.hasErrors)
    #expect(documents.count == (text.contains("---") ? 1 : 0))
  }

  @Test func marksAreRightAfterEveryKindOfCharacter() throws {
    // U+2028, NEL and CR LF are line ends to libyaml; its marks count characters.
    let marked = MarkedText("a: \"x\u{2028}y\u{85}z\u{2029}\"\r\n生: 1️⃣🌿2️⃣\r\nb: 3️⃣c4️⃣\n")
    let (documents, diagnostics) = YAMLReader.read(SourceText(name: "x.yaml", text: marked.text))
    #expect(diagnostics.isEmpty)
    let root = try #require(documents.first).root
    #expect(root["生"].map { Int($0.range.start)..<Int($0.range.end) } == marked.range(1, 2))
    #expect(root["b"].map { Int($0.range.start)..<Int($0.range.end) } == marked.range(3, 4))
  }

  @Test func mutatedTextNeverCrashes() {
    var random = SplitMix64(seed: 9)
    let text = Array(
      """
      # 生姜 🌶️
      a: &x [1, "two\\n", 'th''ree', *y]
      b: {c: !t d, "e": >- # f
      g:
        - |
          text 生
            more
        - plain
          lines
        - tags.exists(t, t == "x") ? a : b
      ? k
      : *x
      --- !!str
      ...
      """.utf8)
    let spare = Array("[]{}:,#&*!|>'\"%@`-?\n\t \\\u{FEFF}é".utf8)
    for _ in 0..<4000 {
      var bytes = Array(text[..<Int.random(in: 1...text.count, using: &random)])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(spare.randomElement(using: &random) ?? 0, at: at)
        default: bytes[at] = spare.randomElement(using: &random) ?? 0
        }
      }
      let source = SourceText(name: "x.yaml", bytes: bytes)
      let (documents, diagnostics) = YAMLReader.read(source)
      #expect(DiagnosticRenderer.text(diagnostics).isEmpty == diagnostics.isEmpty)
      for diagnostic in diagnostics {
        let range = diagnostic.place?.range ?? SourceRange(start: 1, end: 0)
        #expect(range.start <= range.end && Int(range.end) <= bytes.count, "\(diagnostic.code)")
      }
      for document in documents { walk(document.root, bytes.count) }
    }
  }

  /// Every node's range is inside the source, and every text has a place.
  private func walk(_ node: Node, _ count: Int) {
    #expect(node.range.start <= node.range.end && Int(node.range.end) <= count)
    if let text = node.text {
      let range = node.place(ofDecoded: 0..<text.utf8.count).range
      #expect(range.start <= range.end && Int(range.end) <= count)
    }
    for element in node.elements { walk(element, count) }
    for (key, value) in node.members {
      walk(key, count)
      walk(value, count)
    }
  }
}
