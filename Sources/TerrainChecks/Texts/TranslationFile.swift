import TerrainDocuments
import TerrainBase

/// A file that goes to a translator and comes back.
package struct TranslationFile: Sendable {
  /// How it is written.
  package enum Format: String, Sendable, CaseIterable { case xliff, csv }

  /// A text in it.
  struct Entry: Sendable {
    let key: String
    let source: String
    /// Empty where there is no translation.
    let target: String
    /// Whether somebody vouches for the translation.
    let isTranslated: Bool
    /// Hints for the translator; not read.
    var notes: [String] = []
    /// The file of the pack that it is in; not read.
    var file = ""
    /// Where it is; nil in a file that is not written yet.
    var place: Place?
  }

  /// The locale of the sources.
  let source: LanguageTag
  /// The locale that is translated into.
  package let target: LanguageTag
  let entries: [Entry]

  init(source: LanguageTag, target: LanguageTag, entries: [Entry]) {
    self.source = source
    self.target = target
    self.entries = entries
  }

  /// The texts of `status`, with what is to be done.
  package init(_ status: TextStatus) {
    source = status.texts.source
    target = status.texts.target
    entries = zip(status.texts.units, status.problems).map { unit, problems in
      var notes = problems.filter { $0 != .missing }.map(Self.note)
      if let limit = unit.limit { notes.append("At most \(limit.counted("character"))") }
      return Entry(
        key: unit.key, source: unit.source.string, target: unit.target?.text.string ?? "",
        isTranslated: unit.target != nil && !problems.contains(.stale), notes: notes,
        file: String(unit.place.source.name.dropFirst(status.texts.pack.folder.count + 1)))
    }
  }

  /// Reads `text`, XLIFF or CSV by its first character.
  ///
  /// - Throws: what is wrong with it.
  package init(_ text: SourceText) throws(DiagnosticError) {
    let first = text.bytes.dropFirst(text.byteOrderMarkLength).first { $0 > 0x20 }
    self = try first == UInt8(ascii: "<") ? Self.xliff(text) : Self.csv(text)
  }

  /// Its text in `format`.
  package func text(_ format: Format) -> String { format == .xliff ? xliff : csv }

  private static func note(_ problem: TextStatus.Problem) -> String {
    switch problem {
    case .stale: "The source has changed since this was translated"
    case .identical: "The translation is the same as the source"
    case .placeholderLost: "The translation lacks a placeholder of the source"
    case .tooLong: "The translation is longer than the limit"
    case .missing: "There is no translation"
    }
  }

  static func locale(_ text: String?, at place: Place) throws(DiagnosticError) -> LanguageTag {
    guard let text, let tag = try? LanguageTag(parsing: Text(text)) else {
      throw DiagnosticError(
        .translationFile("the file does not name the language it translates from and into", at: place))
    }
    return tag
  }
}

// MARK: - CSV

extension TranslationFile {
  private static let states = (initial: "initial", translated: "translated")

  private var csv: String {
    CSVReader.line(["id", "\(source)", "\(target)", "state", "notes"])
      + entries.map { entry in
        CSVReader.line([
          entry.key, entry.source, entry.target,
          entry.isTranslated ? Self.states.translated : Self.states.initial, entry.notes.joined(separator: "; "),
        ])
      }.joined()
  }

  private static func csv(_ text: SourceText) throws(DiagnosticError) -> TranslationFile {
    let csv = CSVReader(text)
    guard let heading = csv.rows.first, heading.count >= 4, heading[0].text == "id", heading[3].text == "state" else {
      throw DiagnosticError(
        .translationFile(
          "expected XLIFF, or CSV whose first line is `id`, two locales, `state`, `notes`",
          at: Place(source: text, range: csv.rows.first?.first?.place.range ?? text.wholeRange)))
    }
    if csv.isOpen, let last = csv.rows.last?.last {
      throw DiagnosticError(.translationFile("a quote is not closed", at: last.place))
    }
    var entries: [Entry] = []
    for row in csv.rows.dropFirst() {
      guard row.count >= 3 else {
        throw DiagnosticError(
          .translationFile("this row has \(row.count.counted("cell")): expected an id and two texts", at: row[0].place))
      }
      entries.append(
        Entry(
          key: row[0].text, source: row[1].text, target: row[2].text,
          isTranslated: row.count < 4 || row[3].text != states.initial, place: row[2].place))
    }
    return TranslationFile(
      source: try locale(heading[1].text, at: heading[1].place),
      target: try locale(heading[2].text, at: heading[2].place), entries: entries)
  }
}

extension Diagnostic {
  static func translationFile(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "texts/wrong-file", message: "this is not a file of translations: \(what)", place: place,
      fix: "`terrain texts export` writes one")
  }
}
