import TerrainDocuments
import TerrainEngines
import TerrainOperations

/// What one thread folds accounts with, and writes them as, again and again.
struct AccountWorker {
  let session: LoyaltySession
  // Made once: making one takes longer than writing an account.
  private let balances = ResultType<AccountBalances>.balances
  private let accounts = ResultType<AccountDocument>.account

  init(_ session: LoyaltySession) { self.session = session }

  /// `account` as one line of JSON.
  func line(of account: Account, balancesOnly: Bool) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(.compact)
    if balancesOnly {
      try balances.write(AccountBalances(account), to: &writer)
    } else {
      try accounts.write(AccountDocument(account: account, engine: session.engine), to: &writer)
    }
    writer.newline()
    return writer.bytes
  }
}
