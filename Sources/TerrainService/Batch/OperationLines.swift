import TerrainBase
import TerrainDocuments
import TerrainEngines

extension AnyOperation {
  /// The operations that can answer lines, which have parameters. An operation without parameters is about a service or the pack, and would
  /// give every line the same answer.
  package static var ofLines: [AnyOperation] { all.filter { !$0.parameters.fields.isEmpty } }
}

extension LineHandler {
  /// Answers lines with `operation` over `served`. Make one a thread.
  ///
  /// - Parameters:
  ///   - explains: whether a score contains everything it can, and not only its outcome.
  ///   - decisions: the log for a record of each line.
  /// - Throws: errors that keep the rules from answering.
  package static func operation(
    _ operation: AnyOperation, over served: ServedSystem, explains: Bool, limits: RequestLimits = RequestLimits(),
    decisions: DecisionLog? = nil
  ) throws(DiagnosticError) -> LineHandler {
    let lines = try OperationLines(operation, served, explains: explains, limits: limits)
    guard let decisions else {
      return LineHandler(limits: limits) { line, output in lines.answer(line, to: &output) }
    }
    let recorder = LineRecorder(lines, DecisionRecorder(decisions, following: served), limits: limits)
    var handler = LineHandler(limits: limits) { line, output in recorder.answer(line, to: &output) }
    handler.beforeWriting = { recorder.write() }
    return handler
  }
}

/// Answers lines with a method on one thread.
final class OperationLines {
  let operation: AnyOperation
  /// True if a score contains everything it can.
  let explains: Bool
  /// The error of the last line.
  private(set) var error: RPCError.Code?
  fileprivate let session: OperationSession
  private let limits: RequestLimits
  private let scorer: LineScorer?
  private var writer = JSONWriter(.compact)
  /// True if a line's `id` is a parameter of the method, and whether results have it.
  private let takesID: Bool
  private let echoesID: Bool

  init(
    _ operation: AnyOperation, _ served: ServedSystem, explains: Bool, limits: RequestLimits
  ) throws(DiagnosticError) {
    self.operation = operation
    self.explains = explains
    self.limits = limits
    session = OperationSession(served, limits: limits)
    if !explains { session.scoreDetail = .lean }
    session.explains = explains
    // The run's summary names them once.
    session.namesVersions = explains
    scorer = operation.name == Operations.score.name && !explains ? try LineScorer(session.scoring().engine) : nil
    takesID = operation.parameters.fields.contains { $0.name == "id" }
    echoesID = operation.result.fields.contains { $0.name == "id" }
  }

  func answer(_ line: UnsafeBufferPointer<UInt8>, to output: inout OutputBytes) -> LineHandler.Outcome {
    error = nil
    if line.count <= limits.lineLength, let warnings = scorer?.score(line, into: &output) {
      return .answered(warnings: warnings)
    }
    let text = RequestText(line, limits: limits)
    guard let document = text.document, text.error == nil, text.duplicates.isEmpty else {
      // A list of requests is not a line's value here, so that keys that are twice in it are no different.
      let error = text.error == nil ? RPCError(.invalidRequest, text.duplicates) : text.error
      return wrong(
        ErrorLine(error ?? RPCError(.internal), id: ErrorLine.id(of: text), text.source, text.document), &output)
    }
    let id = document.root.kind == .map ? document.root["id"] : nil
    let request = request(document, id)
    do throws(DiagnosticError) {
      writer.clear()
      writer.limit = limits.responseSize
      let warnings = try operation.run(session, request.root, to: &writer).warnings
      if writer.isOverLimit || writer.count > limits.responseSize {
        let error = RPCError(.limit, [.responseTooLarge(limit: limits.responseSize)])
        return wrong(ErrorLine(error, id: id.flatMap(ErrorLine.json), text.source, nil), &output)
      }
      write(id, to: &output)
      return .answered(warnings: warnings.count)
    } catch {
      let source = request.source
      let id = id.flatMap(ErrorLine.json)
      return wrong(ErrorLine(RPCError(error, source: source), id: id, source, request), &output)
    }
  }

  /// Writes the result, preceded by the line's id if the method does not write it.
  private func write(_ id: Node?, to output: inout OutputBytes) {
    guard !echoesID, let id, id.kind != .null, let json = ErrorLine.json(id),
      writer.withBytes({ $0.first == UInt8(ascii: "{") })
    else { return writer.withBytes { output.append($0) } }
    output.append(Array(#"{"id":"#.utf8))
    output.append(json)
    let isEmpty = writer.count == 2
    if !isEmpty { output.append(UInt8(ascii: ",")) }
    writer.withBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[1...])) }
  }

  private func wrong(_ error: ErrorLine, _ output: inout OutputBytes) -> LineHandler.Outcome {
    output.append(error.bytes)
    self.error = error.code
    return .wrong(error.remarks)
  }

  // MARK: The request

  /// The line as a request of the method, which may not know the line's id.
  private func request(_ document: Document, _ id: Node?) -> Document {
    id == nil || takesID ? document : withoutID(document)
  }

  /// The request for a method without `id`. Blanks replace the id, so that all other locations stay.
  private func withoutID(_ document: Document) -> Document {
    var bytes = document.source.bytes
    let members = Array(document.root.members)
    for (index, member) in members.enumerated() where member.key.text == "id" {
      // With the comma between it and its neighbor.
      let start = index > 0 ? members[index - 1].value.range.end : member.key.range.start
      let end = index > 0 || members.count == 1 ? member.value.range.end : members[1].key.range.start
      for offset in Int(start)..<Int(end) { bytes[offset] = 0x20 }
    }
    return read(bytes, document)
  }

  private func read(_ bytes: [UInt8], _ document: Document) -> Document {
    JSONReader.read(SourceText(name: document.source.name, bytes: bytes)).document ?? document
  }
}

/// Answers lines on one thread, and records each.
final class LineRecorder {
  private let lines: OperationLines
  private var recorder: DecisionRecorder
  private let limits: RequestLimits
  private let clock = MonotonicClock.system

  /// Records the answers of `lines`.
  init(_ lines: OperationLines, _ recorder: DecisionRecorder, limits: RequestLimits) {
    self.lines = lines
    self.recorder = recorder
    self.limits = limits
    lines.session.explanations = []
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
    if outcome.error == nil {
      let result = UnsafeRawBufferPointer(rebasing: output.bytes[written...])
      recorder.note(result, explanations: lines.session.explanations)
    }
    recorder.add(outcome, batch: lines.explains ? .full : .lean)
    return answer
  }

  /// Writes the records of the answers since the last call.
  func write() { recorder.write() }
}
