import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "x.json", text: text))
    return try #require(document, "\(DiagnosticRenderer.text(diagnostics))")
  }

  @Test func valuesAndTheirKinds() throws {
    let root = try read(
      #" { "n": null, "t": true, "f": false, "i": -12, "d": 1.50, "s": "x", "l": [1, []], "m": {} } "#
    )
    .root
    #expect(root.kind == .map && root.count == 8)
    #expect(root.members.map { $0.key.text?.string } == ["n", "t", "f", "i", "d", "s", "l", "m"])
    #expect(root["n"]?.kind == .null)
    #expect(root["t"]?.bool == true && root["f"]?.bool == false)
    #expect(root["i"]?.int == -12 && root["i"]?.isInteger == true)
    #expect(root["d"]?.isInteger == false && root["d"]?.double == 1.5 && root["d"]?.rawNumber == "1.50")
    #expect(root["s"]?.text == "x" && root["s"]?.isText("x") == true && root["s"]?.isText("y") == false)
    #expect(root["l"]?.elements.map(\.kind) == [.number, .list])
    #expect(root["l"]?.element(at: 1)?.count == 0 && root["l"]?.element(at: 2) == nil)
    #expect(root["m"]?.count == 0 && root["none"] == nil && root["i"]?["x"] == nil)
    #expect(root["i"]?.text == nil && root["s"]?.bool == nil && root["s"]?.int == nil)
  }

  @Test func numbersAreExact() throws {
    let cases: [(text: String, int: Int64?, coefficient: Int128, exponent: Int32, double: Double)] = [
      ("0", 0, 0, 0, 0), ("-0", 0, 0, 0, -0.0), ("9223372036854775807", .max, 9_223_372_036_854_775_807, 0, 0x1p63),
      ("-9223372036854775808", .min, -9_223_372_036_854_775_808, 0, -0x1p63),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808, 0, 0x1p63), ("0.1", nil, 1, -1, 0.1),
      ("-0.6", nil, -6, -1, -0.6), ("1.50", nil, 150, -2, 1.5), ("1e3", 1000, 1, 3, 1000), ("25E-1", nil, 25, -1, 2.5),
      ("12345678901234567890.123", nil, 12_345_678_901_234_567_890_123, -3, 12345678901234567890.123),
      ("1.7976931348623157e308", nil, 17_976_931_348_623_157, 292, .greatestFiniteMagnitude),
      ("4.9e-324", nil, 49, -325, .leastNonzeroMagnitude),
    ]
    for (text, int, coefficient, exponent, double) in cases {
      let node = try read(text).root
      #expect(node.int == int, "\(text)")
      #expect(node.decimal == (try ExactDecimal(coefficient: coefficient, exponent: exponent)), "\(text)")
      #expect(node.double == double, "\(text)")
    }
    let huge = try read(String(repeating: "1", count: 61)).root
    #expect(huge.int == nil && huge.decimal == nil && huge.double == 0x1.62053a8d89c85p199)
    #expect(huge.rawNumber?.utf8.count == 61)
  }

  /// Exponents at the ends of what 32 bits hold, on either side of a fraction's digits.
  @Test func largestExponentsAreRead() throws {
    for exponent in [-2_147_483_649, -2_147_483_648, -2_147_483_647, 2_147_483_647, 2_147_483_648] {
      for digits in ["1", "0.1", "1.0", "10", "0", "0.0"] {
        let node = try read("\(digits)e\(exponent)").root
        let isZero = digits.allSatisfy { "0.".contains($0) }
        #expect(node.double == (exponent < 0 || isZero ? 0 : .infinity), "\(digits)e\(exponent)")
        #expect(node.int == (isZero ? 0 : nil))
        if !isZero { #expect(node.decimal == nil) }
      }
    }
  }

  /// Zeros at either end are no digits of a number: without them it has as many as a decimal holds.
  @Test func zerosDoNotCountAsDigits() throws {
    let zeros = String(repeating: "0", count: 60)
    let most = String(repeating: "9", count: 38)
    let cases: [(text: String, decimal: Text)] = [
      ("1" + zeros, "1e60"), ("-1" + zeros, "-1e60"), ("1" + zeros + ".0", "1e60"), ("1." + zeros, "1"),
      ("1." + zeros + "e-2", "0.01"), ("12.50" + zeros + "e60", "125e59"), ("0." + zeros + "1", "1e-61"),
      (most + zeros, Text(most + "e60")), ("0." + zeros + most, Text(most + "e-98")), ("0." + zeros + "e9", "0"),
    ]
    for (text, decimal) in cases {
      #expect(try read(text).root.decimal == ExactDecimal(parsing: decimal), "\(text)")
    }
    #expect(try read("1" + zeros + "1").root.decimal == nil)
    #expect(try read(most + "9").root.decimal == nil)
    #expect(try read("1" + zeros + "e6144").root.decimal == nil)
  }

  /// A decimal is written with up to 40 zeros: more digits than 128 bits hold.
  @Test func writtenDecimalsAreReadAgain() throws {
    for text in ["1e40", "-1e38", "12345678901234567890123456789012345678e40", "1e41", "1e-40", "5e6144"] as [Text] {
      let decimal = try ExactDecimal(parsing: text)
      var writer = JSONWriter()
      writer.decimal(decimal)
      let again = try read(writer.string).root
      #expect(again.value(fractions: .decimal).isIdentical(to: .decimal(decimal)), "\(writer.string)")
    }
  }

  /// Whatever a number is read as, it is read as the same again, though a decimal with more than 40 zeros is written with an exponent.
  @Test func wholeNumbersOfManyDigitsAreReadAgain() throws {
    for zeros in [17, 18, 19, 37, 38, 40, 41, 46, 300] {
      for text in ["5\(String(repeating: "0", count: zeros))", "-12\(String(repeating: "0", count: zeros))"] {
        let value = try read(text).root.value
        var writer = JSONWriter()
        try writer.value(value)
        #expect(try read(writer.string).root.value.isIdentical(to: value), "\(text)")
      }
    }
  }

  @Test func doublesAreTheNearest() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      #expect(try read(double.description).root.double == double)
      let short = Double(Int64.random(in: -999_999...999_999, using: &random)) / 1000
      #expect(try read(short.description).root.double == short)
    }
  }

  @Test func escapesBecomeTheirCharacters() throws {
    let root = try read(#"["\"\\\/\b\f\n\r\t","\u00e9\u751f\ud83c\udf3f","a\u0000b","plain é生🌿",""]"#).root
    let expected: [Text] = ["\"\\/\u{8}\u{c}\n\r\t", "é生🌿", "a\0b", "plain é生🌿", ""]
    #expect(root.elements.compactMap(\.text) == expected)
  }

  @Test func placesAreExact() throws {
    let marked = MarkedText(
      """
      1️⃣{ 2️⃣"生姜"3️⃣: 4️⃣[ 5️⃣-1.5e36️⃣, 7️⃣"a\\n"8️⃣ ]9️⃣ }
      """)
    let source = SourceText(name: "x.json", text: marked.text)
    let root = try #require(JSONReader.read(source).document?.root)
    func range(_ node: Node?) -> Range<Int> { Int(node?.range.start ?? 0)..<Int(node?.range.end ?? 0) }
    #expect(range(root) == marked[1]..<marked.text.utf8.count)
    #expect(range(root.key("生姜")) == marked.range(2, 3))
    let list = root["生姜"]
    #expect(range(list) == marked.range(4, 9))
    #expect(range(list?.element(at: 0)) == marked.range(5, 6))
    #expect(range(list?.element(at: 1)) == marked.range(7, 8))
  }

  @Test func placesInsideTextGoThroughEscapes() throws {
    let marked = MarkedText(#"["x1️⃣\"2️⃣y\u00e93️⃣z\ud83c\udf3f4️⃣!5️⃣"]"#)
    let source = SourceText(name: "x.json", text: marked.text)
    let node = try #require(JSONReader.read(source).document?.root.element(at: 0))
    #expect(node.text == "x\"yéz🌿!")
    func written(_ decoded: Range<Int>) -> Range<Int> {
      let range = node.place(ofDecoded: decoded).range
      return Int(range.start)..<Int(range.end)
    }
    #expect(written(1..<2) == marked.range(1, 2))
    #expect(written(2..<5) == marked.range(2, 3))
    #expect(written(5..<10) == marked.range(3, 4))
    #expect(written(10..<11) == marked.range(4, 5))
    #expect(written(11..<11) == marked[5]..<marked[5])
    #expect(written(0..<11) == marked[1] - 1..<marked[5])
    #expect(written(50..<90) == marked[5]..<marked[5])
  }

  @Test func pathsLeadToTheirNodes() throws {
    let root = try read(#"{"rows":[{"when":1},{"a key":{"\"":[true]}}],"":0}"#).root
    let second = root["rows"]?.element(at: 1)
    #expect(root.path == "")
    #expect(root["rows"]?.element(at: 0)?["when"]?.path == "rows[0].when")
    #expect(second?["a key"]?["\""]?.element(at: 0)?.path == #"rows[1]["a key"]["\""][0]"#)
    #expect(second?.key("a key")?.path == #"rows[1]["a key"]"#)
    #expect(root[""]?.path == #"[""]"#)
  }

  @Test func keysAreComparedByTheirBytes() throws {
    let root = try read("{\"\u{e9}\": 1, \"e\u{301}\": 2, \"\\u0065\": 3}").root
    #expect(root.count == 3)
    #expect(root["\u{e9}"]?.int == 1 && root["e\u{301}"]?.int == 2 && root["e"]?.int == 3)
  }

  @Test(arguments: [1, 2, 15, 16, 17, 18, 100, 5000]) func everyKeyIsFoundHoweverManyThereAre(count: Int) throws {
    let members = (0..<count).map { "\"a_common_beginning_\($0)_a_common_end\": \($0)" }
    let root = try read("{" + members.joined(separator: ",") + "}").root
    #expect(root.count == count)
    for number in 0..<count {
      #expect(root["a_common_beginning_\(Text("\(number)"))_a_common_end"]?.int == Int64(number))
    }
    #expect(root["a_common_beginning_\(Text("\(count)"))_a_common_end"] == nil)
  }

  @Test(arguments: [2, 5, 16, 17, 40, 3000]) func aKeyWrittenTwiceIsWarnedOfWithBothPlaces(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    for _ in 0..<10 {
      let second = Int.random(in: 1..<count, using: &random)
      let first = Int.random(in: 0..<second, using: &random)
      // The same key, written differently.
      let members = (0..<count).map {
        $0 == first ? "\"dup\":[{}]" : $0 == second ? "\"d\\u0075p\":2" : "\"k\($0)\":{}"
      }
      let text = "{" + members.joined(separator: ",") + "}"
      let (document, diagnostics) = JSONReader.read(SourceText(name: "x.json", text: text))
      #expect(document?.root["dup"]?.kind == .list)
      #expect(diagnostics.map(\.code) == ["json/duplicate-key"])
      let places: [Place] = diagnostics.flatMap { [$0.place].compactMap { $0 } + $0.related.map(\.place) }
      let offsets = [second, first].map { 1 + members[..<$0].reduce(0) { $0 + $1.utf8.count + 1 } }
      #expect(places.map { Int($0.range.start) } == offsets)
    }
  }

  @Test func repeatedKeysInsideOneAnotherAreReportedOnce() {
    let many = (0..<20).map { "\"k\($0)\":0" }.joined(separator: ",")
    let text = "{\"a\":{\"x\":1,\"x\":2},\"a\":{\"y\":1,\"y\":2},\(many),\"k3\":1}"
    let (_, diagnostics) = JSONReader.read(SourceText(name: "x.json", text: text))
    #expect(diagnostics.map(\.message).sorted() == ["a", "k3", "x", "y"].map { "the key `\($0)` is written twice" })
  }

  @Test func howGraveARepeatedKeyIsTheCallerSays() {
    let source = SourceText(name: "x.json", text: #"{"a":1,"a":2}"#)
    for severity in Severity.allCases {
      let (document, diagnostics) = JSONReader.read(source, duplicateKeys: severity)
      #expect(document?.root["a"]?.int == 1 && diagnostics.map(\.severity) == [severity])
    }
  }

  @Test func valueOfTheWholeTree() throws {
    let root = try read(#"{"a":[1,2.5,"x",null,true,18446744073709551616],"b":{}}"#).root
    guard case .map(let map) = root.value, case .list(let list)? = map[.string("a")] else {
      Issue.record("not a map with a list")
      return
    }
    #expect(map.count == 2 && list.count == 6)
    if case .int(1) = list[0] {} else { Issue.record("\(list[0])") }
    if case .double(2.5) = list[1] {} else { Issue.record("\(list[1])") }
    if case .decimal = list[5] {} else { Issue.record("\(list[5])") }
    guard case .map(let exact) = root.value(fractions: .decimal), case .list(let exacts)? = exact[.string("a")] else {
      Issue.record("not a map with a list")
      return
    }
    if case .decimal(let decimal) = exacts[1] {
      #expect(decimal.description == "2.5")
    } else {
      Issue.record("\(exacts[1])")
    }
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    #expect(try read("\u{FEFF}[1]").root.count == 1)
  }

  // MARK: Hostile input

  @Test func deepNestingIsRefusedByName() {
    for text in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000)] {
      let (document, diagnostics) = JSONReader.read(SourceText(name: "x.json", text: text))
      #expect(document == nil)
      #expect(
        diagnostics.map(\.message) == ["arrays and objects are nested deeper than the limit `nesting` of 256"])
    }
    let deepest = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    #expect(JSONReader.read(SourceText(name: "x.json", text: deepest)).document != nil)
    let limits = DocumentLimits(nesting: .max)
    let deeper = String(repeating: "[", count: 1001)
    #expect(
      JSONReader.read(SourceText(name: "x.json", text: deeper), limits: limits).diagnostics.first?.code
        == "json/nested-too-deep")
  }

  @Test func noBytesCrashTheReader() {
    var random = SplitMix64(seed: 3)
    let alphabet = Array("{}[]\",:\\u0dE+-.1 tn\n/#'é生".utf8)
    for length in 0..<3000 {
      let bytes = (0..<length % 40).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
      let (document, diagnostics) = JSONReader.read(SourceText(name: "x.json", bytes: bytes))
      #expect((document == nil) == diagnostics.hasErrors)
      #expect(!DiagnosticRenderer.text(diagnostics).isEmpty || document != nil)
    }
  }

  @Test func mutatedTextNeverCrashes() throws {
    var random = SplitMix64(seed: 5)
    let text = Array(#"{"a":[1,-2.5e3,"x\n\u00e9",{"b":null,"c":[true,false]}],"d":"生姜🌿"}"#.utf8)
    for _ in 0..<3000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[at] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes.remove(at: at)
        }
      }
      let (document, diagnostics) = JSONReader.read(SourceText(name: "x.json", bytes: bytes))
      #expect((document == nil) == diagnostics.hasErrors)
      if let document { _ = document.root.value }
    }
  }

  /// A whole number is one however it is written, exactly, and without work that grows with its exponent.
  @Test(
    arguments: [
      ("4", 4), ("4.0", 4), ("4e0", 4), ("40e-1", 4), ("0.4E+1", 4),
      ("-4.000000000000000000000000000000000000000000", -4),
      ("0.0", 0), ("-0e999999999999", 0), ("0.000e-400", 0), ("12.5e1", 125), ("1e18", 1_000_000_000_000_000_000),
      ("9223372036854775807.0", .max), ("-9223372036854775808.0", .min), ("922337203685477580.7e1", .max),
      ("4.5", nil), ("1e-1", nil), ("45e-1", nil), ("4.0000000000000000000000000000000000000000001", nil),
      ("9223372036854775808.0", nil), ("-9223372036854775809e0", nil), ("1e19", nil), ("1e999999999999", nil),
      ("1e-999999999999", nil), ("1e2147483648", nil), ("0.000000000000000000000000000000000000000001e42", 1),
    ] as [(String, Int64?)])
  func wholeNumbers(_ text: String, _ value: Int64?) throws {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "number.json", text: text))
    #expect(diagnostics.isEmpty)
    #expect(try #require(document).root.int == value, "\(text)")
  }
}
