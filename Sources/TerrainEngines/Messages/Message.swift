import TerrainBase
import TerrainDocuments
import TerrainRules

/// A message of a pack. Rules decide when it is shown.
package struct Message: Sendable {
  /// One text of a message, in the locales it has.
  package struct Part: Sendable {
    package let name: Text
    package let text: LocalizedText
    /// Whether it has places for values: `{name}`.
    let hasPlaceholders: Bool
  }

  package let id: Text
  /// Its topic, as a number; nil where it has none.
  package let topic: Int?
  /// What it would contradict.
  package let opposes: [Int]
  /// In the order in which they are written.
  package let parts: [Part]
  package let place: Place
}

/// The messages of a pack.
package struct Messages: Sendable {
  /// The kind of record that a message is.
  package static let kind: Text = "message"

  package let all: [Message]
  package let topics: [Text]
  private let positions: TextLookup

  /// The messages of `pack`, as far as they are loaded.
  ///
  /// - Throws: what is wrong with them.
  package init(_ pack: Pack) throws(DiagnosticError) {
    var topics: [Text] = []
    var numbers: [Text: Int] = [:]
    var diagnostics: [Diagnostic] = []
    func topic(_ name: Text) -> Int {
      if let known = numbers[name] { return known }
      numbers[name] = topics.count
      topics.append(name)
      return topics.count - 1
    }
    var all: [Message] = []
    for record in pack.records(of: Self.kind) {
      var fields = FieldReader(record.node, what: "a message")
      let own = fields.text("topic", required: false)?.text
      let opposes = fields.texts("opposes").map { $0.text }
      let texts = fields.required("texts")
      diagnostics += fields.finish(alsoKnown: ["id", "doc"])
      guard let texts else { continue }
      var parts: [Message.Part] = []
      for (key, value) in texts.kind == .map ? Array(texts.members) : [] {
        guard let name = key.text, let text = pack.text(value, into: &diagnostics) else { continue }
        let open = UInt8(ascii: "{")
        parts.append(
          Message.Part(name: name, text: text, hasPlaceholders: text.texts.contains { $0.text.utf8.contains(open) }))
      }
      if parts.isEmpty { diagnostics.append(.messageWithoutText(record.id, at: texts)) }
      all.append(
        Message(
          id: record.id, topic: own.map(topic), opposes: opposes.map(topic), parts: parts, place: record.node.place))
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.init(all: all, topics: topics)
  }

  /// These messages, whose topics are called so.
  init(all: [Message], topics: [Text]) {
    self.all = all
    self.topics = topics
    positions = TextLookup(all.map { $0.id })
  }

  /// The position of the message `id`.
  package func position(of id: Text) -> Int? { positions.position(of: id) }
}

extension Diagnostic {
  static func messageWithoutText(_ id: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "message/no-text", message: "the message `\(id)` has nothing to say", at: node,
      fix: "add `text: …` under `texts`")
  }
}

/// Words in braces in a message's text, for which a choice has values: `{name}`.
package enum Placeholder {
  /// The names in `text`, each with the bytes of UTF-8 that it takes, braces and all.
  package static func all(in text: Text) -> [(name: Text, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    var placeholders: [(name: Text, range: Range<Int>)] = []
    var rest = 0
    while let open = bytes[rest...].firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      placeholders.append((Text(decoding: bytes[(open + 1)..<close]), open..<(close + 1)))
      rest = close + 1
    }
    return placeholders
  }

  /// The first brace in `text` that has no partner, and its bytes of UTF-8; nil where all have one. Placeholders do not nest.
  package static func unbalancedBrace(in text: Text) -> (isOpening: Bool, range: Range<Int>)? {
    var open: Int?
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "{"):
        if let open { return (true, open..<(open + 1)) }
        open = index
      case UInt8(ascii: "}"):
        guard open != nil else { return (false, index..<(index + 1)) }
        open = nil
      default: break
      }
    }
    return open.map { (true, $0..<($0 + 1)) }
  }

  /// The names in `text` that are in full-width braces, which nothing fills, each with the bytes of UTF-8 that it takes, braces and all.
  package static func wide(in text: Text) -> [(name: Text, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    let (opening, closing) = (Array("\u{FF5B}".utf8), Array("\u{FF5D}".utf8))
    var names: [(name: Text, range: Range<Int>)] = []
    var start = 0
    while start + opening.count < bytes.count {
      guard bytes[start...].starts(with: opening) else {
        start += 1
        continue
      }
      let name = bytes[(start + opening.count)...].prefix(while: isOfName)
      if !name.isEmpty, bytes[name.endIndex...].starts(with: closing) {
        names.append((Text(decoding: Array(name)), start..<(name.endIndex + closing.count)))
      }
      start = name.endIndex
    }
    return names
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

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
