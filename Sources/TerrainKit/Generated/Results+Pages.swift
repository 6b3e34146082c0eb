// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `page`.
  public struct Pages: Codable, Sendable {
    /// The module whose page it is.
    public let page: String
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The page of each day: of one, or of as many as were asked for.
    public let days: [Day]

    /// An element of `days`.
    public struct Day: Codable, Sendable {
      /// The local day.
      public let date: LocalDay
      /// The local time of day, if it is known.
      public let time: String?
      /// The parts of the page, in its order, by their ids.
      public let parts: [String: Results.PagePart]
    }
  }
}
