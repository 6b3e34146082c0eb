import TerrainDocuments
import TerrainExpressions
import TerrainBase

// What a new event has to be. Events that are replayed, or are in an account, happened before and are kept as they are.

extension LoyaltyEngine {
  /// Reports grants that nobody gave, an adjustment that is not signed, a transfer to nobody or to the account itself, a unit that
  /// nothing has, and money of another currency than the account's.
  func check(_ event: AccountEvent, at node: Node, for account: Account, into diagnostics: DiagnosticCollector) {
    if !event.grants.isEmpty, account.outcome(of: event.id) == nil {
      diagnostics.report(.grantsItself(at: node["grants"] ?? node))
    }
    if !account.takesCurrency(of: event) {
      diagnostics.report(.mixedCurrencies(at: node["amount"] ?? node["facts"] ?? node))
    }
    switch event.kind {
    case .adjust:
      let fields: [(name: Text, text: Text?)] = [
        ("actor", event.signature?.actor), ("reason", event.signature?.reason),
      ]
      for field in fields where field.text?.isBlank ?? true {
        diagnostics.report(.unsigned(field.name, at: node[field.name] ?? node))
      }
    case .send:
      let peer = event.details?.peer
      if peer?.isBlank ?? true || peer == account.id { diagnostics.report(.sentToNobody(at: node["to"] ?? node)) }
    case .earn, .reserve, .commit, .cancel, .refund, .use, .receive, .member: return
    }
    guard let unit = event.unit, let known = units, !account.balances.contains(where: { $0.unit == unit }) else {
      return
    }
    if !known.contains(unit) {
      diagnostics.report(.noSuchUnit(at: node["unit"] ?? node, among: known, diagnostics.suggestions))
    }
  }

  /// The units that the rules earn, cost or name as the program's own; nil where they can be any text.
  private var units: [Text]? {
    let versions = earlier + [self]
    guard var units = EarningSteps.units(of: versions.flatMap { $0.decisions.steps }) else { return nil }
    for costs in versions.compactMap({ $0.decisions.costs }) {
      guard case .record(let record) = costs.type else { return nil }
      units += record.fields.map { $0.name }
    }
    return [settings.unit] + units
  }
}

extension Text {
  /// Whether there is nothing to read in it.
  fileprivate var isBlank: Bool { string.unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}

extension Diagnostic {
  /// Who sends an event does not decide what it is granted.
  fileprivate static func grantsItself(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/grants",
      message: "an event that is new to the account is granted what there is, and brings no `grants`",
      at: node,
      fix: "leave `grants` out, and pass `budgets`; `terrain loyalty replay` folds events with what they were granted")
  }

  fileprivate static func sentToNobody(at node: Node) -> Diagnostic {
    Diagnostic(code: "account/event-field", message: "a `send` goes to another account", at: node)
  }

  fileprivate static func noSuchUnit(at node: Node, among known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "account/unknown-unit", message: "neither the rules nor the account have this unit", at: node,
      fix: suggestions.fix(node.text, among: known, kind: "units", listing: "units are"))
  }
}
