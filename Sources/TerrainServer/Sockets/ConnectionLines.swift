import TerrainPlatform

/// Lines of a client, read at once.
struct ClientLines {
  let bytes: [UInt8]
  /// Where the first of them begins.
  var start: Int
  /// Where the last of them ends.
  var end: Int
  /// The number of the first of them.
  var number: Int
  /// How many they are.
  var count: Int
  /// When they were read.
  let time: Int
  /// Whether it is the beginning of a line that is too long to be read.
  let isTooLong: Bool

  init(_ bytes: [UInt8], number: Int, time: Int, isTooLong: Bool = false) {
    self.bytes = bytes
    start = 0
    end = bytes.count
    self.number = number
    self.time = time
    self.isTooLong = isTooLong
    count = isTooLong ? 1 : bytes.count { $0 == 0x0A } + (bytes.last == 0x0A ? 0 : 1)
  }

  /// Removes at most `most` lines from the beginning; more than one only where they have not more bytes than `bytes`.
  mutating func takeFirst(_ most: Int, bytes limit: Int) -> ClientLines {
    var taken = self
    var (at, lines) = (start, 0)
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      while at < end, lines < most {
        let next = offsetOfLineEnd(base + at, end - at).map { at + $0 + 1 } ?? end
        if lines > 0, next - start > limit { break }
        (at, lines) = (next, lines + 1)
      }
    }
    if isTooLong { (at, lines) = (end, 1) }
    taken.end = at
    taken.count = lines
    start = at
    number += lines
    count -= lines
    return taken
  }
}

/// The lines of a client that were read and are not answered.
struct ConnectionLines {
  private(set) var waiting: [ClientLines] = []
  private(set) var waitingCount = 0
  private(set) var waitingBytes = 0
  /// How many lines threads work on.
  var inHand = 0
  /// How many lines were read.
  private var numbered = 0
  /// Whether it is among those whose turn comes.
  var isInTurn = false
  /// Whether nothing more comes.
  var isAtEnd = false
  /// Whether the thread that reads waits until fewer lines wait.
  var isPaused = false

  /// Lines that were read and are not answered.
  var unanswered: Int { waitingCount + inHand }
  /// The number of the first line that waits; nil where none does.
  var firstWaiting: Int? { waiting.lazy.map(\.number).min() }

  /// Adds lines that were read.
  mutating func append(_ bytes: [UInt8], time: Int, isTooLong: Bool = false) -> ClientLines {
    let block = ClientLines(bytes, number: numbered, time: time, isTooLong: isTooLong)
    numbered += block.count
    waiting.append(block)
    waitingCount += block.count
    waitingBytes += block.end - block.start
    return block
  }

  /// Takes the next lines.
  mutating func take(_ most: Int, bytes: Int) -> ClientLines? {
    guard !waiting.isEmpty else { return nil }
    let taken = waiting[0].takeFirst(most, bytes: bytes)
    if waiting[0].count == 0 { waiting.removeFirst() }
    waitingCount -= taken.count
    waitingBytes -= taken.end - taken.start
    inHand += taken.count
    return taken
  }

  /// Puts lines back that were taken.
  mutating func giveBack(_ block: ClientLines) {
    guard block.count > 0 else { return }
    waiting.insert(block, at: 0)
    waitingCount += block.count
    waitingBytes += block.end - block.start
    inHand -= block.count
  }

  /// Forgets the lines that wait.
  mutating func removeAll() { (waiting, waitingCount, waitingBytes) = ([], 0, 0) }
}
