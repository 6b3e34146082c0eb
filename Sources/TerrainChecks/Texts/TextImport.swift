import TerrainBase
import TerrainDocuments

/// Translations that came back, as edits of the pack's files.
package struct TextImport: Sendable {
  /// The files as they would be, by their paths.
  package let files: [(path: String, bytes: [UInt8])]
  /// The record as it would be.
  package let record: TranslationRecord
  /// The number of texts whose translation changes.
  package let changed: Int
  /// The diagnostics about translations that are not imported, and about those that are.
  package let warnings: [Diagnostic]

  /// Puts the translations of `file` in the pack of `texts`, whose files are in `store`.
  ///
  /// - Throws: `texts/locale`, and a text that cannot be written at its place.
  package init(
    _ file: TranslationFile, into texts: PackTexts, _ record: TranslationRecord, in store: SourceStore
  ) throws(DiagnosticError) {
    if file.source != texts.source || file.target != texts.target { throw DiagnosticError(.otherLocales(file, texts)) }
    var plan = Plan(texts, record)
    for entry in file.entries { plan.add(entry) }
    files = plan.files
    if !files.isEmpty { try plan.check(files, over: store) }
    changed = plan.edits.count
    warnings = plan.warnings
    self.record = plan.finishedRecord
  }

  private struct Plan {
    let texts: PackTexts
    var record: TranslationRecord
    var edits: [(unit: PackTexts.Unit, text: Text)] = []
    var warnings: [Diagnostic] = []
    private var targets: [String: Text]
    private let units: [String: PackTexts.Unit]
    /// The units by record and source: a text that moved within its record is found again.
    private let moved: [String: PackTexts.Unit]

    init(_ texts: PackTexts, _ record: TranslationRecord) {
      self.texts = texts
      self.record = record
      units = Dictionary(texts.units.map { ($0.key, $0) }) { first, _ in first }
      moved = Dictionary(texts.units.map { ("\(Self.owner(of: $0.key))\n\($0.source)", $0) }) { first, _ in first }
      targets = Dictionary(texts.units.compactMap { unit in unit.target.map { (unit.key, $0.text) } }) { first, _ in
        first
      }
    }

    /// The record of a text: `KIND:RECORD`.
    private static func owner(of key: String) -> String {
      key.split(separator: ":", omittingEmptySubsequences: false).prefix(2).joined(separator: ":")
    }

    mutating func add(_ entry: TranslationFile.Entry) {
      let (source, target) = (Text(entry.source), Text(entry.target))
      if target.isEmpty { return }
      var unit = units[entry.key]
      if unit?.source != source {
        unit = moved["\(Self.owner(of: entry.key))\n\(source)"] ?? unit
      }
      guard let unit else { return warnings.append(.noSuchText(entry, among: units.keys.ordered())) }
      guard unit.source == source else { return warnings.append(.sourceChanged(entry, unit)) }
      let isNew = unit.target?.text != target
      guard entry.isTranslated || isNew else { return }
      record.add(source, target, in: texts.target)
      if isNew {
        edits.append((unit, target))
        targets[unit.key] = target
        warn(entry, unit, target)
      }
    }

    private mutating func warn(_ entry: TranslationFile.Entry, _ unit: PackTexts.Unit, _ target: Text) {
      let (lost, added) = unit.isFilled ? TextContents.differingPlaceholders(of: unit.source, in: target) : ([], [])
      if !lost.isEmpty { warnings.append(.placeholderLost(lost, entry)) }
      if !added.isEmpty { warnings.append(.placeholderAdded(added, entry)) }
      let count = target.string.unicodeScalars.count
      if let limit = unit.limit, count > limit { warnings.append(.tooLong(count, limit, entry)) }
    }

    var finishedRecord: TranslationRecord {
      var record = record
      record.keep(Array(targets.values), in: texts.target)
      return record
    }

    var files: [(path: String, bytes: [UInt8])] {
      let (own, other) = (texts.source.description, texts.target.description)
      var files: [(path: String, bytes: [UInt8])] = []
      let byFile = Dictionary(grouping: edits) { $0.unit.node.place.source.name }
      for (path, group) in byFile.ordered(by: { $0.key < $1.key }) {
        guard let source = group.first?.unit.node.document.source else { continue }
        var edits = SourceEdits(source)
        for (unit, text) in group {
          if let target = unit.target {
            edits.set(target.node, to: text.string)
          } else if unit.node.kind == .map {
            edits.append(other, text.string, to: unit.node)
          } else {
            edits.spread(unit.node, own, other, text.string)
          }
        }
        files.append((path, edits.bytes))
      }
      return files
    }

    /// Reads `files` with the new texts, and with all other parts unchanged.
    func check(_ files: [(path: String, bytes: [UInt8])], over base: SourceStore) throws(DiagnosticError) {
      if let unit = edits.first(where: { $0.unit.node.kind != .map && $0.unit.isAnchored })?.unit {
        throw DiagnosticError(.notWritable(unit))
      }
      let store = base.edited()
      for (path, bytes) in files {
        store.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: bytes) }
        let comments = [base, store].map { $0.file(path).documents.reduce(0) { $0 + $1.comments.count } }
        if comments[0] != comments[1], let unit = edits.first(where: { $0.unit.node.place.source.name == path })?.unit {
          throw DiagnosticError(.notWritable(unit))
        }
      }
      let after = try PackTexts(PackContents.load(texts.pack.folder, store), into: texts.target)
      for (unit, new) in zip(texts.units, after.units) {
        guard unit.key == new.key, unit.source == new.source, targets[unit.key] == new.target?.text else {
          throw DiagnosticError(.notWritable(unit))
        }
      }
      if let unit = texts.units.last, after.units.count != texts.units.count {
        throw DiagnosticError(.notWritable(unit))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func otherLocales(_ file: TranslationFile, _ texts: PackTexts) -> Diagnostic {
    Diagnostic(
      code: "texts/locale",
      message:
        "the file translates from `\(file.source)` into `\(file.target)`: expected `\(texts.source)` into `\(texts.target)`",
      place: nil, fix: "export the texts of this pack")
  }

  fileprivate static func noSuchText(_ entry: TranslationFile.Entry, among known: [String]) -> Diagnostic {
    Diagnostic(
      code: "texts/no-such-text", severity: .warning, message: "the pack has no text `\(entry.key)`: it is ignored",
      place: entry.place, fix: Suggestion.fix(Text(entry.key), among: known))
  }

  fileprivate static func sourceChanged(_ entry: TranslationFile.Entry, _ unit: PackTexts.Unit) -> Diagnostic {
    Diagnostic(
      code: "texts/source-changed", severity: .warning,
      message: "the text `\(entry.key)` has changed since it was exported: its translation is ignored",
      place: entry.place,
      related: [.init(message: "the text as it is now", place: unit.node.place)], fix: "export it again")
  }

  fileprivate static func placeholderLost(_ names: [Text], _ entry: TranslationFile.Entry) -> Diagnostic {
    let list = names.map { "{\($0)}" }.allQuoted
    return Diagnostic(
      code: "texts/lost-placeholder", severity: .warning, message: "this translation lacks \(list) of its source",
      place: entry.place, fix: "add \(list)")
  }

  fileprivate static func placeholderAdded(_ names: [Text], _ entry: TranslationFile.Entry) -> Diagnostic {
    let list = names.map { "{\($0)}" }.allQuoted
    return Diagnostic(
      code: "texts/added-placeholder", severity: .warning,
      message: "this translation has \(list), which its source lacks",
      place: entry.place, fix: "use the placeholders of the source")
  }

  fileprivate static func tooLong(_ count: Int, _ limit: Int, _ entry: TranslationFile.Entry) -> Diagnostic {
    Diagnostic(
      code: "texts/too-long", severity: .warning,
      message: "this translation has \(count.counted("character")): expected at most \(limit)", place: entry.place,
      fix: "shorten it")
  }

  fileprivate static func notWritable(_ unit: PackTexts.Unit) -> Diagnostic {
    Diagnostic(
      code: "texts/not-writable", message: "the translation of `\(unit.key)` cannot be written here",
      place: unit.node.place, fix: "write it by hand")
  }
}

/// The texts that translations were made of: hashes of both, independent of their locations.
///
/// A translation that the record has only for other texts is stale. The state of a translation that is not in the record, as if written by
/// hand, is unknown.
package struct TranslationRecord: Sendable {
  /// The file's name, in the folder of the pack.
  package static let fileName = "translations.lock"

  private static let heading = """
    # Which translation was made of which text: LOCALE TRANSLATION TEXT, the texts as hashes.
    # Written by `terrain texts import`. Where git reports a conflict, keep the lines of both.

    """

  /// The state of a translation.
  enum Standing { case current, stale, unknown }

  /// The hashes of texts, by the locale and the hash of their translation: `zh-Hans 0123456789abcdef`.
  private var sources: [String: Set<String>] = [:]

  /// An empty record.
  package init() {}

  /// The record in `source`; lines that are something else, a merge's marks for example, are ignored.
  package init(_ source: SourceText) {
    for line in String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, words[1...].allSatisfy({ $0.utf8.count == 16 }) else { continue }
      sources["\(words[0]) \(words[1])", default: []].insert(words[2])
    }
  }

  /// The file's text.
  package var text: String {
    Self.heading
      + sources.ordered { $0.key < $1.key }.flatMap { target, sources in sources.ordered().map { "\(target) \($0)\n" } }
      .joined()
  }

  /// The state of the translation `target` of `source`.
  func standing(_ source: Text, _ target: Text, in locale: LanguageTag) -> Standing {
    guard let known = sources[Self.key(target, locale)] else { return .unknown }
    return known.contains(Self.hash(source)) ? .current : .stale
  }

  /// Records that `target` is a translation of `source`.
  mutating func add(_ source: Text, _ target: Text, in locale: LanguageTag) {
    sources[Self.key(target, locale), default: []].insert(Self.hash(source))
  }

  /// Leaves out translations into `locale` that are not among `targets`.
  mutating func keep(_ targets: [Text], in locale: LanguageTag) {
    let kept = Set(targets.map { Self.key($0, locale) })
    sources = sources.filter { kept.contains($0.key) || !$0.key.hasPrefix("\(locale) ") }
  }

  private static func key(_ target: Text, _ locale: LanguageTag) -> String { "\(locale) \(hash(target))" }

  private static func hash(_ text: Text) -> String {
    let digits = String(StableHash.xxHash64(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
