/// Bars and spaces of codes in one line, as the standards have them: a test's own, to have something that a reader can judge.
///
/// A picture is a text of modules, `1` for a bar. Digits that check are drawn as they are given, right or wrong.
enum LinearCode {
  /// EAN-13, and UPC-A with a zero before it (ISO/IEC 15420).
  static func ean13(_ text: String) -> String {
    let digits = text.compactMap(\.wholeNumberValue)
    let left = zip(parities[digits[0]], digits[1...6]).map { $0 == "L" ? odd[$1] : even($1) }.joined()
    return "101" + left + "01010" + digits[7...].map(right).joined() + "101"
  }

  /// EAN-8.
  static func ean8(_ text: String) -> String {
    let digits = text.compactMap(\.wholeNumberValue)
    return "101" + digits[..<4].map { odd[$0] }.joined() + "01010" + digits[4...].map(right).joined() + "101"
  }

  /// UPC-E of number system 0, with its first and last digit; how the others are drawn says what the last is.
  static func upcE(_ text: String) -> String {
    let digits = text.compactMap(\.wholeNumberValue)
    let middle = zip(checkParities[digits[7]], digits[1...6]).map { $0 == "L" ? odd[$1] : even($1) }.joined()
    return "101" + middle + "010101"
  }

  /// Code 39, with the asterisks at both ends (ISO/IEC 16388).
  static func code39(_ text: String) -> String {
    "*\(text)*".compactMap { character -> String? in
      guard let value = code39Characters.firstIndex(of: character) else { return nil }
      return bars(code39Widths[value].map { $0 == "1" ? 3 : 1 })
    }.joined(separator: "0")
  }

  /// Code 128 in set B, with the symbol `check` (ISO/IEC 15417).
  static func code128(_ text: String, check: Int) -> String {
    let values = [104] + text.unicodeScalars.map { Int($0.value) - 32 } + [check, 106]
    return values.map { bars(code128Widths[$0].compactMap(\.wholeNumberValue)) }.joined()
  }

  /// A picture as a portable graymap: three pixels a module, with quiet zones.
  static func graymap(_ modules: String) -> [UInt8] {
    let quiet = [UInt8](repeating: 255, count: 36)
    let row = quiet + modules.flatMap { [UInt8](repeating: $0 == "1" ? 0 : 255, count: 3) } + quiet
    let blank = [UInt8](repeating: 255, count: row.count)
    let rows =
      Array(repeating: blank, count: 20) + Array(repeating: row, count: 60) + Array(repeating: blank, count: 20)
    return Array("P5\n\(row.count) \(rows.count)\n255\n".utf8) + rows.joined()
  }

  /// Bars and spaces in turns, a bar first.
  private static func bars(_ widths: [Int]) -> String {
    widths.enumerated().map { String(repeating: $0 % 2 == 0 ? "1" : "0", count: $1) }.joined()
  }

  private static func right(_ digit: Int) -> String { String(odd[digit].map { $0 == "1" ? "0" : "1" }) }

  private static func even(_ digit: Int) -> String { String(right(digit).reversed()) }

  private static let odd = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
  ]
  private static let parities = [
    "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
  ]
  private static let checkParities = [
    "GGGLLL", "GGLGLL", "GGLLGL", "GGLLLG", "GLGGLL", "GLLGGL", "GLLLGG", "GLGLGL", "GLGLLG", "GLLGLG",
  ]
  private static let code39Characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*")
  private static let code39Widths = [
    "000110100", "100100001", "001100001", "101100000", "000110001", "100110000", "001110000", "000100101",
    "100100100", "001100100", "100001001", "001001001", "101001000", "000011001", "100011000", "001011000",
    "000001101", "100001100", "001001100", "000011100", "100000011", "001000011", "101000010", "000010011",
    "100010010", "001010010", "000000111", "100000110", "001000110", "000010110", "110000001", "011000001",
    "111000000", "010010001", "110010000", "011010000", "010000101", "110000100", "011000100", "010101000",
    "010100010", "010001010", "000101010", "010010100",
  ]
  private static let code128Widths = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
    "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
    "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
    "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
    "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
    "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
    "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
    "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
    "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
  ]
}
