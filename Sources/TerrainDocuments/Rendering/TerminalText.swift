/// A line as a terminal shows it: what each character is shown as, and how many columns it takes.
///
/// Text from files never reaches a terminal raw: control characters (escape sequences among them), characters that
/// change the writing direction and invisible ones are shown as `\u{1b}`.
package struct TerminalText {
  struct Cell {
    /// The character's bytes in the line it came from.
    var bytes: Range<Int>
    var shown: String
    var width: Int
  }

  private(set) var cells: [Cell] = []

  /// The columns to the next of these a tab goes.
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

  /// `text` made harmless, for messages; line ends and tabs become spaces.
  package static func harmless(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for character in text {
      result += character == "\t" || character == "\n" || character == "\r\n" ? " " : shown(character).shown
    }
    return result
  }

  /// A whole output for a terminal: what its author has not escaped and a terminal may obey (DEL, the control characters
  /// U+0080 to U+009F, the ones that turn the writing direction) as `\u009b`, which in JSON means the same.
  package static func escaped(_ output: [UInt8]) -> [UInt8] {
    // All of them begin with one of three bytes.
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

  /// The most characters of one sentence that a person is shown: a name in it may be as long as a file.
  static let longestSentence = 2000

  /// `text` made harmless and cut in the middle where it is longer than anybody reads.
  static func sentence(_ text: String) -> String {
    guard text.utf8.count > longestSentence, text.count > longestSentence else { return harmless(text) }
    let half = longestSentence / 2
    return harmless("\(text.prefix(half))…\(text.suffix(half))")
  }

  /// The columns `text` takes when it is shown.
  package static func width(_ text: String) -> Int { TerminalText(text).cells.reduce(0) { $0 + $1.width } }

  // MARK: - One character

  /// More marks than this on one letter are no writing.
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
      // Zero width joiner and non-joiner shape the letters and emoji around them.
      case 0x200C, 0x200D: return character.count > 1
      // A flag of a region is a black flag and tag letters.
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
    // Vowels and final consonants join the Hangul syllable before them.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    if isRegionalIndicator(scalar) { return 1 }
    return EastAsianWidth.isWide(scalar) || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}
