import TerrainBase
import TerrainDocuments
import TerrainExpressions

// Traces as text, separate from recording.

extension Reason {
  /// `big_first (sizes.yaml:12): size = big, color = red`.
  public var sentence: String {
    var sentence = "\(row.map { $0.string } ?? decision.string) (\(place.fileAndLine))"
    if !seen.isEmpty { sentence += ": " + seen.map({ $0.words }).joined(separator: ", ") }
    return sentence
  }
}

extension DecisionTrace {
  /// The decision, its result, and one line per row, indented by two blanks.
  package var lines: [String] {
    let name = "\(decision)" + (version.map { " of version \($0)" } ?? "")
    var lines = ["\(name) (\(place.fileAndLine))" + (value.map { " is \($0.words)" } ?? " has no answer")]
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
      return ["\(name) \(verb): \(conditions.map { $0.words }.joined(separator: "; "))"] + parts
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
  /// `weight = 15 is >= heavy`, `weight = 3 is not >= heavy`. For an expression, with the values that it names: `` `weight + box` is not >=
  /// heavy (weight = 3, box = 1)``.
  fileprivate var words: String {
    let values = seen.map { $0.words }.joined(separator: ", ")
    let known = values.isEmpty ? "" : " (\(values))"
    guard let input else { return "`\(text)` \(holds == true ? "is true" : "is false")" + known }
    let verdict = "is \(holds == true ? "" : "not ")\(text)"
    return seen.count == 1 && seen[0].name == input ? "\(values) \(verdict)" : "`\(input)` \(verdict)" + known
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
  /// The approximate maximum number of bytes of a value in a line.
  private static let longest = 1000
  /// The maximum depth; deeper values are written in the notation of expressions.
  private static let mostLevels = 8

  /// The value in the wording for people: texts without quotes, absent values left out, and long values shortened.
  fileprivate var words: String { words(level: 0).cut(after: Self.longest) }

  private func words(level: Int) -> String {
    guard level < Self.mostLevels else { return description(limit: Self.longest) }
    switch self {
    case .string(let text): return text.string.cut(after: Self.longest)
    case .optional(nil): return "unknown"
    case .optional(let value?): return value.words(level: level + 1)
    case .decimal(let decimal): return "\(decimal)"
    case .list(let elements): return Self.listed(elements, "[", "]") { $0.words(level: level + 1) }
    case .map(let map):
      let present = map.entries.filter { if case .optional(nil) = $0.value { false } else { true } }
      return Self.listed(present, "{", "}") { entry in
        "\(entry.key.words(level: level + 1)): \(entry.value.words(level: level + 1))"
      }
    default: return description(limit: Self.longest)
    }
  }

  /// The first of `elements`, up to the limit, between brackets.
  private static func listed<Element>(
    _ elements: some Collection<Element>, _ open: String, _ close: String, _ words: (Element) -> String
  ) -> String {
    var line = open
    for (place, element) in elements.enumerated() {
      if line.utf8.count > longest { break }
      line += (place > 0 ? ", " : "") + words(element)
    }
    return line + close
  }
}
