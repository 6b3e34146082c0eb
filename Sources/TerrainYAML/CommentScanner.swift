import TerrainDocuments
import TerrainBase

/// Finds comments, which libyaml drops, in the gaps between its events: there a `#` after a blank or at a line's
/// beginning is one.
struct CommentScanner {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  /// Everything before this was scanned or belongs to an event.
  private var scanned: Int
  /// The next `#` at or after `scanned`; `count` when there is none.
  private var nextHash: Int
  private(set) var comments: [SourceRange] = []

  init(base: UnsafePointer<UInt8>, count: Int, first: Int) {
    self.base = base
    self.count = count
    scanned = first
    nextHash = first
    nextHash = find(from: first)
  }

  /// An event reaches from `start` to `end`: looks at the gap before it.
  @inline(__always)
  mutating func event(_ start: Int, _ end: Int) {
    if nextHash < start { scanGap(to: start) }
    if end > scanned {
      scanned = end
      if nextHash < end { nextHash = find(from: end) }
    }
  }

  /// Looks for a comment after a block scalar's header, which is part of its event.
  mutating func header(at start: Int) {
    guard nextHash < count else { return }
    var end = start
    while end < count, base[end] != 0x0A, base[end] != 0x0D { end += 1 }
    if nextHash < end { scanGap(to: end) }
  }

  /// The comments so far, which belong to the document that ends here.
  mutating func take() -> [SourceRange] {
    defer { comments = [] }
    return comments
  }

  @inline(never)
  private mutating func scanGap(to end: Int) {
    while nextHash < end {
      let before = nextHash == 0 ? 0x0A : base[nextHash - 1]
      let isComment = nextHash == scanned && nextHash <= 3 || before <= 0x20
      var stop = nextHash + 1
      if isComment {
        while stop < count, base[stop] != 0x0A, base[stop] != 0x0D { stop += 1 }
        comments.append(SourceRange(start: UInt32(truncatingIfNeeded: nextHash), end: UInt32(truncatingIfNeeded: stop)))
      }
      nextHash = find(from: stop)
    }
    scanned = max(scanned, end)
  }

  private func find(from offset: Int) -> Int {
    guard offset < count, let hash = memchr(base + offset, Int32(UInt8(ascii: "#")), count - offset) else {
      return count
    }
    return UnsafeRawPointer(hash) - UnsafeRawPointer(base)
  }
}
