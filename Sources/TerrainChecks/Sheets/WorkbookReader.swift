import TerrainDocuments

/// Reads the first sheet of a workbook (XLSX), as Excel, LibreOffice and openpyxl write it.
struct WorkbookReader {
  /// The maximum number of cells of a sheet, including empty cells before others (`sheetCells`).
  static let cellLimit = 1_000_000
  /// The maximum number of bytes of a part of a workbook (`archiveEntrySize`).
  static let partLimit = 32 << 20

  private let archive: ZipReader
  private let file: String
  private var texts: [String] = []
  private var dates: Set<Int> = []

  /// - Throws: `archive/…`, `xml/…`, `sheet/not-a-workbook`, `sheet/too-large`.
  static func sheet(_ bytes: [UInt8], file: String) throws(DiagnosticError) -> Sheet {
    var reader = WorkbookReader(
      archive: try ZipReader(bytes, file: file, sizeLimit: partLimit), file: file)
    return try reader.sheet()
  }

  private init(archive: ZipReader, file: String) {
    self.archive = archive
    self.file = file
  }

  private mutating func sheet() throws(DiagnosticError) -> Sheet {
    let top = try relationships(of: "")
    let path = top.first { $0.type == "officeDocument" }?.target ?? "xl/workbook.xml"
    let workbook = try part(path)
    let related = try relationships(of: path)
    guard let first = workbook.child("sheets")?.child("sheet"),
      let id = first.attributes.first(where: { $0.name == "id" && !$0.namespace.isEmpty })?.value,
      let own = related.first(where: { $0.id == id })
    else { throw DiagnosticError(.notAWorkbook(file, "it has no sheet")) }
    if let target = related.first(where: { $0.type == "sharedStrings" })?.target {
      texts = try part(target).children.filter { $0.name == "si" }.map(Self.text)
    }
    if let target = related.first(where: { $0.type == "styles" })?.target {
      dates = WorkbookNumber.dateStyles(try part(target))
    }
    return Sheet(name: file, grid: try grid(try part(own.target)))
  }

  // MARK: Parts

  private func part(_ path: String) throws(DiagnosticError) -> XMLElement {
    guard let bytes = try archive.bytes(of: path) else {
      throw DiagnosticError(.notAWorkbook(file, "it has no part `\(path)`"))
    }
    return try XMLReader.read(SourceText.checked(name: "\(file)/\(path)", bytes: bytes))
  }

  /// The relationships of the part `path`: the id, the last word of the type, and the target part.
  private func relationships(
    of path: String
  ) throws(DiagnosticError) -> [(id: String, type: String, target: String)] {
    let names = path.split(separator: "/").map(String.init)
    let folder = names.dropLast()
    let list = (folder + ["_rels", "\(names.last ?? "").rels"]).joined(separator: "/")
    guard let bytes = try archive.bytes(of: list) else { return [] }
    let root = try XMLReader.read(SourceText.checked(name: "\(file)/\(list)", bytes: bytes))
    return root.children.map { each in
      let target = each.attribute("Target") ?? ""
      var names = target.hasPrefix("/") ? [] : Array(folder)
      for name in target.split(separator: "/").map(String.init) where name != "." {
        if name == ".." { _ = names.popLast() } else { names.append(name) }
      }
      let type = each.attribute("Type")?.split(separator: "/").last.map(String.init) ?? ""
      return (each.attribute("Id") ?? "", type, names.joined(separator: "/"))
    }
  }

  /// The text of a cell or a shared string: its runs, without hints at pronunciation.
  private static func text(_ element: XMLElement) -> String {
    WorkbookMark.decoded(
      element.children.map { part in
        switch part.name {
        case "t": part.text
        case "r": part.children.filter { $0.name == "t" }.map(\.text).joined()
        default: ""
        }
      }.joined())
  }

  // MARK: Cells

  private typealias Content = (text: String, problem: String?)

  private func grid(_ sheet: XMLElement) throws(DiagnosticError) -> [(number: Int, cells: [Content])] {
    var grid: [(number: Int, cells: [Content])] = []
    var count = 0
    var number = 0
    for row in sheet.child("sheetData")?.children ?? [] where row.name == "row" {
      let next = try position(row.attribute("r"), after: number, most: WorkbookWriter.lastRow) { Int($0) }
      number = next
      var cells: [Content] = []
      var column = 0
      for cell in row.children where cell.name == "c" {
        column = try position(cell.attribute("r"), after: column, most: 16_384) { Self.column($0) }
        let content = content(cell)
        if content.text.isEmpty, content.problem == nil { continue }
        count += column - cells.count
        guard count <= Self.cellLimit else {
          throw DiagnosticError(.sheetTooLarge(file, "cells", "sheetCells", Self.cellLimit))
        }
        while cells.count < column - 1 { cells.append(("", nil)) }
        cells.append(content)
      }
      if !cells.isEmpty { grid.append((number, cells)) }
    }
    return grid
  }

  /// The position that `text` is, or the next one; they increase.
  private func position(
    _ text: String?, after last: Int, most: Int, _ read: (String) -> Int?
  ) throws(DiagnosticError) -> Int {
    let position = text.map { read($0) ?? 0 } ?? last + 1
    guard position > last, position <= most else {
      throw DiagnosticError(.notAWorkbook(file, "its rows and cells are not in order"))
    }
    return position
  }

  /// The number of the column of a coordinate, from 1.
  private static func column(_ coordinate: String) -> Int? {
    var column = 0
    for byte in coordinate.utf8.prefix(while: { $0 > UInt8(ascii: "9") }) {
      guard UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte, column < 16_384 else { return nil }
      column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
    }
    return column
  }

  private func content(_ cell: XMLElement) -> Content {
    let value = cell.child("v")?.text ?? ""
    switch cell.attribute("t") ?? "n" {
    case "inlineStr": return (cell.child("is").map(Self.text) ?? "", nil)
    case "s":
      guard let index = Int(value), texts.indices.contains(index) else { return (value, "its text is missing") }
      return (texts[index], nil)
    case "str": return (WorkbookMark.decoded(value), nil)
    case "b": return (value == "1" || value == "true" ? "true" : "false", nil)
    case "e": return (value, "the spreadsheet reports an error here")
    case "d": return (value, WorkbookNumber.isADate)
    default:
      if value.isEmpty { return ("", nil) }
      guard let text = WorkbookNumber.text(value) else { return (value, "this is not a number") }
      let isDate = cell.attribute("s").flatMap { Int($0) }.map(dates.contains) ?? false
      return (text, isDate ? WorkbookNumber.isADate : nil)
    }
  }
}

extension Diagnostic {
  private static func workbook(_ code: String, _ file: String, _ message: String, _ fix: String) -> Diagnostic {
    Diagnostic(
      code: code, message: message,
      place: Place(source: SourceText(name: file, bytes: []), range: SourceRange(start: 0, end: 0)), fix: fix)
  }

  fileprivate static func notAWorkbook(_ file: String, _ what: String) -> Diagnostic {
    workbook(
      "sheet/not-a-workbook", file, "`\(file)` is not a workbook of a spreadsheet: \(what)",
      "save it as an Excel workbook (.xlsx)")
  }

  fileprivate static func sheetTooLarge(_ file: String, _ what: String, _ limit: String, _ most: Int) -> Diagnostic {
    workbook(
      "sheet/too-large", file, "the sheet of `\(file)` has more \(what) than the limit `\(limit)` of \(most)",
      "delete what is right of the table and below it")
  }
}

/// Numbers of workbooks, with detection of numbers that are shown as dates.
enum WorkbookNumber {
  static let isADate = "the spreadsheet made a date of this; format the cell as text, and write it again"

  /// The number `value` in a form for people: the shortest text with the same value. It has no exponent unless the text would be longer
  /// than a `double` requires.
  static func text(_ value: String) -> String? {
    guard let number = Double(value), number.isFinite else { return nil }
    if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
    let text = "\(number)"
    guard let sign = text.firstIndex(where: { $0 == "e" }), let exponent = Int(text[text.index(after: sign)...]),
      (-15 ... -1).contains(exponent)
    else { return text }
    let isNegative = number < 0
    let digits = text[..<sign].filter(\.isNumber)
    return (isNegative ? "-" : "") + "0." + String(repeating: "0", count: -exponent - 1) + digits
  }

  /// The positions of the styles of `sheet` that show numbers as dates or times.
  static func dateStyles(_ sheet: XMLElement) -> Set<Int> {
    var formats: [String: Bool] = [:]
    for format in sheet.child("numFmts")?.children ?? [] {
      if let id = format.attribute("numFmtId"), let code = format.attribute("formatCode") { formats[id] = isDate(code) }
    }
    let styles = sheet.child("cellXfs")?.children.filter { $0.name == "xf" } ?? []
    return Set(
      styles.indices.filter { index in
        guard let id = styles[index].attribute("numFmtId") else { return false }
        if let known = formats[id] { return known }
        return Int(id).map { number in
          [14...22, 27...36, 45...47, 50...58].contains { $0.contains(number) }
        } ?? false
      })
  }

  /// Returns true if a format has a letter of dates outside of quotes, brackets and escapes.
  private static func isDate(_ code: String) -> Bool {
    var closing: Character?
    var isEscaped = false
    for character in code {
      if isEscaped {
        isEscaped = false
      } else if let end = closing {
        if character == end { closing = nil }
      } else if character == "\\" || character == "_" || character == "*" {
        isEscaped = true
      } else if character == "\"" || character == "[" {
        closing = character == "[" ? "]" : character
      } else if "dmyhsDMYHS".contains(character) {
        return true
      }
    }
    return false
  }
}
