import TerrainPatterns
import TerrainValues

/// Calls of which a part is known when they are planned: a pattern is compiled once, a zone looked up once.
enum PreparedCalls {
  /// A function of the first argument alone that does what `overload` does with the constant `second`; nil where there
  /// is none, or where it would fail: then the call itself is to fail, in its place.
  static func prepare(_ overload: Overload, with second: Value) -> Overload? {
    switch overload.id.string {
    case "matches", "matches_string": return matches(overload, second)
    default: return field(overload, second)
    }
  }

  private static func matches(_ overload: Overload, _ written: Value) -> Overload? {
    guard case .string(let text) = written, let pattern = try? Pattern(re2: text) else { return nil }
    return Overload(
      Text("\(overload.id.string) \(text.string)"), [.string], .bool, cost: .scaled(1 + text.utf8.count / 8),
      .unary { value throws(FunctionFailure) in .bool(pattern.matches(try value.asText)) })
  }

  private static func field(_ overload: Overload, _ name: Value) -> Overload? {
    guard overload.parameters == [.timestamp, .string], let field = TimestampField(overload: overload.id),
      let zone = try? TimestampField.zone(name)
    else { return nil }
    return Overload(
      Text("\(overload.id.string) \(name)"), [.timestamp], .int,
      .unary { value throws(FunctionFailure) in .int(field.value(at: try value.asTimestamp, in: zone)) })
  }
}
