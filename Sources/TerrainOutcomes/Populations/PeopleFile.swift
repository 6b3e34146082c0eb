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
  /// - Throws: `population/wrong-file` where it has none, or is something else.
  package init(_ source: SourceText) throws(DiagnosticError) {
    lines = SourceLines(source)
    guard !lines.ranges.isEmpty else {
      throw DiagnosticError(.peopleFile(Place(source: source, range: source.wholeRange), "it has no line"))
    }
    let first = lines.source(0)
    let place = Place(source: first, range: first.wholeRange)
    switch first.bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{")?:
      columns = nil
      let next = (0..<min(lines.ranges.count, 4)).map { JSONReader.read(lines.source($0)).document?.root.kind }
      guard next.count == 1 || next.contains(.map) else {
        throw DiagnosticError(
          .peopleFile(place, "this is JSON with objects on several lines", fix: "`jq -c . FILE` writes it so"))
      }
    case UInt8(ascii: "[")?:
      throw DiagnosticError(.peopleFile(place, "this is a JSON array", fix: "`jq -c '.[]' FILE` writes it so"))
    default:
      let cells = Self.cells(first.bytes)
      guard cells.allSatisfy(Self.isPath) else {
        throw DiagnosticError(.peopleFile(place, "its first line is neither"))
      }
      columns = cells.map { cell in
        let isList = cell.hasSuffix("[]")
        let path = (isList ? String(cell.dropLast(2)) : cell).split(separator: ".").map { Text(String($0)) }
        return Column(path: path, isList: isList)
      }
    }
  }

  /// Whether `cell` may be the name of a column.
  private static func isPath(_ cell: String) -> Bool {
    !cell.isEmpty && cell.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\"") }
  }

  /// The index of the first person's line: CSV begins with the columns.
  private var start: Int { columns == nil ? 0 : 1 }

  /// The file's name.
  var name: String { lines.whole.name }

  /// How many people there are.
  package var count: Int { lines.ranges.count - start }

  /// The members of the request of the person with the number `number`, from 1.
  ///
  /// - Throws: what is wrong with the line.
  func members(_ number: Int) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    guard (1...max(1, count)).contains(number) else { return [] }
    let line = lines.source(start + number - 1)
    if let columns { return Self.members(columns, Self.cells(line.bytes)) }
    return try Self.object(line).root.members.compactMap { key, value in key.text.map { ($0, value.value) } }
  }

  /// The request of the person with the number `number`, from 1, which is called by its line.
  ///
  /// - Throws: what is wrong with the line.
  func request(_ number: Int) throws(DiagnosticError) -> Document {
    let line = lines.source(start + number - 1)
    guard columns != nil else { return try Self.object(line) }
    return try PersonRequests.given(try members(number)).request(0, members: nil, named: line.name)
  }

  private static func object(_ line: SourceText) throws(DiagnosticError) -> Document {
    let (document, problems) = JSONReader.read(line)
    if problems.hasErrors { throw DiagnosticError(problems) }
    guard let document, document.root.kind == .map else {
      throw DiagnosticError(
        .peopleFile(Place(source: line, range: line.wholeRange), "this line is not an object"))
    }
    return document
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
  fileprivate static func peopleFile(_ place: Place, _ what: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-file",
      message:
        "a file of people must have one request per line as a JSON object, or be CSV whose columns are paths; \(what)",
      place: place, fix: fix)
  }

  static func peopleValue(_ name: Text, because error: JSONWriterError) -> Diagnostic {
    Diagnostic(
      code: "population/no-json", message: "`\(name)` of a person cannot be written as JSON: \(error)", place: nil)
  }
}
