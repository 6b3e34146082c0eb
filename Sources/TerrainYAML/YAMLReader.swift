import CLibYAML
import TerrainDocuments

/// Reads YAML 1.2 (core schema) into documents, every value with its place and every comment.
///
/// Keys are strings however they look (`1: x` has the key "1", `yes: x` the key "yes"). Anchors and aliases are kept as
/// references; how much they may expand to is bounded.
package enum YAMLReader {
  /// Reads every document of `source`; none for a source that holds only comments.
  ///
  /// A text that cannot be read to its end gives no documents and one error. Documents whose shape is clear, but in
  /// which something is wrong (a key twice, an unknown tag), are given beside the errors, so that what else is wrong in
  /// them can be reported in the same run.
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

  /// Reads the one document of `source`; another number of documents is an error too.
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
