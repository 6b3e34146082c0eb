/// A source read into a flat tree of nodes.
public struct Document: Sendable {
  /// Where it was read from.
  public let source: SourceText
}

/// A view of one node of a document.
public struct Node: Sendable {
  /// The document it belongs to.
  public let document: Document
  /// Its position in the document's flat array.
  public let index: Int32
}
