import TerrainBase
import TerrainDocuments

/// The content of `pack.yaml`.
package struct PackManifest {
  private let id: Text
  private let version: SemanticVersion
  private let defaultLocale: LanguageTag
  private let supportedLocales: [LanguageTag]
  private let calendar: Pack.Calendar
  let requirement: Pack.Requirement
  let kinds: [Pack.Kind]
  let vocabularies: [Pack.Vocabulary]
  let shapes: [RecordShape]
  /// False if the manifest's own fields have mistakes, so that further kinds and vocabularies may be missing.
  let isWhole: Bool

  /// Fields that the loader does not use.
  private static let otherFields: [Text] = ["kind", "title", "doc", "updated_at", "review", "checks"]
  /// Fields that declare names.
  private static let naming: [Text] = ["kinds", "enums", "records"]
  private static let fields: Set<Text> = Set(
    otherFields + naming + ["id", "version", "default_locale", "supported_locales", "rules", "day_ends", "week_begins"])

  /// True if the names that the manifest at `node` declares can be read. Otherwise its kinds and vocabularies are unknown.
  package static func hasNames(_ node: Node) -> Bool {
    node.kind == .map && naming.allSatisfy { node[$0].map { $0.kind == .map } ?? true }
      && node.members.allSatisfy { $0.key.text.map(fields.contains) ?? true }
  }

  /// The pack that `node` describes, without its records. A part with a mistake is reported in `diagnostics` and replaced by a placeholder.
  static func read(_ node: Node, into diagnostics: inout [Diagnostic]) -> PackManifest {
    let before = diagnostics.count
    var fields = FieldReader(node, what: "a pack")
    let id = fields.text("id")?.text
    let version = fields.text("version")
    let locale = fields.text("default_locale")
    let supported = fields.texts("supported_locales")
    let requirement = fields.required("rules")
    let dayEnds = fields.text("day_ends", required: false)
    let weekBegins = fields.text("week_begins", required: false)
    let kinds = fields.map("kinds")
    let enums = fields.map("enums")
    let records = fields.map("records")
    diagnostics += fields.finish(alsoKnown: otherFields)
    let isWhole = diagnostics.count == before && hasNames(node)

    let semanticVersion = version.flatMap { SemanticVersion($0.text) }
    if let version, semanticVersion == nil { diagnostics.append(.notAVersion(at: version.node)) }
    let defaultLocale = locale.flatMap { try? LanguageTag(parsing: $0.text) }
    if let locale, defaultLocale == nil { diagnostics.append(.notALocale(at: locale.node)) }
    let supportedLocales = supported.compactMap { text, node in
      let tag = try? LanguageTag(parsing: text)
      if tag == nil { diagnostics.append(.notALocale(at: node)) }
      return tag
    }
    let calendar = calendar(dayEnds, weekBegins, into: &diagnostics)
    let required = requirement.flatMap { self.requirement($0, into: &diagnostics) }
    let language = defaultLocale ?? .undetermined
    return PackManifest(
      id: id ?? "", version: semanticVersion ?? SemanticVersion(major: 0, minor: 0, patch: 0),
      defaultLocale: language, supportedLocales: supportedLocales, calendar: calendar,
      requirement: required ?? Pack.Requirement(id: "", versions: .anything, place: node.place),
      kinds: kinds.compactMap { kind($0.key, $0.value, defaultLocale: language, into: &diagnostics) },
      vocabularies: enums.compactMap { vocabulary($0.key, $0.value, into: &diagnostics) },
      shapes: records.compactMap { RecordShape.read($0.key, $0.value, into: &diagnostics) }, isWhole: isWhole)
  }

  /// The pack, with the records of its files.
  func pack(
    hash: String, path: String, records: [Text: [Pack.Record]], recordTypes: [Text: Pack.RecordReading]
  ) -> Pack {
    Pack(
      id: id, version: version, defaultLocale: defaultLocale, supportedLocales: supportedLocales,
      calendar: calendar, requirement: requirement, kinds: kinds, vocabularies: vocabularies, hash: hash, path: path,
      records: records,
      recordTypes: recordTypes)
  }

  private static func calendar(
    _ dayEnds: (text: Text, node: Node)?, _ weekBegins: (text: Text, node: Node)?, into diagnostics: inout [Diagnostic]
  ) -> Pack.Calendar {
    var calendar = Pack.Calendar()
    if let dayEnds {
      if let time = TimeOfDay(hourAndMinute: dayEnds.text), time <= Pack.Calendar.latestEnd {
        calendar.dayEnds = time
      } else {
        diagnostics.append(.notAnEndOfDay(at: dayEnds.node))
      }
    }
    if let weekBegins {
      if let index = Pack.Calendar.weekdays.firstIndex(of: weekBegins.text) {
        calendar.weekBegins = index + 1
      } else {
        diagnostics.append(.notAWeekday(weekBegins.text, at: weekBegins.node))
      }
    }
    return calendar
  }

  private static func requirement(_ node: Node, into diagnostics: inout [Diagnostic]) -> Pack.Requirement? {
    var fields = FieldReader(node, what: "the rule set that a pack needs")
    let id = fields.text("id")
    let versions = fields.text("version")
    diagnostics += fields.finish()
    guard let id, let versions else { return nil }
    guard let range = VersionRange(versions.text) else {
      diagnostics.append(.notAVersionRange(at: versions.node))
      return nil
    }
    return Pack.Requirement(id: id.text, versions: range, place: node.place)
  }

  private static func kind(
    _ key: Node, _ node: Node, defaultLocale: LanguageTag, into diagnostics: inout [Diagnostic]
  ) -> Pack.Kind? {
    var fields = FieldReader(node, what: "a kind of content")
    let path = fields.text("path", required: false)
    let check = fields.text("check", required: false)?.text
    let schema = fields.text("schema", required: false)
    let label = fields.text("label", required: false)?.text
    let about = fields.list("about")
    let card = fields.optional("card").map { self.card($0, into: &diagnostics) } ?? []
    let timeline = fields.optional("timeline").flatMap { self.timeline($0, into: &diagnostics) }
    diagnostics += fields.finish(alsoKnown: ["doc"])
    guard let name = key.text else { return nil }
    let aboutFields = about.compactMap { entry -> Pack.AboutField? in
      var fields = FieldReader(entry, what: "a field of a page about a record")
      let field = fields.text("field")?.text
      let heading = fields.required("heading")
      diagnostics += fields.finish()
      guard let field, let heading,
        let text = LocalizedText.read(heading, defaultLocale: defaultLocale, into: &diagnostics)
      else { return nil }
      return Pack.AboutField(field: field, heading: text)
    }
    return Pack.Kind(
      name: name, path: path?.text.string, place: path?.node.place ?? key.place, check: check,
      schema: schema.map { ($0.text.string, $0.node.place) },
      label: label?.string.split(separator: ".").map { Text(String($0)) } ?? [], about: aboutFields, card: card,
      timeline: timeline)
  }

  private static func card(_ node: Node, into diagnostics: inout [Diagnostic]) -> [Pack.CardField] {
    guard node.kind == .map else {
      diagnostics.append(.wrongKind(node, expected: .map, what: "a card"))
      return []
    }
    return node.members.compactMap { key, path in
      guard let name = key.text, let text = path.text else {
        diagnostics.append(.wrongKind(path, expected: .string, what: "the path of a card's field"))
        return nil
      }
      return Pack.CardField(name: name, path: text.string.split(separator: ".").map { Text(String($0)) })
    }
  }

  private static func timeline(_ node: Node, into diagnostics: inout [Diagnostic]) -> Pack.TimelineFields? {
    var fields = FieldReader(node, what: "how a kind takes time")
    let steps = fields.text("steps")?.text
    let seconds = fields.text("seconds")?.text
    let text = fields.text("text")?.text
    diagnostics += fields.finish()
    guard let steps, let seconds, let text else { return nil }
    return Pack.TimelineFields(steps: steps, seconds: seconds, text: text)
  }

  private static func vocabulary(
    _ key: Node, _ node: Node, into diagnostics: inout [Diagnostic]
  ) -> Pack.Vocabulary? {
    var fields = FieldReader(node, what: "a vocabulary")
    _ = fields.required("values")
    let values = fields.texts("values")
    let labels = fields.optional("labels")
    let isOrdered = fields.bool("ordered") ?? false
    diagnostics += fields.finish(alsoKnown: ["doc"])
    return key.text.map {
      Pack.Vocabulary(
        name: $0, values: values.map { $0.text }, isOrdered: isOrdered, labels: labels, place: key.place)
    }
  }
}

extension Diagnostic {
  static func notAnEndOfDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/day-ends", message: "a day ends between midnight and noon, `00:00` to `12:00`", at: node,
      fix: "write the time in quotes: `day_ends: \"03:00\"`")
  }

  static func notAWeekday(_ text: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/week-begins", message: "a week begins on one of the seven days of the week", at: node,
      fix: Suggestion.fix(text, among: Pack.Calendar.weekdays) ?? "they are \(Pack.Calendar.weekdays.quoted)")
  }

  static func notAVersionRange(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-a-version-range",
      message: "which versions will do is written `^1.2.0`, `~1.2.0` or as one version, `1.2.0`", at: node,
      fix: "in YAML, put it in quotes")
  }
}
