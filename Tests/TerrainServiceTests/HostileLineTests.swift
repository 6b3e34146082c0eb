import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// Lines that nobody should send, between lines that are right.
@Suite struct HostileLineTests {
  /// Bytes of a line that has to be refused.
  static func bad(_ number: Int, _ good: String, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(good.utf8)
    let deep = 20 + Int(random.next() % 3000)
    switch number % 16 {
    case 0: return Array(bytes.prefix(1 + Int(random.next() % UInt64(bytes.count - 1))))
    case 1: return Array(String(repeating: "[", count: 100 + deep).utf8)
    case 2: return Array(String(repeating: "{\"a\":", count: 100 + deep).utf8)
    case 3: return [UInt8](repeating: 0x61, count: 5000 + deep * 100)
    case 4: return [0xFF, 0xFE, 0x00] + bytes
    case 5: return [0x00] + bytes
    case 6:
      bytes[Int(random.next() % UInt64(bytes.count))] = 0x80
      return bytes
    case 7: return Array(#"{"jsonrpc":"2.0","id":"x","method":"score","params":{"answers":\#(deep)}}"#.utf8)
    case 8:
      return Array(
        #"{"jsonrpc":"2.0","id":"x","method":"score","params":{"answers":{"q1_run_temp":["always_cold"]}}}"#.utf8)
    case 9: return Array(#"{"jsonrpc":"2.0","id":"x","method":["score"],"params":{}}"#.utf8)
    case 10: return Array(#"{"jsonrpc":2.0,"id":"x","method":"score"}"#.utf8)
    case 11: return Array(#"{"jsonrpc":"2.0","id":{"$ref":"x"},"method":"score"}"#.utf8)
    case 12:
      return Array(
        #"{"jsonrpc":"2.0","id":"x","method":"page","params":{"page":"today","now":"9999-12-31","days":1e308}}"#.utf8)
    case 13:
      return Array(
        #"{"jsonrpc":"2.0","id":"x","method":"decide","params":{"decision":"types.thermal","facts":{"cold_heat":99999999999999999999999}}}"#
          .utf8)
    case 14: return Array("\u{1B}[2J\u{202E}{\"jsonrpc\":\"2.0\"}".utf8)
    default: return Array(#"{"jsonrpc":"2.0","id":"x","method":"\ud800","params":{}}"#.utf8)
    }
  }

  @Test func everyGoodLineIsAnsweredAndEveryBadOneGetsItsError() throws {
    let served = try MethodFixture.served()
    let example = try ServiceTests.example("score", served)
    var random = SplitMix64(seed: 20_261_121)
    var input: [UInt8] = []
    for number in 0..<1000 {
      input += Self.bad(number, #"{"jsonrpc":"2.0","id":"x","method":"health","params":{}}"#, &random) + [0x0A]
      input += Array(ServiceTests.request(number, "score", example).utf8) + [0x0A]
    }
    var limits = RequestLimits()
    limits.lineLength = 100_000
    let result = try ServiceFixture.run(input, served: served, limits: limits)
    let good = result.answers.filter { $0.contains("\"result\"") }
    let refused = result.answers.filter { $0.contains("\"error\"") }
    #expect(good.count == 1000)
    #expect(refused.count == 1000)
    #expect(Set(good.compactMap { $0.firstMatch(of: /"id":(\d+),/)?.1 }).count == 1000)
    for answer in refused {
      #expect(answer.contains(/"code":-32(700|60[0-3]|00[1-3]),/), "\(answer)")
      #expect(answer.utf8.allSatisfy { $0 >= 0x20 }, "\(answer)")
    }
    #expect(result.answers.count == 2000)
  }

  /// Every value of every example, one after another, is something nobody else may learn: whatever is refused does not say
  /// it again, and nothing of it is logged.
  @Test func valuesAreNeverRepeatedInErrorsOrLogs() throws {
    let served = try MethodFixture.served()
    var lines: [String] = []
    for (name, example) in served.examples.sorted(by: { $0.key < $1.key }) {
      let (document, _) = JSONReader.read(example)
      let root = try #require(document?.root)
      for mark in Self.marks {
        var count = 0
        while let marked = Self.marking(root, mark, at: count), count < 200 {
          lines.append(ServiceTests.request(lines.count, name, marked))
          // Where nothing is JSON any more, nothing is said of it either.
          if mark.hasPrefix("\"") {
            lines.append(
              ServiceTests.request(lines.count, name, marked.replacing(mark, with: String(mark.dropFirst().dropLast())))
            )
          }
          count += 1
        }
      }
    }
    #expect(lines.count > 200)
    let result = try ServiceFixture.run(lines, served: served)
    #expect(result.answers.count == lines.count)
    var refused = 0
    for answer in result.answers where answer.contains("\"error\"") {
      refused += 1
      for mark in Self.marks { #expect(!answer.contains(Self.word(mark)), "\(answer)") }
    }
    #expect(refused > 100)
    for mark in Self.marks { #expect(!result.log.contains(Self.word(mark))) }
    #expect(result.log.contains("answered") && result.log.contains("refused"))
  }

  private static let marks = ["\"veryprivate\"", "81726354"]
  private static func word(_ mark: String) -> String { mark.replacing("\"", with: "") }

  /// The document with its scalar value number `position` replaced; nil where it has fewer.
  private static func marking(_ root: Node, _ mark: String, at position: Int) -> String? {
    var left = position
    var isMarked = false
    func text(_ node: Node) -> String {
      switch node.kind {
      case .list: return "[" + node.elements.map(text).joined(separator: ",") + "]"
      case .map:
        let members = node.members.filter { $0.key.text != "$schema" }.map { key, value in
          "\(key.document.source.text(of: key.range)):\(text(value))"
        }
        return "{" + members.joined(separator: ",") + "}"
      default:
        left -= 1
        guard left == -1 else { return node.document.source.text(of: node.range) }
        isMarked = true
        return mark
      }
    }
    let marked = text(root)
    return isMarked ? marked : nil
  }
}
