import TerrainDocuments
import TerrainOperations
import TerrainPlatform

/// Answers lines on one thread, and records each.
final class LineRecorder {
  private let lines: OperationLines
  private var recorder: DecisionRecorder
  private let limits: RequestLimits
  private let clock = MonotonicClock.system

  /// Records what `lines` answers.
  init(_ lines: OperationLines, _ recorder: DecisionRecorder, limits: RequestLimits) {
    self.lines = lines
    self.recorder = recorder
    self.limits = limits
  }

  func answer(_ line: UnsafeBufferPointer<UInt8>, to output: inout OutputBytes) -> LineHandler.Outcome {
    let (start, written) = (clock.now(), output.count)
    let answer = lines.answer(line, to: &output)
    var outcome = RequestOutcome()
    outcome.duration = max(0, clock.now() - start)
    outcome.method = lines.operation.name
    outcome.error = lines.error
    outcome.parameters = RequestText(line, limits: limits).document?.root
    if let root = outcome.parameters { outcome.id = RequestID(of: root) }
    if outcome.error == nil { recorder.note(UnsafeRawBufferPointer(rebasing: output.bytes[written...])) }
    recorder.add(outcome, batch: lines.explains ? .full : .lean)
    return answer
  }

  /// Writes the records of what was answered so far.
  func write() { recorder.write() }
}
