import Foundation
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainService

/// A response has the id of its request wherever that can be read, whatever is wrong with the rest of the line.
@Suite struct RequestIDTests {
  private static let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
  private static let long = "\"" + String(repeating: "x", count: 4000) + "\""
  private static let huge = "\"" + String(repeating: "x", count: 600_000) + "\""

  private static func request(_ first: String, params: String, _ last: String = "") -> String {
    #"{"jsonrpc":"2.0",\#(first)"method":"health","params":{"a":\#(params)}\#(last)}"#
  }

  static let lines: [(line: String, id: String, code: Int, reason: String)] = [
    // Too deep: before and behind what is, escaped, and with things that look like it.
    (request(#""id":7,"#, params: deep), "7", -32002, "the limit `nesting` of 64"),
    (request("", params: deep, #","id":"a\"b""#), #""a\"b""#, -32002, "the limit `nesting` of 64"),
    (request(#""\u0069\u0064" : -1.5e3 ,"#, params: deep), "-1.5e3", -32002, "json/nested-too-deep"),
    (request(#""x":"\"id\":1,","#, params: deep, #","id":null"#), "null", -32002, "json/nested-too-deep"),
    (request(#""id":1,"#, params: deep, #","id":2"#), "null", -32002, "json/nested-too-deep"),
    (request(#""id":{"id":1},"#, params: deep), "null", -32002, "json/nested-too-deep"),
    (request(#""id":tru,"#, params: deep), "null", -32002, "json/nested-too-deep"),
    ("[" + request(#""id":7,"#, params: deep) + "]", "null", -32002, "json/nested-too-deep"),
    // Too long: as far as it was read.
    (request(#""id":8,"#, params: long), "8", -32002, "the limit `line-length` of 2000"),
    (request("", params: long, #","id":8"#), "8", -32002, "the limit `line-length` of 2000"),
    (request(#""id":"é","#, params: huge), #""é""#, -32002, "the limit `line-length` of 2000"),
    (request("", params: huge, #","id":8"#), "null", -32002, "the limit `line-length` of 2000"),
    (#"{"id":"# + String(repeating: "1", count: 600_000) + "}", "null", -32002, "rpc/line-length"),
    // A key twice: inside the parameters the request is known, and not where the id itself is given twice.
    (request(#""id":9,"#, params: #"{"b":1,"b":2}"#), "9", -32600, #""path":"params.a.b""#),
    (request(#""id":9,"#, params: #"{"b":1,"b":2}"#), "9", -32600, "an object has this key twice"),
    (request(#""id":9,"method":"health","#, params: "1"), "9", -32600, "json/duplicate-key"),
    (request(#""id":9,"id":10,"#, params: "1"), "null", -32600, "json/duplicate-key"),
    // What is not JSON has no id, as the specification says.
    (#"{"jsonrpc":"2.0","id":9,"method":"health","#, "null", -32700, "Parse error"),
  ]

  @Test(arguments: lines.indices) func isGivenBack(_ index: Int) throws {
    let (line, id, code, reason) = Self.lines[index]
    var limits = RequestLimits()
    limits.lineLength = 2000
    let result = try ServiceFixture.run(
      [line, #"{"jsonrpc":"2.0","id":"next","method":"shutdown"}"#], threads: 1, limits: limits)
    #expect(result.answers.count == 2)
    let answer = try #require(result.answers.first)
    #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"#), "\(answer.prefix(300))")
    #expect(answer.contains(reason), "\(answer.prefix(500))")
    #expect(result.answers.last?.contains(#""id":"next""#) == true)
  }

  /// Of a batch each request with a key twice is refused by itself.
  @Test func requestsOfABatchAreRefusedOneByOne() throws {
    let good = #"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#
    let bad = #"{"jsonrpc":"2.0","id":2,"method":"shutdown","params":{"a":1,"a":2}}"#
    let result = try ServiceFixture.run(["[\(good),\(bad),\(good)]"], threads: 1)
    let batch = try MethodFixture.document(try #require(result.answers.first)).root
    #expect(batch.elements.map { $0["id"]?.int } == [1, 2, 1])
    #expect(batch.elements.map { $0["result"] != nil } == [true, false, true])
    #expect(batch.element(at: 1)?["error"]?["code"]?.int == -32600)
  }

  /// More keys that are twice than the reader counts: none of the requests is taken for one without.
  @Test func uncountedKeysAreNotTaken() throws {
    let bad = #"{"jsonrpc":"2.0","id":2,"method":"shutdown","params":{"a":1,"a":2}}"#
    let line = "[" + Array(repeating: bad, count: 300).joined(separator: ",") + "]"
    let result = try ServiceFixture.run([line], threads: 1)
    #expect(result.answers.count == 1)
    #expect(result.answers.first?.contains("\"result\"") == false)
  }

  /// In whole lines the search finds what the reader of JSON finds; of a part of a line nothing else, and it never reads
  /// beyond its bytes.
  @Test func theSearchAgreesWithTheReader() throws {
    var random = SplitMix64(seed: 7)
    let values = [
      "1", "-2.5", "\"a\"", #""\"id\":3""#, "null", "true", "[1,{\"id\":4}]", "{\"id\":5}", "{}", "\"\\\\\"",
    ]
    let keys = ["\"id\"", "\"method\"", "\"a b\"", #""\u0069d""#, "\"\"", #""id\"""#]
    for _ in 0..<2000 {
      let members = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        (keys.randomElement(using: &random) ?? "") + [":", " : "][Int.random(in: 0..<2, using: &random)]
          + (values.randomElement(using: &random) ?? "")
      }
      let line = " {" + members.joined(separator: " , ") + "}"
      let root = try MethodFixture.document(line).root
      var expected: [UInt8]?
      if case .node(let node) = RequestID(of: root) { expected = Array(node.document.source.text(of: node.range).utf8) }
      let bytes = Array(line.utf8)
      let ids = root.members.filter { $0.key.text == "id" }
      // An id of another kind ends the search: a second one is of no use.
      guard ids.count < 2 else { continue }
      #expect(bytes.withUnsafeBytes { SeenID.find(in: $0, isWhole: true) } == expected, "\(line)")
      for end in bytes.indices {
        let part = bytes[..<end].withUnsafeBytes { SeenID.find(in: $0, isWhole: false) }
        #expect(part == nil || part == expected, "\(line) up to \(end)")
      }
    }
    for _ in 0..<5000 {
      let noise = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        Array("{}[]\",:\\id1 n\u{0}".utf8).randomElement(using: &random) ?? 0
      }
      _ = (Array("{\"id".utf8) + noise).withUnsafeBytes { SeenID.find(in: $0, isWhole: false) }
    }
  }
}
