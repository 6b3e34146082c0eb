import TerrainDocuments

/// How a unit of XLIFF names the text that it is about.
///
/// The `id` of a unit is a name token of XML. The key of a text contains ids of records, which may have any character: one that is no token is in the
/// attribute `name`, and the `id` is a number.
enum UnitName {
  private static let prefix: Character = "u"

  /// The attributes of the unit `number` that is about the text `key`.
  static func attributes(_ key: String, number: Int) -> String {
    guard isToken(key) else {
      return "id=\"\(prefix)\(number)\" name=\"\(XMLText.escaped(encoded(key), inAttribute: true))\""
    }
    return "id=\"\(key)\""
  }

  /// The key of the text that a unit with these attributes is about.
  static func key(id: String, name: String?) -> String {
    // Keys of texts contain a colon, and numbers none.
    guard let name, id.first == prefix, !id.contains(":") else { return id }
    return decoded(name)
  }

  /// `key` with `\u{…}` for characters that XML does not have or a parser would change.
  private static func encoded(_ key: String) -> String {
    key.unicodeScalars.map { scalar in
      let isControl = scalar.properties.generalCategory == .control || scalar.value == 0xFFFE || scalar.value == 0xFFFF
      return isControl || scalar == "\\" ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  private static func decoded(_ name: String) -> String {
    name.replacing(/\\u\{([0-9a-f]{1,6})\}/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
    }
  }

  /// Whether `text` is a name token of XML 1.0.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D,
          0x37F...0x1FFF, 0x200C...0x200D, 0x203F...0x2040, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
          0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
          true
        default: false
        }
      }
  }
}
