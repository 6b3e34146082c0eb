import TerrainPlatform

/// What was made for a client and is not sent.
struct ConnectionOutput {
  /// A line that another thread writes while one writes its own in parts.
  private struct Part {
    /// The number of the line's hold; nil for whole lines.
    let hold: Int?
    var bytes: [UInt8]
    var isWhole: Bool
  }

  // From `sent` on.
  private var bytes: [UInt8] = []
  private var sent = 0
  private var parts: [Part] = []
  /// The number of the hold that is in the middle of a line.
  private var holder: Int?
  private var holds = 0
  /// True once nothing is sent any more.
  private(set) var isClosed = false
  /// Bytes that are not sent.
  private(set) var unsent = 0

  /// How many lines end in what is not sent.
  var lineEnds: Int {
    bytes[sent...].count { $0 == 0x0A } + parts.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } }
  }

  /// Sends nothing any more; returns the bytes that were not sent.
  mutating func close() -> Int {
    let rest = unsent
    self = ConnectionOutput()
    isClosed = true
    return rest
  }

  /// Sends `new`, or keeps it until there is room. A thread that is not in the middle of a line does not wait for one that is.
  ///
  /// - Returns: by how many bytes grew what is not sent.
  mutating func write(_ new: [UInt8], _ hold: inout LineHold, isEnd: Bool, to descriptor: Descriptor) -> Int {
    if isClosed { return 0 }
    let before = unsent
    unsent += new.count
    if !hold.isHeld, !isEnd {
      holds += 1
      hold.number = holds
    }
    let number = hold.isHeld || !isEnd ? hold.number : nil
    hold.isHeld = !isEnd
    if holder == nil || holder == number {
      send(new, to: descriptor)
      holder = isEnd ? nil : number
      if isEnd { sendParts(to: descriptor) }
    } else if let number, let index = parts.firstIndex(where: { $0.hold == number }) {
      parts[index].bytes += new
      parts[index].isWhole = isEnd
    } else {
      parts.append(Part(hold: number, bytes: new, isWhole: isEnd))
    }
    return unsent - before
  }

  /// Sends what was kept, as much as there is room for.
  ///
  /// - Returns: by how many bytes grew what is not sent; at most 0.
  mutating func sendRest(to descriptor: Descriptor) -> Int {
    if isClosed { return 0 }
    let before = unsent
    let count = bytes.withUnsafeBytes { Self.send(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: descriptor) }
    sent += count
    unsent -= count
    if sent == bytes.count { (bytes, sent) = ([], 0) }
    return unsent - before
  }

  /// Lines that waited for the end of another one.
  private mutating func sendParts(to descriptor: Descriptor) {
    while holder == nil, !parts.isEmpty {
      let part = parts.removeFirst()
      send(part.bytes, to: descriptor)
      if !part.isWhole { holder = part.hold }
    }
  }

  private mutating func send(_ new: [UInt8], to descriptor: Descriptor) {
    guard bytes.isEmpty else {
      bytes += new
      return
    }
    let count = new.withUnsafeBytes { Self.send($0, to: descriptor) }
    unsent -= count
    (bytes, sent) = (count == new.count ? [] : Array(new[count...]), 0)
  }

  /// The number of bytes that were sent. That the client has gone is noticed by whoever reads from it.
  private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Descriptor) -> Int {
    guard !bytes.isEmpty else { return 0 }
    return (try? descriptor.send(bytes)) ?? 0
  }
}
