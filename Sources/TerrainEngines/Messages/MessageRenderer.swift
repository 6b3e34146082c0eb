import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Renders messages and labels in one language, on one thread.
final class MessageRenderer {
  private let pack: Pack
  private let messages: Messages
  private let locales: [LanguageTag]
  private let unfilled: UnfilledMessages
  /// For each message its part that is the same for every choice; nil until its first rendering.
  private var templates: [MessageTemplate?]
  /// The formats of the locales that texts were in: at most those of the pack.
  private var formats: [(locale: LanguageTag, format: LocaleFormat)] = []
  /// The labels that were looked up.
  private var labels = BoundedValues<LabelKey, LocalizedText.Served>()

  private struct LabelKey: Hashable {
    let type: Text
    let value: Text
    /// True if names of records are included.
    let hasRecords: Bool
  }

  /// The texts of a candidate of the pack that people see wherever it is offered.
  struct Offer {
    let label: LocalizedText.Served?
    let card: [(name: Text, value: Value)]
  }

  /// A candidate: the fact that it may be, and its position among those.
  struct OfferKey: Hashable {
    let fact: Fact.ID
    let position: Int
  }

  /// The candidates that were offered.
  private var offers = BoundedValues<OfferKey, Offer>()

  /// - Parameter unfilled: Takes the messages that cannot be shown because a row gives too little.
  init(_ pack: Pack, _ messages: Messages, locale: LanguageTag?, unfilled: UnfilledMessages = UnfilledMessages()) {
    self.pack = pack
    self.messages = messages
    self.unfilled = unfilled
    let requested = locale ?? pack.defaultLocale
    locales = requested.fallbacks + [pack.defaultLocale]
    templates = Array(repeating: nil, count: messages.all.count)
  }

  /// `text` in the first of the person's languages that it has, or in any language if it has none of them.
  func served(_ text: LocalizedText) -> LocalizedText.Served? { text.served(in: locales) }

  /// The words for a vocabulary's member.
  func label(_ vocabulary: Text, _ word: Text) -> LocalizedText.Served? {
    kept(LabelKey(type: vocabulary, value: word, hasRecords: false)) {
      pack.label(vocabulary, word).flatMap { served($0) }
    }
  }

  /// The label of a vocabulary's value, or the name of the record `value` if `type` is the ids of its kind.
  private func name(_ type: Text, _ value: Text) -> LocalizedText.Served? {
    kept(LabelKey(type: type, value: value, hasRecords: true)) { label(type, value) ?? recordName(type, value) }
  }

  /// The texts of the candidate `key`, which are the same in every request; `make` is called if they are not known yet.
  func offer(_ key: OfferKey, _ make: () -> Offer) -> Offer {
    offers[key] ?? offers.keep(make(), of: key)
  }

  private func kept(_ key: LabelKey, _ find: () -> LocalizedText.Served?) -> LocalizedText.Served? {
    if let label = labels[key] { return label }
    return find().map { labels.keep($0, of: key) }
  }

  /// The name of the record `id` if `type` is the ids of a kind whose records have names.
  private func recordName(_ type: Text, _ id: Text) -> LocalizedText.Served? {
    let suffix = "_id"
    guard type.string.hasSuffix(suffix) else { return nil }
    let kind = Text(String(type.string.dropLast(suffix.count)))
    return pack.record(kind, id).flatMap { pack.label(of: $0, kind: kind) }.flatMap { served($0) }
  }

  /// `value`, which is of `type`, with the words of vocabularies and the ids of records in it as people read them.
  func worded(_ value: Value, _ type: CELType) -> Value {
    guard let value = value.present else { return value }
    switch (type, value) {
    case (.optional(let wrapped), _): return worded(value, wrapped)
    case (.enumeration(let words), .string(let word)):
      return .string(name(words.name, word)?.text ?? word)
    case (.list(let element), .list(let values)): return .list(values.map { worded($0, element) })
    case (.map(_, let element), .map(let map)):
      return .map(ValueMap(map.entries.map { ($0.key, worded($0.value, element)) }))
    case (.record(let record), .map(let map)):
      return .map(
        ValueMap(
          map.entries.map { entry in
            guard case .string(let name) = entry.key, let field = record.fields.first(where: { $0.name == name })
            else { return (entry.key, entry.value) }
            return (entry.key, worded(entry.value, field.type))
          }))
    default: return value
    }
  }

  /// The message of `choice`; nil, with a warning, if its row gives no value for one of its placeholders.
  func rendered(_ choice: MessageChoice, origin: Origin?) -> RenderedMessage? {
    let template = template(of: choice.message)
    var parts = template.parts
    for (index, pattern) in template.patterns.enumerated() {
      guard let pattern else { continue }
      let locale = parts[index].text.locale
      do throws(MessagePattern.Unfilled) {
        let text = try pattern.text(
          format(locale), value: { choice.fields?[string: $0]?.present }, words: { words($0, choice) })
        parts[index] = RenderedMessage.Part(
          name: parts[index].name, text: LocalizedText.Served(text: Text(text), locale: locale))
      } catch {
        unfilled.add(.unfilled(messages.all[choice.message], error.name, by: origin))
        return nil
      }
    }
    return RenderedMessage(
      message: template.id, topic: template.topic, tags: template.tags, layer: choice.layerName, parts: parts,
      origin: origin)
  }

  /// The message at `position`, which no row has chosen: a heading.
  func rendered(_ position: Int) -> RenderedMessage? {
    rendered(MessageChoice(message: position, layer: 0, priority: 0, element: 0), origin: nil)
  }

  /// The template of the message at `position`, made when it is first rendered.
  private func template(of position: Int) -> MessageTemplate {
    if let known = templates[position] { return known }
    let message = messages.all[position]
    var parts: [RenderedMessage.Part] = []
    var hasPlaceholders: [Bool] = []
    for part in message.parts {
      guard let served = served(part.text) else { continue }
      parts.append(RenderedMessage.Part(name: part.name, text: served))
      hasPlaceholders.append(part.hasPlaceholders)
    }
    let made = MessageTemplate(
      id: message.id, topic: message.topic.map { messages.topics[$0] }, tags: message.tags, parts: parts,
      hasPlaceholders: hasPlaceholders)
    templates[position] = made
    return made
  }

  private func format(_ locale: LanguageTag) -> LocaleFormat {
    if let known = formats.first(where: { $0.locale == locale }) { return known.format }
    formats.append((locale, LocaleFormat(locale)))
    return formats[formats.count - 1].format
  }

  private func words(_ name: Text, _ choice: MessageChoice) -> String? {
    guard let value = choice.fields?[string: name]?.present else { return nil }
    switch value {
    case .string(let word):
      guard let vocabulary = choice.shape?.vocabulary(of: name) else { return word.string }
      return self.name(vocabulary, word)?.text.string ?? word.string
    case .int(let number): return "\(number)"
    case .uint(let number): return "\(number)"
    case .decimal(let number): return "\(number)"
    case .double(let number): return "\(number)"
    default: return nil
    }
  }
}

/// Messages that should have been shown but have a placeholder without a value, each once, as warnings for the response of the request.
package final class UnfilledMessages: Sendable {
  private let warnings = Mutex<[Diagnostic]>([])
  /// The maximum number of reports per request.
  private static let most = 20

  package init() {}

  func add(_ warning: Diagnostic) {
    warnings.withLock { if $0.count < Self.most, !$0.contains(warning) { $0.append(warning) } }
  }

  /// Returns the warnings since the last call.
  package func take() -> [Diagnostic] {
    warnings.withLock { warnings in
      defer { if !warnings.isEmpty { warnings = [] } }
      return warnings
    }
  }
}

extension Diagnostic {
  fileprivate static func unfilled(_ message: Message, _ name: Text, by origin: Origin?) -> Diagnostic {
    let chooser = origin.map { origin in
      origin.row.map { "row `\($0)` of `\(origin.decision)`" } ?? "`\(origin.decision)`"
    }
    return Diagnostic(
      code: "message/unfilled", severity: .warning,
      message: "the message `\(message.id)` is not shown: \(chooser ?? "the rule that names it") gives no `\(name)`",
      place: message.place, fix: "give `\(name)` beside the message, or leave `{\(name)}` out of its text")
  }
}

/// The renderers of one session, by language: the fallbacks of a language are computed once.
struct MessageRenderers {
  private var known: [(locale: LanguageTag?, renderer: MessageRenderer)] = []
  /// The maximum number of languages kept, because callers choose languages freely.
  private static let most = 8

  mutating func renderer(_ system: LoadedSystem, _ messages: Messages, locale: LanguageTag?) -> MessageRenderer {
    for entry in known where entry.locale == locale { return entry.renderer }
    let renderer = MessageRenderer(system.pack, messages, locale: locale, unfilled: system.unfilled)
    if known.count == Self.most { known.removeFirst() }
    known.append((locale, renderer))
    return renderer
  }
}

/// A message in a person's language, with its placeholders filled, and the row that chose it.
public struct RenderedMessage: Sendable {
  /// One text of the message.
  public struct Part: Sendable {
    /// `title`, `text`, `why` or `advice`.
    public let name: Text
    /// The words, and the language they are in.
    public let text: LocalizedText.Served
  }

  /// The message.
  public let message: Text
  /// The topic of the message.
  public let topic: Text?
  /// Words of what the message does, such as `rest`.
  public let tags: [Text]
  /// The layer of the row that chose it.
  public let layer: Text?
  /// The words, in the order of the message.
  public private(set) var parts: [Part]
  /// The row that chose the message; nil if no row chose it (a heading).
  public let origin: Origin?

  /// The part called `name`.
  public subscript(part name: Text) -> Text? { parts.first { $0.name == name }?.text.text }

  /// The message with those of its parts that `names` contains.
  func keeping(_ names: [Text]) -> RenderedMessage {
    var message = self
    message.parts.removeAll { !names.contains($0.name) }
    return message
  }
}
