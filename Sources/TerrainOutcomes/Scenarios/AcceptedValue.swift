import TerrainDocuments
import TerrainValues

/// A value that was found, to be written in a file in place of the expected one.
package struct AcceptedValue {
  /// The expected value; without bytes where the file has none yet.
  let node: Node
  /// The path that it is expected at.
  let key: Node
  let value: Value

  /// Whether the value is expected in `source`.
  package func isIn(_ source: SourceText) -> Bool { node.place.source.name == source.name }

  /// The bytes of `source`, a file of scenarios, with those of `values` that are in it.
  package static func write(_ values: [AcceptedValue], into source: SourceText) -> [UInt8] {
    var bytes = source.bytes
    let own = values.filter { $0.isIn(source) }
    var written: Set<UInt32> = []
    for accepted in own.sorted(by: { $0.start > $1.start }) where written.insert(accepted.start).inserted {
      let text = Array(accepted.text.utf8)
      if accepted.isUnwritten {
        // Behind the colon, which may be behind a quote.
        let colon = bytes[Int(accepted.start)...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count - 1
        bytes.insert(contentsOf: [UInt8(ascii: " ")] + text, at: colon + 1)
      } else {
        bytes.replaceSubrange(source.clamped(accepted.node.range), with: text)
      }
    }
    return bytes
  }

  private var isUnwritten: Bool { node.range.start == node.range.end }

  private var start: UInt32 { isUnwritten ? key.range.end : node.range.start }

  private var text: String { Self.yaml(value) }

  /// `value` in YAML's flow style. Values of results nest as deep as their shapes.
  private static func yaml(_ value: Value) -> String {
    switch value {
    case .string(let text): isPlain(text.string) ? text.string : value.json ?? "null"
    case .list(let elements): "[\(elements.map(yaml).joined(separator: ", "))]"
    case .map(let map):
      "{ \(map.entries.map { "\(yaml($0.key)): \(yaml($0.value))" }.joined(separator: ", ")) }"
    default: value.json ?? "null"
    }
  }

  /// Whether a text means itself without quotes: letters, digits, `.`, `-` and `_`, and not a number, a date or one of YAML's words.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return !words.contains(text.lowercased())
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
