/// A run of bytes of a source: `start` is in it, `end` is not.
public struct SourceRange: Hashable, Sendable {
  /// The first byte's offset.
  public var start: UInt32
  /// The offset after the last byte.
  public var end: UInt32

  /// The bytes from `start` up to `end`.
  @inlinable package init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// How many bytes there are.
  @inlinable public var count: Int { end > start ? Int(end - start) : 0 }
}

/// A run of bytes of a named source.
public struct Place: Sendable {
  /// The source it is in.
  public var source: SourceText
  /// Its bytes.
  public var range: SourceRange

  /// `range` of `source`; of a source that was put together from others, the range of the one that it is in.
  package init(source: SourceText, range: SourceRange) {
    (self.source, self.range) = source.part(at: range) ?? (source, range)
  }

  /// The whole line `number`, from 1, of the file `name`, the blanks around it left out.
  package init(line: ArraySlice<UInt8>, number: Int, of name: String) {
    let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let source = SourceText(name: name, line: line, number: number)
    let start = source.bytes.count - line.drop(while: isBlank).count
    let end = source.bytes.count - line.reversed().prefix(while: isBlank).count
    self.init(source: source, range: SourceRange(start: UInt32(clamping: min(start, end)), end: UInt32(clamping: end)))
  }

  /// The line that it begins on, from 1.
  public var line: Int { source.bytePosition(at: Int(range.start)).line }

  /// `sizes.yaml:12`.
  public var fileAndLine: String { "\(source.name):\(line)" }
}

extension Place: Hashable {
  /// Places are equal when the names of their sources are.
  public static func == (lhs: Place, rhs: Place) -> Bool {
    lhs.range == rhs.range && lhs.source.name == rhs.source.name
  }

  /// Feeds range and name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(source.name)
  }
}
