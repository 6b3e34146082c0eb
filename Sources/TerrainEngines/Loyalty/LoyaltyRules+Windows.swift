import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

// The values of windows for rules, and the decisions of windows for events.

extension LoyaltyRules {
  /// Gives the values of windows at `time`.
  func giveWindows(
    _ inputs: DecisionInputs, _ windows: AccountWindows, at time: Timestamp
  ) throws(DiagnosticError) {
    if windows.isBefore(time) {
      // Nearly always they have come to the time: of those no copy is made.
      var later = windows
      try later.advance(to: time, engine.windows)
      return try giveWindows(inputs, later)
    }
    try giveWindows(inputs, windows)
  }

  private func giveWindows(_ inputs: DecisionInputs, _ windows: AccountWindows) throws(DiagnosticError) {
    for index in inputs.windows {
      let fact = engine.windows.all[index].fact.id
      switch engine.windows.value(index, of: windows) {
      case .int(let number)?: try diagnosing(try rules.set(fact, int: number))
      case let value?: try diagnosing(try rules.set(fact, value))
      case nil: break
      }
    }
  }

  /// What the decisions of windows yield for `event`, which is being decided; `about` is the one that it names.
  func measures(of event: AccountEvent, about: EventRecord?) throws(DiagnosticError) -> WindowMeasures {
    var measures = WindowMeasures()
    let windows = engine.windows
    for index in windows.taking(event.kind) where !windows.all[index].decisions.isEmpty {
      var holds = true
      if let condition = windows.all[index].condition {
        holds = try rules.decided(condition).isEqual(to: .bool(true))
      }
      measures.values.append((index, holds, holds ? try measured(windows.all[index]) : WindowAmount()))
    }
    guard event.kind == .refund, let about else { return measures }
    for contribution in about.contributions {
      let window = windows.all[contribution.window]
      guard case .decision? = window.measure else { continue }
      let amount = try measured(window)
      if let place = measures.values.firstIndex(where: { $0.window == contribution.window }) {
        measures.values[place].amount = amount
      } else {
        measures.values.append((contribution.window, false, amount))
      }
    }
    return measures
  }

  /// What the decision of `window` yields for the event that is being decided.
  private func measured(_ window: HistoryWindow) throws(DiagnosticError) -> WindowAmount {
    guard case .decision(let decision)? = window.measure else { return WindowAmount() }
    guard window.isExact else { return WindowAmount(whole: try amount(of: decision)) }
    guard case .decimal(let amount) = try rules.decided(decision), amount >= .zero else {
      throw DiagnosticError(.negativeAmount(decision))
    }
    guard amount <= ExactDecimal(AccountLimits.largestAmount) else { throw DiagnosticError(.amountLimit(decision)) }
    return WindowAmount(exact: amount)
  }
}
