// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A page about a person and a day.
  public struct Page: Codable, Sendable {
    /// The module whose page it is.
    public let page: String
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The local day.
    public let date: LocalDay
    /// What the clock showed.
    public let time: String?
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The parts of the page, in its order, by their ids.
    public let parts: [String: Results.PagePart]
  }
}
