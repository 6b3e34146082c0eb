/// A character that looks like another one or like nothing: what makes a word wrong that looks right.
package struct LookAlike: Equatable {
  package var scalar: Unicode.Scalar
  /// Its bytes in the text.
  package var range: Range<Int>
  /// What it looks like; nil for what cannot be seen.
  package var ascii: Unicode.Scalar?

  /// A text longer than this is not a word, but one that people read.
  private static let longest = 400

  /// The first one in `text`, if `text` without them would be `word`.
  package static func first(in text: String, insteadOf word: String) -> LookAlike? {
    guard let (first, plain) = plain(text), plain == word else { return nil }
    return first
  }

  /// The first one in `text`, and `text` with what they look like in their place; nil for a text without any.
  package static func plain(_ text: String) -> (first: LookAlike, plain: String)? {
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.count <= Self.longest else { return nil }
    var plain = String.UnicodeScalarView()
    var first: LookAlike?
    var offset = 0
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      if isUnseen(scalar) || isBlank(scalar) {
        first = first ?? LookAlike(scalar: scalar, range: offset..<end, ascii: isBlank(scalar) ? " " : nil)
        if isBlank(scalar) { plain.append(" ") }
      } else if let ascii = ascii(for: scalar) {
        first = first ?? LookAlike(scalar: scalar, range: offset..<end, ascii: ascii)
        plain.append(ascii)
      } else {
        plain.append(scalar)
      }
      offset = end
    }
    guard let first else { return nil }
    // A blank at an end is as good as unseen.
    return (first, plain.split(whereSeparator: { $0 == " " }).map(String.init).joined(separator: " "))
  }

  /// The character at `index` of UTF-8 text, if it looks like a blank or like nothing and is not an ordinary one.
  package static func gap(in bytes: [UInt8], at index: Int) -> LookAlike? {
    guard index < bytes.count, bytes[index] >= 0xC2 else { return nil }
    let text = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, isUnseen(scalar) || isBlank(scalar) else { return nil }
    return LookAlike(scalar: scalar, range: index..<index + UTF8.width(scalar), ascii: isBlank(scalar) ? " " : nil)
  }

  /// What it is, in a sentence: "the no-break space U+00A0".
  package var name: String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch scalar.value {
    case 0x00A0, 0x202F: return "the no-break space \(code)"
    case 0x3000: return "the wide space \(code)"
    default: break
    }
    guard let ascii else { return "the invisible character \(code)" }
    if ascii == " " { return "the space \(code)" }
    return "the character \(code), which looks like `\(ascii)`"
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.generalCategory == .format
  }

  /// The ASCII character that `scalar` looks like.
  private static func ascii(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    // The fullwidth forms repeat ASCII in order.
    case 0xFF01...0xFF5E: return Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
    case 0x2010...0x2015, 0x2212: return "-"
    case 0x2018, 0x2019: return "'"
    case 0x201C, 0x201D: return "\""
    default: return letters[scalar]
    }
  }

  /// Cyrillic and Greek letters that are drawn as Latin ones (Unicode's confusables.txt has more; these are typed).
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "а": "a", "с": "c", "е": "e", "о": "o", "р": "p", "х": "x", "у": "y", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d",
    "һ": "h", "ո": "n", "А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "І": "I", "К": "K", "М": "M", "О": "O",
    "Р": "P", "т": "t", "Т": "T", "Х": "X", "ο": "o", "ν": "v", "ι": "i", "α": "a", "Α": "A", "Β": "B", "Ε": "E",
    "Ζ": "Z",
    "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Χ": "X", "Υ": "Y",
  ]
}
