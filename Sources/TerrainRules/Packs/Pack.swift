import TerrainBase
import TerrainDocuments

/// A content pack: content as records of the kinds that the pack itself declares.
///
/// Immutable except for a cache of requested locales. Any number of threads may use a pack.
package final class Pack: Sendable {
  /// The rule set for which a pack was written.
  package struct Requirement: Sendable {
    /// The rule set's name.
    package let id: Text
    /// The allowed versions.
    package let versions: VersionRange
    /// The place of its declaration in the pack.
    package let place: Place
  }

  /// A kind of record, and the file or folder that holds its records.
  package struct Kind: Sendable {
    /// The name, in the singular.
    package let name: Text
    /// The path relative to the pack's folder, or nil for a kind whose records come with requests.
    package let path: String?
    /// The place of the path, or of the kind's name, in `pack.yaml`.
    package let place: Place
    /// The rule module that validates records in requests, or nil if only the schema does.
    package let check: Text?
    /// The schema of its files, relative to the pack's folder, and the place of its name in `pack.yaml`.
    package let schema: (path: String, place: Place)?
    /// True if requests contain the records, and not the pack.
    package var isHandedIn: Bool { path == nil }
    /// The name of the type of its records' ids, in rules.
    package var idType: Text { Self.idType(of: name) }
    /// The keys that lead to a record's name for people; empty if the pack does not declare them.
    package let label: [Text]
    /// The fields that describe a record of this kind to people, in display order.
    package let about: [AboutField]
    /// The fields that are shown together with a record wherever it is offered, in display order.
    let card: [CardField]
    /// The fields that describe the steps of a record over time, or nil for a kind that takes no time.
    package let timeline: TimelineFields?

    /// The name of the type of the ids of records of the kind `name`.
    package static func idType(of name: Text) -> Text { Text("\(name)_id") }
  }

  /// The fields in which records of a kind declare steps and their durations.
  package struct TimelineFields: Sendable {
    /// The list of steps.
    package let steps: Text
    /// The field of a step that contains its duration.
    package let seconds: Text
    /// The field of a step that contains the instruction.
    package let text: Text
  }

  /// A field that is shown together with a record wherever it is offered.
  struct CardField: Sendable {
    /// Its name on the card.
    let name: Text
    /// The path to the field in a record; for a list on the path, its first element is used.
    let path: [Text]
  }

  /// A field that is shown to people, with its heading.
  package struct AboutField: Sendable {
    /// The field of a record.
    package let field: Text
    /// The heading.
    package let heading: LocalizedText
  }

  /// A closed vocabulary.
  package struct Vocabulary: Sendable {
    /// The name of the type in rules.
    package let name: Text
    /// The members in display order.
    package let values: [Text]
    /// True if the values are listed in ascending order.
    package let isOrdered: Bool
    /// The labels of the members.
    let labels: Node?
    /// Its name in `pack.yaml`.
    package let place: Place
  }

  /// A record.
  package struct Record: Sendable {
    /// Its id, which is unique among the records of its kind.
    package let id: Text
    /// Its fields, with their places.
    package let node: Node

    /// The record at `node`, called `id`.
    package init(id: Text, node: Node) {
      self.id = id
      self.node = node
    }
  }

  /// The pack's rules for counting days and weeks.
  package struct Calendar: Sendable, Equatable {
    /// The time at which a day ends; earlier times belong to the day before.
    package internal(set) var dayEnds = TimeOfDay.midnight
    /// The day on which a week begins: 1 for Monday to 7 for Sunday.
    package internal(set) var weekBegins = 1

    /// If a day ended after noon, most of it would fall on the next date.
    static let latestEnd = TimeOfDay(hour: 12, minute: 0) ?? .midnight
    static let weekdays: [Text] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Midnight, and Monday.
    package init() {}

    /// The days of `zone`.
    package func days(in zone: Zone) -> LocalDays { LocalDays(zone, ends: dayEnds) }

    /// The position of `date` in its week, from 0.
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
  /// The pack's rules for counting days and weeks.
  package let calendar: Calendar
  /// The rule set for which it was written.
  package let requirement: Requirement
  /// The kinds of record it has.
  package let kinds: [Kind]
  /// Its closed vocabularies.
  package let vocabularies: [Vocabulary]
  /// The identity of the pack: a hash over the names and bytes of all its files, as 32 hexadecimal digits.
  package let hash: String
  /// The pack's path.
  package let path: String
  private let records: [Text: [Record]]
  private let index: [Text: [Text: Int]]
  private let recordTypes: [Text: RecordReading]
  /// A cache of the locales for requested tags, because devices send theirs, such as `en-GB`, with each request.
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

  /// The records of `kind` in the order of the files; empty if the kind was not loaded.
  package func records(of kind: Text) -> [Record] { records[kind] ?? [] }

  /// The record of `kind` called `id`.
  package func record(_ kind: Text, _ id: Text) -> Record? { index[kind]?[id].flatMap { records[kind]?[$0] } }

  /// The reading of records as the record type `name`, or nil if no rule has used that type.
  package func reading(_ name: Text) -> RecordReading? { recordTypes[name] }

  /// The record `id` as a value of the record type `type`, as rules see it.
  package func value(_ type: Text, _ id: Text) -> Value? {
    guard let reading = reading(type) else { return nil }
    var diagnostics: [Diagnostic] = []
    for kind in reading.kinds {
      if let record = record(kind, id) { return reading.value(of: record, kind: kind, into: &diagnostics) }
    }
    return nil
  }

  /// All records of the record type `type` as rules see them. Nil if a request may add others, or if a record is not loaded or cannot be
  /// read.
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

  /// The label of the member `value` of a vocabulary, if the pack has one.
  package func label(_ vocabulary: Text, _ value: Text) -> LocalizedText? {
    text(vocabularies.first { $0.name == vocabulary }?.labels?[value])
  }

  /// The name of `record`, of kind `kind`, for people, or nil if the pack does not declare it.
  package func label(of record: Record, kind: Text) -> LocalizedText? {
    guard let path = self.kind(kind)?.label, !path.isEmpty else { return nil }
    var node: Node? = record.node
    for key in path {
      // A text on the path is the id of a record, in which the path continues.
      if let id = node?.text { node = self.record(named: id)?.record.node }
      node = node.flatMap { $0.kind == .map ? $0[key] : nil }
    }
    return text(node)
  }

  /// The record called `id` with its kind, or nil if none was loaded or records of several kinds have that id.
  package func record(named id: Text) -> (record: Record, kind: Text)? {
    let found = kinds.compactMap { kind in record(kind.name, id).map { (record: $0, kind: kind.name) } }
    return found.count == 1 ? found[0] : nil
  }

  /// The localized text at `node`: a plain string belongs to the default locale, a map goes from locale to string. Mistakes are added to
  /// `diagnostics`.
  package func text(_ node: Node?, into diagnostics: inout [Diagnostic]) -> LocalizedText? {
    node.flatMap {
      LocalizedText.read($0, defaultLocale: defaultLocale, known: supportedLocales, into: &diagnostics)
    }
  }

  /// The localized text at `node`, or nil if it is not one.
  package func text(_ node: Node?) -> LocalizedText? {
    var ignored: [Diagnostic] = []
    return text(node, into: &ignored)
  }
}

extension Pack {
  /// The locale of the pack for a reader of `tag`, by CLDR language matching, or the default locale if none matches.
  ///
  /// - Complexity: O(supported locales) for a tag that was not requested before; the result is cached.
  package func locale(for tag: LanguageTag) -> LanguageTag {
    if let known = served.withLock({ $0[tag] }) { return known }
    let locale = tag.closest(among: supportedLocales) ?? defaultLocale
    return served.withLock { $0.keep(locale, of: tag) }
  }
}

extension Pack {
  /// True if `name` is the tag of a locale for which the pack has texts, possibly in another variant of the language.
  package func serves(_ name: Text) -> Bool {
    if supportedLocales.contains(where: { $0.text == name }) { return true }
    guard let tag = try? LanguageTag(parsing: name), let closest = tag.closest(among: supportedLocales) else {
      return false
    }
    // Devices send the two-letter code of a language that has one, never `ger`.
    return tag.language.utf8.count == closest.language.utf8.count
  }

  /// The value at `node`, with each text in the language `locale` if the pack has it.
  ///
  /// A text is a map from the pack's locales to strings. If the pack lacks the text in the language, the text is in the fallback language,
  /// whose tag is added under the text's key with the suffix `_locale`.
  package func localized(_ node: Node, for locale: LanguageTag) -> Value {
    // Readers limit the nesting of documents, so the recursion is bounded.
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

  /// True if the node is a localized text: a map from locales to strings with no other members.
  private func isLocalizedText(_ node: Node) -> Bool {
    guard node.kind == .map, node.count > 0 else { return false }
    for (key, value) in node.members {
      guard value.kind == .string, let name = key.text, supportedLocales.contains(where: { $0.text == name }) else {
        return false
      }
    }
    return true
  }

  /// The text at `node` for `locale`, as ``LocalizedText/served(for:)`` chooses it, or nil if the node has none.
  package func served(_ node: Node?, for locale: LanguageTag) -> LocalizedText.Served? {
    // Most texts have the requested locale, so the other locales need not be read.
    if let node, node.kind == .map, let own = node[locale.text]?.text {
      return LocalizedText.Served(text: own, locale: locale)
    }
    return text(node)?.served(for: locale)
  }

  /// The card of the record `record` of `kind` in the language `locale`: the fields that the kind declares for its card, under the names on
  /// the card. Missing fields are left out.
  package func card(of record: Record, kind: Text, for locale: LanguageTag) -> [(name: Text, value: Value)] {
    guard let card = self.kind(kind)?.card else { return [] }
    return card.compactMap { field in
      record.node.field(at: field.path).map { (field.name, localized($0, for: locale)) }
    }
  }
}
