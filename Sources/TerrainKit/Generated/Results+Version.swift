// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A version of a pack or of rules.
  public struct Version: Codable, Sendable {
    /// Its id.
    public let id: String
    /// Its version, by semantic versioning.
    public let version: String
    /// The hash of its content.
    public let hash: String
    /// Parameters that have other values than the files say.
    public let overrides: [String]?

    private enum CodingKeys: String, CodingKey {
      case id
      case version
      case hash
      case overrides = "set"
    }
  }
}
