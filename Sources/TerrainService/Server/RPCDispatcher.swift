import TerrainDocuments
import TerrainValues

/// Answers lines of JSON-RPC 2.0, one after another, on one thread.
final class RPCDispatcher {
  /// What came of a request, for logs and counts.
  struct Outcome {
    /// The method; nil where there is none of the name, or no name.
    var method: String?
    /// nil where all is well.
    var error: RPCError.Code?
    /// What was odd or wrong, in one line each.
    var remarks: [String] = []
  }

  private let methods: [Text: RPCMethod]
  private let limits: ServerLimits
  /// Told what came of each request.
  var report: (Outcome) -> Void = { _ in }

  /// A dispatcher to `methods`.
  init(_ methods: [RPCMethod], limits: ServerLimits) {
    self.methods = Dictionary(methods.map { (Text($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    self.limits = limits
  }

  /// Writes the answer to `line`, and a line end; nothing where there is nothing to answer.
  ///
  /// - Parameter beforeSlow: called once, before anything is written, where it may take long.
  func answer(
    _ line: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter,
    beforeSlow: (inout JSONWriter) -> Void = { _ in }
  ) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    let source = SourceText(name: "request", bytes: Array(line))
    let documentLimits = DocumentLimits(nesting: limits.nesting)
    let (document, diagnostics) = JSONReader.read(source, limits: documentLimits, duplicateKeys: .error)
    guard let root = document?.root else {
      let isLimit = diagnostics.contains { $0.code == "json/nested-too-deep" }
      refuse(RPCError(isLimit ? .limit : .parse, diagnostics), source, nil, id: nil, to: &writer)
      writer.newline()
      return
    }
    if diagnostics.hasErrors {
      refuse(RPCError(.invalidRequest, diagnostics), source, document, id: nil, to: &writer)
      return writer.newline()
    }
    guard root.kind == .list else {
      if let name = root["method"]?.text, let method = methods[name], !method.isQuick { beforeSlow(&writer) }
      if answer(root, to: &writer) { writer.newline() }
      return
    }
    guard root.count > 0 else {
      refuse(RPCError(.invalidRequest, [.emptyBatch(root)]), source, nil, id: nil, to: &writer)
      return writer.newline()
    }
    guard root.count <= limits.batchSize else {
      let complaint = Diagnostic.batchTooLarge(root, limit: limits.batchSize)
      refuse(RPCError(.limit, [complaint]), source, nil, id: nil, to: &writer)
      return writer.newline()
    }
    beforeSlow(&writer)
    let start = writer.checkpoint
    writer.beginArray()
    var isAnswered = false
    for request in root.elements where answer(request, to: &writer) { isAnswered = true }
    guard isAnswered else { return writer.rewind(to: start) }
    writer.endArray()
    writer.newline()
  }

  /// Writes the answer to a line that is longer than the limit.
  func refuseLongLine(to writer: inout JSONWriter) {
    let source = SourceText(name: "request", bytes: [])
    refuse(RPCError(.limit, [.lineTooLong(limit: limits.lineLength)]), source, nil, id: nil, to: &writer)
    writer.newline()
  }

  /// Answers one request; false where it wants no answer.
  private func answer(_ request: Node, to writer: inout JSONWriter) -> Bool {
    let source = request.document.source
    let id = request["id"]
    let isID = id.map { [.string, .number, .null].contains($0.kind) } ?? false
    let known = isID ? id : nil
    if let complaint = complaint(about: request, id) {
      refuse(RPCError(.invalidRequest, [complaint]), source, request.document, id: known, to: &writer)
      return true
    }
    let start = writer.checkpoint
    guard let name = request["method"]?.text, let method = methods[name] else {
      let error = RPCError(.methodNotFound, [unknownMethod(request["method"] ?? request)])
      refuse(error, source, request.document, id: known, to: &writer)
      if id == nil { writer.rewind(to: start) }
      return id != nil
    }
    let before = writer.checkpoint
    begin(id: known, to: &writer)
    writer.key("result")
    do throws(DiagnosticError) {
      let warnings = try method.run(request["params"], &writer)
      writer.endObject()
      var outcome = Outcome(method: method.name)
      if !warnings.isEmpty {
        let data = ErrorData(source, nil)
        outcome.remarks = data.summaries(warnings)
      }
      report(outcome)
    } catch {
      writer.rewind(to: before)
      refuse(RPCError(error, source: source), source, request.document, id: known, method: method.name, to: &writer)
    }
    if id == nil { writer.rewind(to: start) }
    return id != nil
  }

  /// The members of a request.
  private static let members = ["jsonrpc", "id", "method", "params"]
  /// Members of a request that are compared with those.
  private static let mostMembers = 100

  /// Why `request` is no request; nil where it is one.
  private func complaint(about request: Node, _ id: Node?) -> Diagnostic? {
    guard request.kind == .map else { return .notARequest(request) }
    guard request["jsonrpc"]?.isText("2.0") ?? false else { return .otherVersion(request["jsonrpc"] ?? request) }
    guard request["method"]?.kind == .string else { return .noMethod(request["method"] ?? request) }
    if let parameters = request["params"], parameters.kind != .map, parameters.kind != .list {
      return .wrongParameters(parameters)
    }
    if let id, ![.string, .number, .null].contains(id.kind) { return .wrongID(id) }
    // What the specification does not name is passed over, but for what was meant to be something that it does.
    for (key, _) in request.members.prefix(Self.mostMembers) {
      guard let name = key.text, !Self.members.contains(name.string) else { continue }
      if let meant = Suggestion.nearest(to: name.string, among: Self.members) { return .misspelt(key, for: meant) }
    }
    return nil
  }

  private func unknownMethod(_ name: Node) -> Diagnostic {
    .unknownMethod(name, among: methods.keys.map(\.string).sorted())
  }

  private func begin(id: Node?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("jsonrpc")
    writer.raw("\"2.0\"")
    writer.key("id")
    if let id { writer.raw(id.document.source.text(of: id.range)) } else { writer.null() }
  }

  private func refuse(
    _ error: RPCError, _ source: SourceText, _ document: Document?, id: Node?, method: String? = nil,
    to writer: inout JSONWriter
  ) {
    let data = ErrorData(source, document)
    begin(id: id, to: &writer)
    writer.object("error") { writer in
      writer.member("code", error.code.rawValue)
      writer.member("message", error.code.message)
      if !error.diagnostics.isEmpty {
        writer.object("data") { writer in
          writer.key("diagnostics")
          data.write(error.diagnostics, to: &writer)
        }
      }
    }
    writer.endObject()
    report(Outcome(method: method, error: error.code, remarks: data.summaries(error.diagnostics)))
  }
}
