import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A fact that an account computes from its own events: which of them contribute, what, and for how long. A class, so that
/// passing one on counts one reference.
final class HistoryWindow: Sendable {
  /// What is made of the contributions.
  enum Aggregate: String, Sendable, CaseIterable {
    case count, sum, first, last
  }

  /// What an event contributes to a sum.
  enum Measure: Sendable {
    /// Its money.
    case amount
    /// What it earned.
    case earned
    /// What began to count towards the lifetime.
    case lifetime
    /// What a decision yields for it.
    case decision(Decision)
  }

  /// For how long it contributes.
  enum Period: Sendable {
    /// Without end.
    case all
    /// Until the calendar's part ends in which it is; with an offset, in the part that is so many later.
    case calendar(WindowPart, weekBegins: Int, ago: Int)
    /// For so many months and days, counted in whole days.
    case days(months: Int, days: Int)
    /// For so many seconds.
    case seconds(Int64)
  }

  let fact: Fact
  let aggregate: Aggregate
  /// Nil but of sums.
  let measure: Measure?
  /// By ``AccountEvent/Kind/position``.
  let kinds: [Bool]
  let condition: Decision?
  let cause: Text?
  /// Nil: the program's own.
  let unit: Text?
  let period: Period
  /// Returns take nothing from it.
  let isGross: Bool
  /// The decisions that are evaluated for an event.
  let decisions: [Decision]

  init(
    fact: Fact, aggregate: Aggregate, measure: Measure?, kinds: [Bool], condition: Decision?, cause: Text?, unit: Text?,
    period: Period, isGross: Bool
  ) {
    self.fact = fact
    self.aggregate = aggregate
    self.measure = measure
    self.kinds = kinds
    self.condition = condition
    self.cause = cause
    self.unit = unit
    self.period = period
    self.isGross = isGross
    var decisions: [Decision] = []
    if let condition { decisions.append(condition) }
    if case .decision(let decision)? = measure { decisions.append(decision) }
    self.decisions = decisions
  }

  /// True if it sums exact decimals: otherwise whole numbers.
  var isExact: Bool {
    switch measure {
    case .amount: true
    case .decision(let decision): decision.type == .decimal
    case .earned, .lifetime, nil: false
    }
  }

  /// Whether it sums what began to count, which is another instant than that of the event.
  var isOfLifetime: Bool { if case .lifetime? = measure { true } else { false } }

  /// True if returns take from it: instants stay.
  var isReduced: Bool { !isGross && (aggregate == .count || aggregate == .sum) }

  /// Returns true if it takes events of `kind`.
  func takes(_ kind: AccountEvent.Kind) -> Bool { kinds[kind.position] }
}

extension HistoryWindow {
  /// The names that the windows of `rules` give decisions, as far as they can be decisions.
  static func decisions(in rules: RuleSet) -> [Text] {
    rules.facts.flatMap { fact -> [Text] in
      guard let node = fact.declaration.window, node.kind == .map else { return [] }
      return [node["where"]?.text, node["value"]?.text].compactMap { $0 }.flatMap { ["\(fact.module).\($0)", $0] }
    }
  }
}

/// A part of the calendar that a window covers.
enum WindowPart: String, Sendable, CaseIterable {
  case day, week, month, quarter, year
  /// A year from the day of the account's first event.
  case anniversary

  /// The first day of the part in which `day` is, and the first day of the next one. An account that has had no event begins on
  /// `day`.
  ///
  /// - Throws: `overflow` where the calendar ends.
  func bounds(of day: CalendarDate, opened: CalendarDate?, weekBegins: Int) throws(ArithmeticError) -> (
    first: CalendarDate, next: CalendarDate
  ) {
    let (year, month, dayOfMonth) = day.fields
    switch self {
    case .day: return (day, try day.adding(days: 1))
    case .week:
      let first = try day.adding(days: -((day.weekday - weekBegins + 7) % 7))
      return (first, try first.adding(days: 7))
    case .month:
      let first = try day.adding(days: 1 - dayOfMonth)
      return (first, try first.adding(months: 1))
    case .quarter:
      let first = try day.adding(days: 1 - dayOfMonth).adding(months: -((month - 1) % 3))
      return (first, try first.adding(months: 3))
    case .year:
      let first = try day.adding(days: 1 - day.dayOfYear)
      return (first, try first.adding(months: 12))
    case .anniversary:
      guard let opened, opened <= day else { return (day, try day.adding(months: 12)) }
      // Counted from the first day, so that a 29 February comes back in leap years.
      var years = year - opened.year
      if try opened.adding(months: 12 * years) > day { years -= 1 }
      return (try opened.adding(months: 12 * years), try opened.adding(months: 12 * (years + 1)))
    }
  }
}
