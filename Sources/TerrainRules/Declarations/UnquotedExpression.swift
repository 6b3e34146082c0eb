import TerrainBase
import TerrainDocuments

/// Finds an expression that YAML has split because it is not in quotes.
///
/// YAML reads `{ when: tags.exists(t, t == "x"), then: y }` as `when: tags.exists(t` followed by a key `t == "x")`, and of `when: name ==
/// "a # b"` it keeps only `name == "a`. Both leave a bracket or a quote open, and so does a type written `{ type: map<string, int> }`.
struct UnquotedExpression {
  /// The whole expression as the author probably meant it.
  var text: String
  var place: Place

  /// The first plain value of the map `node` that is an expression and leaves a bracket or quote open. `isExpression` decides by the key
  /// and the text if a value is an expression.
  static func find(in node: Node, where isExpression: (Text, Text) -> Bool) -> UnquotedExpression? {
    var opened: Place?
    var isType = false
    for (key, value) in node.members {
      if let start = opened {
        // A key that closes the open bracket or quote is the remainder of the broken expression.
        guard let text = key.text, Balance(text, isType: isType) == .closes else { break }
        let whole = SourceRange(start: start.range.start, end: key.place.range.end)
        return UnquotedExpression(
          text: start.source.text(of: whole), place: Place(source: start.source, range: whole))
      }
      guard let text = value.text, let key = key.text, isExpression(key, text), isPlain(value) else { continue }
      isType = key == "type"
      switch Balance(text, isType: isType) {
      case .even: continue
      case .opens, .closes:
        opened = value.place
      case .openQuote:
        return UnquotedExpression(text: lineEnd(from: value.place), place: value.place)
      }
    }
    guard let opened else { return nil }
    return UnquotedExpression(text: opened.source.text(of: opened.range), place: opened)
  }

  private static func isPlain(_ node: Node) -> Bool {
    let place = node.place
    guard let first = place.source.text(of: place.range).utf8.first else { return false }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: ">"): return false
    default: return true
    }
  }

  /// The text from `place` to the end of its line.
  private static func lineEnd(from place: Place) -> String {
    let bytes = place.source.bytes
    var end = min(Int(place.range.start), bytes.count)
    let start = end
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// The balance of a text's brackets and quotes.
private enum Balance {
  case even
  /// More brackets are opened than closed.
  case opens
  /// More brackets are closed than opened.
  case closes
  case openQuote

  /// The balance of `text`. In a type, `<` and `>` are brackets, too.
  init(_ text: Text, isType: Bool) {
    var open = 0
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      if let inside = quote {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == inside {
          quote = nil
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case UInt8(ascii: "<") where isType: open += 1
      case UInt8(ascii: ">") where isType: open -= 1
      default: break
      }
    }
    if open > 0 {
      self = .opens
    } else if open < 0 {
      self = .closes
    } else if quote != nil {
      self = .openQuote
    } else {
      self = .even
    }
  }
}

extension Diagnostic {
  static let unquotedExpressionCode = "rules/unquoted-expression"

  static func unquotedExpression(_ text: String, _ place: Place) -> Diagnostic {
    let quoted = text.contains("\"") ? "'\(text.doublingSingleQuotes)'" : "\"\(text)\""
    return Diagnostic(
      code: unquotedExpressionCode, message: "YAML cuts this expression in pieces, because it is not in quotes",
      place: place, fix: "put it in quotes: \(quoted)")
  }
}

extension String {
  /// The text with single quotes doubled, as YAML escapes them in single quotes.
  fileprivate var doublingSingleQuotes: String {
    var result = ""
    for character in unicodeScalars {
      if character == "'" { result.unicodeScalars.append("'") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
