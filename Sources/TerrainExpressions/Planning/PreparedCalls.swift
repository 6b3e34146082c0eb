import TerrainSchemas
import TerrainBase

/// Calls with a constant part when they are planned: a pattern is compiled once, a zone looked up once.
package enum PreparedCalls {
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
    let id = Text("\(overload.id.string) \(text.string)")
    // One look-up a byte, or steps that only show when it runs.
    if pattern.isComplete {
      return Overload(
        id, [.string], .bool, cost: .scaled(8),
        .unary { value throws(FunctionFailure) in .bool(pattern.matches(try value.asText)) })
    }
    return Overload(
      id, [.string], .bool, steps: StringFunctions.stepwiseSteps,
      .metered { arguments, _, steps throws(FunctionFailure) in
        .bool(try StringFunctions.matches(try arguments[0].asText, pattern, &steps))
      })
  }

  /// The most steps that matching with a constant pattern takes for each byte of a text; nil where it is not a pattern.
  package static func stepsPerByte(ofPattern text: Text) -> Int? { (try? Pattern(re2: text))?.stepsPerByte }

  private static func field(_ overload: Overload, _ name: Value) -> Overload? {
    guard overload.parameters == [.timestamp, .string], let field = TimestampField(overload: overload.id),
      let zone = try? TimestampField.zone(name)
    else { return nil }
    return Overload(
      Text("\(overload.id.string) \(name)"), [.timestamp], .int, steps: 24,
      .unary { value throws(FunctionFailure) in .int(field.value(at: try value.asTimestamp, in: zone)) })
  }
}
