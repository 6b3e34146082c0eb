import TerrainBase
import TerrainExpressions
import TerrainRules

/// The kind of reader that takes facts from a request: each takes some facts of a rule set, and computes the others itself.
package enum FactScope: Sendable {
  /// A request with a moment and without a candidate; the clock gives its own facts.
  case day
  /// About a timeline, which gives its state and move.
  case timeline
  /// An event of an account; the account gives its own facts.
  case event
  /// All facts: a decision is asked with whatever it needs.
  case decision

  fileprivate func takes(_ fact: Fact) -> Bool {
    let isOfClock = Moment.factNames.contains(fact.name)
    return switch self {
    case .day: !fact.declaration.isPerCandidate && !isOfClock
    case .timeline: !fact.declaration.isPerCandidate && !isOfClock && !TimelineEngine.givesFact(fact.name)
    case .event: !isOfClock && !LoyaltyEngine.gives(fact)
    case .decision: true
    }
  }
}

/// The facts of a rule set as shapes, as their readers take them.
struct FactShapes: Sendable {
  private let facts: [Fact]
  private let pack: Pack

  init(_ rules: RuleSet, pack: Pack) {
    facts = rules.facts
    self.pack = pack
  }

  /// A map of the facts that `scope` takes.
  func shape(_ scope: FactScope) -> Shape {
    .object(
      facts.filter(scope.takes).map { fact in
        .optional(
          fact.name.string, shape(of: fact.declaration, scope), fact.declaration.doc?.string ?? "A fact of the rules.")
      })
  }

  private func shape(of fact: FactDeclaration, _ scope: FactScope) -> Shape {
    switch fact.type {
    case .int:
      var bounds: (Int64?, Int64?) = (nil, nil)
      if case .int(let least)? = fact.minimum { bounds.0 = least }
      if case .int(let most)? = fact.maximum { bounds.1 = most }
      return Shape(.integer(least: bounds.0, most: bounds.1))
    case .double:
      var bounds: (Double?, Double?) = (nil, nil)
      if case .double(let least)? = fact.minimum { bounds.0 = least }
      if case .double(let most)? = fact.maximum { bounds.1 = most }
      return Shape(.number(least: bounds.0, most: bounds.1))
    case .record(let type):
      switch source(of: type) {
      case .pack where scope != .decision: return .id(of: .kinds(pack.reading(type.name)?.kinds ?? []))
      // In a record that is passed in, fields that its type does not have are ignored.
      case .caller where scope != .decision: return .either(.text, .map(.anything))
      default: return record(type)
      }
    default: return shape(of: fact.type, most: fact.maximumSize)
    }
  }

  private func shape(of type: CELType, most: Int? = nil) -> Shape {
    switch type {
    case .null: Shape(.null)
    case .bool: .flag
    case .int: .integer
    case .uint: .count
    case .double: .number
    // An exact number may be text, so that no reader of JSON rounds it on the way.
    case .decimal: .either(.number, .text, .money)
    case .timestamp: .instant
    case .string, .duration: .text
    case .enumeration(let type): Shape(.enumeration(type))
    case .list(let element): .list(shape(of: element), most: most)
    case .map(_, let value): .map(shape(of: value))
    case .optional(let wrapped): .orNull(shape(of: wrapped, most: most))
    case .record(let type): record(type)
    default: .anything
    }
  }

  // MARK: Records

  /// The source of records of a type.
  private enum Source {
    /// The pack: they are named by their ids.
    case pack
    /// The caller: the pack holds none.
    case caller
    /// Nowhere: the type is only a shape.
    case none
  }

  private func source(of type: RecordType) -> Source {
    guard let reading = pack.reading(type.name), !reading.kinds.isEmpty else { return .none }
    return reading.isHandedIn ? .caller : .pack
  }

  /// A record: its fields, or the id of one of the pack's.
  private func record(_ type: RecordType) -> Shape {
    let whole = Shape.named("record.\(type.name)") { .object(fieldShapes(of: type)) }
    return source(of: type) == .pack ? .either(.text, whole) : whole
  }

  /// Lists may be left out, as in records of a pack. Recursion is bounded by the nesting of the type.
  private func fieldShapes(of type: RecordType) -> [Shape.Field] {
    type.fields.map { field in
      let doc = "The field `\(field.name)`: `\(field.type)`."
      switch field.type {
      case .optional, .list, .error: return .optional(field.name.string, shape(of: field.type), doc)
      default: return .required(field.name.string, shape(of: field.type), doc)
      }
    }
  }
}

/// The declarations of a pack and its rules about requests: the facts, the questions, and their options.
package struct Declarations: Sendable {
  private let facts: FactShapes?
  private let quizzes: [QuizShape]?
  private let goals: [String]?
  private let outcomes: [Score.Outcome]?
  private let levels: EnumerationType?
  /// The ordered enums of the pack and its rules.
  package let orderedEnums: [EnumerationType]

  /// No declarations, for checks that are valid for any pack.
  package static let none = Declarations()

  private init() {
    (facts, quizzes, goals, outcomes, levels, orderedEnums) = (nil, nil, nil, nil, nil, [])
  }

  /// The declarations of the rules of `system` and the quizzes of its pack, both of which are completely loaded.
  package init(_ system: LoadedSystem) {
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    facts = FactShapes(rules, pack: pack)
    // A quiz is the only record of its kind, and scores.
    let engines = pack.kinds.map { $0.name }.filter { pack.records(of: $0).count == 1 }.compactMap { kind in
      (try? ScoringEngine(system, quiz: kind)).map { (kind: kind, engine: $0) }
    }
    quizzes = engines.map { QuizShape(kind: $0.kind, quiz: $0.engine.quiz) }
    outcomes = engines.first?.engine.outcomes
    goals = engines.first?.engine.quiz.goals?.map { $0.string }
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

  /// The shape that `declared` represents.
  package func shape(of declared: Shape.Declared) -> Shape {
    switch declared {
    case .facts(let scope): facts.map { $0.shape(scope) } ?? .map(.anything)
    case .goals: goals.map { .list(.words($0)) } ?? .list(.text)
    case .level: levels.map { Shape(.enumeration($0)) } ?? .text
    case .answers(let ofAnyQuiz):
      answers(quizzes?.filter { ofAnyQuiz || $0.kind == ScoringEngine.quizKind } ?? [])
    }
  }

  /// `fields` with a field for each declared key, and the shape of the fields with other keys.
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

extension Shape.Field {
  /// The fields of a request that give its moment, as ``RequestClock`` reads them.
  package static func clock(
    now: String = "When it is: an instant, a local time (`2026-02-05T07:30`), or a local day (`2026-02-05`).",
    isRequired: Bool = false
  ) -> [Shape.Field] {
    [
      isRequired ? .required("now", .moment, now) : .optional("now", .moment, now),
      .optional(
        "zone", .text, "Whose calendar: a name such as `Asia/Singapore`, or an offset. Without it the offset of `now`."),
    ]
  }

  /// The fields of a request about a person and a day.
  static let dayRequest: [Shape.Field] =
    [
      .optional("person_id", .text, "Whose day it is: turns and ties depend on it, nothing else does.")
    ] + clock(isRequired: true) + [
      .optional("locale", .locale, "The language to answer in."),
      .optional("facts", .facts, "What is known of the person and the day: facts of the rules, by name."),
      .optional("records", .map(.list(.anything)), "Records of kinds that the pack leaves to its callers, by kind."),
      .optional("shown", .map(.list(.text)), "Ids that were shown lately, by local day."),
      .optional(
        "logs", .list(.map(.anything)),
        "The person's log, one record for one local day or several: `date`, and the fields that the rules declare."),
      .optional(
        "answers", Shape(.declared(.answers(ofAnyQuiz: false))),
        "The answers to the quiz, for what weighs most in them."),
    ] + account

  /// The account of a request, from which facts come.
  static let account: [Shape.Field] = [
    .optional(
      "account", .either(.text, .map(.anything)),
      "The person's loyalty account, the answer that it came in, or its id: what it knows are facts."),
    .optional("budgets", .map(.anything), "With an account: what was granted of budgets and claims so far."),
  ]
}
