import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// Real people in a file: NDJSON with one request per line, or CSV whose columns are paths in a request. A line is read when it is
/// needed.
package struct PeopleFile: Sendable {
  private let lines: SourceLines
  /// The columns of CSV; nil for NDJSON.
  private let columns: [Column]?
  /// The character between cells of CSV.
  private let separator: UInt8
  /// Members, as JSON text, for requests that lack them, such as the page.
  package var parameters: [(name: Text, json: String)] = []

  /// A column of CSV.
  private struct Column: Sendable {
    let path: [Text]
    let isList: Bool
    /// The location of its name.
    let point: SourceOrigin.Point
  }

  /// The people in `lines`.
  ///
  /// - Throws: `population/wrong-file` if it has none, or is something else.
  package init(_ lines: SourceLines) throws(DiagnosticError) {
    self.lines = lines
    guard lines.count > 0 else {
      let source = SourceText(name: lines.name, bytes: [])
      throw DiagnosticError(.peopleFile(Place(source: source, range: source.wholeRange), "it has no line"))
    }
    let first = try lines.source(0)
    let place = Place(source: first, range: first.wholeRange)
    let csv = CSVReader(first)
    separator = csv.separator
    switch first.bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{")?:
      columns = nil
      let next = (0..<min(lines.count, 4)).map { index in
        (try? lines.source(index)).flatMap { JSONReader.read($0).document }?.root.kind
      }
      guard next.count == 1 || next.contains(.map) else {
        throw DiagnosticError(
          .peopleFile(place, "this is JSON with objects on several lines", fix: "`jq -c . FILE` writes it so"))
      }
    case UInt8(ascii: "[")?:
      throw DiagnosticError(.peopleFile(place, "this is a JSON array", fix: "`jq -c '.[]' FILE` writes it so"))
    default:
      let cells = csv.rows.first ?? []
      guard cells.allSatisfy({ Self.isPath($0.text) }) else {
        throw DiagnosticError(.peopleFile(place, "its first line is neither"))
      }
      columns = cells.map { cell in
        let isList = cell.text.hasSuffix("[]")
        let path = (isList ? String(cell.text.dropLast(2)) : cell.text).split(separator: ".").map { Text(String($0)) }
        return Column(path: path, isList: isList, point: SourceOrigin.Point(of: cell.place))
      }
    }
  }

  /// The people in the file at `path`. Standard input (`-`) and anything that is not a regular file is kept in memory.
  ///
  /// - Throws: an error if it cannot be read, or is not a file of people.
  package static func at(_ path: String) throws(DiagnosticError) -> PeopleFile {
    guard path != "-", Folder.kind(of: path) == .file else { return try PeopleFile(try SourceText.load(path: path)) }
    return try PeopleFile(try SourceLines(path: path))
  }

  /// The people in `source`.
  ///
  /// - Throws: `population/wrong-file` if it has none, or is something else.
  package init(_ source: SourceText) throws(DiagnosticError) { try self.init(SourceLines(source)) }

  /// Returns true if `cell` may be the name of a column.
  private static func isPath(_ cell: String) -> Bool {
    !cell.isEmpty && cell.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\"") }
  }

  /// The index of the first person's line: CSV begins with the columns.
  private var start: Int { columns == nil ? 0 : 1 }

  /// The file's name.
  var name: String { lines.name }

  /// The number of people.
  package var count: Int { lines.count - start }

  /// The members of the request of the person with the number `number`, from 1.
  ///
  /// - Throws: errors in the line.
  func members(_ number: Int) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    guard (1...max(1, count)).contains(number) else { return [] }
    let line = try lines.source(start + number - 1)
    if let columns { return Self.members(columns, try cells(line, columns)) }
    return try Self.object(line).root.members.compactMap { key, value in key.text.map { ($0, value.value) } }
  }

  /// The request of the person with the number `number`, from 1. Locations in it are locations in the file, of a cell or of a column's
  /// name.
  ///
  /// - Throws: errors in the line.
  func request(_ number: Int) throws(DiagnosticError) -> Document {
    let line = try lines.source(start + number - 1)
    guard let columns else { return try completed(Self.object(line)) }
    let cells = try cells(line, columns)
    let made = try PersonRequests.given(Self.members(columns, cells)).request(0, members: nil, named: name)
    let origin = SourceOrigin(Self.points(of: made.root, columns, cells))
    return try completed(Self.object(SourceText(name: name, bytes: made.source.bytes, origin: origin)))
  }

  /// `request` with its missing parameters added at the end, so that locations in it stay valid.
  private func completed(_ request: Document) throws(DiagnosticError) -> Document {
    let root = request.root
    let missing = parameters.filter { parameter in !root.members.contains { $0.key.text == parameter.name } }
    guard !missing.isEmpty else { return request }
    let (source, end) = (request.source, Int(root.place.range.end) - 1)
    var bytes = Array(source.bytes[..<end])
    for (index, (name, json)) in missing.enumerated() {
      if index > 0 || root.count > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += Array("\"\(name)\": \(json)".utf8)
    }
    return try Self.object(SourceText(name: source.name, bytes: bytes + source.bytes[end...], origin: source.origin))
  }

  /// - Throws: the members of the request of the person with the number `number` that no operation takes.
  func checkMembers(_ number: Int) throws(DiagnosticError) {
    let known = PeopleFile.knownMembers
    let unknown = try request(number).root.members.map(\.key).filter { !known.contains($0.text?.string ?? "") }
    if !unknown.isEmpty {
      throw DiagnosticError(unknown.map { .populationMember($0, among: known.ordered()) })
    }
  }

  /// Members that some operation takes, and the name of a schema.
  static let knownMembers = Set(AnyOperation.evaluating.flatMap(\.parameters.memberNames) + ["$schema"])

  static func object(_ line: SourceText) throws(DiagnosticError) -> Document {
    let (document, problems) = JSONReader.read(line)
    if problems.hasErrors { throw DiagnosticError(problems) }
    guard let document, document.root.kind == .map else {
      throw DiagnosticError(
        .peopleFile(Place(source: line, range: line.wholeRange), "this line is not an object"))
    }
    return document
  }

  // MARK: CSV

  private func cells(_ line: SourceText, _ columns: [Column]) throws(DiagnosticError) -> [CSVReader.Cell] {
    let csv = CSVReader(line, separator: separator)
    let cells = csv.rows.first ?? []
    let place = Place(source: line, range: line.wholeRange)
    if csv.isOpen { throw DiagnosticError(.peopleFile(place, "this line has a quote that is not closed")) }
    if cells.count > columns.count {
      throw DiagnosticError(
        .peopleFile(place, "this line has \(cells.count.counted("cell")) for \(columns.count.counted("column"))"))
    }
    return cells
  }

  private static func members(_ columns: [Column], _ cells: [CSVReader.Cell]) -> [(name: Text, value: Value)] {
    var members: [(name: Text, value: Value)] = []
    for (column, cell) in zip(columns, cells) where !cell.text.isEmpty {
      guard let name = column.path.first else { continue }
      let value: Value =
        column.isList
        ? .list(cell.text.split(separator: "|").map { self.value(String($0)) }) : self.value(cell.text)
      let index = members.firstIndex { $0.name == name }
      let old = index.map { members[$0].value }
      let new = inserted(value, at: column.path.dropFirst(), in: old)
      if let index { members[index].value = new } else { members.append((name, new)) }
    }
    return members
  }

  /// The locations in the file for the parts of `request`: keys are columns' names, values are `cells`.
  private static func points(
    of request: Node, _ columns: [Column], _ cells: [CSVReader.Cell]
  ) -> [SourceOrigin.Point] {
    var points: [UInt32: SourceOrigin.Point] = [:]
    func add(_ point: SourceOrigin.Point, at node: Node) {
      let offset = node.place.range.start
      points[offset] = points[offset] ?? point.moved(to: offset)
    }
    if let first = cells.first { add(SourceOrigin.Point(of: first.place), at: request) }
    for (column, cell) in zip(columns, cells) where !cell.text.isEmpty {
      var node = request
      for name in column.path {
        guard let (key, value) = node.members.first(where: { $0.key.text == name }) else { break }
        add(column.point, at: key)
        node = value
      }
      add(SourceOrigin.Point(of: cell.place), at: node)
    }
    return points.values.ordered { $0.offset < $1.offset }
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

  /// The value of `cell`: a whole number, a boolean, a number with a point, or a text.
  private static func value(_ cell: String) -> Value {
    if cell == "true" || cell == "false" { return .bool(cell == "true") }
    if let whole = Int64(cell) { return .int(whole) }
    if cell.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }), let number = Double(cell) {
      return .double(number)
    }
    return .string(Text(cell))
  }
}

extension SourceOrigin.Point {
  /// The beginning of the cell at `place`.
  fileprivate init(of place: Place) {
    let start = Int(place.range.start)
    let (row, column) = place.source.position(at: start)
    self.init(
      offset: 0, line: UInt32(clamping: row), column: UInt32(clamping: column),
      byteColumn: UInt32(clamping: place.source.bytePosition(at: start).column))
  }

  /// The same location for the part at `offset`.
  fileprivate func moved(to offset: UInt32) -> SourceOrigin.Point {
    SourceOrigin.Point(offset: offset, line: line, column: column, byteColumn: byteColumn)
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
