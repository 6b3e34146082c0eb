import TerrainDocuments
import TerrainBase

/// Replaced bytes of a source, which keep everything else: comments, order, quotes.
package struct SourceEdits: Sendable {
  /// The source as it is.
  package let source: SourceText
  private var replacements: [(range: Range<Int>, bytes: [UInt8])] = []

  /// No edits of `source`.
  package init(_ source: SourceText) { self.source = source }

  /// Replaces the bytes in `range`, which no other edit touches, with `text`; an empty range is where it is inserted, after what is
  /// inserted there already.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    replacements.append((range, Array(text.utf8)))
  }

  /// The bytes with all edits.
  package var bytes: [UInt8] {
    var bytes = source.bytes
    let sorted = replacements.enumerated().ordered {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in sorted.reversed() { bytes.replaceSubrange(edit.range, with: edit.bytes) }
    return bytes
  }
}

// MARK: - YAML and JSON

extension SourceEdits {
  private static let lineEnd = UInt8(ascii: "\n")

  /// Gives the scalar at `node` the text `text`, in quotes like those it has.
  package mutating func set(_ node: Node, to text: String) {
    let range = source.clamped(node.range)
    let old = source.bytes[range]
    let written: String
    switch old.first {
    case UInt8(ascii: "'")? where text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }:
      written = "'\(text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: written = YAMLText.quoted(text)
    default: written = YAMLText.text(text)
    }
    replace(range, with: written + Self.blankEnd(old))
  }

  /// Adds the member `key` with the text `text` at the end of the map at `map`, on a line of its own where others are.
  package mutating func append(_ key: String, _ text: String, to map: Node) {
    guard let last = map.members.reversed().first else { return }
    let bytes = source.bytes
    let start = source.clamped(last.key.range).lowerBound
    let isQuoted = bytes[start] == UInt8(ascii: "\"")
    let member = "\(isQuoted ? YAMLText.quoted(key) : YAMLText.text(key)): \(YAMLText.quoted(text))"
    var end = source.clamped(last.value.range).upperBound
    let isFlow = bytes[source.clamped(map.range).lowerBound] == UInt8(ascii: "{")
    let lineStart = bytes[..<start].lastIndex(of: Self.lineEnd).map { $0 + 1 } ?? 0
    let before = bytes[lineStart..<start]
    if isFlow {
      let indent = before.allSatisfy { $0 == 0x20 } ? "\n" + String(repeating: " ", count: before.count) : " "
      return replace(end..<end, with: ",\(indent)\(member)")
    }
    let indent = String(repeating: " ", count: source.position(at: start).column - 1)
    if end > 0, bytes[end - 1] == Self.lineEnd {
      while end > 1, bytes[end - 2] == Self.lineEnd { end -= 1 }
      return replace(end..<end, with: "\(indent)\(member)\n")
    }
    // Behind a comment on the line of the last value.
    end = bytes[end...].firstIndex(of: Self.lineEnd) ?? bytes.count
    if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    replace(end..<end, with: "\n\(indent)\(member)")
  }

  /// Makes the text at `node`, which is in `key`, a map that has `text` in `other` too.
  package mutating func spread(_ node: Node, _ key: String, _ other: String, _ text: String) {
    let range = source.clamped(node.range)
    let written = source.text(of: node.range)
    let isQuoted = (written.hasPrefix("\"") || written.hasPrefix("'")) && !written.utf8.contains(Self.lineEnd)
    let own = isQuoted ? written : YAMLText.quoted(node.text?.string ?? "")
    let keys = [key, other].map { source.name.hasSuffix(".json") ? YAMLText.quoted($0) : YAMLText.text($0) }
    let end = Self.blankEnd(source.bytes[range])
    replace(range, with: "{ \(keys[0]): \(own), \(keys[1]): \(YAMLText.quoted(text)) }\(end)")
  }

  /// The line ends at the end of a text in lines of its own: they are part of it, and stay.
  private static func blankEnd(_ bytes: ArraySlice<UInt8>) -> String {
    String(repeating: "\n", count: bytes.reversed().prefix { $0 == lineEnd }.count)
  }
}
