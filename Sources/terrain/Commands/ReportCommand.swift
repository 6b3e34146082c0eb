import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainValues
import TerrainYAML

extension Command {
  private static let reportOutput = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write the page to this file instead of standard output")

  /// `terrain report`: weeks of a person as a page.
  static let report = Command(
    name: "report", summary: "Write a self-contained HTML page about a person",
    discussion: """
      REQUEST is what `terrain trend` reads, and the answers to the quiz where there are any:
        {"date": "2026-02-14", "person": {"FACT": …}, "answers": {"QUESTION": "OPTION", …},
         "logs": [{"date": "2026-02-13", "FIELD": …}, …]}
      Answers alone are enough: what the quiz says of the person need not be among the facts
      again. The page shows the results of `score`, `trend` and `streak`. It fetches nothing,
      needs no script, and prints with its numbers.
      """,
    operands: [.request], options: [.pack, .set, reportOutput],
    examples: [
      .init(line: "terrain report request.json -o page.html", purpose: "Write a page, and open it in a browser")
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let hasAnswers = document.root["answers"].map { $0.kind != .null } ?? false
        let contracts = TrendEngine.contracts + StreakEngine.contracts + [ReportWords.contract]
        let session = OperationSession(
          workspace.loader(also: contracts + (hasAnswers ? [ScoringEngine.contract] : [])))
        let (page, notes) = try session.report(on: document.root)
        console.report(session.warnings)
        console.report(notes.warnings + notes.findings)
        let bytes = Array(page.html().utf8)
        if let file = arguments.value(of: reportOutput) {
          try OutputFile.write(bytes, to: file)
        } else {
          console.write(bytes)
        }
        return .success
      } catch {
        return console.report(error)
      }
    })
}

extension OperationSession {
  /// The page about the person of the request at `node`, and what is noted about the request.
  func report(on node: Node) throws(DiagnosticError) -> (page: ReportPage, notes: RequestNotes) {
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
    let source = SourceText(name: "answers", bytes: writer.bytes)
    guard let given = SourceReader.read(source).documents.first else { return nil }
    return Document.merging([given.root, node])
  }
}
