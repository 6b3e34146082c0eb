import TerrainBase
import TerrainDocuments
import TerrainRules

// The contributions of events to the windows of an account, and the amounts that returns take from them.

/// The results of the windows' decisions for an event.
struct WindowMeasures: Sendable {
  /// For each window the result of its condition and of its decision.
  var values: [(window: Int, holds: Bool, amount: WindowAmount)] = []

  subscript(window: Int) -> (holds: Bool, amount: WindowAmount)? {
    values.first { $0.window == window }.map { ($0.holds, $0.amount) }
  }
}

extension AccountFold {
  private var windows: LoyaltyWindows { rules.engine.windows }

  /// Adds the contributions of `event`, which was applied, and reduces those of the event that it is about.
  mutating func contribute(
    _ event: AccountEvent, _ own: inout EventRecord, _ measures: WindowMeasures, lines: ArraySlice<AccountEntry>
  ) throws(DiagnosticError) {
    guard !windows.isEmpty else { return }
    state.windows.open()
    own.at = state.windows.instant
    own.contributions = WindowContributions.of(event, measures, lines: lines, windows, unit: state.units[0].unit)
    for contribution in own.contributions {
      try state.windows.add(contribution.amount, to: contribution.window, windows)
    }
    own.contributions.removeAll { !windows.all[$0.window].isReduced }
    guard let of = event.of, var about = record(of), let at = about.at else { return }
    if event.kind == .refund, let id = about.holdGivenBack, var hold = record(id), let at = hold.at {
      for (window, amount) in hold.undoAll() { try state.windows.take(amount, from: window, at: at, windows) }
      touched[id] = hold
    }
    guard let taken = try about.undo(by: event, measures, rules.engine, units: state.units) else { return }
    for (window, amount) in taken { try state.windows.take(amount, from: window, at: at, windows) }
    touched[of] = about
  }

  /// The hold of `event` has lapsed.
  mutating func lapse(_ event: Text) throws(DiagnosticError) {
    guard !windows.isEmpty, var record = record(event), let at = record.at else { return }
    for (window, amount) in record.undoAll() { try state.windows.take(amount, from: window, at: at, windows) }
    touched[event] = record
  }

  /// Counts `amount` in `unit`, a part of the earnings in `record`, from `time` on.
  mutating func countLifetime(
    _ amount: Int64, _ unit: Int, _ record: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) {
    record.began = WindowInstant(time: time, day: state.windows.instant.day)
    guard record.counts, !windows.ofLifetime.isEmpty else { return }
    // The first event of an account opens it before anything else contributes.
    state.windows.open()
    for index in windows.ofLifetime where counts(record.kind, unit, in: index) {
      try state.windows.add(WindowAmount(whole: amount), to: index, windows)
    }
  }

  /// Takes back `amount` in `unit`, a part of the earnings in `record` that counted.
  mutating func takeLifetime(
    _ amount: Int64, _ unit: Int, of record: EventRecord
  ) throws(DiagnosticError) {
    guard amount > 0, let began = record.began else { return }
    for index in windows.ofLifetime where counts(record.kind, unit, in: index) {
      try state.windows.take(WindowAmount(whole: amount), from: index, at: began, windows)
    }
  }

  private func counts(_ kind: AccountEvent.Kind, _ unit: Int, in index: Int) -> Bool {
    let window = windows.all[index]
    return window.takes(kind) && (window.unit ?? state.units[0].unit) == state.units[unit].unit
  }
}

enum WindowContributions {
  /// The contributions of `event` to `windows` except windows of lifetimes. `lines` are the entries that the event caused, and `unit` is
  /// the program's own.
  static func of(
    _ event: AccountEvent, _ measures: WindowMeasures, lines: ArraySlice<AccountEntry>, _ windows: LoyaltyWindows,
    unit: Text
  ) -> [WindowContribution] {
    let taking = windows.taking(event.kind)
    var contributions: [WindowContribution] = []
    contributions.reserveCapacity(taking.count)
    for index in taking {
      let window = windows.all[index]
      let measured = measures[index]
      if window.condition != nil, measured?.holds != true { continue }
      var earned = WindowAmount()
      if case .earned? = window.measure {
        let unit = window.unit ?? unit
        // Iterates over positions, so that no entry is copied.
        for place in lines.indices where lines[place].kind == .earn && lines[place].unit == unit {
          if let cause = window.cause, lines[place].cause != cause { continue }
          earned.whole += lines[place].amount
        }
      }
      if let cause = window.cause, !lines.contains(where: { $0.kind == .earn && $0.cause == cause }) { continue }
      let amount: WindowAmount
      switch window.measure {
      case nil: amount = WindowAmount(whole: 1)
      case .amount: amount = WindowAmount(exact: event.amount?.decimal ?? .zero)
      case .earned: amount = earned
      case .decision: amount = measured?.amount ?? WindowAmount()
      case .lifetime: continue
      }
      contributions.append(WindowContribution(window: index, amount: amount, left: amount))
    }
    return contributions
  }
}

extension EventRecord {
  /// The event whose hold was spent, if all that was spent has come back, so that it no longer contributes. Else nil.
  var holdGivenBack: Text? { kind == .commit && !spent.isEmpty && spent.allSatisfy { $0.left == 0 } ? of : nil }

  /// Returns true if all of the event was returned, with the return `event`.
  func isWhollyReturned(by event: AccountEvent, _ engine: LoyaltyEngine) throws(DiagnosticError) -> Bool {
    if try engine.returnsLines(event) {
      if try hasNoLineLeft(engine) { return true }
    } else if event.amount == nil {
      return true
    }
    return amount.map { refunded >= $0 } ?? false
  }

  /// Reduces the contributions of this event by the amounts that `event`, which is about it and was applied, takes back; nil if that
  /// changes nothing.
  mutating func undo(
    by event: AccountEvent, _ measures: WindowMeasures, _ engine: LoyaltyEngine, units: [UnitBalance]
  ) throws(DiagnosticError) -> [(window: Int, amount: WindowAmount)]? {
    guard !contributions.isEmpty else { return nil }
    switch event.kind {
    case .cancel: return undoAll()
    case .refund: break
    case .earn, .reserve, .commit, .adjust, .use, .send, .receive, .member, .level: return nil
    }
    if try isWhollyReturned(by: event, engine) { isReturned = true }
    var taken: [(window: Int, amount: WindowAmount)] = []
    for place in contributions.indices {
      let before = contributions[place].left
      let left = left(of: contributions[place], event, measures, engine.windows, units: units)
      contributions[place].left = left
      if let difference = try? before.subtracting(left) { taken.append((contributions[place].window, difference)) }
    }
    return taken
  }

  /// The rest of `contribution` after the return `event`.
  private func left(
    of contribution: WindowContribution, _ event: AccountEvent, _ measures: WindowMeasures, _ windows: LoyaltyWindows,
    units: [UnitBalance]
  ) -> WindowAmount {
    let window = windows.all[contribution.window]
    if case .earned? = window.measure {
      let unit = units.firstIndex { $0.unit == window.unit ?? units[0].unit } ?? 0
      let (earned, taken) = (self[unit].earned, self[unit].taken)
      guard earned > 0 else { return contribution.left }
      let share = Int128(contribution.amount.whole) * Int128(max(0, earned - taken)) / Int128(earned)
      return WindowAmount(whole: Int64(truncatingIfNeeded: share))
    }
    if isReturned { return WindowAmount() }
    switch window.measure {
    case .amount:
      // An event without money has no money to give back.
      guard amount != nil else { return contribution.left }
      let back = WindowAmount(exact: event.amount?.decimal ?? .zero)
      return (try? contribution.left.subtracting(back)) ?? contribution.left
    case .decision:
      guard let back = measures[contribution.window]?.amount else { return contribution.left }
      guard let rest = try? contribution.left.subtracting(back), rest.whole >= 0, rest.exact >= .zero else {
        return WindowAmount()
      }
      return rest
    case .earned, .lifetime, nil: return contribution.left
    }
  }

  /// Takes all that the event contributed.
  mutating func undoAll() -> [(window: Int, amount: WindowAmount)] {
    isReturned = true
    var taken: [(window: Int, amount: WindowAmount)] = []
    for place in contributions.indices {
      taken.append((contributions[place].window, contributions[place].left))
      contributions[place].left = WindowAmount()
    }
    return taken
  }
}
