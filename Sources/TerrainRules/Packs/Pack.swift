import TerrainBase
import TerrainDocuments

/// A content pack: content as records of the kinds that the pack itself declares.
///
/// Immutable, but for what it remembers of requested locales; one pack serves any number of threads.
package final class Pack: Sendable {
  /// The rule set a pack was written for.
  package struct Requirement: Sendable {
    /// The rule set's name.
    package let id: Text
    /// The versions that will do.
    package let versions: VersionRange
    /// Where the pack declares it.
    package let place: Place
  }

  /// A kind of record, and the file or folder that holds its records.
  package struct Kind: Sendable {
    /// The name, in the singular.
    package let name: Text
    /// Relative to the pack's folder; nil of a kind whose records no pack holds: requests contain them.
    package let path: String?
    /// Where `pack.yaml` has the path, or names the kind.
    package let place: Place
    /// The rule module that validates records in requests; nil where only the schema does.
    package let check: Text?
    /// The schema of its files, relative to the pack's folder, and where `pack.yaml` names it.
    package let schema: (path: String, place: Place)?
    /// True where requests contain the records, and not the pack.
    package var isHandedIn: Bool { path == nil }
    /// The name of the type of its records' ids, in rules.
    package var idType: Text { Self.idType(of: name) }
    /// The keys that lead to a record's name for people; none where the pack does not declare them.
    let label: [Text]
    /// The fields that describe a record of this kind to people, in the order they are shown.
    package let about: [AboutField]
    /// The fields that stand beside a record wherever it is offered, in the order they are shown.
    let card: [CardField]
    /// Where a record declares what happens for how long; nil for a kind that takes no time.
    package let timeline: TimelineFields?

    /// The name of the type of the ids of records of the kind `name`.
    package static func idType(of name: Text) -> Text { Text("\(name)_id") }
  }

  /// The fields in which records of a kind declare what happens for how long.
  package struct TimelineFields: Sendable {
    /// The list of steps.
    package let steps: Text
    /// In a step, how long it takes.
    package let seconds: Text
    /// In a step, what is to be done.
    package let text: Text
  }

  /// A field that stands beside a record wherever it is offered.
  struct CardField: Sendable {
    /// Its name on the card.
    let name: Text
    /// The keys that lead to it in a record; of a list on the way, its first element is meant.
    let path: [Text]
  }

  /// A field shown to people, with the words above it.
  package struct AboutField: Sendable {
    /// The field of a record.
    package let field: Text
    /// The words above it.
    package let heading: LocalizedText
  }

  /// A closed vocabulary.
  package struct Vocabulary: Sendable {
    /// The name rules use as a type.
    package let name: Text
    /// The members, in the order they are shown.
    package let values: [Text]
    /// Whether the values are listed from the least to the greatest.
    package let isOrdered: Bool
    /// For members, the words people read.
    let labels: Node?
    /// Its name in `pack.yaml`.
    package let place: Place
  }

  /// A record.
  package struct Record: Sendable {
    /// Its name among the records of its kind.
    package let id: Text
    /// Its fields, with their places.
    package let node: Node

    /// The record at `node`, called `id`.
    package init(id: Text, node: Node) {
      self.id = id
      self.node = node
    }
  }

  /// How the pack counts days and weeks.
  package struct Calendar: Sendable, Equatable {
    /// When a day ends: what happens earlier belongs to the day before.
    package internal(set) var dayEnds = TimeOfDay.midnight
    /// The day on which a week begins: 1 for Monday to 7 for Sunday.
    package internal(set) var weekBegins = 1

    /// A day that ended after noon would be called by the name of another one.
    static let latestEnd = TimeOfDay(hour: 12, minute: 0) ?? .midnight
    static let weekdays: [Text] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Midnight, and Monday.
    package init() {}

    /// The days of `zone`.
    package func days(in zone: Zone) -> LocalDays { LocalDays(zone, ends: dayEnds) }

    /// The place of `date` in its week, from 0.
    package func positionInWeek(of date: CalendarDate) -> Int { (date.weekday - weekBegins + 7) % 7 }
  }

  /// The pack's name.
  package let id: Text
  /// The pack's version.
  package let version: SemanticVersion
  /// The locale that every text has.
  package let defaultLocale: LanguageTag
  /// The locales that texts may have.
  package let supportedLocales: [LanguageTag]
  /// Its days and weeks.
  package let calendar: Calendar
  /// The rule set it was written for.
  package let requirement: Requirement
  /// The kinds of record it has.
  package let kinds: [Kind]
  /// Its closed vocabularies.
  package let vocabularies: [Vocabulary]
  /// Identifies a pack: a hash over the names and bytes of all its files, as 32 hexadecimal digits.
  package let hash: String
  /// The pack's path.
  package let path: String
  private let records: [Text: [Record]]
  private let index: [Text: [Text: Int]]
  private let recordTypes: [Text: RecordReading]
  /// The locales that serve tags of earlier requests: devices name theirs, such as `en-GB`, in each request.
  private let served = Mutex(BoundedValues<LanguageTag, LanguageTag>())

  init(
    id: Text, version: SemanticVersion, defaultLocale: LanguageTag, supportedLocales: [LanguageTag],
    calendar: Calendar, requirement: Requirement, kinds: [Kind], vocabularies: [Vocabulary], hash: String, path: String,
    records: [Text: [Record]], recordTypes: [Text: RecordReading]
  ) {
    self.id = id
    self.version = version
    self.defaultLocale = defaultLocale
    self.supportedLocales = supportedLocales
    self.calendar = calendar
    self.requirement = requirement
    self.kinds = kinds
    self.vocabularies = vocabularies
    self.hash = hash
    self.path = path
    self.records = records
    self.recordTypes = recordTypes
    index = records.mapValues { records in
      Dictionary(keepingFirst: records.enumerated().map { ($1.id, $0) })
    }
  }

  /// The kind called `name`.
  package func kind(_ name: Text) -> Kind? { kinds.first { $0.name == name } }

  /// The records of `kind`, in the order of the files; empty for a kind that was not loaded.
  package func records(of kind: Text) -> [Record] { records[kind] ?? [] }

  /// The record of `kind` called `id`.
  package func record(_ kind: Text, _ id: Text) -> Record? { index[kind]?[id].flatMap { records[kind]?[$0] } }

  /// How records are read as the record type `name`; nil where no rule has asked for it.
  package func reading(_ name: Text) -> RecordReading? { recordTypes[name] }

  /// The record `id` as rules see it, as the record type `type`.
  package func value(_ type: Text, _ id: Text) -> Value? {
    guard let reading = reading(type) else { return nil }
    var diagnostics: [Diagnostic] = []
    for kind in reading.kinds {
      if let record = record(kind, id) { return reading.value(of: record, kind: kind, into: &diagnostics) }
    }
    return nil
  }

  /// All records of the record type `type` as rules see them; nil where a request may give others, or one of them is not loaded or cannot
  /// be read.
  package func values(_ type: Text) -> [Value]? {
    guard let reading = reading(type), !reading.isHandedIn, !reading.kinds.isEmpty else { return nil }
    var diagnostics: [Diagnostic] = []
    var values: [Value] = []
    for kind in reading.kinds {
      guard self.kind(kind)?.isHandedIn == false, let own = records[kind] else { return nil }
      for record in own {
        guard let value = reading.value(of: record, kind: kind, into: &diagnostics) else { return nil }
        values.append(value)
      }
    }
    return values
  }

  /// The words for the member `value` of a vocabulary, where the pack has any.
  package func label(_ vocabulary: Text, _ value: Text) -> LocalizedText? {
    text(vocabularies.first { $0.name == vocabulary }?.labels?[value])
  }

  /// The name for people of `record`, which is of `kind`; nil where the pack does not declare where it is.
  package func label(of record: Record, kind: Text) -> LocalizedText? {
    guard let path = self.kind(kind)?.label, !path.isEmpty else { return nil }
    var node: Node? = record.node
    for key in path {
      // A value on the way names a record: in that one the way goes on.
      if let id = node?.text { node = self.record(named: id)?.node }
      node = node.flatMap { $0.kind == .map ? $0[key] : nil }
    }
    return text(node)
  }

  /// The record called `id`, or nil if there is none, or several of different kinds.
  private func record(named id: Text) -> Record? {
    let found = kinds.compactMap { record($0.name, id) }
    return found.count == 1 ? found[0] : nil
  }

  /// The localized text at `node`: a bare string is the default locale's, a map goes from locale to string. What is wrong
  /// with it is added to `diagnostics`.
  package func text(_ node: Node?, into diagnostics: inout [Diagnostic]) -> LocalizedText? {
    node.flatMap {
      LocalizedText.read($0, defaultLocale: defaultLocale, known: supportedLocales, into: &diagnostics)
    }
  }

  /// The localized text at `node`; nil where it is not one.
  package func text(_ node: Node?) -> LocalizedText? {
    var ignored: [Diagnostic] = []
    return text(node, into: &ignored)
  }
}

extension Pack {
  /// The locale of the pack that serves somebody who wants `tag`, by CLDR language matching; the default one where none does.
  ///
  /// - Complexity: O(supported locales) for a tag that was not requested before; the answer is kept.
  package func locale(for tag: LanguageTag) -> LanguageTag {
    if let known = served.withLock({ $0[tag] }) { return known }
    let locale = tag.closest(among: supportedLocales) ?? defaultLocale
    return served.withLock { $0.keep(locale, of: tag) }
  }
}

extension Pack {
  /// Whether `name` is the tag of a locale for which the pack has texts, if only in a variant of its language.
  package func serves(_ name: Text) -> Bool {
    if supportedLocales.contains(where: { $0.text == name }) { return true }
    guard let tag = try? LanguageTag(parsing: name), let closest = tag.closest(among: supportedLocales) else {
      return false
    }
    // Three letters where tags have two (`ger`): nobody's device names a language so.
    return tag.language.utf8.count == closest.language.utf8.count
  }

  /// What is at `node`, with each text in the language `locale`, as far as the pack has it.
  ///
  /// A text is a map from the pack's locales to strings. One that the pack does not have in the language is in the language that
  /// the pack falls back to, which is then beside it under the text's key with `_locale` at its end.
  package func localized(_ node: Node, for locale: LanguageTag) -> Value {
    // Readers refuse documents that nest deeper than their limit, so the recursion is bounded.
    switch node.kind {
    case .map:
      if isLocalizedText(node) { return served(node, for: locale).map { .string($0.text) } ?? .null }
      var map = ValueMap(capacity: node.count)
      for (key, value) in node.members {
        let name = key.text ?? ""
        guard isLocalizedText(value) else {
          map.insert(.string(name), localized(value, for: locale))
          continue
        }
        guard let served = served(value, for: locale) else { continue }
        map.insert(.string(name), .string(served.text))
        if served.locale != locale { map.insert(.string("\(name)_locale"), .string(served.locale.text)) }
      }
      return .map(map)
    case .list: return .list(node.elements.map { localized($0, for: locale) })
    default: return node.value(fractions: .double)
    }
  }

  /// Whether a text is at `node`, and nothing else, a string without a language among it.
  private func isLocalizedText(_ node: Node) -> Bool {
    guard node.kind == .map, node.count > 0 else { return false }
    for (key, value) in node.members {
      guard value.kind == .string, let name = key.text, supportedLocales.contains(where: { $0.text == name }) else {
        return false
      }
    }
    return true
  }

  /// The text at `node` for `locale`, as ``LocalizedText/served(for:)`` chooses it; nil where there is none.
  package func served(_ node: Node?, for locale: LanguageTag) -> LocalizedText.Served? {
    // Most texts have the locale itself, and the others need not be read.
    if let node, node.kind == .map, let own = node[locale.text]?.text {
      return LocalizedText.Served(text: own, locale: locale)
    }
    return text(node)?.served(for: locale)
  }

  /// What the record `record` of `kind` shows wherever it is offered, in the language `locale`: the fields that the kind declares as
  /// its card, by the names that it gives them. What the record does not have is left out.
  package func card(of record: Record, kind: Text, for locale: LanguageTag) -> [(name: Text, value: Value)] {
    guard let card = self.kind(kind)?.card else { return [] }
    return card.compactMap { field in
      record.node.field(at: field.path).map { (field.name, localized($0, for: locale)) }
    }
  }
}
