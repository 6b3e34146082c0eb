import TerrainChecks
import TerrainDocuments
import TerrainBase

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
    var edits = SourceEdits(source)
    let bytes = source.bytes
    let own = values.filter { $0.isIn(source) }
    var written: Set<UInt32> = []
    for accepted in own.ordered(by: { $0.start > $1.start }) where written.insert(accepted.start).inserted {
      if accepted.isUnwritten {
        // Behind the colon, which may be behind a quote.
        let colon = bytes[Int(accepted.start)...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count - 1
        edits.replace(colon + 1..<colon + 1, with: " " + accepted.text)
      } else {
        edits.replace(source.clamped(accepted.node.range), with: accepted.text)
      }
    }
    return edits.bytes
  }

  private var isUnwritten: Bool { node.range.start == node.range.end }

  private var start: UInt32 { isUnwritten ? key.range.end : node.range.start }

  private var text: String { YAMLText.flow(value) }
}
