import TerrainContent
import TerrainDocuments
import TerrainValues

/// What a request for a ranking says beside the day: which ranking, and how many candidates.
public struct RankingOptions: Sendable {
  /// The fields it is read from.
  public static let fields: [Text] = ["ranking", "limit"]
  /// How many candidates may be asked for (`limit`).
  public static let limits = 1...1000
  static let limitShape = Shape.integer(Int64(limits.lowerBound)...Int64(limits.upperBound))

  /// The module that is asked; nil: the usual one.
  public let ranking: Text?
  /// How many candidates; nil: as many as the rules say.
  public let limit: Int?

  /// What `node` says.
  ///
  /// - Throws: where one of the two is not what it has to be.
  public init(_ node: Node) throws(DiagnosticError) {
    var fields = FieldReader(node, what: "the parameters")
    ranking = fields.text("ranking", required: false)?.text
    let limit = fields.optional("limit")
    let found = fields.diagnostics + (limit.map { Self.limitShape.complaints(about: $0, what: "`limit`") } ?? [])
    if found.hasErrors { throw DiagnosticError(found) }
    self.limit = limit?.int.flatMap { Int(exactly: $0) }
  }
}
