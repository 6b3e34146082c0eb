// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `score`.
  public struct Score: Codable, Sendable {
    /// What the caller knows these answers by.
    public let id: Value?
    /// The pack that this comes from.
    public let pack: Results.Version?
    /// The rules that this comes from.
    public let rules: Results.Version?
    /// The language of the pack that serves the requested one.
    public let locale: String?
    /// The person's value on each axis.
    public let axes: [String: Results.Axis]
    /// The flags of the chosen options.
    public let flags: [String]
    /// Required questions without an answer.
    public let missing: [String]?
    /// For each decision and axis, the nearest values at which the outcome changes.
    public let margins: [String: [String: Margin]]?
    /// Other answers to single questions that would change an outcome.
    public let flips: [Results.Flip]?
    /// What may still come of the answers that are missing.
    public let certainty: Certainty?
    /// Which rules fired, and what they saw.
    public let why: [Results.RowReason]?
    /// By the names that the pack and its rules declare.
    public let outcomes: [String: Results.Outcome]

    /// An element of `margins`.
    public struct Margin: Codable, Sendable {
      /// The nearest smaller value at which the outcome is another.
      public let down: Results.Edge?
      /// The nearest greater value at which the outcome is another.
      public let up: Results.Edge?
    }

    /// What may still come of the answers that are missing.
    public struct Certainty: Codable, Sendable {
      /// Ways to answer what is missing. At least 0.
      public let ways: Int
      /// By the names that the pack and its rules declare.
      public let outcomes: [String: [String: Int]]

      private enum CodingKeys: String, CodingKey, CaseIterable {
        case ways
      }

      /// Decodes the declared members, and all others by their names.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ways = try container.decode(Int.self, forKey: .ways)
        outcomes = try decoder.members(except: CodingKeys.allCases.map(\.rawValue))
      }

      /// Encodes all members.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ways, forKey: .ways)
        try encoder.encode(members: outcomes)
      }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case id
      case pack
      case rules
      case locale
      case axes
      case flags
      case missing
      case margins
      case flips
      case certainty
      case why
    }

    /// Decodes the declared members, and all others by their names.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(Value.self, forKey: .id)
      pack = try container.decodeIfPresent(Results.Version.self, forKey: .pack)
      rules = try container.decodeIfPresent(Results.Version.self, forKey: .rules)
      locale = try container.decodeIfPresent(String.self, forKey: .locale)
      axes = try container.decode([String: Results.Axis].self, forKey: .axes)
      flags = try container.decode([String].self, forKey: .flags)
      missing = try container.decodeIfPresent([String].self, forKey: .missing)
      margins = try container.decodeIfPresent([String: [String: Margin]].self, forKey: .margins)
      flips = try container.decodeIfPresent([Results.Flip].self, forKey: .flips)
      certainty = try container.decodeIfPresent(Certainty.self, forKey: .certainty)
      why = try container.decodeIfPresent([Results.RowReason].self, forKey: .why)
      outcomes = try decoder.members(except: CodingKeys.allCases.map(\.rawValue))
    }

    /// Encodes all members.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(id, forKey: .id)
      try container.encodeIfPresent(pack, forKey: .pack)
      try container.encodeIfPresent(rules, forKey: .rules)
      try container.encodeIfPresent(locale, forKey: .locale)
      try container.encode(axes, forKey: .axes)
      try container.encode(flags, forKey: .flags)
      try container.encodeIfPresent(missing, forKey: .missing)
      try container.encodeIfPresent(margins, forKey: .margins)
      try container.encodeIfPresent(flips, forKey: .flips)
      try container.encodeIfPresent(certainty, forKey: .certainty)
      try container.encodeIfPresent(why, forKey: .why)
      try encoder.encode(members: outcomes)
    }
  }
}
