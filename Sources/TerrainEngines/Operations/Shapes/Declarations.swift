import TerrainRules
import TerrainExpressions
import TerrainBase

/// What a pack and its rules declare about requests: the facts that can be given, the questions and their options.
package struct Declarations: Sendable {
  private let facts: FactShapes?
  private let quizzes: [QuizShape]?
  private let goals: [String]?
  private let outcomes: [Score.Outcome]?
  private let levels: EnumerationType?
  /// The ordered enums of the pack and its rules.
  package let orderedEnums: [EnumerationType]

  /// Nothing is known: what holds for any pack.
  package static let none = Declarations()

  private init() {
    (facts, quizzes, goals, outcomes, levels, orderedEnums) = (nil, nil, nil, nil, nil, [])
  }

  /// What the rules of `system` declare, and the quizzes of its pack; both are loaded as a whole.
  package init(_ system: LoadedSystem) {
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    facts = FactShapes(rules, pack: pack)
    // A quiz is the only record of its kind, and scores.
    let engines = pack.kinds.map { $0.name }.filter { pack.records(of: $0).count == 1 }.compactMap { kind in
      (try? ScoringEngine(system, quiz: kind)).map { (kind: kind, engine: $0) }
    }
    quizzes = engines.map { QuizShape(kind: $0.kind, quiz: $0.engine.quiz) }
    outcomes = engines.first?.engine.outcomes
    goals = rules.fact("goals").flatMap { fact in
      if case .list(.enumeration(let words)) = fact.declaration.type { words.cases.map({ $0.string }) } else { nil }
    }
    levels = LoyaltyEngine.levels(of: rules)
    orderedEnums = Self.orderedEnums(pack, rules)
  }

  private static func orderedEnums(_ pack: Pack, _ rules: RuleSet) -> [EnumerationType] {
    let ofPack = pack.vocabularies.map {
      CELType.enumeration(EnumerationType(name: $0.name, cases: $0.values, isOrdered: $0.isOrdered))
    }
    var found: [EnumerationType] = []
    for type in ofPack + rules.facts.map({ $0.declaration.type }) + rules.decisions.map({ $0.type }) {
      guard case .enumeration(let enumeration) = type, enumeration.isOrdered else { continue }
      if !found.contains(enumeration) { found.append(enumeration) }
    }
    return found
  }

  /// The shape of what `declared` represents.
  package func shape(of declared: Shape.Declared) -> Shape {
    switch declared {
    case .facts(let scope): facts.map { $0.shape(scope) } ?? .map(.anything)
    case .goals: goals.map { .list(.words($0)) } ?? .list(.text)
    case .level: levels.map { Shape(.enumeration($0)) } ?? .text
    case .answers(let ofAnyQuiz):
      answers(quizzes?.filter { ofAnyQuiz || $0.kind == ScoringEngine.quizKind } ?? [])
    }
  }

  /// `fields` with a field for each declared key, and the shape of the fields whose keys are not known.
  package func known(_ fields: [Shape.Field]) -> (fields: [Shape.Field], others: Shape?) {
    var known: [Shape.Field] = []
    var others: Shape?
    for field in fields {
      guard let keys = field.keys else {
        known.append(field)
        continue
      }
      guard let outcomes else {
        others = field.shape
        continue
      }
      known += outcomes.map { outcome in
        let key = (keys == .outcomes ? outcome.name : outcome.plural).string
        let doc = field.doc.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "`\(key)`")
        return Shape.Field(name: key, doc: doc, shape: field.shape, isRequired: field.isRequired)
      }
    }
    return (known, others)
  }

  private func answers(_ quizzes: [QuizShape]) -> Shape {
    let maps: [Shape] = quizzes.isEmpty ? [.map(.text)] : quizzes.map { .object($0.fields) }
    let ids = quizzes.flatMap { $0.fields.map { $0.name } }.reduce(into: [String]()) { ids, id in
      if !ids.contains(id) { ids.append(id) }
    }
    let pairs: Shape = .list(
      .object([
        .required("question", ids.isEmpty ? .text : .words(ids), "The question's id."),
        .required("option", .text, "The id of one of its options."),
      ]))
    return Shape(.either(maps + [pairs]))
  }

  /// The questions of a quiz, with the kind of record that holds it.
  private struct QuizShape {
    let kind: Text
    let fields: [Shape.Field]

    init(kind: Text, quiz: Quiz) {
      self.kind = kind
      fields = quiz.questions.map { question in
        .optional(question.id.string, .words(question.options.map { $0.id.string }), "The option that was chosen.")
      }
    }
  }
}
