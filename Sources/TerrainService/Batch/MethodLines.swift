import TerrainDocuments
import TerrainEngines
import TerrainValues

extension LineHandler {
  /// Answers lines with `method` over `served`. Make one a thread.
  ///
  /// - Parameter explains: whether a score says everything it can, and not only its outcome.
  /// - Throws: what keeps the rules from doing what is asked of them.
  public static func method(
    _ method: Method, over served: ServedSystem, explains: Bool
  ) throws(DiagnosticError) -> LineHandler {
    let lines = try MethodLines(method, served, explains: explains)
    return LineHandler { line, output in lines.answer(line, to: &output) }
  }
}

/// One thread's way to answer lines with a method.
private final class MethodLines {
  private let method: Method
  private let session: MethodSession
  private let scorer: LineScorer?
  private var writer = JSONWriter(.compact)
  /// Whether requests of the method have an `id` of their own, and whether it writes it back.
  private let knowsID: Bool
  private let echoesID: Bool

  init(_ method: Method, _ served: ServedSystem, explains: Bool) throws(DiagnosticError) {
    self.method = method
    session = MethodSession(served)
    session.limits = ServerLimits()
    session.scoreDetail = explains ? .full : .lean
    // The run's summary says it once.
    session.saysIdentity = false
    scorer = method.name == Method.score.name && !explains ? try LineScorer(session.scoring().engine) : nil
    knowsID = method.parameters.fields.contains { $0.name == "id" }
    echoesID = method.result.fields.contains { $0.name == "id" }
  }

  func answer(_ line: UnsafeBufferPointer<UInt8>, to output: inout OutputBytes) -> LineHandler.Outcome {
    if let warnings = scorer?.score(line, into: &output) { return .answered(warnings: warnings) }
    let source = SourceText(name: "<line>", bytes: Array(line))
    let (document, found) = JSONReader.read(source, duplicateKeys: .error)
    guard let document else {
      return wrong(ErrorLine(RPCError(.parse, found), source, nil), id: nil, &output)
    }
    if found.hasErrors { return wrong(ErrorLine(RPCError(.invalidRequest, found), source, document), id: nil, &output) }
    let id = document.root.kind == .map ? document.root["id"] : nil
    let request = knowsID || id == nil ? document : withoutID(document)
    do throws(DiagnosticError) {
      writer.clear()
      let warnings = try method.answer(request.root, session, to: &writer)
      write(id, to: &output)
      return .answered(warnings: found.count + warnings.count)
    } catch {
      let source = request.source
      return wrong(ErrorLine(RPCError(error, source: source), source, request), id: id?.value, &output)
    }
  }

  /// Writes the result, with the line's id in front where the method does not write it.
  private func write(_ id: Node?, to output: inout OutputBytes) {
    guard !echoesID, let id, id.kind != .null, let json = ErrorLine.json(id.value),
      writer.bytes.first == UInt8(ascii: "{")
    else { return output.append(writer.bytes) }
    output.append(Array(#"{"id":"#.utf8))
    output.append(json)
    let isEmpty = writer.bytes.count == 2
    if !isEmpty { output.append(UInt8(ascii: ",")) }
    writer.bytes.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[1...])) }
  }

  private func wrong(_ error: ErrorLine, id: Value?, _ output: inout OutputBytes) -> LineHandler.Outcome {
    output.append(error.bytes(id: id))
    return .wrong(error.remarks)
  }

  /// The same request for a method that knows no `id`: blanks stand where it was, so that all other places are the same.
  private func withoutID(_ document: Document) -> Document {
    var bytes = document.source.bytes
    let members = Array(document.root.members)
    for (index, member) in members.enumerated() where member.key.text == "id" {
      // With the comma that parts it from its neighbour.
      let start = index > 0 ? members[index - 1].value.range.end : member.key.range.start
      let end = index > 0 || members.count == 1 ? member.value.range.end : members[1].key.range.start
      for offset in Int(start)..<Int(end) { bytes[offset] = 0x20 }
    }
    return JSONReader.read(SourceText(name: document.source.name, bytes: bytes)).document ?? document
  }
}
