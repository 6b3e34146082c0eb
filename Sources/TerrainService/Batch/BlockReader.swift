import TerrainBase
import TerrainDocuments

/// Cuts inputs, one after another, into blocks of whole lines.
struct BlockReader: ~Copyable {
  /// The longest line that is read (`line-length`), in bytes.
  private let longestLine: Int
  private let inputs: [BatchInput]
  private var next = 0
  private var current: Descriptor?
  private var isRegular = false
  /// The beginning of a line whose end was not read yet.
  private var rest = OutputBytes(capacity: LineBlock.size)
  /// The hash of the input up to ``position``, where somebody wants to know.
  private var hash: StableHash.XXHash64?
  private var position = 0

  /// A reader of `inputs`.
  init(_ inputs: [BatchInput], longestLine: Int, hashing: Bool) {
    self.inputs = inputs
    self.longestLine = longestLine
    hash = hashing ? StableHash.XXHash64() : nil
  }

  /// Passes over the first `count` bytes of all that is there to read.
  ///
  /// - Returns: whether they are there, and their hash is `expected`.
  mutating func skip(_ count: Int, hash expected: UInt64) throws(DiagnosticError) -> Bool {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: LineBlock.size, alignment: 8)
    defer { buffer.deallocate() }
    while position < count {
      guard let input = try open() else { return false }
      let got = try read(input, into: buffer, min(LineBlock.size, count - position))
      if got == 0 {
        closeCurrent()
        continue
      }
      pass(UnsafeRawBufferPointer(start: buffer, count: got))
    }
    return hash?.value == expected
  }

  /// Fills `block` with the next lines; false at the end of everything.
  mutating func fill(_ block: LineBlock) throws(DiagnosticError) -> Bool {
    copyRest(to: block)
    /// Before this no line ends.
    var searched = 0
    while true {
      // A file is read till the block is full; a pipe gives what there is, so that nobody waits for an answer.
      if !isRegular || block.count == block.capacity {
        if let end = lastLineEnd(block, from: searched) { return cut(block, at: end) }
        searched = block.count
      }
      guard let input = try open() else { return finish(block) }
      if block.count == block.capacity {
        // A line of just the limit, and its end.
        guard block.capacity <= longestLine else { return try skipLine(block, input) }
        block.grow(to: min(block.capacity * 2, longestLine + 1))
      }
      let got = try read(input, into: block.input + block.count, block.capacity - block.count)
      block.count += got
      if got == 0 {
        closeCurrent()
        // A file's last line may lack its end.
        if block.count > 0 { return finish(block) }
      }
    }
  }

  private mutating func copyRest(to block: LineBlock) {
    let kept = rest.bytes
    if kept.count > block.capacity { block.grow(to: kept.count) }
    if let start = kept.baseAddress {
      block.input.update(from: start.assumingMemoryBound(to: UInt8.self), count: kept.count)
    }
    block.count = kept.count
    rest.clear(keeping: LineBlock.size)
  }

  private func lastLineEnd(_ block: LineBlock, from start: Int) -> Int? {
    var at = block.count
    while at > start {
      at -= 1
      if block.input[at] == UInt8(ascii: "\n") { return at + 1 }
    }
    return nil
  }

  /// Ends `block` after its last whole line; what is after it is kept for the next.
  private mutating func cut(_ block: LineBlock, at end: Int) -> Bool {
    rest.append(UnsafeRawBufferPointer(start: block.input + end, count: block.count - end))
    block.count = end
    return finish(block)
  }

  private mutating func finish(_ block: LineBlock) -> Bool {
    block.countLines()
    block.inputNumber = max(0, next - 1)
    if !block.isTooLong { pass(UnsafeRawBufferPointer(block.bytes)) }
    block.inputEnd = position
    block.inputHash = hash?.value ?? 0
    return block.count > 0
  }

  private mutating func pass(_ bytes: UnsafeRawBufferPointer) {
    position += bytes.count
    hash?.update(bytes)
  }

  /// Passes over a line that is too long.
  private mutating func skipLine(_ block: LineBlock, _ input: Descriptor) throws(DiagnosticError) -> Bool {
    block.isTooLong = true
    pass(UnsafeRawBufferPointer(block.bytes))
    // The beginning stays, for the line's id may be in it.
    let skipped = UnsafeMutableRawPointer.allocate(byteCount: LineBlock.size, alignment: 8)
    defer { skipped.deallocate() }
    while true {
      let got = try read(input, into: skipped, LineBlock.size)
      if got == 0 {
        closeCurrent()
        break
      }
      let piece = UnsafeRawBufferPointer(start: skipped, count: got)
      guard let end = piece.firstIndex(of: UInt8(ascii: "\n")) else {
        pass(piece)
        continue
      }
      pass(UnsafeRawBufferPointer(rebasing: piece[...end]))
      rest.append(UnsafeRawBufferPointer(rebasing: piece[(end + 1)...]))
      break
    }
    return finish(block)
  }

  // MARK: Inputs

  private mutating func open() throws(DiagnosticError) -> Descriptor? {
    if let current { return current }
    guard next < inputs.count else { return nil }
    let opened = try inputs[next].open()
    next += 1
    current = opened
    isRegular = opened.size != nil
    return opened
  }

  private mutating func closeCurrent() {
    current?.close()
    current = nil
  }

  private func read(_ input: Descriptor, into buffer: UnsafeMutableRawPointer, _ count: Int) throws(DiagnosticError)
    -> Int
  {
    do throws(SystemError) {
      return try input.read(into: buffer, count)
    } catch {
      throw DiagnosticError(.inputUnreadable(inputs[next - 1].name, because: error.message))
    }
  }
}
