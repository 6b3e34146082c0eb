import TerrainBase
import TerrainDocuments

/// Writes a workbook (XLSX, ECMA-376) with a sheet of texts, and a second sheet with the permitted values of columns.
///
/// Every cell is a text, including typed cells, so that no program converts it to a date or a number. The header and the first column stay
/// in place when the sheet is scrolled. The same cells make the same bytes.
package struct WorkbookWriter {
  /// The maximum length of a cell (`sheetCellLength`), above which spreadsheets cut it.
  package static let cellLimit = 32_767
  /// The last row that a sheet has.
  static let lastRow = 1_048_576

  /// The header and the rows.
  private let rows: [[String]]
  /// The offered values by column.
  private let lists: [Int: [String]]

  /// A workbook of `rows`, the first of which is the header; `lists` are the permitted values of columns.
  package init(_ rows: [[String]], lists: [Int: [String]]) {
    self.rows = rows
    self.lists = lists.filter { !$0.value.isEmpty }
  }

  /// The file.
  package var bytes: [UInt8] {
    var archive = ZipWriter()
    let count = lists.isEmpty ? 1 : 2
    let names = ["rows", "values"].prefix(count)
    let numbered = names.enumerated().map { (number: $0.offset + 1, name: $0.element) }
    archive.add(
      "[Content_Types].xml",
      Self.document(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
          + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
          + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
          + Self.override("/xl/workbook.xml", "sheet.main") + Self.override("/xl/styles.xml", "styles")
          + numbered.map { Self.override("/xl/worksheets/sheet\($0.number).xml", "worksheet") }.joined() + "</Types>"))
    archive.add("_rels/.rels", Self.relationships([("officeDocument", "xl/workbook.xml")]))
    archive.add(
      "xl/workbook.xml",
      Self.document(
        "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\"><sheets>"
          + numbered.map { "<sheet name=\"\($0.name)\" sheetId=\"\($0.number)\" r:id=\"rId\($0.number)\"/>" }.joined()
          + "</sheets></workbook>"))
    archive.add(
      "xl/_rels/workbook.xml.rels",
      Self.relationships(
        numbered.map { ("worksheet", "worksheets/sheet\($0.number).xml") } + [("styles", "styles.xml")]))
    archive.add("xl/styles.xml", Self.styles)
    archive.add("xl/worksheets/sheet1.xml", Self.sheet(rows, validations: validations))
    if !lists.isEmpty { archive.add("xl/worksheets/sheet2.xml", Self.sheet(values, validations: "")) }
    return archive.bytes
  }

  /// The columns of ``lists``, each a column of the second sheet: the name of the column, and its values.
  private var values: [[String]] {
    let columns = lists.keys.ordered()
    let height = lists.values.map(\.count).max() ?? 0
    let header = columns.map { column in rows.first.map { $0.indices.contains(column) ? $0[column] : "" } ?? "" }
    return [header]
      + (0..<height).map { index in
        columns.map { column in lists[column].flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? "" }
      }
  }

  private var validations: String {
    guard !lists.isEmpty else { return "" }
    let each = lists.ordered { $0.key < $1.key }.enumerated().map { index, list in
      let (own, other) = (Sheet.letters(list.key), Sheet.letters(index))
      return "<dataValidation type=\"list\" errorStyle=\"warning\" allowBlank=\"1\" showErrorMessage=\"1\""
        + " sqref=\"\(own)2:\(own)\(Self.lastRow)\">"
        + "<formula1>values!$\(other)$2:$\(other)$\(list.value.count + 1)</formula1></dataValidation>"
    }
    return "<dataValidations count=\"\(lists.count)\">\(each.joined())</dataValidations>"
  }

  // MARK: Parts

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// Cells are texts (format 49); those of a header are bold.
  private static let styles = document(
    "<styleSheet xmlns=\"\(main)\">"
      + "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
      + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
      + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
      + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
      + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
      + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
      + "<cellXfs count=\"3\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
      + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
      + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\""
      + " applyFont=\"1\"/></cellXfs>"
      + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>")

  private static func sheet(_ rows: [[String]], validations: String) -> [UInt8] {
    let width = rows.first?.count ?? 0
    let columns = (0..<width).map { column in
      let longest = rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
      return "<col min=\"\(column + 1)\" max=\"\(column + 1)\" width=\"\(min(max(longest, 6), 60) + 2)\" style=\"1\""
        + " customWidth=\"1\"/>"
    }
    let cells = rows.enumerated().map { index, row in
      "<row r=\"\(index + 1)\">"
        + row.enumerated().map { column, text in
          let start = "<c r=\"\(Sheet.coordinate(row: index + 1, column: column))\" s=\"\(index == 0 ? 2 : 1)\""
          if text.isEmpty { return start + "/>" }
          return start + " t=\"inlineStr\"><is><t xml:space=\"preserve\">\(escaped(text))</t></is></c>"
        }.joined() + "</row>\n"
    }
    return document(
      "<worksheet xmlns=\"\(main)\"><sheetViews><sheetView workbookViewId=\"0\">"
        + "<pane xSplit=\"1\" ySplit=\"1\" topLeftCell=\"B2\" activePane=\"bottomRight\" state=\"frozen\"/>"
        + "</sheetView></sheetViews>"
        + (columns.isEmpty ? "" : "<cols>\(columns.joined())</cols>")
        + "<sheetData>\n\(cells.joined())</sheetData>\(validations)</worksheet>")
  }

  private static func override(_ part: String, _ type: String) -> String {
    "<Override PartName=\"\(part)\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml."
      + "\(type)+xml\"/>"
  }

  private static func relationships(_ targets: [(type: String, target: String)]) -> [UInt8] {
    document(
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + targets.enumerated().map { index, each in
          "<Relationship Id=\"rId\(index + 1)\" Type=\"\(office)/\(each.type)\" Target=\"\(each.target)\"/>"
        }.joined() + "</Relationships>")
  }

  private static func document(_ text: String) -> [UInt8] {
    Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\(text)".utf8)
  }

  /// `text` with `_x000D_` for a character that XML lacks or changes, and for a `_` that would begin such an escape.
  static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.map { index in
      let scalar = scalars[index]
      let isMark = scalar == "_" && WorkbookMark.character(scalars[index...]) != nil
      if isMark || !(scalar.value >= 0x20 || scalar.value == 0x09 || scalar.value == 0x0A)
        || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0xFFFE || scalar.value == 0xFFFF
      {
        return WorkbookMark.text(scalar)
      }
      return XMLText.escaped(String(scalar))
    }.joined()
  }
}

/// The escape `_x000D_` with which workbooks write a character that XML does not allow.
enum WorkbookMark {
  static func text(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "_x\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)_"
  }

  /// The character whose mark is at the beginning of `scalars`.
  static func character(_ scalars: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    let mark = Array(scalars.prefix(7))
    guard mark.count == 7, mark[0] == "_", mark[1] == "x", mark[6] == "_",
      mark[2..<6].allSatisfy(\.properties.isASCIIHexDigit)
    else { return nil }
    return UInt32(String(String.UnicodeScalarView(mark[2..<6])), radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// `text` with the characters that its marks mean.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if let character = character(scalars[index...]) {
        result.append(character)
        index += 7
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }
}
