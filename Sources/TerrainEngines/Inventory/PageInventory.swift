import TerrainRules
import TerrainDocuments
import TerrainBase

/// All pages and rankings that a rule set declares, to be checked or described.
package struct PageInventory: Sendable {
  /// The messages of the pack; nil where something is wrong with them.
  package let messages: Messages?
  /// The pages that are right, by the names that requests use.
  package private(set) var pages: [(name: Text, page: PageDefinition)] = []
  /// The rankings that are right.
  package private(set) var rankings: [RankingModule] = []
  /// What is wrong with the others.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Every decision that a page or a ranking evaluates itself.
  package var asked: [Decision] {
    let ranked = rankings.flatMap { [$0.score, $0.note, $0.fallback].compactMap { $0 } }
    return ranked
      + pages.flatMap { page in
        page.page.parts.compactMap { part in
          switch part.content {
          case .choose(let decision, _, _, _), .show(let decision): decision
          case .tell, .rank, .signals: nil
          }
        }
      }
  }

  /// Looks through `rules`, which were loaded whole, together with `pack`.
  package init(_ rules: RuleSet, pack: Pack) {
    var found: [Diagnostic] = []
    func attempt<T>(_ body: () throws(DiagnosticError) -> T) -> T? {
      do throws(DiagnosticError) {
        return try body()
      } catch {
        // A page that shows a wrong ranking reports it once more.
        found += error.diagnostics.filter { !found.contains($0) }
        return nil
      }
    }
    messages = attempt { () throws(DiagnosticError) in try Messages(pack) }
    let records = attempt { () throws(DiagnosticError) in try RecordValues(rules.facts, pack: pack) }
    guard let messages, let records else {
      diagnostics = found
      return
    }
    let session = RuleSession(rules)
    for name in RankingModule.names(in: rules) {
      let module = attempt { () throws(DiagnosticError) in
        try RankingModule(name, rules: rules, pack: pack, records: records, session: session)
      }
      if let module { rankings.append(module) }
    }
    let known = Dictionary(keepingFirst: rankings.map { ($0.name, $0) })
    let hasQuiz = !pack.records(of: ScoringEngine.quizKind).isEmpty
    for name in PageDefinition.names(in: rules) {
      // A reader keeps the diagnostics of a page: the next page begins with a new reader.
      var reader = PageReader(
        rules: rules, pack: pack, messages: messages, records: records, hasQuiz: hasQuiz, rankings: known,
        session: session)
      if let page = attempt({ () throws(DiagnosticError) in try reader.page(name) }) { pages.append((name, page)) }
    }
    diagnostics = found
  }
}
