import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A fact that an account computes from its own events, with the rules for their contributions. A class, so that passing it on costs one
/// reference count.
final class HistoryWindow: Sendable {
  /// The function that combines the contributions.
  enum Aggregate: String, Sendable, CaseIterable {
    case count, sum, first, last
  }

  /// The contribution of an event to a sum.
  enum Measure: Sendable {
    /// Its money.
    case amount
    /// The amount that the event earned.
    case earned
    /// The amount that began to count towards the lifetime.
    case lifetime
    /// The result of a decision.
    case decision(Decision)
  }

  /// The period for which an event contributes.
  enum Period: Sendable {
    /// Without end.
    case all
    /// A part of the calendar, such as the month of the event; with `ago`, the part that lies this many parts earlier.
    case calendar(WindowPart, weekBegins: Int, ago: Int)
    /// A number of months and days, counted in whole days.
    case days(months: Int, days: Int)
    /// A number of seconds.
    case seconds(Int64)
  }

  let fact: Fact
  let aggregate: Aggregate
  /// Nil but of sums.
  let measure: Measure?
  /// True for each kind of event that contributes, by ``AccountEvent/Kind/position``.
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

  /// True if it sums amounts that began to count, which may happen at another instant than the event.
  var isOfLifetime: Bool { if case .lifetime? = measure { true } else { false } }

  /// True if returns take from it: instants stay.
  var isReduced: Bool { !isGross && (aggregate == .count || aggregate == .sum) }

  /// Returns true if it takes events of `kind`.
  func takes(_ kind: AccountEvent.Kind) -> Bool { kinds[kind.position] }
}

extension HistoryWindow {
  /// The names of decisions in the windows of `rules`.
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
  /// - Throws: `overflow` if the calendar ends.
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
      // Years are counted from the first day, so that a February 29 recurs in leap years.
      var years = year - opened.year
      if try opened.adding(months: 12 * years) > day { years -= 1 }
      return (try opened.adding(months: 12 * years), try opened.adding(months: 12 * (years + 1)))
    }
  }
}
