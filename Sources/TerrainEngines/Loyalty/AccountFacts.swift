import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The facts that the engine supplies and the rules declare.
struct AccountFacts: Sendable {
  /// The name of a supplied fact.
  enum Name: Int, CaseIterable, Sendable {
    case account, eventType, amount, change, found, originalAmount, refundedBefore, earnedBefore, takenBefore,
      expiredBefore, spentBefore, givenBefore
    case thisLine, linePosition, originalLine, returnedBefore
    case balances, grantedSoFar, nextExpiry, nextExpiryAmount, setLevel
    case unit, active, pending, held, lifetime, currentLevel, levelSince, earnsBefore, date, time
    case grantedClaims, usedBenefit, openBenefits, actingMember, actingRights, memberCount, otherAccount, receivedFor
    case pointsReceived, pointsSent
    case timeBefore, levelBefore, pointsEarned, pointsSpent, pointsExpired, pointsBack, refusal, owing

    /// The fact's name in rules.
    var word: Text { Self.words[rawValue] }

    /// The names in rules, in the order of the cases. WebAssembly builds cannot ask a case for its name.
    private static let words: [Text] = [
      "account", "event_type", "amount", "change", "found", "original_amount", "refunded_before", "earned_before",
      "taken_before", "expired_before", "spent_before", "given_before",
      "this_line", "line_position", "original_line", "returned_before",
      "balances", "granted_so_far", "next_expiry", "next_expiry_amount", "set_level",
      "unit", "active", "pending", "held", "lifetime", "current_level", "level_since", "earns_before", "date", "time",
      "granted_claims", "used_benefit", "open_benefits", "acting_member", "acting_rights", "member_count",
      "other_account", "received_for",
      "points_received", "points_sent",
      "time_before", "level_before", "points_earned", "points_spent", "points_expired", "points_back", "refusal",
      "owing",
    ]

    /// `string` also means a vocabulary. Nil for lines, whose type the rules declare.
    fileprivate var type: CELType? {
      switch self {
      case .account, .eventType, .unit, .currentLevel, .setLevel, .levelBefore, .refusal: .string
      case .usedBenefit, .actingMember, .otherAccount, .receivedFor: .string
      case .grantedClaims, .openBenefits, .actingRights: .list(.string)
      case .amount, .originalAmount, .refundedBefore: .decimal
      case .balances, .grantedSoFar: .map(key: .string, value: .int)
      case .found, .owing: .bool
      case .time, .levelSince, .nextExpiry, .timeBefore: .timestamp
      case .thisLine, .originalLine: nil
      default: .int
      }
    }

    /// True if it may be absent.
    fileprivate var isOptional: Bool {
      switch self {
      case .amount, .change, .originalAmount, .grantedSoFar, .nextExpiry, .setLevel, .timeBefore, .levelSince,
        .usedBenefit, .actingMember, .otherAccount,
        .receivedFor:
        true
      default: false
      }
    }
  }

  private let ids: [Fact.ID?]
  private let names: [Text: Name]
  /// Facts that events give, by name.
  let given: [Text: Fact]
  /// Facts that windows give, by name.
  private let windows: Set<Text>

  init(_ rules: RuleSet) {
    let names = Dictionary(keepingFirst: Name.allCases.map { ($0.word, $0) })
    self.names = names
    ids = Name.allCases.map { rules.fact($0.word)?.id }
    given = Dictionary(
      keepingFirst: rules.facts.filter { fact in
        names[fact.name] == nil && !Moment.factNames.contains(fact.name) && fact.declaration.window == nil
      }.map { ($0.name, $0) })
    windows = Set(rules.facts.filter { $0.declaration.window != nil }.map { $0.name })
  }

  subscript(_ name: Name) -> Fact.ID? { ids[name.rawValue] }

  /// Returns true if the engine gives the fact `name` itself.
  func gives(_ name: Text) -> Bool {
    names[name] != nil || Moment.factNames.contains(name) || windows.contains(name)
  }

  /// Returns true if `fact` depends on the event and its instant only, not on the account.
  func isOfEvent(_ fact: Fact) -> Bool {
    if given[fact.name] != nil || Moment.factNames.contains(fact.name) { return true }
    switch names[fact.name] {
    case .eventType, .amount, .change, .date, .time: return true
    case .grantedClaims, .usedBenefit, .actingMember, .otherAccount, .receivedFor: return true
    default: return false
    }
  }

  /// The error in the declaration of `fact`, if the engine supplies this fact.
  func diagnostic(about fact: Fact) -> Diagnostic? {
    guard let name = names[fact.name] else { return nil }
    let declaration = fact.declaration
    guard let type = name.type else { return nil }
    guard declaration.type == type || (type == .string && declaration.type.enumeration != nil) || isWords(fact, type)
    else {
      return .suppliedFactType(fact, wanted: type)
    }
    return name.isOptional && !declaration.isOptional ? .suppliedFactOptional(fact) : nil
  }

  /// Returns true if `fact` is a list of enum values although `type` is a list of texts.
  private func isWords(_ fact: Fact, _ type: CELType) -> Bool {
    guard type == .list(.string), case .list(let element) = fact.declaration.type else { return false }
    return element.enumeration != nil
  }
}

extension Diagnostic {
  static func suppliedFactType(_ fact: Fact, wanted: CELType) -> Diagnostic {
    Diagnostic(
      code: "account/fact-type", message: "the fact `\(fact.name)` is given by the account, and is of type `\(wanted)`",
      place: fact.declaration.place)
  }

  static func suppliedFactOptional(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "account/fact-optional", message: "not every event has the fact `\(fact.name)`",
      place: fact.declaration.place, fix: "add `optional: true`")
  }
}
