import TerrainBase

/// What numbers with a fraction or an exponent become.
package enum FractionRule: Sendable {
  /// ``Value/double(_:)``.
  case double
  /// ``Value/decimal(_:)``, exact; a `double` where it has more digits than a decimal holds.
  case decimal
}

extension Node {
  /// The whole subtree as a value, fractions as doubles.
  package var value: Value { value(fractions: .double) }

  /// The whole subtree as a value. Whole numbers that do not fit 64 bits become decimals where those hold them and write them
  /// without an exponent, else doubles. Of a key that is there twice, the first counts.
  package func value(fractions: FractionRule) -> Value {
    // Readers refuse documents that nest deeper than their limit, so the recursion is bounded.
    switch kind {
    case .null: return .null
    case .bool: return .bool(bool ?? false)
    case .string: return .string(text ?? "")
    case .number: return number(fractions)
    case .list:
      var list: [Value] = []
      list.reserveCapacity(count)
      for element in elements { list.append(element.value(fractions: fractions)) }
      return .list(list)
    case .map:
      var map = ValueMap()
      for (key, value) in members { map.insert(.string(key.text ?? ""), value.value(fractions: fractions)) }
      return .map(map)
    }
  }

  private func number(_ fractions: FractionRule) -> Value {
    if isInteger, let int { return .int(int) }
    // A whole number with more zeros than are written out is written with an exponent, and read again as one with a fraction is.
    if isInteger || fractions == .decimal, let decimal, fractions == .decimal || decimal.isPlain {
      return .decimal(decimal)
    }
    return .double(double ?? .nan)
  }
}
