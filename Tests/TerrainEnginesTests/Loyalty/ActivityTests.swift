import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TestSupport
import Testing

/// Expiry that moves with activity, what reaching a level brings, and levels that events set, against a model of its own.
@Suite struct ActivityTests {
  private static func instant(_ time: Int) throws -> Timestamp {
    try Timestamp(seconds: Int64(SharedWorld.start + time))
  }

  private static func seconds(_ time: Timestamp?) -> String {
    time.map { "\(Int($0.seconds) - SharedWorld.start)" } ?? ""
  }

  /// What there is of `account`, in the words of the model.
  private func parts(_ account: Account, _ world: LineWorld) throws -> [String: [String]] {
    var parts: [String: [String]] = [:]
    parts["entries"] = account.entries.map {
      "\($0.event) \($0.kind.rawValue) \($0.unit) \($0.amount) \(Self.seconds($0.time))"
    }.sorted()
    parts["lots"] = account.balances.flatMap { balance in
      balance.activeLots.map {
        "\($0.id) \(balance.unit) \($0.left) \(Self.seconds($0.since))-\(Self.seconds($0.expires))"
      }
    }.sorted()
    parts["sums"] = account.balances.filter { $0.earned != 0 || $0.active != 0 }.map {
      "\($0.unit) \($0.active) \($0.pending) \($0.lifetime) \($0.earned) \($0.spent) \($0.expired) \($0.takenBack)"
    }.sorted()
    parts["level"] = [account.level.map { "\($0)" } ?? ""]
    guard case .map(let standing)? = try world.session.standing(of: account) else { return parts }
    var fields: [String: Value] = [:]
    for (key, value) in standing.entries {
      guard case .string(let name) = key else { continue }
      if case .optional(let inner) = value { fields[name.string] = inner } else { fields[name.string] = value }
    }
    if case .int(let yesterday)? = fields["yesterday"], case .int(let weeks)? = fields["weeks"] {
      parts["orders"] = ["\(yesterday)", "\(weeks)"]
    }
    if case .timestamp(let time)? = fields["expires"], case .int(let amount)? = fields["expiring"] {
      parts["expiry"] = ["\(Self.seconds(time)) \(amount)"]
    }
    if case .map(let units)? = fields["active"] {
      parts["balances"] = units.entries.compactMap { key, value in
        guard case .string(let unit) = key, case .int(let amount) = value, amount != 0 else { return nil }
        return "\(unit) \(amount)"
      }.sorted()
    }
    return parts
  }

  private func parts(_ oracle: ActivityOracle, at now: Int) -> [String: [String]] {
    var parts = ["entries": oracle.entries.sorted(), "lots": oracle.lotTexts, "level": [oracle.level ?? ""]]
    parts["orders"] = oracle.earlierOrders(now).map { "\($0)" }
    let units = ["points", "stars"]
    parts["sums"] = units.compactMap { unit in
      let sums = oracle.sums[unit] ?? ActivityOracle.Sums()
      guard sums.earned != 0 || oracle.active(unit) != 0 else { return nil }
      return "\(unit) \(oracle.active(unit)) \(oracle.pending(unit)) \(sums.lifetime) \(sums.earned) \(sums.spent) "
        + "\(sums.expired) \(sums.takenBack)"
    }
    if let (time, amount) = oracle.nextExpiry { parts["expiry"] = ["\(time) \(amount)"] }
    parts["balances"] = units.filter { oracle.active($0) != 0 }.map { "\($0) \(oracle.active($0))" }
    return parts
  }

  @Test func everyAccountIsWhatItsEventsSay() throws {
    let world = try LineWorld(module: ActivityWorld.module)
    var reached: Set<String> = []
    for seed in 0..<TestExtent.count(300, long: 20_000, of: "histories with activity and levels") {
      var dice = SplitMix64(seed: UInt64(seed))
      var account = world.engine.account("anna")
      var known: [ActivityOracle.Event] = []
      var now = 0
      for number in 0..<Int.random(in: 3...25, using: &dice) {
        let event = ActivityWorld.event(number, known: known, &dice)
        known.append(event)
        now = max(now, event.time) + (Int.random(in: 0..<5, using: &dice) == 0 ? SharedWorld.day : 0)
        if Int.random(in: 0..<4, using: &dice) == 0 {
          account = try world.session.read(world.session.document(account))
        }
        let change = try world.session.apply(
          world.session.event(ActivityWorld.json(event)), to: &account, now: Self.instant(now))
        let oracle = ActivityOracle(known, now: now)
        reached.insert("\(event.kind) \(change.word)")
        for other in known where account.outcome(of: Text(other.id)).map({ "\($0)" }) != oracle.outcomes[other.id] {
          Issue.record("world \(seed): \(other) is \(account.outcome(of: Text(other.id)).map { "\($0)" } ?? "-")")
        }
        let (found, expected) = (try parts(account, world), parts(oracle, at: now))
        for (part, texts) in expected where found[part] ?? [] != texts {
          Issue.record("world \(seed), \(part) after \(event): \(found[part] ?? []), not \(texts)")
          return
        }
        #expect(account.unitsThatDisagree().isEmpty, "world \(seed)")
        for line in account.entries where line.decision == "shop.loyalty.reached" {
          reached.insert("\(line.row ?? "") by \(account.events.first { $0.id == line.event }?.kind.rawValue ?? "")")
        }
      }
      let document = try world.session.document(account)
      #expect(try world.session.verify(world.session.read(document)) == nil, "world \(seed)")
      let (folded, _) = try world.session.replay(
        account.events.shuffled(using: &dice), account: "anna", now: Self.instant(now))
      #expect(try world.session.document(folded) == document, "world \(seed)")
    }
    for word in [
      "earn applied", "commit applied", "commit refused: no_hold", "cancel applied", "refund applied",
      "refund refused: nothing_earned", "reserve refused: balance", "level applied", "adjust applied", "silver by earn",
      "gold by earn", "gold by level", "leap by level", "silver by adjust",
    ] { #expect(reached.contains(word), "\(word) never happened") }
  }

  // MARK: Setting a level

  private func codes(_ json: String, session: LoyaltySession) throws -> [String] {
    let document = try TerrainFixture.document(json, name: "event.json")
    let error = #expect(throws: DiagnosticError.self) { _ = try session.engine.event(document.root) }
    return error?.diagnostics.map { "\($0.code): \($0.message)" } ?? []
  }

  @Test(arguments: [
    ("\"level\": \"golden\"", "account/event-field: the program has no such level"),
    ("\"until\": \"2026-04-01T00:00:00Z\"", "account/event-field: a `level` has no `until`"),
    ("\"level\": \"gold\", \"until\": \"April\"", "account/time: "),
    ("\"level\": \"gold\", \"change\": 5", "account/event-field: a `level` has no `change`"),
  ])
  func aMistake(fields: String, expected: String) throws {
    let world = try LineWorld(module: ActivityWorld.module)
    let found = try codes(
      "{ \"id\": \"l\", \"type\": \"level\", \"time\": \"2026-03-01T00:00:00Z\", \(fields) }", session: world.session)
    #expect(found.count == 1 && found.first?.hasPrefix(expected) == true, "\(found)")
  }

  /// A program that does not read it takes none.
  @Test func aLevelThatNobodyReadsCannotBeSet() throws {
    let world = try LineWorld()
    let found = try codes(
      "{ \"id\": \"l\", \"type\": \"level\", \"time\": \"2026-03-01T00:00:00Z\", \"level\": \"gold\" }",
      session: world.session)
    #expect(found.first?.hasPrefix("account/event-type: ") == true, "\(found)")
  }
}
