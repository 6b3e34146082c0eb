import TerrainExpressions
import TerrainRules
import TerrainBase

/// A page as the rules declare it: parts, each of which does one thing.
package struct PageDefinition: Sendable {
  /// What a part does.
  package enum Content: Sendable {
    case choose(Decision, MessageChoiceShape, SlotRule, beside: Text)
    case show(Decision)
    case tell(Fact, fields: [Text])
    /// Of rankings that are beside each other, each leaves out what an earlier one shows.
    case rank(RankingModule, limit: Int?, beside: Text?)
    case signals(Int)
  }

  /// A part of a page.
  package struct Part: Sendable {
    package let id: Text
    /// The words above it, as the position of a message.
    package let heading: Int?
    let style: Page.Style
    package let content: Content
  }

  /// The name of the decision that is a page, after its module's.
  static let decision: Text = "page"

  package let parts: [Part]
  /// The rankings among the parts.
  let rankings: [RankingModule]

  init(parts: [Part]) {
    self.parts = parts
    rankings = parts.compactMap { if case .rank(let module, _, _) = $0.content { module } else { nil } }
  }

  /// The modules of `rules` that have a page, as requests name them.
  static func names(in rules: RuleSet) -> [Text] { rules.modules(with: decision) }

  /// Pages that commands and methods are named after. Any other is requested by its name.
  private static let ownCommands: [Text] = ["insight", "constitution", "today"]

  /// What the page of the module `name` requires of a rule set.
  static func contract(_ name: Text) -> Contract {
    let isOwn = ownCommands.contains(name)
    return Contract(
      isOwn ? "terrain \(name)" : "terrain insight --page \(name)", caller: isOwn ? nil : "terrain insight --page",
      decisions: [.init("\(name).\(decision)", .dyn)], otherFacts: .dyn)
  }
}
