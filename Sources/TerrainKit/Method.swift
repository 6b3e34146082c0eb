import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines

extension Terrain {
  /// An operation of the service that an app runs in-process. The raw value is the operation's name in `terrain serve`.
  public enum Method: String, Sendable, CaseIterable {
    /// The score of a quiz.
    case score
    /// The next question of a quiz.
    case nextQuestion = "quiz.next"
    /// The page of a day, or of several days.
    case page
    /// Ranked candidates.
    case suggest
    /// Trends of a person's log.
    case trend
    /// Streaks of days.
    case streak
    /// The current day of a program.
    case program
    /// The merge of two replicas of a person's records.
    case merge
    /// The state of a timeline.
    case timeline
    /// The problems of a filled-in form.
    case check
    /// The value of a decision.
    case decide
    /// Records of a kind.
    case records
    /// A file that a record refers to.
    case media
    /// The effect that an event would have on an account, without applying it.
    case quote = "loyalty.quote"
    /// The application of an event to an account, or the passage of time.
    case apply = "loyalty.apply"
    /// The state of an account.
    case status = "loyalty.status"
    /// The account that results from a sequence of events.
    case replay = "loyalty.replay"
    /// The comparison of an account with a replay of its events.
    case verify = "loyalty.verify"
  }
}

/// A session, and the operations that it runs: threads share neither.
final class OperationWorker {
  let session: OperationSession
  let score = Operations.score
  let page = Operations.page
  let suggest = Operations.suggest
  let decide = Operations.decide
  let merge = Operations.merge
  let media = Operations.media
  let trend = Operations.trend
  private let operations = Dictionary(keepingFirst: AnyOperation.evaluating.map { ($0.name, $0) })

  init(_ session: OperationSession) { self.session = session }

  /// The operation that `method` names.
  func operation(_ method: Terrain.Method) -> AnyOperation? { operations[method.rawValue] }
}

extension Terrain {
  /// Runs `method` for `request`.
  ///
  /// ```swift
  /// let pages = try terrain.call(.page, request).decode(Results.Pages.self)
  /// ```
  ///
  /// - Throws: All mistakes in the request; errors of the rules' evaluation.
  public func call(_ method: Method, _ request: Request) throws(DiagnosticError) -> Reply {
    try reply(method, request) { operation, session, parameters, writer throws(DiagnosticError) in
      try operation.run(session, parameters, to: &writer)
    }
  }

  /// Runs `method` for `request` and records the evaluation: each evaluated row with the values that it read.
  ///
  /// - Throws: The errors of ``call(_:_:)``.
  public func explain(_ method: Method, _ request: Request) throws(DiagnosticError) -> Reply {
    try reply(method, request) { operation, session, parameters, writer throws(DiagnosticError) in
      let response = try Operations.explaining(operation).run(session, parameters)
      if let failure = response.result.failure { throw failure }
      try response.write(to: &writer)
      return response.notes
    }
  }

  /// A picture or another file that a record refers to.
  ///
  /// - Parameter path: The file's path as written in the record.
  /// - Returns: The media type, by IANA's names, and the bytes.
  /// - Throws: `media/…` if the pack does not have the file.
  public func media(_ path: String) throws(DiagnosticError) -> (type: String, data: Data) {
    let media = try run(\.media, Request { writer in writer.member("path", path) })
    return (media.type.string, Data(media.bytes))
  }

  /// The records of a kind in one language.
  ///
  /// - Parameters:
  ///   - kind: The kind, as the pack's schema names it.
  ///   - ids: The ids of the records, in the order of the result; nil for all records in the pack's order.
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

  /// The next question of the quiz for the given answers.
  ///
  /// - Parameters:
  ///   - answers: The id of the chosen option by the id of the question.
  ///   - goals: The person's goals; some questions depend on them.
  ///   - back: True to request the previous question instead.
  ///   - locale: The requested language.
  /// - Throws: ``DiagnosticError`` with all mistakes of the answers.
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

  /// The output of `body` for `request`, with the operation that `method` names and a session that no other thread uses at the same time.
  private func reply(
    _ method: Method, _ request: Request,
    _ body: (AnyOperation, OperationSession, Node, inout JSONWriter) throws(DiagnosticError) -> RequestNotes
  ) throws(DiagnosticError) -> Reply {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      // A test verifies that each method has an operation.
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

extension Terrain {
  /// The number of times that the calling thread did work in proportion to the size of the pack and its rules. It grows when an operation
  /// first runs.
  package var preparations: Int { workers.with { $0.session.preparations } }

  /// The result of the operation `operation` for `request`.
  func run<Result>(
    _ operation: (OperationWorker) -> TerrainEngines.Operation<Result>, _ request: Request
  ) throws(DiagnosticError) -> Result {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      let operation = operation(worker)
      let parameters = try localized(document, of: request, for: operation.parameters)
      return try operation.run(worker.session, parameters.root).result
    }
  }

  /// `document`, the document of `request`, with the app's language added if it has none and `parameters` allow one.
  func localized(
    _ document: Document, of request: Request, for parameters: Shape
  ) throws(DiagnosticError) -> Document {
    guard let locale, document.root.kind == .map, document.root["locale"] == nil,
      parameters.fields.contains(where: { $0.name == "locale" })
    else { return document }
    return try request.setting("locale", Value(locale)).document()
  }
}

/// The result of a method as JSON: the bytes that `terrain serve` returns for the same request.
public struct Reply: Sendable {
  /// The JSON of the result.
  public let json: Data
  /// Warnings about the request, which was answered nevertheless.
  public let warnings: [Diagnostic]

  /// Returns the result as a value of `type`, decoded from `json`.
  ///
  /// - Parameters:
  ///   - type: A type of ``Results``, or one with the members that the app needs.
  ///   - decoder: The decoder, for example one that converts keys from snake case; without it, instants are decoded as dates.
  /// - Throws: `DecodingError`.
  public func decode<Content: Decodable>(
    _ type: Content.Type = Content.self, with decoder: JSONDecoder = .ofReplies
  ) throws -> Content {
    try decoder.decode(type, from: json)
  }
}

/// The result of a method as a value, together with the reply that it was decoded from.
///
/// ```swift
/// let trends = try terrain.trend(request)
/// for trend in trends.trends { print(trend.label ?? trend.series, trend.direction) }
/// ```
@dynamicMemberLookup
public struct TypedReply<Result: Decodable & Sendable>: Sendable {
  /// The result; its members are also members of the typed reply.
  public let result: Result
  /// The reply, whose JSON is the form in which accounts are stored.
  public let reply: Reply

  /// The result of `reply`.
  init(_ reply: Reply) throws {
    self.reply = reply
    result = try reply.decode(Result.self)
  }

  /// The JSON of the result.
  public var json: Data { reply.json }
  /// Warnings about the request, which was answered nevertheless.
  public var warnings: [Diagnostic] { reply.warnings }

  /// A member of the result.
  public subscript<Member>(dynamicMember member: KeyPath<Result, Member>) -> Member { result[keyPath: member] }

  /// Returns the result as a value of another type, decoded from `json`.
  ///
  /// - Throws: `DecodingError`.
  public func decode<Content: Decodable>(
    _ type: Content.Type = Content.self, with decoder: JSONDecoder = .ofReplies
  ) throws -> Content { try reply.decode(type, with: decoder) }
}
