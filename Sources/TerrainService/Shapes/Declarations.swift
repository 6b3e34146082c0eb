import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues

/// What a pack and its rules say about requests: the facts that can be given, the questions and their options.
public struct Declarations: Sendable {
  private let facts: [Shape.Field]?
  private let questions: [Shape.Field]?
  private let goals: [String]?

  /// Nothing is known: what can be said of any pack.
  public static let none = Declarations(facts: nil, questions: nil, goals: nil)

  private init(facts: [Shape.Field]?, questions: [Shape.Field]?, goals: [String]?) {
    self.facts = facts
    self.questions = questions
    self.goals = goals
  }

  /// What `rules` declare, and the questions of `quiz`.
  public init(_ rules: RuleSet, quiz: Quiz?) {
    let clock = Set(Moment.factNames)
    let given = rules.facts.filter { !$0.declaration.isPerCandidate && !clock.contains($0.name) }
    facts = given.map { fact in
      .optional(
        fact.name.string, Self.shape(of: fact.declaration), fact.declaration.doc?.string ?? "A fact of the rules.")
    }
    questions = quiz?.questions.map { question in
      .optional(question.id.string, .words(question.options.map(\.id.string)), "The option that was chosen.")
    }
    goals = given.first { $0.name == "goals" }.flatMap { fact in
      if case .list(.enumeration(let words)) = fact.declaration.type { words.cases.map(\.string) } else { nil }
    }
  }

  func shape(of declared: Shape.Declared) -> Shape {
    switch declared {
    case .facts: facts.map { .object($0) } ?? .map(.anything)
    case .goals: goals.map { .list(.words($0)) } ?? .list(.text)
    case .answers:
      .either(
        questions.map { .object($0) } ?? .map(.text),
        .list(
          .object([
            .required("question", questions.map { .words($0.map(\.name)) } ?? .text, "The question's id."),
            .required("option", .text, "The id of one of its options."),
          ])))
    }
  }

  private static func shape(of fact: FactDeclaration) -> Shape {
    if case .int = fact.type {
      var bounds: (Int64?, Int64?) = (nil, nil)
      if case .int(let least)? = fact.minimum { bounds.0 = least }
      if case .int(let most)? = fact.maximum { bounds.1 = most }
      return Shape(.integer(least: bounds.0, most: bounds.1))
    }
    return shape(of: fact.type, most: fact.maximumSize)
  }

  /// A record is given by its id.
  private static func shape(of type: CELType, most: Int? = nil) -> Shape {
    switch type {
    case .bool: .flag
    case .int: .integer
    case .uint: .count
    case .double, .decimal: .number
    case .string, .record, .timestamp, .duration: .text
    case .enumeration(let words): .words(words.cases.map(\.string))
    case .list(let element): .list(shape(of: element), most: most)
    case .map(_, let value): .map(shape(of: value))
    case .optional(let wrapped): shape(of: wrapped, most: most)
    default: .anything
    }
  }
}
