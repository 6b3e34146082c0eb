import TerrainDocuments

/// The lines of a text that are not blank, each with its number.
package struct SourceLines: Sendable {
  /// The text.
  package let whole: SourceText
  /// The lines: their numbers, from 1, and their bytes without the line end.
  package let ranges: [(number: Int, range: Range<Int>)]

  /// The lines of `source`.
  package init(_ source: SourceText) {
    whole = source
    var ranges: [(number: Int, range: Range<Int>)] = []
    source.bytes.withUnsafeBufferPointer { bytes in
      var start = source.byteOrderMarkLength
      var number = 1
      while start < bytes.count {
        var end = start
        var isBlank = true
        while end < bytes.count, bytes[end] != 0x0A {
          if bytes[end] > 0x20 { isBlank = false }
          end += 1
        }
        if !isBlank { ranges.append((number, start..<end)) }
        start = end + 1
        number += 1
      }
    }
    self.ranges = ranges
  }

  /// The line at `index`, called by the text's name and its number.
  package func source(_ index: Int) -> SourceText {
    SourceText(name: "\(whole.name):\(ranges[index].number)", bytes: Array(whole.bytes[ranges[index].range]))
  }
}
