import TerrainDocuments

/// Numbers of workbooks, and which of them are shown as dates.
enum WorkbookNumber {
  static let isADate = "the spreadsheet made a date of this; format the cell as text, and write it again"

  /// The number `value` as people write it: the shortest text that is the same number, without an exponent where it is not longer than
  /// that of a `double` needs.
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

  /// Whether a format has a letter of dates outside of quotes, brackets and escapes.
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
