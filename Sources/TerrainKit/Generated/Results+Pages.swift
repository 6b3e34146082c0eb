// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `constitution`, `insight`, `today`.
  public enum Pages: Codable, Sendable {
    /// `Page`.
    case page(Results.Page)
    /// `Days`.
    case days(Days)

    /// An element of `days`.
    public struct Days: Codable, Sendable {
      /// A page for each day that was asked for.
      public let days: [Results.Page]
    }

    /// Decodes the first alternative that the value is one of.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let content = try? container.decode(Results.Page.self) {
        self = .page(content)
        return
      }
      self = .days(try container.decode(Days.self))
    }

    /// Encodes the alternative.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .page(let content): try container.encode(content)
      case .days(let content): try container.encode(content)
      }
    }
  }
}
