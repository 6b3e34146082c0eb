import TerrainDocuments

/// The further lines of scalars, moved to where they belong.
enum ScalarLines {
  /// A block scalar (`|`, `>`) whose text goes to `column`; its header stays. `oldColumn` is where its text stood where
  /// its header declares one, else nil: where its first line was.
  static func block(_ written: ArraySlice<UInt8>, to column: Int, from oldColumn: Int?) -> [UInt8] {
    var lines = split(written)
    let header = lines.removeFirst()
    let firstText = lines.first { line in line.contains { $0 != 0x20 } }
    let old = oldColumn ?? firstText.map(leadingSpaces) ?? 0
    var result = trimmedEnd(header)
    for line in lines {
      result.append(0x0A)
      guard line.count > old else { continue }
      result += [UInt8](repeating: 0x20, count: column)
      result += line.dropFirst(min(old, leadingSpaces(line)))
    }
    return result
  }

  /// A plain or quoted scalar over several lines, whose further lines begin at `column`.
  static func flow(_ written: ArraySlice<UInt8>, to column: Int) -> [UInt8] {
    let lines = split(written)
    guard lines.count > 1 else { return Array(written) }
    let isDouble = written.first == UInt8(ascii: "\"")
    var result: [UInt8] = []
    for (index, line) in lines.enumerated() {
      var text = Array(index == 0 ? line : line.drop { $0 == 0x20 || $0 == 0x09 })
      // After a backslash a blank at a line's end is meant.
      if !isDouble, index < lines.count - 1 { text = trimmedEnd(text[...]) }
      if index > 0 { result.append(0x0A) }
      if index > 0, !text.isEmpty { result += [UInt8](repeating: 0x20, count: column) }
      result += text
    }
    return result
  }

  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var at = start
    while at < bytes.endIndex {
      if bytes[at] == 0x0A || bytes[at] == 0x0D {
        lines.append(bytes[start..<at])
        if bytes[at] == 0x0D, at + 1 < bytes.endIndex, bytes[at + 1] == 0x0A { at += 1 }
        start = at + 1
      }
      at += 1
    }
    lines.append(bytes[start...])
    return lines
  }

  private static func leadingSpaces(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }

  private static func trimmedEnd(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var end = line.endIndex
    while end > line.startIndex, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    return Array(line[line.startIndex..<end])
  }
}
