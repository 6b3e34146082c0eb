import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Evaluates the rules of an engine and renders its messages, one request after another, on one thread.
final class EngineSession {
  let context: EngineContext
  let rules: RuleSession
  /// Lists that are empty unless a request gives them, ready to be set; nil if the rules do not allow an empty one.
  private let emptyLists: [(fact: Fact, prepared: PreparedFacts?)]
  private var renderers = MessageRenderers()
  private var recorder: EngineSession?

  /// A session over `context`.
  convenience init(_ context: EngineContext) {
    let system = context.system
    self.init(context, RuleSession(system.rules.ruleSet, limits: system.limits, records: context.reader.finder))
  }

  private init(_ context: EngineContext, _ rules: RuleSession) {
    self.context = context
    self.rules = rules
    emptyLists = context.defaults.emptyLists.map { ($0, try? rules.prepare($0, [.list([])])) }
  }

  /// A session over the same context whose rules record their traces, made on demand.
  func recording() throws(DiagnosticError) -> EngineSession {
    if let recorder { return recorder }
    let made = EngineSession(context, try rules.recording())
    recorder = made
    return made
  }

  /// Begins a request: sets empty lists, then `facts`, then the facts of calendar and clock at `moment`.
  func begin(_ facts: [(fact: Fact, value: Value)], at moment: Moment?) throws(DiagnosticError) {
    rules.begin()
    for (fact, prepared) in emptyLists {
      if let prepared { rules.set(prepared, at: 0) } else { try rules.give(fact, .list([])) }
    }
    for (fact, value) in facts { try rules.give(fact, value) }
    for fact in context.defaults.clock {
      if let value = moment?.fact(fact.name) { try rules.give(fact, value) }
    }
  }

  /// Begins `request`.
  func begin(_ request: DayRequest) throws(DiagnosticError) { try begin(request.facts, at: request.moment) }

  /// The renderer of messages in the language of `locale`; nil: the pack's own.
  func renderer(in locale: LanguageTag?) -> MessageRenderer {
    renderers.renderer(context.system, context.messages, locale: locale)
  }

  /// The first message that `decision` chooses and that can be shown; nil if none can.
  func rendered(_ decision: Decision, _ renderer: MessageRenderer) throws(DiagnosticError) -> RenderedMessage? {
    guard let shape = MessageChoiceShape(decision.type) else { throw DiagnosticError(.notChoices(decision)) }
    let choices = try shape.choices(try rules.decided(decision), of: decision, context.messages)
    if choices.isEmpty { return nil }
    let origins = rules.origins(of: decision)
    return choices.lazy.compactMap { choice in
      renderer.rendered(choice, origin: origins.origin(ofElement: choice.element))
    }.first
  }
}

/// The common parts of all engines over a pack and its rules: messages, a reader of facts, and default facts.
///
/// Immutable; threads share it.
package final class EngineContext: Sendable {
  /// The pack and the rules.
  package let system: LoadedSystem
  /// The pack's quiz; nil if the pack has none, or if the engine reads no answers.
  package let quiz: Quiz?
  let messages: Messages
  let reader: FactReader
  let defaults: FactDefaults

  /// The context of `system`.
  ///
  /// - Parameter readsQuiz: whether requests may have answers to the pack's quiz.
  /// - Throws: errors in the pack's messages, records, and quiz.
  init(_ system: LoadedSystem, readsQuiz: Bool = false) throws(DiagnosticError) {
    self.system = system
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    messages = try Messages(pack)
    reader = FactReader(pack: pack, records: try RecordValues(rules.facts, pack: pack))
    defaults = try FactDefaults(rules, reader)
    guard readsQuiz, let record = pack.records(of: ScoringEngine.quizKind).first else {
      quiz = nil
      return
    }
    let (quiz, diagnostics) = QuizReader.read(record.node, pack: pack)
    guard let quiz else { throw DiagnosticError(diagnostics) }
    self.quiz = quiz
  }

  /// The request about a day at `node`, without the facts from its logs; nil, with diagnostics, if it has errors.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  func dayRequest(_ node: Node, alsoKnown: [Text], into diagnostics: DiagnosticCollector) -> DayRequest? {
    if let budget = system.limits.budget, node.kind == .map {
      let ids = node["shown"]?.members.reduce(0) { $0 + $1.value.count } ?? 0
      budget.spend(ids * Self.stepsPerShownID + (node[LogRequest.field]?.count ?? 0) * Self.stepsPerRecord)
    }
    return DayRequestReader.read(
      node, rules: system.rules.ruleSet, allFacts: system.rules.allFacts, reader: reader, quiz: quiz,
      alsoKnown: alsoKnown, into: diagnostics)
  }

  /// The cost of one listed id in evaluation steps, estimated from the time for reading it.
  private static let stepsPerShownID = 100
  private static let stepsPerRecord = 1000
}

/// An engine over a pack and its rules.
package protocol Engine: Sendable {
  /// The pack, the rules, and the values prepared from both.
  var context: EngineContext { get }
}

extension Engine {
  /// The pack and the rules.
  package var system: LoadedSystem { context.system }
  /// The pack with its texts and records.
  package var pack: Pack { context.system.pack }
  /// The rules that decide.
  package var rules: RuleSet { context.system.rules.ruleSet }
}
