import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainBase

/// What an outcome of the quiz is at every combination of two of its axes: the rules, evaluated at each of them.
struct OutcomePlane {
  /// An axis, with its range.
  struct Axis {
    let axis: Quiz.Axis
    let range: ClosedRange<Int64>
  }

  /// A region: all combinations with the same result.
  struct Region {
    let id: Text
    /// Rectangles in steps of the axes, without overlaps: from the left, from the top.
    let rectangles: [(x: Int, y: Int, width: Int, height: Int)]
    /// The middle of the largest rectangle inside it.
    let middle: (x: Double, y: Double)
  }

  let outcome: Score.Outcome
  /// From the left to the right.
  let across: Axis
  /// From the bottom to the top; nil where the outcome has one axis.
  let up: Axis?
  /// The other axes of the outcome, each at the value nearest to 0.
  let fixed: [(axis: Quiz.Axis, value: Int64)]
  /// The regions, from the top left on.
  let regions: [Region]

  /// More combinations are not drawn (`planeCombinations`).
  private static let mostCombinations = 40_000
  /// More planes of one outcome are not drawn (`planesOfOutcome`).
  private static let mostPlanes = 6

  /// The planes of every outcome of `engine`: each pair of its axes.
  static func all(_ engine: ScoringEngine) -> [OutcomePlane] {
    var planes: [OutcomePlane] = []
    for outcome in engine.outcomes {
      let axes = engine.axes(of: outcome).compactMap { axis(engine.quiz.axes[$0], engine.rules) }
      var pairs: [(Axis, Axis?)] = axes.count == 1 ? [(axes[0], nil)] : []
      for (number, first) in axes.enumerated() {
        for second in axes[(number + 1)...] { pairs.append((first, second)) }
      }
      for (across, up) in pairs.prefix(mostPlanes) {
        if let plane = OutcomePlane(outcome, engine, across, up, among: axes) { planes.append(plane) }
      }
    }
    return planes
  }

  private static func axis(_ axis: Quiz.Axis, _ rules: RuleSet) -> Axis? {
    guard let fact = rules.fact(axis.id), case .int(let low)? = fact.declaration.minimum,
      case .int(let high)? = fact.declaration.maximum, low <= high, high - low < Int64(mostCombinations)
    else { return nil }
    return Axis(axis: axis, range: low...high)
  }

  /// nil where there are too many combinations, or the rules have no result for one of them.
  private init?(_ outcome: Score.Outcome, _ engine: ScoringEngine, _ across: Axis, _ up: Axis?, among axes: [Axis]) {
    guard across.range.count * (up?.range.count ?? 1) <= Self.mostCombinations else { return nil }
    (self.outcome, self.across, self.up) = (outcome, across, up)
    fixed = axes.filter { $0.axis.id != across.axis.id && $0.axis.id != up?.axis.id }.map {
      ($0.axis, min(max(0, $0.range.lowerBound), $0.range.upperBound))
    }
    let session = RuleSession(engine.rules)
    let decision = engine.decision(of: outcome)
    var rows: [[Text]] = []
    do throws(EvaluationError) {
      for y in up.map({ Array($0.range.reversed()) }) ?? [0] {
        var row: [Text] = []
        for x in across.range {
          session.begin()
          for (axis, value) in fixed { try Self.set(axis, value, session) }
          if let up { try Self.set(up.axis, y, session) }
          try Self.set(across.axis, x, session)
          let value = try session.value(decision)
          if case .string(let id) = value { row.append(id) } else { row.append("") }
        }
        rows.append(row)
      }
    } catch {
      // `terrain validate` reports such a gap.
      return nil
    }
    regions = Self.regions(rows)
  }

  private static func set(_ axis: Quiz.Axis, _ value: Int64, _ session: RuleSession) throws(EvaluationError) {
    if let fact = session.ruleSet.fact(axis.id) { try session.set(fact, .int(value)) }
  }

  // MARK: Regions

  static func regions(_ rows: [[Text]]) -> [Region] {
    var order: [Text] = []
    var seen: Set<Text> = []
    for id in rows.joined() where seen.insert(id).inserted { order.append(id) }
    return order.map { id in
      let isIn = rows.map { row in row.map { $0 == id } }
      return Region(id: id, rectangles: rectangles(isIn), middle: middle(isIn))
    }
  }

  /// Runs of each line, those under each other with the same ends as one.
  private static func rectangles(_ isIn: [[Bool]]) -> [(x: Int, y: Int, width: Int, height: Int)] {
    var finished: [(x: Int, y: Int, width: Int, height: Int)] = []
    var open: [(x: Int, y: Int, width: Int, height: Int)] = []
    for (y, line) in isIn.enumerated() {
      var next: [(x: Int, y: Int, width: Int, height: Int)] = []
      var start: Int?
      for x in 0...line.count {
        if x < line.count, line[x] {
          if start == nil { start = x }
        } else if let begin = start {
          var run = (x: begin, y: y, width: x - begin, height: 1)
          if let above = open.firstIndex(where: { $0.x == begin && $0.width == x - begin }) {
            let taller = open.remove(at: above)
            run = (taller.x, taller.y, taller.width, taller.height + 1)
          }
          next.append(run)
          start = nil
        }
      }
      finished += open
      open = next
    }
    return finished + open
  }

  /// The middle of the largest rectangle of which everything is in the region; of equally large ones the first.
  private static func middle(_ isIn: [[Bool]]) -> (x: Double, y: Double) {
    var best = (area: 0, x: 0.0, y: 0.0)
    var heights = Array(repeating: 0, count: isIn.first?.count ?? 0)
    for (y, line) in isIn.enumerated() {
      for x in line.indices { heights[x] = line[x] ? heights[x] + 1 : 0 }
      for left in heights.indices where heights[left] > 0 {
        var height = heights[left]
        for right in left..<heights.count where heights[right] > 0 {
          height = min(height, heights[right])
          let area = height * (right - left + 1)
          if area > best.area {
            best = (area, Double(left + right + 1) / 2, Double(2 * y - height + 2) / 2)
          }
          if right + 1 < heights.count, heights[right + 1] == 0 { break }
        }
      }
    }
    return (best.x, best.y)
  }
}
