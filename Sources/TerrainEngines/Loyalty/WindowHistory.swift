import TerrainBase
import TerrainDocuments
import TerrainRules

extension LoyaltyRules {
  /// Computes the windows of `account` from its events and their records if the account was read from a document, or if its windows belong
  /// to another version of the rules.
  ///
  /// The result equals that of folding as long as the same decisions are made. A test compares the two.
  func recall(_ account: inout Account) throws(DiagnosticError) {
    guard account.windowsOf != engine.fingerprint else { return }
    var history = WindowHistory(account, engine.windows)
    if !engine.windows.isEmpty { try history.fold(account, self) }
    account.state.windows = history.windows
    account.records = history.records
    account.windowsOf = engine.fingerprint
    // The checkpoints have the records of another version.
    account.checkpoints = Checkpoints(lineage: account.checkpoints.lineage)
  }
}

/// The windows of an account, computed from its events and their records.
private struct WindowHistory {
  private let declared: LoyaltyWindows
  private(set) var windows: AccountWindows
  private(set) var records: [Text: EventRecord]

  /// Something that contributes at an instant.
  private struct Step {
    let time: Timestamp
    let event: AccountEvent
    /// Its lots begin to count, else it is applied.
    let isBeginning: Bool
  }

  init(_ account: Account, _ declared: LoyaltyWindows) {
    self.declared = declared
    windows = AccountWindows(declared)
    records = account.records
    // The windows of another version have other numbers.
    for (id, record) in records where !record.contributions.isEmpty { records[id]?.contributions = [] }
  }

  mutating func fold(_ account: Account, _ rules: LoyaltyRules) throws(DiagnosticError) {
    let applied = account.events.filter { records[$0.id]?.outcome == .applied }
    let times = Self.times(of: account.events)
    var steps: [Step] = []
    steps.reserveCapacity(applied.count)
    for event in applied {
      let time = times[event.id] ?? event.time
      steps.append(Step(time: time, event: event, isBeginning: false))
      if let began = beginning(of: event, appliedAt: time) {
        steps.append(Step(time: began, event: event, isBeginning: true))
      }
    }
    // An event that is applied opens the account before anything contributes. Events about another event follow that event.
    func order(_ step: Step) -> Int { step.isBeginning ? 2 : step.event.kind.isAboutAnother ? 1 : 0 }
    steps.sort { ($0.time, order($0)) < ($1.time, order($1)) }
    // Amounts for reaching a level are not contributions of the event.
    let lines = Dictionary(
      grouping: account.entries.filter { !rules.engine.isGift($0.decision) }, by: { $0.event })
    var returns: [(event: AccountEvent, measures: WindowMeasures)] = []
    for step in steps {
      try windows.advance(to: step.time, declared)
      guard var record = records[step.event.id] else { continue }
      if step.isBeginning {
        try begin(step.event, &record, unit: account.state.units)
      } else {
        windows.open()
        let about = step.event.about.flatMap { records[$0] }
        let measures = try measures(of: step.event, about: about, account.state, at: step.time, rules)
        record.at = windows.instant
        record.contributions = WindowContributions.of(
          step.event, measures, lines: (lines[step.event.id] ?? [])[...], declared, unit: account.state.units[0].unit)
        for contribution in record.contributions {
          try windows.add(contribution.amount, to: contribution.window, declared)
        }
        record.contributions.removeAll { !declared.all[$0.window].isReduced }
        if step.event.kind.isAboutAnother { returns.append((step.event, measures)) }
      }
      records[step.event.id] = record
    }
    for (event, measures) in returns {
      if event.kind == .refund, let id = event.of.flatMap({ records[$0]?.holdGivenBack }), var hold = records[id],
        let at = hold.at
      {
        for (window, amount) in hold.undoAll() { try windows.take(amount, from: window, at: at, declared) }
        records[id] = hold
      }
      guard let of = event.of, var about = records[of], let at = about.at,
        let taken = try about.undo(by: event, measures, rules.engine, units: account.state.units)
      else { continue }
      for (window, amount) in taken { try windows.take(amount, from: window, at: at, declared) }
      records[of] = about
    }
    try lapse(applied, of: account)
    if let changed = account.state.changed { try windows.advance(to: changed, declared) }
    windows.levelsAreDue = false
  }

  /// The time at which each of `events` was applied, which is not before that of the event it is about.
  private static func times(of events: [AccountEvent]) -> [Text: Timestamp] {
    var known: [Text: Timestamp] = [:]
    known.reserveCapacity(events.count)
    let waiting = Dictionary(
      keepingFirst: events.filter { $0.kind.isAboutAnother }.map { ($0.id, $0) })
    for event in events where !event.kind.isAboutAnother { known[event.id] = event.time }
    for event in events where known[event.id] == nil {
      // Not recursive: one waits for another, which may wait for a third.
      var chain: [AccountEvent] = []
      var next: AccountEvent? = event
      while let current = next, known[current.id] == nil {
        // Until it is found out, so that a circle in an edited document ends.
        known[current.id] = current.time
        chain.append(current)
        next = current.about.flatMap { waiting[$0] }
      }
      for event in chain.reversed() {
        if let of = event.about.flatMap({ known[$0] }) { known[event.id] = max(event.time, of) }
      }
    }
    return known
  }

  /// The time at which the lots of `event` began to count; nil if it has no such lots.
  private func beginning(of event: AccountEvent, appliedAt time: Timestamp) -> Timestamp? {
    guard !declared.ofLifetime.isEmpty, let record = records[event.id], record.counts else { return nil }
    if case .waits? = record.standing { return nil }
    switch event.kind {
    case .earn: return record.earned.isEmpty ? nil : record.began?.time ?? time
    case .adjust, .receive: return (event.change ?? 0) > 0 ? record.began?.time ?? time : nil
    case .reserve, .commit, .cancel, .refund, .use, .send, .member, .level: return nil
    }
  }

  /// Counts the rest of the earnings of `event` from the present instant on.
  private mutating func begin(
    _ event: AccountEvent, _ record: inout EventRecord, unit units: [UnitBalance]
  ) throws(DiagnosticError) {
    record.began = windows.instant
    for index in declared.ofLifetime where declared.all[index].takes(event.kind) {
      let unit = declared.all[index].unit ?? units[0].unit
      guard let place = units.firstIndex(where: { $0.unit == unit }) else { continue }
      // Amounts of adjustments and transfers are not in `earned`, and may have been cancelled while they waited.
      let brought =
        event.kind == .earn
        ? record[place].earned - record[place].gifts : (event.unit ?? units[0].unit) == unit ? event.change ?? 0 : 0
      let left = brought - record[place].taken
      if left > 0 { try windows.add(WindowAmount(whole: left), to: index, declared) }
    }
  }

  private func measures(
    of event: AccountEvent, about: EventRecord?, _ state: AccountState, at time: Timestamp, _ rules: LoyaltyRules
  ) throws(DiagnosticError) -> WindowMeasures {
    let isMeasured =
      declared.taking(event.kind).contains { !declared.all[$0].decisions.isEmpty }
      || (event.kind == .refund && declared.all.contains { if case .decision? = $0.measure { true } else { false } })
    guard isMeasured else { return WindowMeasures() }
    let account = state.account
    var state = AccountState(unit: state.units[0].unit, declared)
    state.account = account
    state.windows = windows
    do throws(DiagnosticError) {
      let event = try rules.engine.withValues(event)
      try rules.begin(state, at: time, event: event, about: about)
      return try rules.measures(of: event, about: about)
    } catch {
      throw error.naming(event.id, of: account)
    }
  }

  /// Removes the contributions of reservations whose holds have lapsed: they were neither spent nor given back.
  private mutating func lapse(_ applied: [AccountEvent], of account: Account) throws(DiagnosticError) {
    let held = Set(account.holds.map { $0.event })
    let ended = Set(applied.filter { $0.kind == .commit || $0.kind == .cancel }.compactMap { $0.of })
    for event in applied where event.kind == .reserve && !held.contains(event.id) && !ended.contains(event.id) {
      guard var record = records[event.id], let at = record.at else { continue }
      for (window, amount) in record.undoAll() { try windows.take(amount, from: window, at: at, declared) }
      records[event.id] = record
    }
  }
}
