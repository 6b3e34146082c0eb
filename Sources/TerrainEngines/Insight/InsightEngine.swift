import TerrainRules
import TerrainDocuments
import TerrainBase

/// Makes pages about a person and a day, as the modules of a rule set that have a page declare.
///
/// Immutable; threads share one engine, each with an ``InsightSession`` of its own.
package struct InsightEngine: Engine {
  /// The pack, the rules and what is prepared of both.
  package var context: EngineContext { suggestions.context }
  /// The pack's quiz, where it was loaded too.
  package var quiz: Quiz? { context.quiz }
  /// Makes the rankings that pages show, and those that were loaded beside them.
  package let suggestions: SuggestionEngine
  let pages: [Text: PageDefinition]

  /// What the pages of these modules, and rankings beside them, require of a rule set; with what requests that have logs
  /// require, if `logs`.
  package static func contracts(pages: [Text], rankings: [Text] = [], logs: Bool = false) -> [Contract] {
    pages.map(PageDefinition.contract) + SuggestionEngine.contracts(rankings: rankings, logs: logs)
  }

  /// An engine over `system`, which was loaded for the contracts of these pages and rankings.
  ///
  /// - Throws: what keeps rules and pack from working together, with places in both.
  package init(_ system: LoadedSystem, pages names: [Text], rankings: [Text] = []) throws(DiagnosticError) {
    let context = try EngineContext(system, readsQuiz: true)
    let session = RuleSession(context.system.rules.ruleSet)
    var reader = PageReader(
      rules: context.system.rules.ruleSet, pack: context.system.pack, messages: context.messages,
      records: context.reader.records, hasQuiz: context.quiz != nil, session: session)
    var pages: [Text: PageDefinition] = [:]
    for name in names { pages[name] = try reader.page(name) }
    self.pages = pages
    suggestions = try SuggestionEngine(context, rankings: rankings, session: session)
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the request, and warnings about it.
  /// - Throws: everything that is wrong with it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try suggestions.request(node, alsoKnown: alsoKnown)
  }
}
