import TerrainRules
import TerrainDocuments
import TerrainBase

/// What every engine over a pack and its rules needs: its messages, a reader of facts, and the facts that rules begin with.
///
/// Immutable; threads share it.
package final class EngineContext: Sendable {
  /// The pack and the rules.
  package let system: LoadedSystem
  /// The pack's quiz; nil of a pack without one, and of engines that read no answers.
  package let quiz: Quiz?
  let messages: Messages
  let reader: FactReader
  let defaults: FactDefaults

  /// The context of `system`.
  ///
  /// - Parameter readsQuiz: whether requests may have answers to the pack's quiz.
  /// - Throws: what is wrong with the pack's messages, records and quiz.
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

  /// The request about a day at `node`, without the facts that its logs fill in; nil, with diagnostics, where it is wrong.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  func dayRequest(_ node: Node, alsoKnown: [Text], into diagnostics: DiagnosticCollector) -> DayRequest? {
    DayRequestReader.read(
      node, rules: system.rules.ruleSet, allNames: system.rules.allFactNames, reader: reader, quiz: quiz,
      alsoKnown: alsoKnown, into: diagnostics)
  }
}

/// An engine over a pack and its rules.
package protocol Engine: Sendable {
  /// The pack, the rules and what is prepared of both.
  var context: EngineContext { get }
}

extension Engine {
  /// The pack and the rules.
  package var system: LoadedSystem { context.system }
  /// The pack: what can be rendered and offered.
  package var pack: Pack { context.system.pack }
  /// The rules that decide.
  package var rules: RuleSet { context.system.rules.ruleSet }
}
