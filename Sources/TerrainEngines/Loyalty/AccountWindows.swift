import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The windows of an account after its events and the passing of time.
struct AccountWindows: Sendable {
  private var clock = WindowClock()
  private var now = WindowInstant(time: .earliest, day: CalendarDate(days: .min))
  private var hasBegun = false
  /// The day of the first event that was applied.
  private var opened: CalendarDate?
  private var states: [WindowState]
  /// True if a window that levels depend on has changed since this was last reset.
  var levelsAreDue = false
  /// The next instant at which time alone changes a window that levels depend on.
  private(set) var nextLevelChange: Timestamp?

  init(_ windows: LoyaltyWindows) { states = windows.all.map { WindowState($0.period) } }

  /// The present instant, and its day.
  var instant: WindowInstant { now }

  subscript(index: Int) -> WindowState { states[index] }

  /// Returns true if something may leave when they go on to `time`.
  func isBefore(_ time: Timestamp) -> Bool { !states.isEmpty && (time > now.time || !hasBegun) }

  /// Advances to `time`, unless that is in the past, and removes the contributions that have left.
  mutating func advance(to time: Timestamp, _ windows: LoyaltyWindows) throws(DiagnosticError) {
    guard isBefore(time) else { return }
    hasBegun = true
    clock.advance(to: time, in: windows.days)
    now = WindowInstant(time: time, day: clock.day)
    do throws(ArithmeticError) {
      for index in states.indices { try states[index].advance(to: now, opened: opened) }
    } catch {
      throw DiagnosticError(.windowOverflow)
    }
    if let due = nextLevelChange, due <= time {
      levelsAreDue = true
      findNextLevelChange(windows)
    }
  }

  /// An event was applied.
  mutating func open() { if opened == nil { opened = now.day } }

  /// Adds a contribution to the window `index`.
  mutating func add(_ amount: WindowAmount, to index: Int, _ windows: LoyaltyWindows) throws(DiagnosticError) {
    do throws(ArithmeticError) {
      try states[index].add(amount, at: now, opened: opened)
    } catch {
      throw DiagnosticError(.windowOverflow)
    }
    noteChange(of: index, windows)
  }

  /// Takes `amount` from the contribution at `then` to the window `index`, if the window still contains it.
  mutating func take(
    _ amount: WindowAmount, from index: Int, at then: WindowInstant, _ windows: LoyaltyWindows
  ) throws(DiagnosticError) {
    guard !amount.isZero else { return }
    do throws(ArithmeticError) {
      if try states[index].take(amount, at: then) { noteChange(of: index, windows) }
    } catch {
      throw DiagnosticError(.windowOverflow)
    }
  }

  private mutating func noteChange(of index: Int, _ windows: LoyaltyWindows) {
    guard windows.decidesLevels[index] else { return }
    levelsAreDue = true
    findNextLevelChange(windows)
  }

  private mutating func findNextLevelChange(_ windows: LoyaltyWindows) {
    nextLevelChange = nil
    for index in states.indices where windows.decidesLevels[index] {
      // A contribution that would leave after the latest possible instant never leaves.
      guard let next = states[index].nextChange(in: windows.days), next < .latest else { continue }
      nextLevelChange = min(nextLevelChange ?? next, next)
    }
  }
}

extension LoyaltyWindows {
  /// The value of the window `index` of `windows`, which were advanced to the instant in question; nil if it has no value.
  func value(_ index: Int, of windows: AccountWindows) -> Value? {
    let (window, state) = (all[index], windows[index])
    switch window.aggregate {
    case .count: return .int(state.sum.whole)
    case .sum: return window.isExact ? .decimal(state.sum.exact) : .int(state.sum.whole)
    case .first: return state.first.map { .timestamp($0) }
    case .last: return state.last.map { .timestamp($0) }
    }
  }
}

extension Diagnostic {
  static var windowOverflow: Diagnostic {
    Diagnostic(
      code: "account/window-overflow", message: "the sum of a window has more digits than an exact number can have",
      place: nil)
  }
}

/// The windows that a program's rules declare. A class, so that passing them on counts one reference.
final class LoyaltyWindows: Sendable {
  let all: [HistoryWindow]
  /// The program's calendar.
  let days: LocalDays
  /// True for each window that levels depend on.
  let decidesLevels: [Bool]
  /// The windows that take events of each kind (by ``AccountEvent/Kind/position``), except windows of lifetimes.
  private let byKind: [[Int]]
  /// The windows of lifetimes.
  let ofLifetime: [Int]

  var isEmpty: Bool { all.isEmpty }

  init(_ all: [HistoryWindow], days: LocalDays, levels: DecisionInputs) {
    self.all = all
    self.days = days
    decidesLevels = all.map { levels.needs($0.fact.id) }
    byKind = AccountEvent.Kind.allCases.map { kind in
      all.indices.filter { all[$0].takes(kind) && !all[$0].isOfLifetime }
    }
    ofLifetime = all.indices.filter { all[$0].isOfLifetime }
  }

  /// The windows to which events of `kind` contribute when they are applied.
  func taking(_ kind: AccountEvent.Kind) -> [Int] { byKind[kind.position] }

  /// The decisions that are evaluated for an event of `kind`: those of its windows, and for a return those of the windows from which it
  /// takes.
  static func decisions(of windows: [HistoryWindow], for kind: AccountEvent.Kind) -> [Decision?] {
    windows.flatMap { window -> [Decision?] in
      var decisions: [Decision?] = window.takes(kind) ? window.decisions.map { $0 } : []
      if kind == .refund, case .decision(let decision)? = window.measure { decisions.append(decision) }
      return decisions
    }
  }
}
