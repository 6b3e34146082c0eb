import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  private func write(_ value: Value, _ layout: JSONWriter.Layout = .compact) throws -> String {
    var writer = JSONWriter(layout)
    try writer.value(value)
    return writer.string
  }

  @Test func layouts() throws {
    func build(_ layout: JSONWriter.Layout) -> String {
      var writer = JSONWriter(layout)
      writer.object { writer in
        writer.key("a")
        writer.array { writer in
          writer.int(1)
          writer.null()
          writer.object { _ in }
          writer.array { _ in }
        }
        writer.key("b")
        writer.object { writer in
          writer.key("c")
          writer.bool(true)
        }
        writer.key("d")
        writer.raw("[1,2]")
      }
      return writer.string
    }
    #expect(build(.compact) == #"{"a":[1,null,{},[]],"b":{"c":true},"d":[1,2]}"#)
    #expect(
      build(.pretty) == """
        {
          "a": [
            1,
            null,
            {},
            []
          ],
          "b": {
            "c": true
          },
          "d": [1,2]
        }
        """)
  }

  @Test func nodesAreWrittenWithSortedKeys() throws {
    func sorted(_ json: String, _ layout: JSONWriter.Layout = .compact) throws -> String {
      let document = try #require(JSONReader.read(SourceText(name: "t.json", text: json)).document)
      var writer = JSONWriter(layout)
      writer.sorted(document.root)
      return writer.string
    }
    #expect(
      try sorted(
        #"{ "b": [1, 2.5, 2e1, true, null, {}, []], "é": "\u0001\"/", "a": {"z": 1, "y": {"\u0062": 2, "a": 3}} }"#)
        == #"{"a":{"y":{"a":3,"b":2},"z":1},"b":[1,2.5,20,true,null,{},[]],"é":"\u0001\"/"}"#)
    #expect(try sorted(#"{"a b":1,"a":2,"aa":3,"B":4}"#) == #"{"B":4,"a":2,"a b":1,"aa":3}"#)
    #expect(try sorted(#"{"b":1,"a":[2]}"#, .pretty) == "{\n  \"a\": [\n    2\n  ],\n  \"b\": 1\n}")
    #expect(try sorted(#""text""#) == #""text""#)
  }

  @Test func stringsAreEscapedAsFarAsNeeded() {
    let cases: [(String, String)] = [
      ("plain é生🌿/", "\"plain é生🌿/\""), ("\"\\", #""\"\\""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
      ("\0\u{1b}\u{1f}\u{7f}", #""\u0000\u001b\u001f\u007f""#), ("a\u{2028}b\u{2029}c", #""a\u2028b\u2029c""#),
      ("\u{2027}\u{202a}", "\"\u{2027}\u{202a}\""), ("", "\"\""),
      ("it’s plain – and goes on", "\"it’s plain – and goes on\""),
      ("sixteen bytes, \"\u{2028}\u{2028}then more", #""sixteen bytes, \"\u2028\u2028then more""#),
    ]
    for (text, expected) in cases {
      var writer = JSONWriter()
      writer.string(text)
      #expect(writer.string == expected)
    }
  }

  @Test func everyKindOfValue() throws {
    let decimal = try ExactDecimal(coefficient: -60, exponent: -2)
    let cases: [(Value, String)] = [
      (.null, "null"), (.bool(false), "false"), (.int(.min), "-9223372036854775808"),
      (.uint(.max), "18446744073709551615"),
      (.double(0.1), "0.1"), (.double(1), "1.0"), (.double(-0.0), "-0.0"), (.double(1e100), "1e+100"),
      (.double(5e-324), "5e-324"), (.decimal(decimal), "-0.6"), (.string("x"), "\"x\""),
      (.bytes([0, 255, 16]), "\"AP8Q\""),
      (.bytes([1]), "\"AQ==\""), (.bytes([1, 2]), "\"AQI=\""), (.bytes([]), "\"\""),
      (.duration(try ExactDuration(seconds: 3, nanoseconds: 500_000_000)), "\"3.5s\""),
      (.duration(try ExactDuration(seconds: 0, nanoseconds: -1)), "\"-0.000000001s\""), (.type("int"), "\"int\""),
      (.optional(nil), "null"), (.optional(.int(1)), "1"), (.list([.int(1), .list([])]), "[1,[]]"),
    ]
    for (value, expected) in cases { #expect(try write(value) == expected) }
    var map = ValueMap()
    map.insert(.string("z"), .int(1))
    map.insert(.int(2), .int(2))
    map.insert(.bool(true), .int(3))
    #expect(try write(.map(map)) == #"{"z":1,"2":2,"true":3}"#)
  }

  @Test func decimalsAreTheirDescription() throws {
    var random = SplitMix64(seed: 17)
    for _ in 0..<2000 {
      let coefficient = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random)
      let exponent = Int32.random(in: -25...5, using: &random)
      for wide in [Int128(coefficient), Int128(coefficient) * 1_000_000_007] {
        let decimal = try ExactDecimal(coefficient: wide, exponent: exponent)
        #expect(try write(.decimal(decimal)) == decimal.description)
      }
      #expect(try write(.int(coefficient)) == String(coefficient))
    }
  }

  @Test func whatWasForgottenIsNotWritten() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.string("kept")
    let checkpoint = writer.checkpoint
    writer.string(String(repeating: "x", count: 10_000))
    writer.rewind(to: checkpoint)
    writer.int(1)
    let kept = writer.string
    writer.forgetBytes()
    writer.int(2)
    writer.endArray()
    let (rest, count) = (writer.string, writer.count)
    #expect(kept == #"["kept",1"#)
    #expect(rest == ",2]")
    #expect(count == 3)
    writer.clear()
    let isEmpty = writer.isEmpty
    #expect(isEmpty)
  }

  @Test func whatJSONCannotSayIsRefused() {
    for double in [Double.infinity, -.infinity] {
      #expect(throws: JSONWriterError.notFinite(double)) { try write(.list([.double(double)])) }
    }
    #expect(throws: JSONWriterError.self) { try write(.double(.nan)) }
    var deep = Value.int(1)
    for _ in 0..<1002 { deep = .list([deep]) }
    #expect(throws: JSONWriterError.nestedTooDeep(limit: 1000)) { try write(deep) }
  }

  /// In words, not in the compiler's spelling of the case, which is none where Swift has no reflection.
  @Test func errorsAreDescribedInWords() {
    #expect("\(JSONWriterError.notFinite(.infinity))" == "JSON has neither infinity nor not-a-number")
    #expect("\(JSONWriterError.nestedTooDeep(limit: 3))" == "lists and maps are nested more than 3 deep")
  }

  @Test func whatIsWrittenReadsBackTheSame() throws {
    var random = SplitMix64(seed: 11)
    for layout in [JSONWriter.Layout.compact, .pretty] {
      for _ in 0..<300 {
        let written = try write(randomValue(&random, depth: 4), layout)
        let (document, diagnostics) = JSONReader.read(SourceText(name: "x.json", text: written))
        let read = try #require(document, "\(DiagnosticRenderer.text(diagnostics)) \(written)")
        #expect(try write(read.root.value, layout) == written)
      }
    }
  }

  @Test func everyNodesBytesReadBackAsThatNode() throws {
    var random = SplitMix64(seed: 13)
    for _ in 0..<100 {
      let source = SourceText(name: "x.json", text: try write(randomValue(&random, depth: 3), .pretty))
      guard let document = JSONReader.read(source).document else { continue }
      for index in 0..<document.nodeCount {
        let node = try #require(self.node(document.root, at: index))
        let part = JSONReader.read(SourceText(name: "part", text: source.text(of: node.range)))
        #expect(try write(part.document?.root.value ?? .null) == write(node.value))
      }
    }
  }

  /// The node at `index` in document order, keys included.
  private func node(_ root: Node, at index: Int) -> Node? {
    var left = index
    func find(_ node: Node) -> Node? {
      if left == 0 { return node }
      left -= 1
      for element in node.elements { if let found = find(element) { return found } }
      for (key, value) in node.members { if let found = find(key) ?? find(value) { return found } }
      return nil
    }
    return find(root)
  }

  private func randomText(_ random: inout SplitMix64) -> Text {
    let pieces = ["a", "é", "生", "🌿", "\"", "\\", "\n", "\u{1}", "\u{2028}", " ", "key", "e\u{301}"]
    return Text(
      (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
  }

  private func randomValue(_ random: inout SplitMix64, depth: Int) -> Value {
    switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .int(Int64(truncatingIfNeeded: random.next()))
    case 3: return .double(Double(Int64.random(in: -1_000_000...1_000_000, using: &random)) / 64)
    case 4, 5: return .string(randomText(&random))
    case 6:
      return .list((0..<Int.random(in: 0...5, using: &random)).map { _ in randomValue(&random, depth: depth - 1) })
    default:
      var map = ValueMap()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        map.insert(.string(randomText(&random)), randomValue(&random, depth: depth - 1))
      }
      return .map(map)
    }
  }
}
