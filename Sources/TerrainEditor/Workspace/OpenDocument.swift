import TerrainDocuments

/// A file that is open in the client: its text counts, not the disk's.
struct OpenDocument {
  /// The address by which the client knows it.
  let uri: String
  /// The name by which diagnostics know it.
  let name: String
  /// The client's number of its text.
  private(set) var version: Int
  /// Its text.
  private(set) var source: SourceText

  init(uri: String, name: String, version: Int, text: [UInt8]) {
    (self.uri, self.name, self.version) = (uri, name, version)
    source = SourceText(name: name, bytes: text)
  }

  /// One change: the text of a range becomes another; without a range, the whole text.
  struct Change {
    let range: Range<TextPosition>?
    let text: [UInt8]
  }

  /// Makes `changes`, one after the other; from then on the text has the number `version`.
  mutating func apply(_ changes: [Change], version: Int, _ encoding: PositionEncoding) {
    for change in changes {
      var bytes = source.bytes
      if let range = change.range {
        let start = source.offset(of: range.lowerBound, encoding)
        bytes.replaceSubrange(start..<max(start, source.offset(of: range.upperBound, encoding)), with: change.text)
      } else {
        bytes = change.text
      }
      source = SourceText(name: name, bytes: bytes)
    }
    self.version = version
  }
}
