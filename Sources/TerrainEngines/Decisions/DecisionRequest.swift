import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The value of a decision, and the rows that led to it.
public struct DecisionResult: Sendable {
  /// The decision's full name.
  public let decision: Text
  /// Its value.
  public let value: Value
  /// The row that fired in each decision that the value depends on.
  public let why: [Reason]
}

/// A request for one decision of a rule set, with facts from a document.
package struct DecisionRequest: Sendable {
  private let rules: RuleSet
  private let decision: Decision
  private let facts: [(fact: Fact, value: Value, node: Node)]

  /// Asks `rules` for the decision `name` (`module.decision`, or without the rule set's id) with the map `facts`.
  ///
  /// - Parameters:
  ///   - named: the location of the decision's name in the request; nil if the request does not name it.
  ///   - pack: the source of records that facts name by their ids; nil if records are given whole.
  /// - Throws: `decide/…` for names that do not exist, and all errors in the facts.
  package init(
    _ name: Text, namedAt named: Node? = nil, of rules: RuleSet, pack: Pack? = nil, facts node: Node
  ) throws(DiagnosticError) {
    self.rules = rules
    guard let decision = rules.decision(name) else {
      throw DiagnosticError(.unknownDecision(name, at: named, of: rules, known: rules.decisions.map { $0.name }))
    }
    self.decision = decision
    guard node.kind == .map else { throw DiagnosticError(.factsAreNoMap(node)) }
    let diagnostics = DiagnosticCollector(.request)
    var facts: [(fact: Fact, value: Value, node: Node)] = []
    var reader = LiteralReader(missingListsAreEmpty: true, records: pack.map { .held(by: $0) }, into: diagnostics)
    for (key, value) in node.members where !diagnostics.isExhausted {
      guard let name = key.text, let fact = rules.fact(name) else {
        diagnostics.report(.unknownFact(at: key, known: rules.facts.map { $0.name }, diagnostics.suggestions))
        continue
      }
      if value.kind == .null { continue }
      // A list that is too long is not read.
      if let refusal = fact.refusal(ofSizeOf: value) {
        diagnostics.report(.refused(refusal, at: value))
        continue
      }
      if let read = reader.read(value, as: fact.declaration.type) { facts.append((fact, read, value)) }
    }
    if diagnostics.hasErrors { throw diagnostics.error }
    self.facts = facts
  }

  /// The result by `session`, a session over the same rules. Making a session costs as much as the rules are large, so a caller with many
  /// requests should keep a session.
  ///
  /// - Throws: evaluation errors of the rules.
  package func result(in session: RuleSession) throws(DiagnosticError) -> DecisionResult {
    let value = try value(in: session)
    return DecisionResult(decision: decision.name, value: value, why: session.reasons(for: decision))
  }

  /// The value, and every row of every decision evaluated for it, as recorded by `session`.
  ///
  /// - Throws: the reason why the rules cannot be recorded. Evaluation errors are in the traces.
  package func explained(
    in session: RuleSession
  ) throws(DiagnosticError) -> (value: Result<Value, DiagnosticError>, traces: [DecisionTrace]) {
    let recording = try session.recording()
    let value: Result<Value, DiagnosticError>
    do throws(DiagnosticError) { value = .success(try self.value(in: recording)) } catch { value = .failure(error) }
    return (value, try recording.traces())
  }

  private func value(in session: RuleSession) throws(DiagnosticError) -> Value {
    session.begin()
    for (fact, value, node) in facts {
      do throws(EvaluationError) {
        try session.set(fact, value)
      } catch {
        throw DiagnosticError(.refused(error, at: node))
      }
    }
    do throws(EvaluationError) {
      return try session.value(decision)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }
}

extension Diagnostic {
  static func unknownDecision(_ name: Text, at node: Node?, of ruleSet: RuleSet, known: [Text]) -> Diagnostic {
    // Names may be written without the rule set's.
    let prefix = ruleSet.manifest.modulePrefix
    let short = known.map { $0.string }.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    return Diagnostic(
      code: "decide/unknown-decision", message: "the rules have no such decision", place: node?.place,
      fix: Suggestion.nearest(to: name.string, among: short + known.map { $0.string }).map { "did you mean `\($0)`?" }
        ?? Suggestion.fix(name, among: short) ?? "they have \(known.quoted(near: name.string))",
      path: node?.path)
  }

  static func unknownFact(at key: Node, known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "decide/unknown-fact", message: "the rules have no fact `\(key.text ?? "")`", at: key,
      fix: suggestions.fix(key.text, among: known, kind: "facts", listing: "they have"))
  }

  /// The diagnostic for `error`, which the fact at `node` caused.
  fileprivate static func refused(_ error: EvaluationError, at node: Node) -> Diagnostic {
    var diagnostic = Diagnostic(error, showingValues: false)
    if let place = error.place { diagnostic.related.append(.init(message: "declared here", place: place)) }
    diagnostic.place = node.place
    diagnostic.path = node.path
    return diagnostic
  }

  /// The facts are not a map from names to values.
  package static func factsAreNoMap(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "decide/facts-shape", message: "facts are a map from names to values, and this is \(node.kind.phrase)",
      at: node)
  }
}
