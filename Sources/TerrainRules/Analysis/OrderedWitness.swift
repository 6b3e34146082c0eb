import TerrainExpressions
import TerrainBase

/// Finds a number between two bounds: zero where it is there, else as near to zero as a short number gets.
struct OrderedWitness {
  let type: CELType

  init(_ type: CELType) { self.type = type }

  /// A number of the type; nil where there is none.
  func between(_ lower: TableView.Bound?, _ upper: TableView.Bound?) -> Value? {
    candidates(lower?.value, upper?.value).first { TableView.Bound.contain($0, lower, upper) }
  }

  private func candidates(_ lower: Value?, _ upper: Value?) -> [Value] {
    switch type {
    case .uint:
      var candidates: [Value] = [.uint(0)]
      if case .uint(let bound)? = lower { candidates += [.uint(bound), .uint(bound &+ 1)] }
      return candidates
    case .double: return doubles(number(lower), number(upper)).map { .double($0) }
    default: return decimals(decimal(lower), decimal(upper)).map { .decimal($0) }
    }
  }

  private func number(_ value: Value?) -> Double? {
    if case .double(let number)? = value { return number }
    return nil
  }

  private func decimal(_ value: Value?) -> ExactDecimal? {
    if case .decimal(let number)? = value { return number }
    return nil
  }

  private func doubles(_ lower: Double?, _ upper: Double?) -> [Double] {
    var candidates: [Double] = [0]
    if let lower { candidates += [lower, lower.rounded(.down) + 1] }
    if let upper { candidates += [upper, upper.rounded(.up) - 1] }
    if let lower, let upper { candidates += [lower / 2 + upper / 2, lower.nextUp, upper.nextDown] }
    if let lower { candidates.append(lower.nextUp) }
    if let upper { candidates.append(upper.nextDown) }
    return candidates
  }

  private func decimals(_ lower: ExactDecimal?, _ upper: ExactDecimal?) -> [ExactDecimal] {
    var candidates: [ExactDecimal] = [.zero]
    let one = ExactDecimal(1 as Int64)
    if let lower { candidates += [lower, try? lower.adding(one)].compactMap { $0 } }
    if let upper { candidates += [upper, try? upper.subtracting(one)].compactMap { $0 } }
    if let lower, let upper, let half = try? ExactDecimal(coefficient: 5, exponent: -1),
      let sum = try? lower.adding(upper), let middle = try? sum.multiplied(by: half)
    {
      candidates.append(middle)
    }
    return candidates
  }
}
