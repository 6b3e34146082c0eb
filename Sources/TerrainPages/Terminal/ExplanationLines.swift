import TerrainEngines
import TerrainRules
import TerrainBase

extension Explanation {
  /// How a result comes about, in lines to read and to search.
  package var lines: [String] {
    switch content {
    case .decisions(let traces): traces.isEmpty ? ["no decision was evaluated"] : Self.lines(traces)
    case .candidates(let candidates): candidates.flatMap(\.lines)
    case .weeks(let weeks): weeks.lines
    case .streak(let streak, _): streak.lines
    case .steps(let steps): steps.isEmpty ? ["there was nothing to decide"] : steps.map(\.line)
    }
  }

  /// Decisions, with an empty line between them.
  private static func lines(_ traces: [DecisionTrace]) -> [String] {
    Array(traces.map(\.lines).joined(separator: [""]))
  }
}

extension Explanation.Step {
  /// `subject: outcome, reason (FILE:LINE)`.
  fileprivate var line: String {
    "\(subject): \(outcome), \(reason)" + (place.map { " (\($0.fileAndLine))" } ?? "")
  }
}

extension Ranking.Explanation {
  /// The candidate's position, then one line per criterion, indented by its depth.
  package var lines: [String] {
    let name = kind.map { "\(id) (\($0))" } ?? id.string
    let points = score.map { ": \($0) points" } ?? ""
    switch standing {
    case .offered(let place): return ["\(place). \(name)\(points)"] + Self.lines(criteria, indent: 1)
    case .behind(let place): return ["behind, at \(place): \(name)\(points)"] + Self.lines(criteria, indent: 1)
    case .tooAlike(let what):
      return ["skipped, too many of `\(what)`: \(name)\(points)"] + Self.lines(criteria, indent: 1)
    case .excluded(let why, let origin):
      return ["excluded, \(why): \(name)" + (origin.map { " (\($0.place.fileAndLine))" } ?? "")]
    }
  }

  private static func lines(_ criteria: [Ranking.Criterion], indent: Int) -> [String] {
    criteria.flatMap { criterion in
      let name = criterion.decision.string.split(separator: ".").last.map(String.init) ?? criterion.decision.string
      let rows = criterion.rows.map { $0.row?.string ?? "otherwise" }.joined(separator: ", ")
      let line =
        String(repeating: "  ", count: indent) + "\(name) \(criterion.value)" + (rows.isEmpty ? "" : ": \(rows)")
        + " (\(criterion.place.fileAndLine))"
      return [line] + lines(criterion.parts, indent: indent + 1)
    }
  }
}
