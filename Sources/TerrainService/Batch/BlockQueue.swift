import TerrainBase

/// Hands blocks round: from the reader to whichever worker is free, from the workers to the writer in the order they were
/// read, and back to the reader. There are only so many blocks, so whoever is too fast waits.
final class BlockQueue: @unchecked Sendable {
  // Everything below is touched by whoever holds the lock.
  private let monitor = Monitor()
  private var free: [LineBlock]
  private var filled: [LineBlock] = []
  private var done: [LineBlock?]
  /// A block that is not finished, and has more output than should be kept; by its number's remainder, as in `done`.
  private var partial: [LineBlock?]
  private var handedOut = 0
  /// How many blocks there are in all; known once the reader is at the end.
  private var total: Int?
  private var isStopped = false

  init(blocks: Int) {
    free = (0..<blocks).map { _ in LineBlock() }
    done = Array(repeating: nil, count: blocks)
    partial = done
  }

  /// Waits until `take` gives something, or the queue is stopped.
  private func wait<T>(_ take: () -> T?) -> T? {
    monitor.locked {
      while !isStopped {
        if let taken = take() { return taken }
        monitor.wait()
      }
      return nil
    }
  }

  private func change(_ body: () -> Void) {
    monitor.locked(body)
    monitor.broadcast()
  }

  /// Nobody gets anything any more.
  func stop() { change { isStopped = true } }

  // MARK: The reader

  /// A block to fill.
  func empty() -> LineBlock? { wait { free.popLast() } }

  /// `block` is to be worked on, after all that came before.
  func add(_ block: LineBlock) {
    change {
      block.number = handedOut
      handedOut += 1
      filled.append(block)
    }
  }

  /// No block comes any more.
  func end() { change { total = handedOut } }

  // MARK: Workers

  /// A block to work on; nil at the end.
  func next() -> LineBlock? {
    wait { () -> LineBlock?? in
      if !filled.isEmpty { return .some(filled.removeFirst()) }
      return total == nil ? nil : .some(nil)
    } ?? nil
  }

  /// Waits until the output of `block` so far is written and empty; false where nobody will.
  ///
  /// Blocks are worked on in their order, so the one that the writer waits for is always with a worker that can go on.
  func written(_ block: LineBlock) -> Bool {
    let place = block.number % partial.count
    change { partial[place] = block }
    return wait { partial[place] == nil ? true : nil } ?? false
  }

  /// `block` has been worked on.
  func finished(_ block: LineBlock) { change { done[block.number % done.count] = block } }

  // MARK: The writer

  /// The block with this number and whether it is finished; nil at the end. What is not finished is to be written and then
  /// passed to ``continued(_:)``.
  func result(_ number: Int) -> (block: LineBlock, isFinished: Bool)? {
    wait { () -> (block: LineBlock, isFinished: Bool)?? in
      let place = number % done.count
      if let block = done[place], block.number == number {
        done[place] = nil
        return .some((block, true))
      }
      if let block = partial[place], block.number == number { return .some((block, false)) }
      return total == number ? .some(nil) : nil
    } ?? nil
  }

  /// The output of `block` so far was written: its worker goes on.
  func continued(_ block: LineBlock) { change { partial[block.number % partial.count] = nil } }

  /// Whether `number` blocks are all there are, and the queue was not stopped.
  func isAtEnd(_ number: Int) -> Bool {
    monitor.locked { !isStopped && total == number }
  }

  /// `block` was written.
  func recycle(_ block: LineBlock) {
    block.clear()
    change { free.append(block) }
  }
}
