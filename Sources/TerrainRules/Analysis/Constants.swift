import TerrainBase
import TerrainExpressions

extension TypedExpression {
  /// True if the whole expression has the same value for all facts.
  var isConstant: Bool { constant(expression.root) != nil }

  /// The value of a node that is the same for all facts: literals (also of instants and durations), parameters, and lists and sums of them.
  /// Nil for everything else, and for sums without a value (overflow), which fail at run time.
  ///
  /// The parser limits the depth of expressions, so recursion is bounded.
  package func constant(_ id: Expression.ID) -> Value? {
    switch references[Int(id)] {
    case .variable(let variable):
      if case .constant(let value) = variable.binding { return value }
      return nil
    case .constant(let value): return value
    case .local: return nil
    case .none, .function: break
    }
    switch expression.kind(of: id) {
    case .literal(let value): return value
    case .list(let elements, let optionals):
      guard optionals.isEmpty else { return nil }
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        guard let value = constant(element) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .call("-_", nil, let arguments):
      guard arguments.count == 1, let value = constant(arguments[0]) else { return nil }
      return Value.int(0).combined(value, by: "_-_")
    case .call("timestamp", nil, let arguments) where arguments.count == 1:
      guard case .string(let text)? = constant(arguments[0]) else { return nil }
      return (try? Timestamp(rfc3339: text)).map { .timestamp($0) }
    case .call("duration", nil, let arguments) where arguments.count == 1:
      guard case .string(let text)? = constant(arguments[0]) else { return nil }
      return (try? ExactDuration(parsing: text)).map { .duration($0) }
    case .call(let function, nil, let arguments) where arguments.count == 2:
      guard let a = constant(arguments[0]), let b = constant(arguments[1]) else { return nil }
      return a.combined(b, by: function)
    default: return nil
    }
  }
}

extension Value {
  /// The sum, difference, or product of two numbers of one type, or the sum or difference of instants and durations. Nil for other values.
  fileprivate func combined(_ other: Value, by function: Text) -> Value? {
    switch (self, other) {
    case (.int(let a), .int(let b)):
      let (result, overflow) =
        switch function {
        case "_+_": a.addingReportingOverflow(b)
        case "_-_": a.subtractingReportingOverflow(b)
        case "_*_": a.multipliedReportingOverflow(by: b)
        default: (0, true)
        }
      return overflow ? nil : .int(result)
    case (.double(let a), .double(let b)):
      switch function {
      case "_+_": return .double(a + b)
      case "_-_": return .double(a - b)
      case "_*_": return .double(a * b)
      default: return nil
      }
    case (.duration(let a), .duration(let b)) where function == "_+_": return (try? a.adding(b)).map { .duration($0) }
    case (.duration(let a), .duration(let b)) where function == "_-_":
      return (try? a.subtracting(b)).map { .duration($0) }
    case (.timestamp(let a), .duration(let b)) where function == "_+_",
      (.duration(let b), .timestamp(let a)) where function == "_+_":
      return (try? a.adding(b)).map { .timestamp($0) }
    case (.timestamp(let a), .duration(let b)) where function == "_-_":
      return (try? a.subtracting(b)).map { .timestamp($0) }
    case (.timestamp(let a), .timestamp(let b)) where function == "_-_": return .duration(a.since(b))
    case (.int(0), .duration(let b)) where function == "_-_": return .duration(-b)
    case (.int(0), .double(let b)) where function == "_-_": return .double(-b)
    case (.int(0), .decimal(let b)) where function == "_-_": return .decimal(-b)
    case (.decimal(let a), .decimal(let b)):
      let result: ExactDecimal? =
        switch function {
        case "_+_": try? a.adding(b)
        case "_-_": try? a.subtracting(b)
        case "_*_": try? a.multiplied(by: b)
        default: nil
        }
      return result.map { .decimal($0) }
    default: return nil
    }
  }
}
