import TerrainDocuments

/// The files in a tar archive (POSIX.1-2001, pax and ustar), as `git archive` writes it.
struct TarArchive {
  /// The files' bytes by their paths.
  private(set) var files: [String: [UInt8]] = [:]

  /// Reads `bytes`; what is cut off at the end is left out.
  init(_ bytes: [UInt8]) {
    var position = 0
    var longName: String?
    while position + Self.block <= bytes.count {
      let header = bytes[position..<(position + Self.block)]
      position += Self.block
      guard header.contains(where: { $0 != 0 }) else { break }
      let size = Self.octal(header, 124, 12)
      guard size <= bytes.count - position else { break }
      let content = bytes[position..<(position + size)]
      position += (size + Self.block - 1) / Self.block * Self.block
      switch header[header.startIndex + 156] {
      case UInt8(ascii: "x"): longName = Self.path(inRecords: content)
      case UInt8(ascii: "g"): break
      case UInt8(ascii: "0"), 0:
        let prefix = Self.text(header, 345, 155)
        let name = Self.text(header, 0, 100)
        files[longName ?? (prefix.isEmpty ? name : "\(prefix)/\(name)")] = Array(content)
        longName = nil
      default: longName = nil
      }
    }
  }

  private static let block = 512

  private static func text(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> String {
    let start = header.startIndex + offset
    return String(decoding: header[start..<(start + count)].prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func octal(_ header: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int {
    Int(text(header, offset, count).filter(\.isNumber), radix: 8) ?? 0
  }

  /// The `path` among records `LENGTH KEY=VALUE\n`.
  private static func path(inRecords records: ArraySlice<UInt8>) -> String? {
    for record in records.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: record, as: UTF8.self)
      if let range = text.firstRange(of: " path=") { return String(text[range.upperBound...]) }
    }
    return nil
  }
}
