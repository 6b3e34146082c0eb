import TerrainExpressions
import TerrainBase

/// Values that differ as little as can be.
enum ValueMutation {
  /// The value one step above `value` or below it: a unit of its last digit, or a second; nil of what has no steps.
  static func stepped(_ value: Value, up: Bool) -> Value? {
    switch value {
    case .int(let number):
      let (next, overflow) = number.addingReportingOverflow(up ? 1 : -1)
      return overflow ? nil : .int(next)
    case .uint(let number):
      let (next, overflow) = up ? number.addingReportingOverflow(1) : number.subtractingReportingOverflow(1)
      return overflow ? nil : .uint(next)
    case .double(let number): return stepped(number, up: up).map { .double($0) }
    case .decimal(let number):
      let places = min(number.exponent, 0)
      guard let whole = coefficient(number, exponent: places) else { return nil }
      return (try? ExactDecimal(coefficient: whole + (up ? 1 : -1), exponent: places)).map { .decimal($0) }
    case .duration(let duration):
      let seconds = duration.seconds + (up ? 1 : -1)
      return (try? ExactDuration(seconds: seconds, nanoseconds: Int64(duration.nanoseconds))).map { .duration($0) }
    case .timestamp(let instant):
      let seconds = instant.seconds + (up ? 1 : -1)
      return (try? Timestamp(seconds: seconds, nanoseconds: Int64(instant.nanoseconds))).map { .timestamp($0) }
    default: return nil
    }
  }

  private static func stepped(_ number: Double, up: Bool) -> Double? {
    let text = "\(number)"
    guard number.isFinite, !text.contains("e") else { return nil }
    let digits = text.split(separator: ".").last.map { $0 == "0" ? 0 : $0.count } ?? 0
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let next = ((number * scale).rounded() + (up ? 1 : -1)) / scale
    return next == number ? nil : next
  }

  /// `number` as a whole multiple of ten to the `exponent`, which is not above its own.
  private static func coefficient(_ number: ExactDecimal, exponent: Int32) -> Int128? {
    var whole = number.coefficient
    for _ in 0..<min(40, max(0, number.exponent - exponent)) {
      let (next, overflow) = whole.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      whole = next
    }
    return whole
  }

  /// Another value of `type` that a result may have instead of `value`; nil where none suggests itself.
  ///
  /// - Parameter others: what other rows yield, which is more likely a mistake than any other value.
  static func other(than value: Value, of type: CELType, among others: [Value]) -> Value? {
    if case .optional(let inner) = type, case .optional(let held?) = value {
      return other(than: held, of: inner, among: others).map { .optional($0) }
    }
    switch value {
    case .bool(let truth): return .bool(!truth)
    case .string(let text):
      if let other = others.first(where: { $0.isString && !$0.isIdentical(to: value) }) { return other }
      guard case .enumeration(let vocabulary) = type.withoutOptional else { return .string("\(text)_") }
      guard vocabulary.cases.count > 1, let code = vocabulary.code(of: text) else { return nil }
      return .string(vocabulary.cases[(code + 1) % vocabulary.cases.count])
    case .list(let elements): return elements.isEmpty ? nil : .list(Array(elements.dropLast()))
    default: return stepped(value, up: true)
    }
  }
}

extension CELType {
  /// The type of a value that is there.
  fileprivate var withoutOptional: CELType {
    if case .optional(let inner) = self { return inner }
    return self
  }

  /// The type of the field `name` of a record or map of this type.
  func mutatedField(_ name: Text) -> CELType {
    switch withoutOptional {
    case .record(let record): record.index(of: name).map { record.fields[$0].type } ?? .dyn
    case .map(_, let value): value
    default: .dyn
    }
  }

  /// The type of the elements of a list of this type.
  var mutatedElement: CELType {
    if case .list(let element) = withoutOptional { return element }
    return .dyn
  }
}

extension Value {
  fileprivate var isString: Bool {
    if case .string = self { return true }
    return false
  }
}
