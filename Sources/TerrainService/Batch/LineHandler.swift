import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Answers lines on one thread: made there, and used by it alone.
package struct LineHandler {
  /// What became of a line.
  package enum Outcome {
    /// It was answered: its answer, without a line end, is at the end of the output. It has so many warnings without
    /// being wrong.
    case answered(warnings: Int)
    /// It was not, because of this (codes and paths); what is at the end of the output, without a line end, contains everything.
    case wrong([String])
    /// It was taken, and there is nothing to write about it.
    case silent
  }

  /// Takes a line, which may begin with blanks, so that columns in it are those in the file, and writes what is to be in the output; the
  /// answer is what became of the line.
  package typealias Answer = (UnsafeBufferPointer<UInt8>, inout OutputBytes) -> Outcome

  let answer: Answer
  /// To be called before any of the answers leaves.
  var beforeWriting: () -> Void = {}
  private let limits: RequestLimits

  /// Output of a block that is kept until its turn; beyond that a worker waits until it is written.
  static let mostOutput = 1 << 20

  /// A handler that calls `answer` for each line, which is not empty and without its line end.
  package init(limits: RequestLimits = RequestLimits(), answer: @escaping Answer) {
    self.limits = limits
    self.answer = answer
  }

  /// Answers the lines of `block`, in order.
  ///
  /// - Parameters:
  ///   - stopsAtWrong: whether the first wrong line, which then has no answer, ends the block.
  ///   - write: writes the output so far, when it is the block's turn, and empties it; false where nobody takes it any more.
  func answer(_ block: LineBlock, stopsAtWrong: Bool, write: (LineBlock) -> Bool) {
    let bytes = block.bytes
    defer { beforeWriting() }
    if block.isTooLong {
      let line = RequestText(tooLong: UnsafeRawBufferPointer(bytes), isWhole: false, limits: limits)
      let error = ErrorLine(line)
      report(error.remarks, block)
      block.lines = 1
      if !stopsAtWrong { block.output.append(error.bytes + [UInt8(ascii: "\n")]) }
      return
    }
    var start = 0
    while start < bytes.count {
      var end = start
      if let base = bytes.baseAddress, let lineEnd = offsetOfLineEnd(base + start, bytes.count - start) {
        end = start + lineEnd
      } else {
        end = bytes.count
      }
      let line = withoutTrailingBlanks(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
      if line.isEmpty {
        block.lines += 1
        continue
      }
      if block.output.count >= Self.mostOutput {
        beforeWriting()
        guard write(block) else { return }
      }
      let written = block.output.count
      switch answer(line, &block.output) {
      case .answered(let warnings):
        block.answered += 1
        block.warnings += warnings
      case .silent:
        block.lines += 1
        continue
      case .wrong(let remarks):
        report(remarks, block)
        if stopsAtWrong {
          block.output.cut(to: written)
          block.lines += 1
          return
        }
      }
      block.output.append(UInt8(ascii: "\n"))
      block.lines += 1
    }
  }

  private func report(_ remarks: [String], _ block: LineBlock) {
    block.wrong += 1
    if block.firstWrong == nil { block.firstWrong = LineBlock.Wrong(line: block.lines, remarks: remarks) }
  }

  /// `line` without the blanks at its end.
  private func withoutTrailingBlanks(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var end = line.count
    while end > 0, isBlank(line[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: line[..<end])
  }
}
