import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Whatever is changed in the document of an account is refused, or found when the account is verified.
@Suite struct AccountTamperingTests {
  /// Everything that follows from an account's events, changed and left out, value by value.
  @Test func everyChangeIsFound() throws {
    for (engine, session, account) in try [Self.orders(), Self.shared(), Self.activity()] {
      let json = try ResultType.account.json(AccountDocument(account: account, engine: engine))
      let document = try TerrainFixture.document(String(decoding: json, as: UTF8.self), name: "account.json").root.value
      #expect(try Self.agrees(document, engine, session) == true)
      var tried = 0
      for path in Self.paths(document) where Self.followsFromEvents(path) {
        let value = document.at(path)
        for other in [nil] + Self.others(value).map({ $0 }) where !(other.isEqual(to: value)) {
          let edited = document.replacing(path[...], by: other)
          tried += 1
          #expect(try Self.agrees(edited, engine, session) != true, "\(path) = \(other.map { "\($0)" } ?? "nothing")")
        }
      }
      #expect(tried > 200)
    }
  }

  /// Whether verification agrees with `document`; nil where it cannot be read.
  private static func agrees(_ document: Value, _ engine: LoyaltyEngine, _ session: LoyaltySession) throws -> Bool? {
    var writer = JSONWriter(.compact)
    try writer.value(document)
    let root = try TerrainFixture.document(String(decoding: writer.bytes, as: UTF8.self), name: "account.json").root
    guard let account = engine.account(root, checksSums: false, into: DiagnosticCollector(.request)) else { return nil }
    return try session.verify(account, readFrom: root) == nil
  }

  // MARK: Accounts

  /// Orders, a reward that is set aside, a return, and points that have expired.
  private static func orders() throws -> (LoyaltyEngine, LoyaltySession, Account) {
    let fixture = try AccountFixture()
    try fixture.order("a", 60_00, at: "2026-01-05T12:00:00Z")
    try fixture.order("b", 20_00, at: "2026-01-07T12:00:00Z")
    try fixture.refund("back", of: "b", 5_00, at: "2026-01-09T12:00:00Z")
    try fixture.wait(until: "2027-03-01T00:00:00Z")
    try fixture.order("c", 90_00, at: "2027-03-02T12:00:00Z")
    try fixture.reserve("r", "free-drip", at: "2027-03-02T12:00:01Z")
    return (fixture.engine, fixture.session, fixture.account)
  }

  /// Benefits, members, and what was sent.
  private static func shared() throws -> (LoyaltyEngine, LoyaltySession, Account) {
    let world = try LineWorld(module: SharedWorld.module)
    return (world.engine, world.session, try SharedDocumentTests.account(world))
  }

  /// A level that is set, one that was higher, what they brought, and points that activity has renewed.
  private static func activity() throws -> (LoyaltyEngine, LoyaltySession, Account) {
    let world = try LineWorld(module: ActivityWorld.module)
    var account = world.engine.account("anna")
    let day = SharedWorld.day
    for event in [
      ActivityOracle.Event(id: "a", time: 0, kind: "earn", dollars: 45),
      ActivityOracle.Event(id: "b", time: day, kind: "level", level: "gold", until: 2 * day),
      ActivityOracle.Event(id: "c", time: 3 * day, kind: "level", level: "plain", until: 30 * day),
      ActivityOracle.Event(id: "d", time: 8 * day, kind: "earn", dollars: 5),
    ] {
      let given = try world.session.event(ActivityWorld.json(event))
      _ = try world.session.apply(given, to: &account, now: given.time)
    }
    return (world.engine, world.session, account)
  }

  // MARK: Changes

  /// What events were given is another history where it is changed; an account may be called anything, and be looked at any time.
  private static func followsFromEvents(_ path: [Value]) -> Bool {
    guard case .string(let first) = path.first else { return false }
    switch first.string {
    case "account", "rules", "as_of": return false
    case "events":
      guard path.count == 3, case .string(let name) = path[2] else { return false }
      return ["outcome", "refused", "counts", "began"].contains(name.string)
    default: return true
    }
  }

  /// The paths of everything in `value`.
  private static func paths(_ value: Value) -> [[Value]] {
    let inner: [(step: Value, value: Value)] =
      switch value {
      case .map(let map): map.entries.map { ($0.key, $0.value) }
      case .list(let list): list.enumerated().map { (.int(Int64($0)), $1) }
      default: []
      }
    return inner.flatMap { step, value in [[step]] + paths(value).map { [step] + $0 } }
  }

  /// Values that are not `value`.
  private static func others(_ value: Value?) -> [Value] {
    switch value {
    case .int(let number)?: [.int(number + 1), .int(number * 10 + 3), .int(-number - 1)]
    case .bool(let flag)?: [.bool(!flag)]
    case .string(let text)?:
      (try? Timestamp(rfc3339: text)) == nil
        ? [.string(Text(text.string + "x")), ""] : ["2025-01-01T00:00:00Z", "2036-01-01T00:00:00Z", "soon"]
    case .list(let list)?: [.list([])] + list.prefix(1).map { .list(list + [$0]) }
    case .map?: [.map(ValueMap())]
    default: []
    }
  }
}

extension Value {
  fileprivate func at(_ path: [Value]) -> Value? {
    path.reduce(self as Value?) { value, step in
      switch (value, step) {
      case (.map(let map)?, _): map[step]
      case (.list(let list)?, .int(let index)): list[Int(index)]
      default: nil
      }
    }
  }

  /// It with `other` at `path`; with nothing there, where that is nil.
  fileprivate func replacing(_ path: ArraySlice<Value>, by other: Value?) -> Value {
    guard let step = path.first else { return other ?? .null }
    let rest = path.dropFirst()
    switch self {
    case .map(let map):
      var result = ValueMap()
      for (key, value) in map.entries {
        let isMeant = key.isEqual(to: step)
        if isMeant, rest.isEmpty, other == nil { continue }
        result.insert(key, isMeant ? value.replacing(rest, by: other) : value)
      }
      return .map(result)
    case .list(var list):
      guard case .int(let index) = step else { return self }
      if rest.isEmpty, other == nil {
        list.remove(at: Int(index))
      } else {
        list[Int(index)] = list[Int(index)].replacing(rest, by: other)
      }
      return .list(list)
    default: return self
    }
  }
}
