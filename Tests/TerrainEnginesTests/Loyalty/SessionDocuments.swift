import TerrainEngines

/// Events and accounts as JSON, as a caller has them.
extension LoyaltySession {
  func event(_ json: String) throws -> AccountEvent {
    try engine.event(TerrainFixture.document(json, name: "event.json").root)
  }

  func document(_ account: Account) throws -> String {
    let json = try ResultType.account.json(AccountDocument(account: account, engine: engine))
    return String(decoding: json, as: UTF8.self)
  }

  /// The account of `document`, as the next request reads it.
  func read(_ document: String) throws -> Account {
    try engine.account(TerrainFixture.document(document, name: "account.json").root)
  }
}
