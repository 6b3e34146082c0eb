import TerrainDocuments
import TerrainYAML

/// Writes rule files in one way. Only white space between tokens and the quotes of expressions are touched; the result
/// is read back, and given only when every value and every comment is as it was.
package enum RuleFormatter {
  /// A change of a text: these bytes become those.
  package struct Edit: Sendable, Equatable {
    /// Bytes of the source.
    package var range: Range<Int>
    /// UTF-8.
    package var replacement: [UInt8]

    /// The bytes of `range` become `replacement`.
    package init(range: Range<Int>, replacement: [UInt8]) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The changes that `source` needs, in order and apart from one another; none where it is in style already.
  ///
  /// Errors: what reading the file reports; `rules/not-formatted` where it has something this formatter does not
  /// know how to keep.
  package static func edits(for source: SourceText) -> (edits: [Edit]?, diagnostics: [Diagnostic]) {
    let (document, diagnostics) = YAMLReader.readOne(source)
    guard let document, !diagnostics.hasErrors else { return (nil, diagnostics) }
    guard let tokens = YAMLTokens(document) else { return (nil, diagnostics + [.notFormatted(source)]) }
    let edits = TextLayout(tokens, document: document).edits
    let changed = SourceText(name: source.name, bytes: apply(edits, to: source.bytes))
    let (again, problems) = YAMLReader.readOne(changed)
    guard let again, !problems.hasErrors, document.hasSameContent(as: again), tokens.isSameBesidesScalars(again)
    else {
      return (nil, diagnostics + [.notFormatted(source)])
    }
    return (edits, diagnostics)
  }

  /// `bytes` with `edits` made, which are in order and apart from one another.
  package static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}

extension Document {
  /// True when every value and every comment is the same, in the same order. How strings are quoted does not count.
  fileprivate func hasSameContent(as other: Document) -> Bool {
    guard nodeCount == other.nodeCount, comments.count == other.comments.count else { return false }
    for index in 0..<Int32(nodeCount) {
      let mine = Node(document: self, index: index)
      let theirs = Node(document: other, index: index)
      guard mine.kind == theirs.kind, mine.isAlias == theirs.isAlias, mine.count == theirs.count else { return false }
      switch mine.kind {
      case .string: guard mine.text == theirs.text else { return false }
      case .bool: guard mine.bool == theirs.bool else { return false }
      case .number: guard bytes(mine.range) == other.bytes(theirs.range) else { return false }
      case .null, .list, .map: break
      }
    }
    return zip(comments, other.comments).allSatisfy { mine, theirs in
      trimmed(bytes(mine)) == trimmed(other.bytes(theirs))
    }
  }

  private func bytes(_ range: SourceRange) -> ArraySlice<UInt8> {
    source.bytes[Int(range.start)..<min(Int(range.end), source.bytes.count)]
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[end - 1] <= 0x20 { end -= 1 }
    return bytes[bytes.startIndex..<end]
  }
}

extension YAMLTokens {
  /// True when the other text has the same tokens but for its scalars: anchors, tags and marks too.
  fileprivate func isSameBesidesScalars(_ other: Document) -> Bool {
    guard let theirs = YAMLTokens(other), theirs.tokens.count == tokens.count else { return false }
    return zip(tokens, theirs.tokens).allSatisfy { mine, other in
      if case .scalar(let a) = mine.kind, case .scalar(let b) = other.kind { return a == b }
      return bytes[mine.range] == theirs.bytes[other.range]
    }
  }
}

extension Diagnostic {
  fileprivate static func notFormatted(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "rules/not-formatted",
      message: "this file has something that formatting might change the meaning of, and is left as it is",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }
}
