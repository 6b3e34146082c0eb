import TerrainAuthoring
import TerrainDocuments
import TerrainValues

/// Real people in a file: NDJSON with one request per line, or CSV whose columns are paths in a request.
package struct PeopleFile: Sendable {
  private let lines: SourceLines
  /// The columns of CSV; nil for NDJSON.
  private let columns: [Column]?

  /// A column of CSV.
  private struct Column: Sendable {
    let path: [Text]
    let isList: Bool
  }

  /// The people in `source`.
  ///
  /// - Throws: `population/wrong-file` where it has none.
  package init(_ source: SourceText) throws(DiagnosticError) {
    lines = SourceLines(source)
    guard !lines.ranges.isEmpty else { throw DiagnosticError(.peopleFile(source)) }
    let first = lines.source(0)
    guard first.bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
      columns = nil
      return
    }
    columns = Self.cells(first.bytes).map { cell in
      let isList = cell.hasSuffix("[]")
      let path = (isList ? String(cell.dropLast(2)) : cell).split(separator: ".").map { Text(String($0)) }
      return Column(path: path, isList: isList)
    }
  }

  /// The index of the first person's line: CSV begins with the columns.
  private var start: Int { columns == nil ? 0 : 1 }

  /// How many people there are.
  package var count: Int { lines.ranges.count - start }

  /// The members of the request of the person with the number `number`, from 1.
  ///
  /// - Throws: what is wrong with the line.
  func members(_ number: Int) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    guard (1...max(1, count)).contains(number) else { return [] }
    let line = lines.source(start + number - 1)
    if let columns { return Self.members(columns, Self.cells(line.bytes)) }
    let (document, problems) = JSONReader.read(line)
    guard let root = document?.root, root.kind == .map, !problems.hasErrors else {
      throw DiagnosticError(problems.hasErrors ? problems : [.peopleFile(line)])
    }
    return root.members.compactMap { key, value in key.text.map { ($0, value.value) } }
  }

  private static func members(_ columns: [Column], _ cells: [String]) -> [(name: Text, value: Value)] {
    var members: [(name: Text, value: Value)] = []
    for (column, cell) in zip(columns, cells) where !cell.isEmpty {
      guard let name = column.path.first else { continue }
      let value: Value =
        column.isList ? .list(cell.split(separator: "|").map { self.value(String($0)) }) : self.value(cell)
      let index = members.firstIndex { $0.name == name }
      let old = index.map { members[$0].value }
      let new = inserted(value, at: column.path.dropFirst(), in: old)
      if let index { members[index].value = new } else { members.append((name, new)) }
    }
    return members
  }

  /// `value` at `path` of `old`.
  private static func inserted(_ value: Value, at path: ArraySlice<Text>, in old: Value?) -> Value {
    guard let key = path.first else { return value }
    var map = ValueMap()
    if case .map(let known)? = old { map = known }
    let new = inserted(value, at: path.dropFirst(), in: map[string: key])
    if map.replace(.string(key), with: new) == nil { map.insert(.string(key), new) }
    return .map(map)
  }

  /// What `cell` means: a whole number, a truth, a number with a point, or a text.
  private static func value(_ cell: String) -> Value {
    if cell == "true" || cell == "false" { return .bool(cell == "true") }
    if let whole = Int64(cell) { return .int(whole) }
    if cell.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }), let number = Double(cell) {
      return .double(number)
    }
    return .string(Text(cell))
  }

  /// The cells of a line, by RFC 4180; a cell does not contain line ends.
  private static func cells(_ line: [UInt8]) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if isQuoted, byte == UInt8(ascii: "\"") {
        if index + 1 < line.endIndex, line[index + 1] == byte {
          cell.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), cell.isEmpty {
        isQuoted = true
      } else if byte == UInt8(ascii: ","), !isQuoted {
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
      } else if byte != 0x0D {
        cell.append(byte)
      }
      index += 1
    }
    cells.append(String(decoding: cell, as: UTF8.self))
    return cells
  }
}

extension Diagnostic {
  fileprivate static func peopleFile(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-file",
      message: "a file of people must have one request per line as a JSON object, or be CSV whose columns are paths",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }

  static func peopleValue(_ name: Text, because error: JSONWriterError) -> Diagnostic {
    Diagnostic(
      code: "population/no-json", message: "`\(name)` of a person cannot be written as JSON: \(error)", place: nil)
  }
}
