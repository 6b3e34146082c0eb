import TerrainBase
import TerrainDocuments

/// A file with texts for a translator.
package struct TranslationFile: Sendable {
  /// The file format.
  package enum Format: String, Sendable, CaseIterable { case xliff, csv }

  /// A text in it.
  struct Entry: Sendable {
    let key: String
    let source: String
    /// The translation; empty if it is missing.
    let target: String
    /// True if a translator has confirmed the translation.
    let isTranslated: Bool
    /// Hints for the translator; not read.
    var notes: [String] = []
    /// The file of the pack that it is in; not read.
    var file = ""
    /// The location; nil in a file that is not written yet.
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

  /// The texts of `status`, with notes about the remaining work.
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
  /// - Throws: errors in the file.
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
    case .placeholderAdded: "The translation has a placeholder that the source lacks"
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

/// XLIFF 2.1, as OASIS describes it.
extension TranslationFile {
  private static let namespace = "urn:oasis:names:tc:xliff:document:2.0"

  var xliff: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff xmlns="\(Self.namespace)" version="2.1" srcLang="\(source)" trgLang="\(target)" xml:space="preserve">

      """
    var file: String?
    var count = 0
    for (number, entry) in entries.enumerated() {
      if entry.file != file {
        if file != nil { text += "  </file>\n" }
        count += 1
        text += "  <file id=\"f\(count)\" original=\"\(XMLText.escaped(entry.file, inAttribute: true))\">\n"
        file = entry.file
      }
      text += "    <unit \(UnitName.attributes(entry.key, number: number + 1))>\n"
      if !entry.notes.isEmpty {
        // The layout is that of other tools, so that a file without changes has the same bytes.
        text += "      <notes>\n"
        for note in entry.notes { text += "        <note>\(XMLText.escaped(note))</note>\n" }
        text += "      </notes>\n"
      }
      text += "      <segment state=\"\(entry.isTranslated ? "translated" : "initial")\">\n"
      text += "        <source>\(Self.escaped(entry.source))</source>\n"
      if !entry.target.isEmpty { text += "        <target>\(Self.escaped(entry.target))</target>\n" }
      text += "      </segment>\n    </unit>\n"
    }
    return text + (file == nil ? "" : "  </file>\n") + "</xliff>\n"
  }

  /// `text` with `<cp/>` for characters that XML does not allow, and references for those that it changes.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x09, 0x0A: String(scalar)
      case 0x0D, 0x7F...0x9F: "&#x\(String(scalar.value, radix: 16));"
      case 0..<0x20, 0xFFFE, 0xFFFF:
        "<cp hex=\"\(String(repeating: "0", count: scalar.value < 0x10 ? 3 : scalar.value < 0x20 ? 2 : 0))\(String(scalar.value, radix: 16))\"/>"
      default: XMLText.escaped(String(scalar))
      }
    }.joined()
  }

  static func xliff(_ text: SourceText) throws(DiagnosticError) -> TranslationFile {
    let root = try XMLReader.read(text)
    guard root.name == "xliff", root.namespace == namespace, root.attribute("version")?.hasPrefix("2.") == true else {
      throw DiagnosticError(
        .translationFile("expected `<xliff version=\"2.1\" xmlns=\"\(namespace)\">`", at: root.place))
    }
    var entries: [Entry] = []
    for file in root.children where file.name == "file" { try read(file, into: &entries) }
    return TranslationFile(
      source: try locale(root.attribute("srcLang"), at: root.place),
      target: try locale(root.attribute("trgLang"), at: root.place), entries: entries)
  }

  /// Reads units, including those in groups; the recursion is bounded, because the reader limits the nesting of elements.
  private static func read(_ element: XMLElement, into entries: inout [Entry]) throws(DiagnosticError) {
    for child in element.children where child.namespace == namespace {
      if child.name == "group" { try read(child, into: &entries) }
      if child.name == "unit" { entries.append(try entry(child)) }
    }
  }

  private static func entry(_ unit: XMLElement) throws(DiagnosticError) -> Entry {
    guard let id = unit.attribute("id") else {
      throw DiagnosticError(.translationFile("this unit has no `id`", at: unit.place))
    }
    let key = UnitName.key(id: id, name: unit.attribute("name"))
    // A tool may have split the text.
    let parts = unit.children.filter { $0.name == "segment" || $0.name == "ignorable" }
    var (source, target) = ("", "")
    var isTranslated = true
    for part in parts {
      var own = ""
      if let text = part.child("source") { own = try characters(text) }
      source += own
      if let translated = part.child("target") {
        target += try characters(translated)
      } else if part.name == "ignorable" {
        target += own
      }
      if part.name == "segment", (part.attribute("state") ?? "initial") == "initial" { isTranslated = false }
    }
    return Entry(key: key, source: source, target: target, isTranslated: isTranslated, place: unit.place)
  }

  private static func characters(_ element: XMLElement) throws(DiagnosticError) -> String {
    var text = ""
    for part in element.content {
      switch part {
      case .text(let characters): text += characters
      case .element(let inner):
        switch inner.name {
        case "cp":
          guard let scalar = UInt32(inner.attribute("hex") ?? "", radix: 16).flatMap(Unicode.Scalar.init) else {
            throw DiagnosticError(.translationFile("`hex` is not a character", at: inner.place))
          }
          text.unicodeScalars.append(scalar)
        case "mrk", "pc": text += try characters(inner)
        default:
          throw DiagnosticError(
            .translationFile("`<\(inner.name)>` in a text means nothing in a pack: texts are plain", at: inner.place))
        }
      }
    }
    return text
  }
}
