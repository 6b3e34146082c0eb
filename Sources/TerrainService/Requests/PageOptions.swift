import TerrainContent
import TerrainDocuments
import TerrainValues

/// What a request for a page says beside the day: which page, and for how many days.
public struct PageOptions: Sendable {
  /// The fields it is read from.
  public static let fields: [Text] = ["page", "days"]
  /// How many days may be planned (`days`): a year and a day.
  public static let days = 1...366
  static let daysShape = Shape.integer(Int64(days.lowerBound)...Int64(days.upperBound))

  /// The module that is asked; nil: the method's own.
  public let page: Text?
  /// How many days; nil where nothing is said.
  public let days: Int?

  /// What `node` says.
  ///
  /// - Throws: where one of the two is not what it has to be.
  public init(_ node: Node) throws(DiagnosticError) {
    var fields = FieldReader(node, what: "the parameters")
    page = fields.text("page", required: false)?.text
    let days = fields.optional("days")
    let found = fields.diagnostics + (days.map { Self.daysShape.complaints(about: $0, what: "`days`") } ?? [])
    if found.hasErrors { throw DiagnosticError(found) }
    self.days = days?.int.flatMap { Int(exactly: $0) }
  }
}
