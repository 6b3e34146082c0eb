import TerrainDocuments

/// Some whole lines of the input, and what becomes of them. Belongs to one thread at a time, and is used again and again.
final class LineBlock: @unchecked Sendable {
  /// Room for what is read at once; more only where one line needs it.
  static let size = 256 << 10

  /// What is wrong with a line.
  struct Wrong {
    /// The line's number in its block, from 0.
    var line: Int
    var remarks: [String]
  }

  /// Its place among all blocks.
  var number = 0
  private(set) var input: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  /// How many bytes of lines it holds.
  var count = 0
  /// True of a line that is too long, of which nothing is kept.
  var isTooLong = false
  /// The input's bytes up to its end, and their hash.
  var inputEnd = 0
  var inputHash: UInt64 = 0

  var output = OutputBytes(capacity: size)
  /// Lines, empty ones too.
  var lines = 0
  /// Lines that were answered.
  var answered = 0
  /// Lines that something is wrong with.
  var wrong = 0
  /// The first of them.
  var firstWrong: Wrong?
  var warnings = 0

  init() {
    capacity = Self.size
    input = .allocate(capacity: capacity)
  }

  deinit { input.deallocate() }

  /// The lines.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: input, count: count) }

  /// Makes room for a longer line.
  func grow(to newCapacity: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    larger.update(from: input, count: count)
    input.deallocate()
    input = larger
    capacity = newCapacity
  }

  /// Empty again, with the room it usually has.
  func clear() {
    if capacity > Self.size {
      input.deallocate()
      capacity = Self.size
      input = .allocate(capacity: capacity)
    }
    output.clear(keeping: 4 * Self.size)
    (count, isTooLong, lines, answered, wrong, warnings) = (0, false, 0, 0, 0, 0)
    firstWrong = nil
  }
}
