import TerrainBase

/// A message in one language, with everything that does not depend on the row that chooses it. A class, so that using it counts one
/// reference.
final class MessageTemplate {
  /// A piece of a text.
  enum Piece {
    case words(String)
    /// A place for the value of the field `name`; `written` is what stays there where the choice has none.
    case value(name: Text, written: String)
  }

  /// The message.
  let id: Text
  /// What it is about.
  let topic: Text?
  /// Its texts, as the pack has them.
  let parts: [RenderedMessage.Part]
  /// By part, the pieces of its text; none of one without places for values. Empty where no part has any.
  let pieces: [[Piece]]

  /// The template of a message with these texts, of which those have places for values for which `hasPlaceholders` is true.
  init(id: Text, topic: Text?, parts: [RenderedMessage.Part], hasPlaceholders: [Bool]) {
    self.id = id
    self.topic = topic
    self.parts = parts
    let pieces = zip(parts, hasPlaceholders).map { part, divides in divides ? Self.pieces(of: part.text.text) : [] }
    self.pieces = pieces.allSatisfy { $0.isEmpty } ? [] : pieces
  }

  /// The pieces of `text`; none where it has no place for a value.
  private static func pieces(of text: Text) -> [Piece] {
    let placeholders = Placeholder.all(in: text)
    if placeholders.isEmpty { return [] }
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var end = 0
    for (name, range) in placeholders {
      if end < range.lowerBound {
        pieces.append(.words(String(decoding: bytes[end..<range.lowerBound], as: UTF8.self)))
      }
      pieces.append(.value(name: name, written: String(decoding: bytes[range], as: UTF8.self)))
      end = range.upperBound
    }
    if end < bytes.count { pieces.append(.words(String(decoding: bytes[end...], as: UTF8.self))) }
    return pieces
  }
}
