import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// The facts that the engine gives, as far as the rules declare them.
struct AccountFacts: Sendable {
  /// One of them.
  enum Name: Int, CaseIterable, Sendable {
    case eventType, amount, change, found, originalAmount, refundedBefore, earnedBefore, takenBefore, expiredBefore
    case unit, active, pending, held, lifetime, currentLevel, earnsBefore, date, time
    case levelBefore, pointsEarned, pointsSpent, pointsExpired, pointsBack, refusal, owing

    /// What rules call it: the case in lower case with underscores.
    var word: Text {
      var word = ""
      for letter in "\(self)" { word += letter.isUppercase ? "_" + letter.lowercased() : String(letter) }
      return Text(word)
    }

    /// `string` also means a vocabulary.
    fileprivate var type: CELType {
      switch self {
      case .eventType, .unit, .currentLevel, .levelBefore, .refusal: .string
      case .amount, .originalAmount, .refundedBefore: .decimal
      case .found, .owing: .bool
      case .time: .timestamp
      default: .int
      }
    }

    /// Whether it may be absent.
    fileprivate var isOptional: Bool {
      switch self {
      case .amount, .change, .originalAmount: true
      default: false
      }
    }
  }

  private let ids: [Fact.ID?]
  private let names: [Text: Name]
  /// Facts that events give, by name.
  let given: [Text: Fact]

  init(_ rules: RuleSet) {
    let names = Dictionary(Name.allCases.map { ($0.word, $0) }, uniquingKeysWith: { first, _ in first })
    self.names = names
    ids = Name.allCases.map { rules.fact($0.word)?.id }
    given = Dictionary(
      rules.facts.filter { names[$0.name] == nil && !Moment.factNames.contains($0.name) }.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  subscript(_ name: Name) -> Fact.ID? { ids[name.rawValue] }

  /// Whether the engine gives the fact `name` itself.
  func gives(_ name: Text) -> Bool { names[name] != nil || Moment.factNames.contains(name) }

  /// What is wrong with the declaration of `fact`, where the engine gives it.
  func diagnostic(about fact: Fact) -> Diagnostic? {
    guard let name = names[fact.name] else { return nil }
    let declaration = fact.declaration
    guard declaration.type == name.type || (name.type == .string && declaration.type.enumeration != nil) else {
      return .suppliedFactType(fact, wanted: name.type)
    }
    return name.isOptional && !declaration.isOptional ? .suppliedFactOptional(fact) : nil
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
