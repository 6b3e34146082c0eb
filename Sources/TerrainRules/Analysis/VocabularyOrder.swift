import TerrainExpressions
import TerrainBase

extension EnumerationType {
  /// The position of a member; nil of what is none.
  func position(of value: Value) -> Int? {
    if case .string(let text) = value { return code(of: text) }
    return nil
  }

  /// The members for which the comparison `function` with `value` holds; nil where it is not about the order, or `value` is
  /// no member.
  func members(_ function: String, _ value: Value) -> [Value]? {
    guard let position = position(of: value) else { return nil }
    let range: Range<Int>
    switch function {
    case "_<_": range = 0..<position
    case "_<=_": range = 0..<(position + 1)
    case "_>_": range = (position + 1)..<cases.count
    case "_>=_": range = position..<cases.count
    default: return nil
    }
    return cases[range].map { .string($0) }
  }
}
