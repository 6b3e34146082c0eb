import TerrainContent
import TerrainDocuments
import TerrainValues

/// What a request says beside the day: which module is asked, and for how much.
public struct AskedModule: Sendable {
  /// Where requests of a kind say it.
  public struct Fields: Sendable {
    /// A page for so many days: a year and a day at most.
    public static let page = Fields(module: "page", count: "days", counts: 1...366)
    /// So many candidates of a ranking.
    public static let ranking = Fields(module: "ranking", count: "limit", counts: 1...1000)

    /// The field that names the module.
    public let module: Text
    /// The field that says how much.
    public let count: Text
    /// How much may be asked for.
    public let counts: ClosedRange<Int>

    /// Both fields.
    public var names: [Text] { [module, count] }

    var countShape: Shape { .integer(Int64(counts.lowerBound)...Int64(counts.upperBound)) }
  }

  /// The module; nil: the usual one.
  public let module: Text?
  /// How much; nil where nothing is said.
  public let count: Int?

  /// What the request at `node` says in `fields`.
  ///
  /// - Throws: where one of the two is not what it has to be.
  public init(_ node: Node, in fields: Fields) throws(DiagnosticError) {
    let found = DiagnosticCollector(.request)
    var reader = FieldReader(node, what: "the parameters", into: found)
    module = reader.text(fields.module, required: false)?.text
    let count = reader.optional(fields.count)
    if let count { fields.countShape.check(count, what: "`\(fields.count)`", into: found) }
    if found.hasErrors { throw found.error }
    self.count = count?.int.flatMap { Int(exactly: $0) }
  }
}
