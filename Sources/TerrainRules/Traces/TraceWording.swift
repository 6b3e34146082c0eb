import TerrainDocuments
import TerrainExpressions
import TerrainValues

// Traces as text, apart from recording them.

extension Reason {
  /// `big_first (sizes.yaml:12): size = big, color = red`.
  public var sentence: String {
    var sentence = "\(row.map(\.string) ?? decision.string) (\(place.fileAndLine))"
    if !seen.isEmpty { sentence += ": " + seen.map(\.words).joined(separator: ", ") }
    return sentence
  }
}

extension DecisionTrace {
  /// The decision, its result, and one line per row, indented by two.
  package var lines: [String] {
    var lines = ["\(decision) (\(place.fileAndLine))" + (value.map { " is \($0.words)" } ?? " has no answer")]
    for row in rows { lines += row.lines.map { "  " + $0 } }
    if let otherwise { lines.append("  no row holds, so otherwise (\(otherwise.fileAndLine))") }
    return lines
  }
}

extension RowTrace {
  /// `big (sizes.yaml:28) fired: weight = 15 is >= heavy`.
  fileprivate var lines: [String] {
    let name = "\(id) (\(place.fileAndLine))"
    switch outcome {
    case .notLookedAt: return ["\(name) was not looked at"]
    case .fired, .held:
      let verb = outcome == .fired ? "fired" : "holds, but another row counts"
      guard !conditions.isEmpty else { return ["\(name) \(verb): it always holds"] }
      return ["\(name) \(verb): \(conditions.map(\.words).joined(separator: "; "))"] + parts
    case .failed:
      guard let reason = conditions.last(where: { $0.holds == false }) else { return ["\(name) does not hold"] }
      return ["\(name) does not hold: \(reason.words)"] + parts
    }
  }

  private var parts: [String] {
    conditions.flatMap { condition in
      condition.parts.count > 1 ? condition.parts.map { "  \($0.words)" } : []
    }
  }
}

extension ConditionTrace {
  /// `weight = 15 is >= heavy`, `weight = 3 is not >= heavy`.
  fileprivate var words: String {
    let values = seen.map(\.words).joined(separator: ", ")
    guard input != nil else {
      return "`\(text)` \(holds == true ? "is true" : "is false")" + (values.isEmpty ? "" : " (\(values))")
    }
    return "\(values) is \(holds == true ? "" : "not ")\(text)"
  }
}

extension ConditionTrace.Part {
  fileprivate var words: String {
    "`\(text)` is \(holds)" + (seen.map { ", of \($0.words)" } ?? "")
  }
}

extension EvaluationError.Seen {
  /// `weight = 3`.
  package var words: String { "\(name) = \(value.words)" }
}

extension Value {
  /// The value as people read it: texts without quotes, long ones cut.
  fileprivate var words: String {
    let limit = 1000
    return switch self {
    case .string(let text): text.string.cut(after: limit)
    case .optional(nil): "absent"
    case .optional(let value?): value.words
    case .decimal(let decimal): "\(decimal)"
    default: description(limit: limit)
    }
  }
}
