import TerrainDocuments
import TerrainBase

/// Writes a value of a document as compact JSON, and notes where each part of it stood.
struct NodeJSON {
  private(set) var bytes: [UInt8] = []
  private(set) var points: [SourceOrigin.Point] = []
  /// What JSON cannot represent.
  private(set) var diagnostics: [Diagnostic] = []
  private let notesOrigin: Bool

  /// Of texts longer than this only the beginning is noted.
  private static let longestText = 10_000

  init(_ node: Node, notesOrigin: Bool) {
    self.notesOrigin = notesOrigin
    write(node)
  }

  /// Readers bound how deep documents nest and what aliases expand to, so the recursion is bounded.
  private mutating func write(_ node: Node) {
    note(node.document.source, Int(node.range.start))
    switch node.kind {
    case .null: bytes += "null".utf8
    case .bool: bytes += (node.bool == true ? "true" : "false").utf8
    case .number: number(node)
    case .string: string(node)
    case .list:
      bytes.append(UInt8(ascii: "["))
      for (position, element) in node.elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map:
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in node.members.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        note(node.document.source, Int(member.key.range.start))
        string(member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func number(_ node: Node) {
    if let raw = node.rawNumber?.string, Self.isJSON(raw) {
      bytes += raw.utf8
    } else if node.isInteger, let int = node.int {
      bytes += String(int).utf8
    } else if node.isInteger, let decimal = node.decimal {
      bytes += decimal.description.utf8
    } else if let double = node.double, double.isFinite {
      bytes += double.description.utf8
    } else {
      diagnostics.append(.notJSON(at: node))
      bytes += "null".utf8
    }
  }

  /// JSON's grammar of numbers: `-`, digits without a leading zero, a fraction, an exponent.
  private static func isJSON(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    if whole.isEmpty || whole.first == UInt8(ascii: "0") && whole.count > 1 { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      if fraction.isEmpty { return false }
      rest = rest.dropFirst(fraction.count + 1)
    }
    if let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
      let exponent = rest.prefix(while: isDigit)
      if exponent.isEmpty { return false }
      rest = rest.dropFirst(exponent.count)
    }
    return rest.isEmpty
  }

  // MARK: Texts

  private mutating func string(_ node: Node) {
    let text = Array((node.text ?? "").utf8)
    var writer = JSONWriter()
    guard notesOrigin, text.count <= Self.longestText else {
      writer.string(node.text ?? "")
      bytes += writer.bytes
      return
    }
    bytes.append(UInt8(ascii: "\""))
    var run = 0
    var drift = Int.min
    for index in text.indices where index == 0 || Self.mayBreak(text, index) {
      let start = Int(node.place(ofDecoded: index..<index).range.start)
      // Where bytes go on one for one, nothing is to be noted.
      let isEscaped = index > 0 && Self.isEscaped(text[index - 1])
      if start - index == drift, !isEscaped { continue }
      escape(text[run..<index])
      note(node.document.source, start)
      run = index
      drift = start - index
    }
    escape(text[run...])
    bytes.append(UInt8(ascii: "\""))
  }

  /// Where a text may continue elsewhere than right after the byte before: after blanks, line ends and whatever is
  /// written as an escape.
  private static func mayBreak(_ text: [UInt8], _ index: Int) -> Bool {
    if text[index] & 0xC0 == 0x80 { return false }
    let before = text[index - 1]
    return before <= 0x20 || before >= 0x7F || isEscaped(before) || before == UInt8(ascii: "'") || text[index] <= 0x20
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func escape(_ text: ArraySlice<UInt8>) {
    var writer = JSONWriter()
    writer.string(String(decoding: text, as: UTF8.self))
    bytes += writer.bytes.dropFirst().dropLast()
  }

  private mutating func note(_ source: SourceText, _ offset: Int) {
    guard notesOrigin else { return }
    let (line, column) = source.position(at: offset)
    let byteColumn = source.bytePosition(at: offset).column
    let point = SourceOrigin.Point(
      offset: UInt32(clamping: bytes.count), line: UInt32(clamping: line), column: UInt32(clamping: column),
      byteColumn: UInt32(clamping: byteColumn))
    if points.last?.offset == point.offset { points.removeLast() }
    points.append(point)
  }
}

extension Diagnostic {
  fileprivate static func notJSON(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-json",
      message: "`\(node.rawNumber ?? "")` cannot be represented in JSON, so the pack cannot be built",
      at: node)
  }
}
