import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The source of the values of one field of people.
struct ValueSource: Sendable {
  /// The form of a drawn number.
  enum NumberForm {
    /// A whole number, or a fraction if it has decimals.
    case standard
    /// A fraction, with or without decimals.
    case double
    /// The time of day for a number of minutes.
    case clock
    /// A text.
    case text
  }

  /// The way of drawing a value.
  indirect enum Kind: Sendable {
    /// Always this value.
    case constant(Value)
    /// The value of an expression over the fields drawn before.
    case expression(PopulationExpression)
    /// One of several values, by weights.
    case weights(WeightedChoice<Value>)
    /// A subset of several values, each with its own probability.
    case each([(value: Value, chance: UInt64)], outOf: UInt64, atMost: Int)
    /// A number of units of 10^-`decimals`.
    case between(ClosedRange<Int64>, decimals: Int)
    /// A number near another.
    case around(ValueSource, spread: Int64, ClosedRange<Int64>, decimals: Int)
    /// One of several values with equal probability.
    case pick([Value])
    /// A list of values of another source.
    case list(ValueSource, size: ValueSource)
    /// A map with a value for each key.
    case object([(key: Text, source: ValueSource)])
    /// The first that holds.
    case cases([ValueSource])
  }

  /// The way of drawing a value.
  var kind: Kind
  /// The condition for having a value; nil for always.
  var condition: PopulationExpression?
  /// The probability in percent that the value is absent.
  var absent: UInt64 = 0
  /// The source of the probability in percent that the value of the day before is kept; nil if it never is.
  var stays: Kind?
  /// The form of a drawn number.
  var form = NumberForm.standard
  /// The location of its declaration.
  let place: Place

  /// True if there may be no value.
  var mayBeAbsent: Bool {
    if condition != nil || absent > 0 { return true }
    guard case .cases(let sources) = kind else { return false }
    return sources.last?.mayBeAbsent ?? true
  }

  /// The names that its expressions mention.
  var names: [Text] {
    var names = condition?.names ?? []
    if case .expression(let expression)? = stays { names += expression.names }
    switch kind {
    case .constant, .weights, .each, .between, .pick: break
    case .expression(let expression): names += expression.names
    case .around(let center, _, _, _): names += center.names
    case .list(let element, let size): names += element.names + size.names
    case .object(let members): names += members.flatMap(\.source.names)
    case .cases(let sources): names += sources.flatMap(\.names)
    }
    return names
  }

  /// A value, or nil.
  ///
  /// - Parameters:
  ///   - key: the key on which the draws depend.
  ///   - values: the values drawn before, by name.
  ///   - before: the value of the day before; nil on the first day. Its inner value is nil if that day had none.
  func value(
    _ key: UInt64, _ values: [Text: Value], before: Value?? = nil, _ evaluator: PopulationEvaluator
  ) throws(DiagnosticError) -> Value? {
    if let condition {
      guard try evaluator.holds(condition, values) else { return nil }
    }
    var draws = StableDraws(key: key)
    if let before, let chance = try chanceToStay(values, evaluator), draws.below(100) < chance { return before }
    if absent > 0, draws.below(100) < absent { return nil }
    return try drawn(&draws, key, values, evaluator)
  }

  private func chanceToStay(
    _ values: [Text: Value], _ evaluator: PopulationEvaluator
  ) throws(DiagnosticError) -> UInt64? {
    let value: Value? =
      switch stays {
      case .constant(let constant)?: constant
      case .expression(let expression)?: try evaluator.value(expression, values)
      default: nil
      }
    guard case .int(let chance)? = value else { return nil }
    return UInt64(min(max(chance, 0), Self.mostChanceToStay))
  }

  /// A greater probability would keep the first value for good.
  static let mostChanceToStay: Int64 = 99

  private func drawn(
    _ draws: inout StableDraws, _ key: UInt64, _ values: [Text: Value], _ evaluator: PopulationEvaluator
  ) throws(DiagnosticError) -> Value? {
    switch kind {
    case .constant(let value): return value
    case .expression(let expression): return try evaluator.value(expression, values)
    case .weights(let choice): return choice.value(&draws)
    case .each(let chances, let outOf, let atMost):
      var taken = chances.filter { draws.below(outOf) < $0.chance }.map(\.value)
      while taken.count > atMost { taken.remove(at: Int(draws.below(UInt64(taken.count)))) }
      return .list(taken)
    case .between(let range, let decimals): return number(draws.number(in: range), decimals)
    case .around(let center, let spread, let range, let decimals):
      guard let middle = try center.value(StableDraws.key(key, 0), values, evaluator) else { return nil }
      let thrice = (0..<3).reduce(0 as Int64) { sum, _ in sum &+ draws.number(in: -spread...spread) }
      let units = Self.units(of: middle, decimals) &+ RoundingRule.halfAwayFromZero.quotient(thrice, by: 2)
      return number(min(max(units, range.lowerBound), range.upperBound), decimals)
    case .pick(let values): return values.isEmpty ? nil : values[Int(draws.below(UInt64(values.count)))]
    case .list(let source, let size):
      var elements: [Value] = []
      if case .int(let count)? = try size.value(StableDraws.key(key, 0), values, evaluator) {
        for index in 0..<min(max(0, count), Self.mostElements) {
          let drawn = try source.value(StableDraws.key(key, UInt64(index) + 1), values, evaluator)
          if let drawn { elements.append(drawn) }
        }
      }
      return .list(elements)
    case .object(let members):
      var map = ValueMap()
      for (name, source) in members {
        if let value = try source.value(StableDraws.key(key, name), values, evaluator) {
          map.insert(.string(name), value)
        }
      }
      return .map(map)
    case .cases(let sources):
      for (index, source) in sources.enumerated() {
        if let condition = source.condition, !(try evaluator.holds(condition, values)) { continue }
        return try source.value(StableDraws.key(key, UInt64(index) + 1), values, evaluator)
      }
      return nil
    }
  }

  /// Elements of a list at most.
  private static let mostElements: Int64 = 1000

  private func number(_ units: Int64, _ decimals: Int) -> Value {
    switch form {
    case .clock: return .string(TimeOfDayText.text(minutes: units))
    case .text: return .string(Text("\(units)"))
    case .standard where decimals == 0: return .int(units)
    default: break
    }
    return .double(Double(units) / Double(Self.units(decimals)))
  }

  /// Units in a whole.
  static func units(_ decimals: Int) -> Int64 { (0..<decimals).reduce(1) { units, _ in units &* 10 } }

  /// `value` in units of 10^-`decimals`.
  private static func units(of value: Value, _ decimals: Int) -> Int64 {
    switch value {
    case .int(let whole): whole &* units(decimals)
    case .double(let number): Int64(exactly: (number * Double(units(decimals))).rounded()) ?? 0
    default: 0
    }
  }
}

/// Times of day as texts.
enum TimeOfDayText {
  /// `minutes` of a day as `07:30`.
  static func text(minutes: Int64) -> Text {
    let minutes = min(max(0, minutes), 24 * 60 - 1)
    return Text("\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)")
  }
}

/// Some values, each with a weight.
struct WeightedChoice<Element: Sendable>: Sendable {
  /// The values with their weights.
  let elements: [(value: Element, weight: UInt64)]
  /// The sum of the weights.
  let total: UInt64

  /// A choice of `elements`; nil if all their weights are 0.
  init?(_ elements: [(value: Element, weight: UInt64)]) {
    self.elements = elements
    total = elements.reduce(0) { $0 &+ $1.weight }
    if total == 0 { return nil }
  }

  /// A choice of one value.
  init(certain value: Element) {
    elements = [(value, 1)]
    total = 1
  }

  /// A random value by the weights.
  func value(_ draws: inout StableDraws) -> Element? {
    var rest = draws.below(total)
    for (value, weight) in elements {
      if rest < weight { return value }
      rest -= weight
    }
    return elements.last?.value
  }
}
