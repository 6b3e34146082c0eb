import TerrainDocuments
import TerrainBase

extension LoyaltyEngine {
  /// The account at `node`, as the last response had it.
  ///
  /// - Throws: everything that is wrong with it: `account/balance` where sums do not agree.
  package func account(_ node: Node) throws(DiagnosticError) -> Account {
    let diagnostics = DiagnosticCollector(.request)
    guard let account = account(node, into: diagnostics) else { throw diagnostics.error }
    return account
  }

  /// The account at `node`; nil, with diagnostics, where something is wrong with it.
  ///
  /// - Parameter checksSums: whether its sums have to agree; not where it is compared with its events.
  package func account(_ node: Node, checksSums: Bool = true, into diagnostics: DiagnosticCollector) -> Account? {
    let before = diagnostics.errorCount
    var reader = AccountReader(engine: self, checksSums: checksSums, diagnostics: diagnostics)
    guard let account = reader.account(node), diagnostics.errorCount == before else { return nil }
    for unit in checksSums ? account.unitsThatDisagree() : [] {
      diagnostics.report(.doesNotAdd(at: node["balances"]?[unit] ?? node["balances"] ?? node))
    }
    return diagnostics.errorCount == before ? account : nil
  }
}

extension Diagnostic {
  static func doesNotAdd(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/balance",
      message: "this balance of the account is not the sum of its entries, or of its lots",
      at: node, fix: "`terrain loyalty replay` folds its events again")
  }

  static func wrongAccountField(_ what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "account/document", message: "\(what) is not what an account has there", at: node)
  }
}
