import TerrainDocuments
import TerrainValues

/// Where an account differs from what its own events come to.
package struct AccountDifference: Sendable, Hashable {
  /// The first event, by time and id, of which something differs; nil where only what all of them come to does.
  package let event: Text?
  /// What differs, as a path in the account.
  package let path: Text
  /// What its events come to; nil where that has nothing there.
  package let expected: Text?
  /// What the account has; nil where it has nothing there.
  package let found: Text?

  fileprivate init(_ event: Text?, _ path: String, _ expected: String?, _ found: String?) {
    self.event = event
    self.path = Text(path)
    self.expected = expected.map { Text($0) }
    self.found = found.map { Text($0) }
  }
}

extension LoyaltySession {
  /// How `account` differs from the fold of its own events by the present rules; nil where it does not.
  ///
  /// - Throws: what the rules ran into.
  package func verify(_ account: Account) throws(DiagnosticError) -> AccountDifference? {
    guard let now = account.asOf ?? account.events.last?.time else {
      return AccountComparison(expected: engine.account(account.id), found: account).first
    }
    let (expected, _) = try replay(account.events, account: account.id, now: now)
    return AccountComparison(expected: expected, found: account).first
  }
}

/// Compares an account with another one of the same events.
private struct AccountComparison {
  let expected: Account
  let found: Account

  /// The first difference: of events in their order, then of what they come to.
  var first: AccountDifference? {
    let ours = Dictionary(grouping: expected.entries, by: { $0.event })
    let theirs = Dictionary(grouping: found.entries.enumerated(), by: { $0.element.event })
    for (index, event) in found.events.enumerated() {
      if let difference = outcome(event, at: index)
        ?? lines(event.id, ours[event.id] ?? [], theirs[event.id]?.map { ($0.offset, $0.element) } ?? [])
      {
        return difference
      }
    }
    return balances ?? lots ?? holds ?? benefits ?? members ?? level
  }

  private func field(
    _ event: Text?, _ path: String, _ expected: (some CustomStringConvertible)?,
    _ found: (some CustomStringConvertible)?
  ) -> AccountDifference? {
    let (a, b) = (expected.map { "\($0)" }, found.map { "\($0)" })
    return a == b ? nil : AccountDifference(event, path, a, b)
  }

  // MARK: Events

  private func outcome(_ event: AccountEvent, at index: Int) -> AccountDifference? {
    let path = "events[\(index)]"
    let (ours, theirs) = (expected.outcome(of: event.id), found.outcome(of: event.id))
    return field(event.id, "\(path).outcome", ours?.word, theirs?.word)
      ?? field(event.id, "\(path).refused", ours?.refusal, theirs?.refusal)
      ?? field(
        event.id, "\(path).counts", expected.countsTowardsLifetime(event.id), found.countsTowardsLifetime(event.id))
      ?? began(event, path)
  }

  /// When its lots began to count: documents of earlier versions have no such instant.
  private func began(_ event: AccountEvent, _ path: String) -> AccountDifference? {
    guard let theirs = found.beginning(of: event) else { return nil }
    return field(event.id, "\(path).began", expected.beginning(of: event), theirs)
  }

  private func lines(
    _ event: Text, _ ours: [AccountEntry], _ theirs: [(index: Int, entry: AccountEntry)]
  ) -> AccountDifference? {
    for entry in ours {
      guard let (index, other) = theirs.first(where: { $0.entry.key == entry.key }) else {
        return AccountDifference(event, "entries", "\(entry.kind.rawValue) \(entry.amount) (\(entry.id))", nil)
      }
      let path = "entries[\(index)]"
      if let difference = field(event, "\(path).amount", entry.amount, other.amount)
        ?? field(event, "\(path).kind", entry.kind.rawValue, other.kind.rawValue)
        ?? field(event, "\(path).unit", entry.unit, other.unit)
        ?? field(event, "\(path).time", entry.time, other.time)
        ?? field(event, "\(path).cause", entry.cause, other.cause)
        ?? field(event, "\(path).line", entry.line, other.line)
      {
        return difference
      }
    }
    // An entry that is there several times is one too many, too.
    var missing = Set(ours.map { $0.key })
    guard let (index, extra) = theirs.first(where: { missing.remove($0.entry.key) == nil }) else { return nil }
    return AccountDifference(event, "entries[\(index)]", nil, "\(extra.kind.rawValue) \(extra.amount)")
  }

  // MARK: What they come to

  private static let amounts: [(name: String, amount: @Sendable (UnitBalance) -> Int64)] = [
    ("active", { $0.active }), ("pending", { $0.pending }), ("held", { $0.held }), ("lifetime", { $0.lifetime }),
    ("earned", { $0.earned }), ("spent", { $0.spent }), ("expired", { $0.expired }),
    ("taken_back", { $0.takenBack }), ("adjusted", { $0.adjusted }), ("sent", { $0.sent }),
    ("received", { $0.received }),
  ]

  private var balances: AccountDifference? {
    let ours = Dictionary(keepingFirst: expected.balances.map { ($0.unit, $0) })
    for balance in found.balances {
      let path = "balances.\(balance.unit)"
      let unit = ours[balance.unit] ?? UnitBalance(balance.unit)
      for (name, amount) in Self.amounts {
        if let difference = field(nil, "\(path).\(name)", amount(unit), amount(balance)) { return difference }
      }
    }
    return nil
  }

  private var lots: AccountDifference? {
    let (ours, theirs) = (expected.balances.flatMap(Self.lots), found.balances.flatMap(Self.lots))
    return list("lots", ours, theirs)
  }

  private static func lots(of balance: UnitBalance) -> [(event: Text?, text: String)] {
    balance.activeLots.map { ($0.event, text($0, of: balance.unit)) }
      + balance.waitingLots.map { waiting in
        let begins = waiting.begins.map { ", begins \($0)" } ?? ", waits"
        return (waiting.lot.event, text(waiting.lot, of: balance.unit) + begins)
      }
  }

  private static func text(_ lot: Lot, of unit: Text) -> String {
    "\(lot.id): \(lot.left) \(unit) since \(lot.since)" + (lot.expires.map { " until \($0)" } ?? "")
  }

  private var holds: AccountDifference? {
    func text(_ hold: Hold) -> (event: Text?, text: String) {
      let lapses = hold.lapses.map { " until \($0)" } ?? ""
      let parts = hold.parts.map { "\($0.left) of \($0.id)" }.joined(separator: ", ")
      return (hold.event, "\(hold.amount)\(lapses): \(parts)")
    }
    return list("holds", expected.holds.map(text), found.holds.map(text))
  }

  private var benefits: AccountDifference? {
    func text(_ benefit: Benefit) -> (event: Text?, text: String) {
      let uses = benefit.uses.map { " of \($0)" } ?? ""
      let times = [benefit.expires.map { " until \($0)" }, benefit.ended.map { ", ended \($0)" }].compactMap { $0 }
      return (
        benefit.id.event,
        "\(benefit.id): \(benefit.name) \(benefit.stage.rawValue) since \(benefit.since)\(times.joined()), "
          + "used \(benefit.used)\(uses)"
      )
    }
    return list("benefits", expected.benefits.map(text), found.benefits.map(text))
  }

  private var members: AccountDifference? {
    func text(_ member: AccountState.Member) -> (event: Text?, text: String) {
      let rights = member.rights.map { $0.string }.joined(separator: ", ")
      return (nil, "\(member.id) since \(member.since): \(rights)")
    }
    return list("members", expected.members.map(text), found.members.map(text))
  }

  private func list(
    _ name: String, _ ours: [(event: Text?, text: String)], _ theirs: [(event: Text?, text: String)]
  ) -> AccountDifference? {
    for index in 0..<max(ours.count, theirs.count) {
      let one = ours.indices.contains(index) ? ours[index] : nil
      let other = theirs.indices.contains(index) ? theirs[index] : nil
      if one?.text != other?.text {
        return AccountDifference(one?.event ?? other?.event, "\(name)[\(index)]", one?.text, other?.text)
      }
    }
    return nil
  }

  private var level: AccountDifference? {
    let (ours, theirs) = (expected.levelState, found.levelState)
    // The event that the level was decided with, or before time alone decided it.
    let event = ours.flatMap { level in expected.events.last { $0.time <= level.since }?.id }
    return field(event, "level.id", ours?.word, theirs?.word)
      ?? field(event, "level.since", ours?.since, theirs?.since)
      ?? field(event, "level.lost", ours?.lost, theirs?.lost)
      ?? field(event, "level.qualified", ours?.qualified, theirs?.qualified)
      ?? field(nil, "earns", expected.earns, found.earns)
  }
}

extension EventOutcome {
  /// Why it was refused; nil where it was not.
  package var refusal: Text? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}
