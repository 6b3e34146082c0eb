import CLibYAML
import TerrainDocuments

/// Reads YAML 1.2 (core schema) into documents, every value with its place and every comment.
///
/// Keys are strings in every notation (`1: x` has the key "1", `yes: x` the key "yes"). Anchors and aliases are kept as references; their
/// expansion is limited.
package enum YAMLReader {
  /// Reads every document of `source`; the result is empty if the source contains only comments.
  ///
  /// A text that cannot be read to its end gives no documents and one error. Documents with other mistakes (a repeated key, an unknown tag)
  /// are returned together with the errors, so that further mistakes in them can be reported in the same run.
  package static func read(
    _ source: SourceText, limits: DocumentLimits = DocumentLimits()
  ) -> (documents: [Document], diagnostics: [Diagnostic]) {
    if let invalid = source.firstInvalidByte { return ([], [.notUTF8(source, at: invalid)]) }
    guard source.bytes.count < Int(Int32.max) else { return ([], [.tooLargeToRead(source)]) }
    return source.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return ([], []) }
      var composer = YAMLComposer(source: source, base: base, count: bytes.count, limits: limits)
      return composer.run()
    }
  }

  /// Reads the only document of `source`; any other number of documents is an error.
  package static func readOne(
    _ source: SourceText, limits: DocumentLimits = DocumentLimits()
  ) -> (document: Document?, diagnostics: [Diagnostic]) {
    var (documents, diagnostics) = read(source, limits: limits)
    if documents.isEmpty, !diagnostics.hasErrors { diagnostics.append(.nothingInYAML(source)) }
    if documents.count > 1 { diagnostics.append(.secondDocument(documents[1])) }
    return (documents.first, diagnostics)
  }
}

extension Diagnostic {
  // MARK: Documents

  static func nothingInYAML(_ source: SourceText) -> Diagnostic {
    yaml("no-value", "there is nothing but comments and blanks in this file", source, 0..<0)
  }

  static func secondDocument(_ document: Document) -> Diagnostic {
    let start = Int(document.root.range.start)
    return yaml(
      "second-document", "a second document begins here, and this file holds one", document.source, start..<start + 1)
  }
}

/// Reads a source as JSON or YAML.
package enum SourceReader {
  /// The documents of `source`. A name that ends in `.json` means JSON, and a name that ends in `.yaml` or `.yml` means YAML. A source with
  /// another name (standard input has none) is JSON if it begins with a bracket or a brace.
  ///
  /// A repeated key is an error in both, because the author may have meant either value.
  @Sendable package static func read(_ source: SourceText) -> (documents: [Document], diagnostics: [Diagnostic]) {
    guard isJSON(source) else { return YAMLReader.read(source) }
    var (document, diagnostics) = JSONReader.read(source)
    for index in diagnostics.indices where diagnostics[index].code == "json/duplicate-key" {
      diagnostics[index].severity = .error
    }
    return (diagnostics.hasErrors ? [] : document.map { [$0] } ?? [], diagnostics)
  }

  private static func isJSON(_ source: SourceText) -> Bool {
    if source.name.hasSuffix(".json") { return true }
    if source.name.hasSuffix(".yaml") || source.name.hasSuffix(".yml") { return false }
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let first = source.bytes.first { !white.contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

// The common parts of diagnostics about YAML.

extension Diagnostic {
  static func yaml(
    _ code: String, _ message: String, _ source: SourceText, _ range: Range<Int>, related: [Related] = [],
    fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "yaml/" + code, message: message, place: place(source, range), related: related, fix: fix)
  }

  static func place(_ source: SourceText, _ range: Range<Int>) -> Place {
    let count = source.bytes.count
    return Place(
      source: source,
      range: SourceRange(
        start: UInt32(clamping: min(range.lowerBound, count)), end: UInt32(clamping: min(range.upperBound, count))))
  }

  /// `text` in suitable quotes, for a fix.
  static func quoted(_ text: String) -> String {
    let needsSingle = text.contains("\"") || text.contains("\\")
    if !needsSingle { return "put it in quotes: `\"\(text)\"`" }
    if !text.contains("'") { return "put it in quotes: `'\(text)'`" }
    var escaped = ""
    for character in text { escaped += character == "\"" || character == "\\" ? "\\\(character)" : String(character) }
    return "put it in quotes: `\"\(escaped)\"`"
  }
}
