import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Answers lines on one thread, which creates it and is the only one to use it.
package struct LineHandler {
  /// The outcome of a line.
  package enum Outcome {
    /// The line is valid and was answered, with this number of warnings. Its answer, without a line end, is at the end of the output.
    case answered(warnings: Int)
    /// The line was not answered because of these errors (codes and paths). The complete errors are at the end of the output, without a
    /// line end.
    case wrong([String])
    /// The line was accepted and needs no output.
    case silent
  }

  /// Answers a line and appends the output. The line may begin with blanks, so that its columns are those in the file.
  package typealias Answer = (UnsafeBufferPointer<UInt8>, inout OutputBytes) -> Outcome

  let answer: Answer
  /// To be called before any of the answers leaves.
  var beforeWriting: () -> Void = {}
  let limits: RequestLimits

  /// A handler that calls `answer` for each line, which is not empty and without its line end.
  package init(limits: RequestLimits = RequestLimits(), answer: @escaping Answer) {
    self.limits = limits
    self.answer = answer
  }
}

/// The worker of one thread of a batch, which answers lines into parts of the results.
final class BatchWorker {
  private let handler: LineHandler
  private let results: BatchResults
  private let stopsAtWrong: Bool
  private var part = BatchPart()
  /// True if the remaining lines of the part are not answered.
  private var isOver = false

  /// The number of bytes of a part's output that are kept until its turn; beyond that the thread waits for its turn to write.
  static let mostOutput = 1 << 20

  /// - Parameter stopsAtWrong: whether the first wrong line, which then has no answer, ends the part.
  init(_ handler: LineHandler, _ results: BatchResults, stopsAtWrong: Bool) {
    self.handler = handler
    self.results = results
    self.stopsAtWrong = stopsAtWrong
  }

  /// The functions with which the thread answers lines.
  var lineWorker: LineWorker {
    LineWorker(
      answer: { line, _, _, _, _ in self.answer(line) },
      refuseLongLine: { beginning, _ in self.refuse(beginning, isWhole: false) },
      begin: { lines in
        self.part = self.results.empty()
        self.isOver = false
        (self.part.turn, self.part.inputNumber, self.part.inputEnd) = (lines.turn, lines.input, lines.inputEnd)
      },
      end: {
        self.handler.beforeWriting()
        self.results.finish(self.part)
      })
  }

  private func answer(_ line: UnsafeBufferPointer<UInt8>) {
    if isOver || results.isStopped { return }
    if line.count > handler.limits.lineLength { return refuse(line, isWhole: true) }
    let line = Self.withoutTrailingBlanks(line)
    defer { part.lines += 1 }
    if line.isEmpty { return }
    if part.output.count >= Self.mostOutput {
      handler.beforeWriting()
      guard results.spill(part) else { return isOver = true }
    }
    let written = part.output.count
    switch handler.answer(line, &part.output) {
    case .answered(let warnings):
      part.answered += 1
      part.warnings += warnings
    case .silent: return
    case .wrong(let remarks):
      report(remarks)
      if isOver { return part.output.cut(to: written) }
    }
    part.output.append(UInt8(ascii: "\n"))
  }

  /// Answers a line that exceeds the length limit; its beginning may contain the line's id.
  private func refuse(_ beginning: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    let line = RequestText(tooLong: UnsafeRawBufferPointer(beginning), isWhole: isWhole, limits: handler.limits)
    let error = ErrorLine(line)
    report(error.remarks)
    part.lines += 1
    if !isOver { part.output.append(error.bytes + [UInt8(ascii: "\n")]) }
  }

  private func report(_ remarks: [String]) {
    part.wrong += 1
    if part.firstWrong == nil { part.firstWrong = BatchPart.Wrong(line: part.lines, remarks: remarks) }
    isOver = stopsAtWrong
  }

  private static func withoutTrailingBlanks(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var end = line.count
    while end > 0, isBlank(line[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: line[..<end])
  }
}
