import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport

/// Accounts of the shipped EMBERA program, or of the same with parameters or rules changed.
final class AccountFixture {
  let session: LoyaltySession
  var account: Account
  var now: Timestamp

  static let rules = TerrainFixture.checkout.appending(path: "Rules/embera").path
  private static let shipped = Result { try engine() }

  static func engine(rules: String = rules, set overrides: [String] = []) throws -> LoyaltyEngine {
    try LoyaltyEngine(
      LoadedSystem.load(
        packAt: TerrainFixture.checkout.appending(path: "ContentPacks/embera").path, rulesAt: rules,
        documents: SourceReader.read, contracts: [LoyaltyEngine.contract], kinds: [],
        overrides: overrides.map { try ParameterOverride($0) }))
  }

  /// Facts of orders: of a single origin, of none, and of one with something else.
  static let origin = "lines: [{ product: guji-natural, quantity: 1 }]"
  static let blend = "lines: [{ product: house-ember, quantity: 2 }]"
  static let mixed = "lines: [{ product: hand-mill, quantity: 1 }, { product: guji-natural, quantity: 1 }]"

  init(set overrides: [String] = [], rules: String? = nil) throws {
    let engine =
      overrides.isEmpty && rules == nil
      ? try Self.shipped.get() : try Self.engine(rules: rules ?? Self.rules, set: overrides)
    // So often that short histories have some.
    session = LoyaltySession(engine, checkpointInterval: 2)
    account = engine.account("anna")
    now = try Timestamp(rfc3339: "2026-01-05T11:00:00Z")
  }

  var engine: LoyaltyEngine { session.engine }

  /// The event that `yaml` says.
  func event(_ yaml: String) throws -> AccountEvent {
    try engine.event(TerrainFixture.document(yaml, name: "event.yaml").root)
  }

  /// Applies the event at `time`, which is also when it is looked at.
  @discardableResult
  func apply(_ yaml: String, at time: String? = nil) throws -> AccountChange {
    // Without a time it is a second later.
    now = try time.map { try Timestamp(rfc3339: Text($0)) } ?? Timestamp(seconds: now.seconds + 1)
    let body = yaml.contains("time:") ? yaml : "{ time: \"\(now)\", \(yaml) }"
    return try session.apply(event(body), to: &account, now: now)
  }

  @discardableResult
  func order(_ id: String, _ minor: Int, at time: String? = nil, facts: String = "") throws -> AccountChange {
    try apply(
      "id: \(id), type: earn, amount: { currency: USD, minor: \(minor) }, facts: { \(facts) }", at: time)
  }

  @discardableResult
  func refund(_ id: String, of order: String, _ minor: Int? = nil, at time: String? = nil) throws -> AccountChange {
    let amount = minor.map { ", amount: { currency: USD, minor: \($0) }" } ?? ""
    return try apply("id: \(id), type: refund, of: \(order)\(amount)", at: time)
  }

  @discardableResult
  func reserve(_ id: String, _ reward: String, at time: String? = nil) throws -> AccountChange {
    try apply("id: \(id), type: reserve, facts: { reward: \(reward) }", at: time)
  }

  @discardableResult
  func step(_ type: String, of other: String, _ id: String? = nil, at time: String? = nil) throws -> AccountChange {
    try apply("id: \(id ?? "\(type)-\(other)"), type: \(type), of: \(other)", at: time)
  }

  @discardableResult
  func adjust(_ id: String, _ change: Int, at time: String? = nil) throws -> AccountChange {
    try apply("id: \(id), type: adjust, change: \(change)", at: time)
  }

  @discardableResult
  func wait(until time: String) throws -> AccountChange {
    now = try Timestamp(rfc3339: Text(time))
    return try session.advance(&account, to: now)
  }

  var points: UnitBalance { account.balances[0] }

  /// Every line: kind, amount, row.
  var lines: [String] { Self.lines(account.entries) }

  static func lines(_ entries: [AccountEntry]) -> [String] {
    entries.map { "\($0.kind.rawValue) \($0.amount)" + ($0.row.map { " \($0)" } ?? "") }
  }

  /// The account as a document.
  func document(_ account: Account? = nil) -> String {
    let json = try? ResultType.account.json(AccountDocument(account: account ?? self.account, engine: engine))
    return String(decoding: json ?? [], as: UTF8.self)
  }

  /// What the notifications of `change` say.
  func messages(_ change: AccountChange) -> [String] {
    session.notifications(of: change, locale: nil).map { "\($0.message)" }
  }
}

extension AccountChange {
  var word: String {
    switch outcome {
    case .refused(let why)?: "refused: \(why)"
    case let outcome?: isDuplicate ? "duplicate" : "\(outcome.word)"
    case nil: "-"
    }
  }
}
