import TerrainDocuments
import TerrainBase

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
        // As tools write it again, so that a file that nobody has changed is the same bytes.
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

  /// `text` with `<cp/>` for characters that XML does not have, and references for those that it changes.
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

  /// Units, in groups too; the reader bounds how deep elements nest.
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
