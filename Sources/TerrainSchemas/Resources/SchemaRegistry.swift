import TerrainDocuments

/// Documents that schemas may refer to. Nothing else is ever loaded: no file, no network.
package struct SchemaRegistry: Sendable {
  /// A document and its address.
  struct Entry: Sendable {
    var uri: String
    var document: Document
  }

  private(set) var entries: [Entry] = []

  /// A registry that knows the metaschemas of the published drafts alone.
  package init() {}

  /// Registers `document` at `uri`, besides the `$id`s it holds. Relative addresses (paths of files) are fine as long as
  /// all are relative to the same place.
  package mutating func add(_ document: Document, uri: String) {
    entries.append(Entry(uri: uri, document: document))
  }

  /// The address of the file `path`: what would begin a query or a fragment in an address is part of a name there.
  package static func address(ofFile path: String) -> String {
    path.replacing("#", with: "%23").replacing("?", with: "%3F")
  }
}
