import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension OperationSession {
  /// The maps of a request that give facts.
  private static let facts: [Text] = ["person", "day", "facts"]
  private static let answers: Text = "answers"

  /// The request at `node` with what its answers to the quiz mean for the person as facts of `rules`: the axes and the outcomes that it does
  /// not give itself. Answers that contradict a fact that it gives add nothing, and neither do incomplete ones beside
  /// an outcome that it gives.
  ///
  /// - Throws: what is wrong with the answers, where nothing else gives what they would.
  package func answered(_ node: Node, for rules: RuleSet) throws(DiagnosticError) -> Node {
    guard let answers = node[Self.answers], answers.kind != .null, let scorer = try? scoring() else { return node }
    let given = Self.facts.compactMap { node[$0] }.filter { $0.kind == .map }
    func value(_ name: Text) -> Node? { given.lazy.compactMap { $0[name] }.first }
    let score: Score
    do throws(DiagnosticError) {
      score = try scorer.score(scored(node)).score
    } catch {
      let outcomes = Set(scorer.engine.outcomes.compactMap { scorer.engine.kind(of: $0)?.name })
      let isKnown = rules.facts.contains { fact in
        guard case .record(let type) = fact.declaration.type else { return false }
        return outcomes.contains(type.name) && value(fact.name) != nil
      }
      if isKnown { return node }
      throw error
    }
    let facts = scorer.engine.facts(of: score, in: rules)
    let isContradicted = facts.contains { fact in
      guard case .string(let text) = fact.value, let given = value(fact.name)?.text else { return false }
      return given != text
    }
    let missing = facts.filter { value($0.name) == nil }
    guard !isContradicted, !missing.isEmpty else { return node }
    return Self.merged(missing, with: node) ?? node
  }

  /// What of a request an answers file has: what somebody looks for decides which questions are asked.
  private func scored(_ node: Node) -> Node {
    var members = node.members.filter { $0.key.isText("answers") }
    if let person = node["person"], person.kind == .map {
      members += person.members.filter { $0.key.isText("goals") }
    }
    return Document.map(of: members.map { ($0.key, $0.value) }, at: node).root
  }

  private static func merged(_ facts: [(name: Text, value: Value)], with node: Node) -> Node? {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object(Self.facts[0].string) { writer in
        for fact in facts {
          switch fact.value {
          case .int(let value): writer.member(fact.name.string, value)
          case .string(let text): writer.member(fact.name.string, text)
          default: break
          }
        }
      }
    }
    let (document, _) = JSONReader.read(SourceText(name: answers.string, bytes: writer.bytes))
    return document.flatMap { Document.merging([$0.root, node]) }?.root
  }
}
