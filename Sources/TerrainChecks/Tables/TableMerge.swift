import TerrainDocuments

/// The rows of a module, put together from those that it has and those of a sheet.
struct TableMerge {
  private let table: RuleTable
  private let columns: [String]
  private let source: SourceText
  /// The bytes of each row; of one on lines of its own, with the lines of comments before it and its line end.
  private let spans: [Range<Int>]
  private let indices: [String: Int]
  private let written: Set<String>
  private var used: Set<String> = []
  private var unnamed = 0
  private var pieces: [[UInt8]] = []
  /// The rows that are as they were, in the order of the sheet.
  private var kept: [Int] = []

  init(_ table: RuleTable, _ columns: [String]) {
    self.table = table
    self.columns = columns
    let source = table.list.document.source
    self.source = source
    spans = Self.spans(table, source)
    var indices: [String: Int] = [:]
    var unnamed = 0
    for (index, row) in table.rows.enumerated() {
      let id = row.text("id")
      if id.isEmpty { unnamed += 1 }
      indices[id.isEmpty ? "#\(unnamed)" : id] = index
    }
    self.indices = indices
    written = Set(table.rows.flatMap { row in table.columns.map(row.text) })
  }

  /// Whether `text` is a cell of the module already.
  func isKept(_ text: String) -> Bool { written.contains(text) }

  /// Adds a row; false where it was added before.
  mutating func add(_ cells: [String]) -> Bool {
    let texts = Dictionary(zip(columns, cells)) { first, _ in first }
    var id = texts["id"] ?? ""
    if id.isEmpty {
      unnamed += 1
      id = "#\(unnamed)"
    }
    guard used.insert(id).inserted else { return false }
    guard let index = indices[id] else {
      pieces.append(Array((table.isFlow ? flow(texts) : "\(indent)- \(flow(texts))\n").utf8))
      return true
    }
    let row = table.rows[index]
    let span = spans[index]
    let changed = Set(table.columns + columns).filter { row.text($0) != texts[$0] ?? "" }
    var edits = SourceEdits(source)
    if changed.isEmpty {
      kept.append(index)
    } else if changed.allSatisfy({ row.cells[$0] != nil && texts[$0]?.isEmpty == false }) {
      for column in changed {
        if let node = row.cells[column] { edits.replace(source.clamped(node.range), with: texts[column] ?? "") }
      }
    } else {
      let range = source.clamped(row.node.range)
      edits.replace(range, with: flow(texts) + (source.bytes[range].last == 0x0A ? "\n" : ""))
    }
    let bytes = edits.bytes
    pieces.append(Array(bytes[span.lowerBound..<(bytes.count - (source.bytes.count - span.upperBound))]))
    return true
  }

  /// The module.
  var bytes: [UInt8] {
    guard kept != Array(table.rows.indices) || pieces.count != kept.count, let first = spans.first,
      let last = spans.last
    else { return source.bytes }
    let (head, tail) = (source.bytes[..<first.lowerBound], source.bytes[last.upperBound...])
    if table.isFlow { return Array(head) + Array(pieces.joined(separator: Array(", ".utf8))) + Array(tail) }
    var rows: [UInt8] = []
    for piece in pieces {
      // The last line of a file may have no end.
      if let byte = rows.last, byte != 0x0A { rows.append(0x0A) }
      rows += piece
    }
    return Array(head) + rows + Array(tail)
  }

  private static func spans(_ table: RuleTable, _ source: SourceText) -> [Range<Int>] {
    if table.isFlow { return table.rows.map { source.clamped($0.node.range) } }
    var start = (source.bytes[..<Int(table.list.range.start)].lastIndex(of: 0x0A) ?? -1) + 1
    return table.rows.map { row in
      var end = source.clamped(row.node.range).upperBound
      if end == 0 || source.bytes[end - 1] != 0x0A {
        end = (source.bytes[end...].firstIndex(of: 0x0A) ?? source.bytes.count - 1) + 1
      }
      defer { start = max(start, end) }
      return start..<max(start, end)
    }
  }

  private var indent: String {
    String(repeating: " ", count: source.position(at: Int(table.list.range.start)).column - 1)
  }

  /// A row in brackets.
  private func flow(_ texts: [String: String]) -> String {
    var members: [(key: String, value: String)] = []
    for column in columns {
      guard let text = texts[column], !text.isEmpty else { continue }
      let parts = column.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == "when" || parts[0] == "then" else {
        members.append((YAMLText.text(column), text))
        continue
      }
      let inner = "\(YAMLText.text(parts[1])): \(text)"
      if let index = members.firstIndex(where: { $0.key == parts[0] }) {
        members[index].value += ", \(inner)"
      } else {
        members.append((parts[0], "\u{0}\(inner)"))
      }
    }
    let written = members.map { key, value in
      value.hasPrefix("\u{0}") ? "\(key): { \(value.dropFirst()) }" : "\(key): \(value)"
    }
    return "{ \(written.joined(separator: ", ")) }"
  }
}
