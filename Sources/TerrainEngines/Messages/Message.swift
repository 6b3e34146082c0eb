import TerrainBase
import TerrainDocuments
import TerrainRules

/// A message of a pack. Rules decide when it is shown.
package struct Message: Sendable {
  /// One text of a message, in its locales.
  package struct Part: Sendable {
    package let name: Text
    package let text: LocalizedText
    /// True if it has places for values: `{name}`.
    let hasPlaceholders: Bool
  }

  package let id: Text
  /// Its topic, as a number; nil if it has none.
  package let topic: Int?
  /// The topics that the message would contradict.
  package let opposes: [Int]
  /// Words of what it does, such as `rest`. Any number of messages on a page may have the same; a page may declare opposites.
  package let tags: [Text]
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

  /// The loaded messages of `pack`.
  ///
  /// - Throws: errors in the messages.
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
      let tags = fields.texts("tags").map { $0.text }
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
          id: record.id, topic: own.map(topic), opposes: opposes.map(topic), tags: tags, parts: parts,
          place: record.node.place))
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.init(all: all, topics: topics)
  }

  /// Creates the messages from `all` and the names of their topics.
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

/// A message in one language, with everything that does not depend on the row that chooses it. A class, so that using it counts one
/// reference.
final class MessageTemplate {
  /// The message.
  let id: Text
  /// The topic of the message.
  let topic: Text?
  let tags: [Text]
  /// Its texts, as the pack has them.
  let parts: [RenderedMessage.Part]
  /// For each part the pattern of its text; nil for a part without placeholders. Empty if no part has any.
  let patterns: [MessagePattern?]

  /// The template of a message with the texts `parts`; `hasPlaceholders` is true for each text with placeholders.
  init(id: Text, topic: Text?, tags: [Text], parts: [RenderedMessage.Part], hasPlaceholders: [Bool]) {
    self.id = id
    self.topic = topic
    self.tags = tags
    self.parts = parts
    patterns =
      hasPlaceholders.contains(true)
      ? zip(parts, hasPlaceholders).map { part, divides in divides ? MessagePattern(part.text.text) : nil } : []
  }
}
