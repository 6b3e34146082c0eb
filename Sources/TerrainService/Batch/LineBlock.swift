import TerrainBase
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
  /// The position, among all inputs, of the one that it is of.
  var inputNumber = 0
  /// How many bytes of lines it holds.
  var count = 0
  /// True of a line that is too long, of which only the beginning is kept.
  var isTooLong = false
  /// The input's bytes up to its end, and their hash.
  var inputEnd = 0
  var inputHash: UInt64 = 0

  /// How many lines it holds, empty ones too.
  private(set) var inputLines = 0

  var output = OutputBytes(capacity: size)
  /// Lines of output that were written before it was finished.
  var written = 0
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

  /// Counts the lines that it holds.
  func countLines() {
    inputLines = 0
    guard !isTooLong else { return inputLines = 1 }
    var at = 0
    while at < count {
      at = offsetOfLineEnd(input + at, count - at).map { at + $0 + 1 } ?? count
      inputLines += 1
    }
  }

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
    (count, isTooLong, inputLines, written) = (0, false, 0, 0)
    (lines, answered, wrong, warnings) = (0, 0, 0, 0)
    firstWrong = nil
  }
}
