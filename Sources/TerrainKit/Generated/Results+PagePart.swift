// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A part of a page.
  public enum PagePart: Codable, Sendable {
    /// `[Message]`.
    case messages([Results.Message])
    /// `Decision`.
    case decision(Decision)
    /// `Ranking`.
    case ranking(Results.Ranking)
    /// `[Signal]`.
    case signals([Results.Signal])
    /// `[String: Value]`.
    case record([String: Value])
    /// Nothing: the rules chose none.
    case none

    /// An element of `decision`.
    public struct Decision: Codable, Sendable {
      /// The decision's value.
      public let value: Value
      /// What people call it, where it is a vocabulary's word.
      public let label: String?
      /// Its language, where that is not `locale`.
      public let labelLocale: String?
      /// The rule that chose it.
      public let rule: Results.Origin?
      /// OpenFeature's word for it: a row fired, or what is used otherwise.
      public let reason: Results.Reason?

      private enum CodingKeys: String, CodingKey {
        case value
        case label
        case labelLocale = "label_locale"
        case rule
        case reason
      }
    }

    /// Decodes the first alternative that the value is one of.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .none
        return
      }
      if let content = try? container.decode([Results.Message].self) {
        self = .messages(content)
        return
      }
      if let content = try? container.decode(Decision.self),
        decoder.has(only: ["label", "label_locale", "reason", "rule", "value"])
      {
        self = .decision(content)
        return
      }
      if let content = try? container.decode(Results.Ranking.self) {
        self = .ranking(content)
        return
      }
      if let content = try? container.decode([Results.Signal].self) {
        self = .signals(content)
        return
      }
      self = .record(try container.decode([String: Value].self))
    }

    /// Encodes the alternative.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .messages(let content): try container.encode(content)
      case .decision(let content): try container.encode(content)
      case .ranking(let content): try container.encode(content)
      case .signals(let content): try container.encode(content)
      case .record(let content): try container.encode(content)
      case .none: try container.encodeNil()
      }
    }
  }
}
