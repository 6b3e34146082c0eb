// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `merge`.
  public struct MergedReplica: Codable, Sendable {
    /// The pack that declares the tables.
    public let pack: Results.Version
    /// The records of both together: what the next request contains.
    public let tables: [String: [[String: Value]]]
  }
}
