/// A run of bytes of a source: `start` is in it, `end` is not.
public struct SourceRange: Hashable, Sendable {
  public var start: UInt32
  public var end: UInt32

  /// The bytes from `start` up to `end`.
  @inlinable public init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }
}

/// A run of bytes of a named source.
public struct Place: Sendable {
  public var source: SourceText
  public var range: SourceRange

  /// `range` of `source`.
  public init(source: SourceText, range: SourceRange) {
    self.source = source
    self.range = range
  }
}
