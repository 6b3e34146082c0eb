// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `media`.
  public struct Media: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The file, relative to the pack's folder.
    public let path: String
    /// The media type of the file.
    public let mediaType: String
    /// How many bytes the file has. At least 0.
    public let size: Int
    /// The bytes in base 64, with padding (RFC 4648, 4).
    public let base64: String

    private enum CodingKeys: String, CodingKey {
      case pack
      case path
      case mediaType = "media_type"
      case size
      case base64
    }
  }
}
