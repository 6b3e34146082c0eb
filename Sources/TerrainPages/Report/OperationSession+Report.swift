import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

extension OperationSession {
  /// The page about the person of the request at `node`, and what is noted about the request.
  package func report(on node: Node) throws(DiagnosticError) -> (page: ReportPage, notes: RequestNotes) {
    let system = try system(contracts: TrendEngine.contracts, kinds: [ScoringEngine.quizKind])
    let score = try score(of: node)
    let document = try score.flatMap { (score) throws(DiagnosticError) in try filled(node, with: score, system) }
    let node = document?.root ?? node
    let trend = try Operations.trend.run(self, node)
    let streak = try Operations.streak.run(self, node).result
    let words = try ReportWords(self, for: node)
    let pictures = Pictures(system.pack, files: try loader.files())
    let person = try score.map { (score) throws(DiagnosticError) in
      PersonPart(score, engine: try scoring().engine, words: words, pictures: pictures)
    }
    let page = ReportPage(
      words: words, person: person, trend: trend.result.report, streak: streak.report,
      findings: trend.result.request.findings, system: trend.result.engine.system, pictures: pictures)
    return (page, trend.notes)
  }

  /// The score of the answers in the request at `node`; nil where it has none.
  private func score(of node: Node) throws(DiagnosticError) -> Score? {
    guard let answers = node["answers"], answers.kind != .null else { return nil }
    func members(_ node: Node?, _ names: [Text]) -> [(key: Node, value: Node)] {
      guard let node, node.kind == .map else { return [] }
      return node.members.filter { member in names.contains { $0 == member.key.text } }
    }
    // What somebody looks for decides which questions are asked.
    let members = members(node, ["answers", "locale", "id"]) + members(node["person"], ["goals"])
    return try scoring().score(Document.map(of: members, at: node).root, partial: true).score
  }

  /// The request at `node` with what `score` means for the person; nil where the request gives any of that itself.
  private func filled(_ node: Node, with score: Score, _ system: LoadedSystem) throws(DiagnosticError) -> Document? {
    let facts = try scoring().engine.facts(of: score, in: system.rules.ruleSet)
    let given = (["person", "day", "facts"] as [Text]).compactMap { node[$0] }.filter { $0.kind == .map }
    guard !facts.contains(where: { fact in given.contains { $0[fact.name] != nil } }) else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("person") { writer in
        for fact in facts {
          switch fact.value {
          case .int(let value): writer.member(fact.name.string, value)
          case .string(let text): writer.member(fact.name.string, text)
          default: break
          }
        }
      }
    }
    let (known, _) = JSONReader.read(SourceText(name: "answers", bytes: writer.bytes))
    guard let known else { return nil }
    return Document.merging([known.root, node])
  }
}
