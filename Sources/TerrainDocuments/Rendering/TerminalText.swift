/// A line as a terminal shows it: the visible form of each character and the number of columns that it takes.
///
/// Text from files never reaches a terminal raw: control characters (including escape sequences), characters that change the writing
/// direction, and invisible characters are shown as `\u{1b}`.
package struct TerminalText {
  struct Cell {
    /// The character's bytes in its line.
    var bytes: Range<Int>
    var shown: String
    var width: Int
  }

  private(set) var cells: [Cell] = []

  /// The distance between tab stops in columns.
  static let tabWidth = 4

  init(_ line: String) {
    var offset = 0
    var column = 0
    for character in line {
      let count = character.utf8.count
      var cell = Cell(bytes: offset..<offset + count, shown: "", width: 0)
      if character == "\t" {
        cell.width = Self.tabWidth - column % Self.tabWidth
        cell.shown = String(repeating: " ", count: cell.width)
      } else {
        (cell.shown, cell.width) = Self.shown(character)
      }
      column += cell.width
      offset += count
      cells.append(cell)
    }
  }

  /// `text` for messages, with harmless characters only; line ends and tabs become spaces.
  package static func harmless(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for character in text {
      result += character == "\t" || character == "\n" || character == "\r\n" ? " " : shown(character).shown
    }
    return result
  }

  /// A complete output for a terminal. Unescaped characters that a terminal may obey (DEL, the control characters U+0080 to U+009F,
  /// characters that change the writing direction) become `\u009b`, which means the same in JSON.
  package static func escaped(_ output: [UInt8]) -> [UInt8] {
    // Each such character begins with one of three bytes.
    guard output.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return output }
    var result: [UInt8] = []
    result.reserveCapacity(output.count)
    for scalar in String(decoding: output, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        result += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: result += Array(String(scalar).utf8)
      }
    }
    return result
  }

  /// The maximum number of characters of a sentence that is shown to people: a name in it may be as long as a file.
  static let longestSentence = 2000

  /// `text` with harmless characters only, shortened in the middle if it is too long to read.
  static func sentence(_ text: String) -> String {
    guard text.utf8.count > longestSentence, text.count > longestSentence else { return harmless(text) }
    let half = longestSentence / 2
    return harmless("\(text.prefix(half))…\(text.suffix(half))")
  }

  /// The number of columns of `text`.
  package static func width(_ text: String) -> Int { TerminalText(text).cells.reduce(0) { $0 + $1.width } }

  // MARK: - One character

  /// The maximum number of combining marks on one letter in real writing.
  private static let mostScalars = 16

  private static func shown(_ character: Character) -> (shown: String, width: Int) {
    let scalars = character.unicodeScalars
    if let only = scalars.first, scalars.count == 1, only.value >= 0x20, only.value < 0x7F {
      return (String(character), 1)
    }
    if scalars.count <= mostScalars, scalars.allSatisfy({ isHarmless($0, in: scalars) }) {
      return (String(character), width(of: scalars))
    }
    var shown = ""
    var width = 0
    for scalar in scalars.prefix(mostScalars) {
      if isHarmless(scalar, in: scalars) {
        shown.unicodeScalars.append(scalar)
        width += self.width(of: scalar)
      } else {
        let escape = "\\u{\(String(scalar.value, radix: 16))}"
        shown += escape
        width += escape.utf8.count
      }
    }
    return scalars.count > mostScalars ? (shown + "…", width + 1) : (shown, width)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar, in character: Character.UnicodeScalarView) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    case .format:
      switch scalar.value {
      // Zero width joiner and non-joiner shape the neighboring letters and emoji.
      case 0x200C, 0x200D: return character.count > 1
      // The flag of a region consists of a black flag and tag letters.
      case 0xE0020...0xE007F: return character.first?.value == 0x1F3F4
      default: return false
      }
    default: return true
    }
  }

  private static func width(of character: Character.UnicodeScalarView) -> Int {
    guard let base = character.first else { return 0 }
    if character.count > 1 {
      let isFlag = isRegionalIndicator(base)
      let isEmojiSequence =
        base.properties.isEmoji
        && character.dropFirst().contains {
          $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier || $0.value == 0x20E3
        }
      if isFlag || isEmojiSequence { return 2 }
    }
    return character.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Vowels and final consonants join the preceding Hangul syllable.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    if isRegionalIndicator(scalar) { return 1 }
    return EastAsianWidth.isWide(scalar) || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}

/// The characters that take two columns on a terminal: `Wide` and `Fullwidth` of Unicode's East_Asian_Width (UAX #11, Unicode 16), which
/// the standard library does not have.
enum EastAsianWidth {
  /// True if `scalar` takes two columns by itself.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].1 < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].0 <= value
  }

  private static let ranges: [(UInt32, UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
    (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653), (0x267F, 0x267F), (0x268A, 0x268F),
    (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE),
    (0x26D4, 0x26D4), (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
    (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
    (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50),
    (0x2B55, 0x2B55), (0x2E80, 0x2E99), (0x2E9B, 0x2EF3), (0x2F00, 0x2FD5), (0x2FF0, 0x303E), (0x3041, 0x3096),
    (0x3099, 0x30FF), (0x3105, 0x312F), (0x3131, 0x318E), (0x3190, 0x31E5), (0x31EF, 0x321E), (0x3220, 0x3247),
    (0x3250, 0xA48C), (0xA490, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19),
    (0xFE30, 0xFE52), (0xFE54, 0xFE66), (0xFE68, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE4),
    (0x16FF0, 0x16FF1), (0x17000, 0x187F7), (0x18800, 0x18CD5), (0x18D00, 0x18D08), (0x1AFF0, 0x1AFF3),
    (0x1AFF5, 0x1AFFB), (0x1AFFD, 0x1AFFE), (0x1B000, 0x1B122), (0x1B132, 0x1B132), (0x1B150, 0x1B152),
    (0x1B155, 0x1B155), (0x1B164, 0x1B167), (0x1B170, 0x1B2FB), (0x1D300, 0x1D356), (0x1D360, 0x1D376),
    (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F202),
    (0x1F210, 0x1F23B), (0x1F240, 0x1F248), (0x1F250, 0x1F251), (0x1F260, 0x1F265), (0x1F300, 0x1F320),
    (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC),
    (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596),
    (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2),
    (0x1F6D5, 0x1F6D7), (0x1F6DD, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB),
    (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FA74),
    (0x1FA78, 0x1FA7C), (0x1FA80, 0x1FA86), (0x1FA90, 0x1FAAC), (0x1FAB0, 0x1FABA), (0x1FAC0, 0x1FAC5),
    (0x1FAD0, 0x1FAD9), (0x1FAE0, 0x1FAE7), (0x1FAF0, 0x1FAF6), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
  ]
}
