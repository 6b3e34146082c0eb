import TerrainBase
import TerrainDocuments

/// An operation: its name, its parameters, its result, and the function from a session and parameters to the result.
///
/// The command line, `terrain serve`, `terrain batch`, `explain`, `terrain schema`, the OpenRPC document and `TerrainKit` use operations
/// and nothing behind them. ``AnyOperation`` is one whose type of result does not matter.
package struct Operation<Result>: Sendable {
  /// The result for `parameters`; the last parameter takes notes about the request.
  package typealias Function =
    @Sendable (_ parameters: Node, _ session: OperationSession, _ notes: inout RequestNotes) throws(DiagnosticError) ->
    Result

  /// The name in requests.
  package let name: String
  /// The purpose in one sentence, without a full stop.
  package let summary: String
  /// The shape of the parameters.
  package let parameters: Shape
  /// The description of the result.
  package let result: ResultType<Result>
  /// True if it takes so little time that other requests of the same thread may wait for it.
  package let isQuick: Bool
  /// True if its work is about the files of a pack and not about the request: a service runs it apart from other requests, and it can be
  /// cancelled.
  package let runsApart: Bool
  /// True if requests can ask for an explanation of the result.
  package let takesExplain: Bool
  private let checksParameters: Bool
  /// True if requests have facts by name, of which each engine reads only those that its rules need.
  private let givesFacts: Bool
  /// The fields that readers of engines leave to the account's engine, which only some requests need.
  private let accountFields: [(name: Text, shape: Shape)]
  /// True if the result itself is an explanation, and always contains its details.
  private let isExplanation: Bool
  private let function: Function

  /// True if the result contains its explanation: rows that fired, criteria, margins.
  private static var explain: Parameter<Bool> {
    .flag("explain", "Whether the result has what explains it: rules that fired, criteria, margins.")
  }

  /// An operation.
  ///
  /// - Parameters:
  ///   - checksParameters: whether parameters are compared with their shape before `function`. Not needed if an engine's reader reads all
  ///   of them, because its diagnostics are better. Tests compare such a reader with the shape.
  ///   - isQuick: whether other requests of the same thread may wait for it.
  ///   - runsApart: whether a service runs it apart from other requests.
  ///   - isExplanation: true if the result always contains its explanation.
  package init(
    name: String, summary: String, parameters: Shape, result: ResultType<Result>, checksParameters: Bool = true,
    isQuick: Bool = false, runsApart: Bool = false, isExplanation: Bool = false, function: @escaping Function
  ) {
    self.name = name
    self.summary = summary
    self.isExplanation = isExplanation
    takesExplain = !isExplanation && result.shape.hasExplanations
    self.parameters = takesExplain ? .object(parameters.fields + [Self.explain.field]) : parameters
    self.result = result
    self.checksParameters = checksParameters
    accountFields =
      checksParameters
      ? []
      : Shape.Field.account.filter { account in parameters.fields.contains { $0.name == account.name } }
        .map { (Text($0.name), $0.shape) }
    givesFacts = parameters.fields.contains { field in
      // A decision is asked with exactly the facts that it reads.
      if case .declared(.facts(let scope)) = field.shape.form { scope != .decision } else { false }
    }
    self.isQuick = isQuick
    self.runsApart = runsApart
    self.function = function
  }

  /// Runs the operation for the request `parameters`.
  ///
  /// - Throws: all errors in the parameters, or evaluation errors of the rules.
  package func run(_ session: OperationSession, _ parameters: Node) throws(DiagnosticError) -> Response<Result> {
    session.begin()
    var notes = RequestNotes()
    let result = try run(session, parameters, &notes)
    return Response(result, notes, type: self.result)
  }

  /// Runs the operation for the request `parameters`; `notes` are complete even if it throws.
  package func run(
    _ session: OperationSession, _ parameters: Node, _ notes: inout RequestNotes
  ) throws(DiagnosticError) -> Result {
    try check(parameters)
    notes.explains = isExplanation || session.explains || session.isRecording
    if takesExplain {
      var reader = ParameterReader(parameters)
      if reader.optional(Self.explain) == true { notes.explains = true }
      try reader.finish()
    }
    defer { notes.warnings += session.unfilled.take() }
    let result = try function(parameters, session, &notes)
    if givesFacts { try session.checkFacts(of: parameters) }
    return result
  }

  /// Compares the parameters with their shape, except for those that `function` reads itself.
  private func check(_ parameters: Node) throws(DiagnosticError) {
    guard checksParameters || accountFields.contains(where: { parameters[$0.name] != nil }) else { return }
    let diagnostics = DiagnosticCollector(.request)
    if checksParameters { self.parameters.check(parameters, .named("the request"), into: diagnostics) }
    for (name, shape) in accountFields {
      guard let value = parameters[name], value.kind != .null else { continue }
      shape.check(value, .member(name, of: .named("the request")), into: diagnostics)
    }
    if diagnostics.hasErrors { throw diagnostics.error }
  }
}

/// Notes of an operation about a request, in addition to its result.
package struct RequestNotes {
  /// Warnings about the parameters.
  package var warnings: [Diagnostic] = []
  /// True if the result is written with its explanation.
  package var explains = false
  /// Errors in single records of the request, which the result lists and which do not fail the operation.
  package var findings: [Diagnostic] = []
  /// The explanation of the result, in a session that records.
  package var explanation: Explanation?

  /// No notes.
  package init() {}
}

/// The operations, by name; each module adds its own.
package enum Operations {}

/// An operation whose result is only written, for tables of operations.
package struct AnyOperation: Sendable {
  /// The name in requests.
  package let name: String
  /// The purpose in one sentence, without a full stop.
  package let summary: String
  /// The shape of the parameters.
  package let parameters: Shape
  /// The shape of the result.
  package let result: Shape
  /// True if it takes so little time that other requests of the same thread may wait for it.
  package let isQuick: Bool
  /// True if its work is about the files of a pack and not about the request.
  package let runsApart: Bool
  private let function:
    @Sendable (_ parameters: Node, _ session: OperationSession, _ writer: inout JSONWriter) throws(DiagnosticError) ->
      RequestNotes
  private let noting:
    @Sendable (_ parameters: Node, _ session: OperationSession, _ notes: inout RequestNotes) throws(DiagnosticError) ->
      Void

  /// `operation`, whose result is written.
  package init<Result>(_ operation: Operation<Result>) {
    name = operation.name
    summary = operation.summary
    parameters = operation.parameters
    result = operation.result.shape
    isQuick = operation.isQuick
    runsApart = operation.runsApart
    function = { parameters, session, writer throws(DiagnosticError) in
      let response = try operation.run(session, parameters)
      if session.explanations != nil { writer.explanations = [] }
      try response.write(to: &writer)
      if let explanations = writer.explanations {
        session.explanations = explanations
        writer.explanations = nil
      }
      return response.notes
    }
    noting = { parameters, session, notes throws(DiagnosticError) in
      _ = try operation.run(session, parameters, &notes)
    }
  }

  /// Runs the operation for the request `parameters`, and writes the result as one value.
  ///
  /// - Returns: the notes about the request.
  /// - Throws: all errors in the parameters, or evaluation errors of the rules; a part of the result may have been written then.
  @discardableResult
  package func run(
    _ session: OperationSession, _ parameters: Node, to writer: inout JSONWriter
  ) throws(DiagnosticError) -> RequestNotes { try function(parameters, session, &writer) }

  /// Runs the operation for its notes about the request, even if it throws.
  func run(
    _ session: OperationSession, _ parameters: Node, _ notes: inout RequestNotes
  ) throws(DiagnosticError) { try noting(parameters, session, &notes) }
}

// The operations of this target, in the order of documents about them. Created for each thread, so that threads share no references.
extension AnyOperation {
  /// The operations that evaluate a person's request.
  package static var ofRequests: [AnyOperation] {
    [
      AnyOperation(Operations.score), AnyOperation(Operations.quizNext), AnyOperation(Operations.page),
      AnyOperation(Operations.suggest), AnyOperation(Operations.trend), AnyOperation(Operations.streak),
      AnyOperation(Operations.program), AnyOperation(Operations.merge), AnyOperation(Operations.timeline),
    ]
  }

  /// The operations about any decision and any record.
  package static var ofContent: [AnyOperation] {
    [AnyOperation(Operations.decide), AnyOperation(Operations.records), AnyOperation(Operations.media)]
  }

  /// The operations on accounts.
  package static var ofAccounts: [AnyOperation] {
    Operations.loyalty.map { AnyOperation($0) } + [AnyOperation(Operations.verify)]
  }

  /// All operations that need only a built pack.
  package static var embedded: [AnyOperation] { ofRequests + ofContent + ofAccounts }
}

/// The outcome of an operation: the result, and the notes about the request.
package struct Response<Result> {
  /// The result.
  package let result: Result
  /// The notes about the request.
  package let notes: RequestNotes
  private let type: ResultType<Result>

  /// `result`, which is of `type`, with `notes` about the request.
  package init(_ result: Result, _ notes: RequestNotes, type: ResultType<Result>) {
    self.result = result
    self.notes = notes
    self.type = type
  }

  /// Writes the result as one value.
  ///
  /// - Throws: `response/no-json` if JSON cannot hold a value.
  package func write(to writer: inout JSONWriter) throws(DiagnosticError) {
    let before = writer.explains
    defer { writer.explains = before }
    writer.explains = notes.explains
    try type.write(result, to: &writer)
  }

  /// The result's bytes, ending in a line end.
  package func json(_ layout: JSONWriter.Layout) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(layout)
    try write(to: &writer)
    writer.newline()
    return writer.bytes
  }
}

// The diagnostics of operations about requests and results.

extension Diagnostic {
  package static func noJSON(because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "response/no-json", message: "a value cannot be written as JSON: \(error)", place: nil)
  }

  package static func notAWord(of words: [String], what: String, at node: Node, _ suggestions: Suggestions)
    -> Diagnostic
  {
    Diagnostic(
      code: "request/unknown-value", message: "\(what) has to be one of \(words.quoted)", at: node,
      fix: suggestions.fix(node.text, among: words.map { Text($0) }, kind: words.first ?? ""))
  }

  package static func tooMany(_ count: Int, limit: Int, what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "request/too-many", message: "\(what) has \(count) elements; at most \(limit) are taken", at: node)
  }

  package static let requestLimitCode = "request/limit"

  package static func beyondLimit(_ name: String, of limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: requestLimitCode, message: "one request takes at most \(limit) `\(name)`", at: node,
      fix: "ask in several requests, or start the program with `--limit \(name)=NUMBER`")
  }

  package static func notInRange(least: Double?, most: Double?, what: String, at node: Node) -> Diagnostic {
    let limits = [least.map { "at least \(Value.double($0))" }, most.map { "at most \(Value.double($0))" }].compactMap {
      $0
    }
    return Diagnostic(
      code: "request/number-range", message: "\(what) has to be a number, \(limits.joined(separator: ", "))", at: node)
  }

  package static func notInRange(least: Int64?, most: Int64?, what: String, at node: Node) -> Diagnostic {
    var limits: [String] = []
    if let least { limits.append("at least \(least)") }
    if let most { limits.append("at most \(most)") }
    let expected = (["a whole number"] + limits).joined(separator: ", ")
    return Diagnostic(code: "request/number-range", message: "\(what) has to be \(expected)", at: node)
  }
}
