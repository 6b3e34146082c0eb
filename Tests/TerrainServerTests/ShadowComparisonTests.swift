import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainServer

/// Which fields of two results differ.
@Suite struct ShadowComparisonTests {
  private static func fields(_ given: String, _ shadow: String) -> [String] {
    Array(given.utf8).withUnsafeBytes { given in
      Array(shadow.utf8).withUnsafeBytes { ShadowComparison.fields(given, $0) }
    }
  }

  private static let versions = #""pack":{"id":"a"},"rules":{"id":"b","set":["x={1}"]}"#
  private static let otherVersions = #""pack":{"id":"a"},"rules":{"id":"c"}"#
  private static let rule = #"{"decision":"d","file":"a.yaml","line":3,"values":{"x":1}}"#

  @Test(
    arguments: [
      // What comes before the versions and after them.
      ("{\(versions)}", "{\(otherVersions)}", []),
      (#"{"page":"x","# + versions + #","a":1}"#, #"{"page":"x","# + otherVersions + #","a":1}"#, []),
      (#"{"page":"x","# + versions + #","a":1}"#, #"{"page":"y","# + otherVersions + #","a":1}"#, ["page"]),
      (#"{"page":"x","# + versions + #","a":1}"#, #"{"page":"y","# + otherVersions + #","a":2}"#, ["page", "a"]),
      (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, ["b"]),
      ("{}", "{}", []), ("{}", #"{"a":1}"#, ["a"]), (#"{"a":1}"#, "{}", ["a"]), ("1", "1", ["result"]),
      // Other versions further inside are a difference.
      (#"{"a":{"pack":1}}"#, #"{"a":{"pack":2}}"#, ["a.pack"]),
      // Objects by their members, and nothing deeper.
      (#"{"a":{"b":1,"c":{"d":2}}}"#, #"{"a":{"b":1,"c":{"d":3}}}"#, ["a.c"]),
      (#"{"a":{"b":1}}"#, #"{"a":[1]}"#, ["a"]), (#"{"a":[1,2]}"#, #"{"a":[1]}"#, ["a"]),
      // Other keys, another order.
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []), (#"{"a":1,"b":2}"#, #"{"b":2,"c":1}"#, ["a", "c"]),
      (#"{"a":{"b":1,"c":2},"d":1}"#, #"{"a":{"c":2},"d":2}"#, ["a.b", "d"]),
      // Characters that mean something elsewhere.
      (#"{"a\"{":"}\\","b":1}"#, #"{"a\"{":"}\\","b":2}"#, ["b"]), (#"{"a\"{":"\\"}"#, #"{"a\"{":"\""}"#, ["a\"{"]),
      (#"{"a":"\"file\":\"x\",\"line\":1"}"#, #"{"a":"\"file\":\"y\",\"line\":1"}"#, ["a"]),
      // Where rules are written, in any order and with or without it.
      ("{\"w\":[\(rule)]}", #"{"w":[{"decision":"d","file":"b/\"}.yaml","line":14,"values":{"x":1}}]}"#, []),
      ("{\"w\":[\(rule)]}", #"{"w":[{"file":"b.yaml","decision":"d","line":4,"values":{"x":1}}]}"#, []),
      ("{\"w\":[\(rule)]}", #"{"w":[{"decision":"d","values":{"x":1}}]}"#, []),
      ("{\"w\":[\(rule)]}", #"{"w":[{"decision":"d","file":"b.yaml","line":4,"values":{"x":2}}]}"#, ["w"]),
      ("{\"w\":\(rule)}", #"{"w":{"decision":"d","file":"b.yaml","line":4,"values":{"x":2}}}"#, ["w.values"]),
      ("{\"w\":\(rule)}", #"{"w":{"decision":"e","file":"b.yaml","line":4,"values":{"x":1}}}"#, ["w.decision"]),
      // A file of something else is a difference.
      (#"{"w":[{"name":"d","file":"a"}]}"#, #"{"w":[{"name":"d","file":"b"}]}"#, ["w"]),
      (#"{"w":[{"decision":{"file":"a"}}]}"#, #"{"w":[{"decision":{"file":"b"}}]}"#, ["w"]),
    ] as [(String, String, [String])])
  func whatDiffersIsNamed(_ given: String, _ shadow: String, _ expected: [String]) {
    #expect(Self.fields(given, shadow) == expected)
  }

  /// Values of a result: objects and lists to a depth, among them rules with their places.
  private static func value(_ random: inout SplitMix64, depth: Int) -> String {
    func list(_ count: Int, _ open: String, _ close: String, _ element: (Int, inout SplitMix64) -> String) -> String {
      open + (0..<count).map { element($0, &random) }.joined(separator: ",") + close
    }
    switch random.next() % (depth > 0 ? 8 : 4) {
    case 0: return "\(random.next() % 3)"
    case 1: return ["true", "null", "-1.5"][Int(random.next() % 3)]
    case 2, 3: return ["\"\"", #""a\"},{""#, #""\\""#, #""\"file\":\"x\"""#][Int(random.next() % 4)]
    case 4, 5:
      return list(Int(random.next() % 4), "{", "}") { "\"k\($0)\":" + value(&$1, depth: depth - 1) }
    case 6: return list(Int(random.next() % 4), "[", "]") { value(&$1, depth: depth - 1) }
    default:
      return #"{"decision":"d","file":"f\#(random.next() % 2)","line":\#(random.next() % 20),"v":"#
        + value(&random, depth: depth - 1) + "}"
    }
  }

  /// Comparing bytes and comparing documents come to the same.
  @Test func bytesAndDocumentsCompareAlike() {
    var random = SplitMix64(seed: 19)
    var (same, different) = (0, 0)
    for _ in 0..<4000 {
      let start = random.next()
      let members = (0..<4).map { index -> (String, String) in
        // Both begin alike, and one of them goes on otherwise now and then.
        var (first, second) = (SplitMix64(seed: start &+ UInt64(index)), SplitMix64(seed: start &+ UInt64(index)))
        if random.next() % 8 == 0 { second = SplitMix64(seed: random.next()) }
        return (Self.value(&first, depth: 3), Self.value(&second, depth: 3))
      }
      let (a, b) = (
        "{" + members.enumerated().map { "\"m\($0)\":\($1.0)" }.joined(separator: ",") + "}",
        "{" + members.enumerated().map { "\"m\($0)\":\($1.1)" }.joined(separator: ",") + "}"
      )
      Array(a.utf8).withUnsafeBytes { first in
        Array(b.utf8).withUnsafeBytes { second in
          let documents = ShadowComparison.fieldsOfDocuments(first, second)
          if documents.isEmpty { same += 1 } else { different += 1 }
          guard let bytes = ShadowComparison.fieldsOfBytes(first, second) else { return }
          #expect(bytes == documents, "\(a)\n\(b)")
        }
      }
    }
    #expect(same > 500 && different > 500)
  }
}
