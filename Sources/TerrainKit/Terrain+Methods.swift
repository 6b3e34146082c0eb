import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainBase

extension Terrain {
  /// Runs `method` for `request`.
  ///
  /// ```swift
  /// let pages = try terrain.call(.constitution, request).decode(Results.Pages.self)
  /// ```
  ///
  /// - Throws: Everything that is wrong with the request; errors of the rules' evaluation.
  public func call(_ method: Method, _ request: Request) throws(DiagnosticError) -> Reply {
    try reply(method, request) { operation, session, parameters, writer throws(DiagnosticError) in
      try operation.run(session, parameters, to: &writer)
    }
  }

  /// Runs `method` for `request` while it records: each row that was evaluated, with the values that it read.
  ///
  /// - Throws: What ``call(_:_:)`` throws.
  public func explain(_ method: Method, _ request: Request) throws(DiagnosticError) -> Reply {
    try reply(method, request) { operation, session, parameters, writer throws(DiagnosticError) in
      let response = try Operations.explaining(operation).run(session, parameters)
      if let failure = response.result.failure { throw failure }
      try response.write(to: &writer)
      return response.notes
    }
  }

  /// A picture or another file that records name.
  ///
  /// - Parameter path: The file, as a record names it.
  /// - Returns: The media type, by IANA's names, and the bytes.
  /// - Throws: `media/…` for what the pack does not have.
  public func media(_ path: String) throws(DiagnosticError) -> (type: String, data: Data) {
    let media = try run(\.media, Request { writer in writer.member("path", path) })
    return (media.type.string, Data(media.bytes))
  }

  /// The records of a kind, in one language.
  ///
  /// - Parameters:
  ///   - kind: The kind, as the pack's schema names it.
  ///   - ids: The records, in this order; nil for all, in the pack's order.
  ///   - locale: The requested language; without it, that of the settings, or the pack's default.
  /// - Throws: ``DiagnosticError`` for unknown kinds and ids.
  public func records(
    _ kind: String, ids: [String]? = nil, locale: Locale? = nil
  ) throws -> TypedReply<Results.Records> {
    let request = Request { writer in
      writer.member("kind", kind)
      if let ids { writer.member("ids", ids) }
      writer.member("locale", ifAny: locale?.identifier(.bcp47))
    }
    return try TypedReply(call(.records, request))
  }

  /// The question of the quiz that comes next for the answers so far.
  ///
  /// - Parameters:
  ///   - answers: For a question's id the id of the chosen option.
  ///   - goals: What the person wants help with; some questions depend on it.
  ///   - back: Whether the question before is requested instead.
  ///   - locale: The requested language.
  /// - Throws: ``DiagnosticError`` with everything that is wrong with the answers.
  public func nextQuestion(
    after answers: [String: String], goals: [String] = [], back: Bool = false, locale: Locale? = nil
  ) throws -> TypedReply<Results.NextQuestion> {
    let request = Request { writer in
      writer.answers(answers)
      writer.member("goals", goals)
      writer.member("back", back)
      writer.member("locale", ifAny: locale?.identifier(.bcp47))
    }
    return try TypedReply(call(.nextQuestion, request))
  }

  /// What `body` writes for `request`, with the operation that `method` names and a session that no other thread uses meanwhile.
  private func reply(
    _ method: Method, _ request: Request,
    _ body: (AnyOperation, OperationSession, Node, inout JSONWriter) throws(DiagnosticError) -> RequestNotes
  ) throws(DiagnosticError) -> Reply {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      // A test compares the methods with the operations: each has one.
      guard let operation = worker.operation(method) else { throw DiagnosticError([]) }
      let parameters = try localized(document, of: request, for: operation.parameters)
      var writer = JSONWriter(.compact)
      let notes = try body(operation, worker.session, parameters.root, &writer)
      return Reply(json: Data(writer.bytes), warnings: notes.warnings + notes.findings)
    }
  }
}

extension JSONWriter {
  /// Writes `answers` as a member, sorted by question.
  mutating func answers(_ answers: [String: String]) {
    object("answers") { writer in
      for (question, option) in answers.sorted(by: { $0.key < $1.key }) { writer.member(question, option) }
    }
  }
}
