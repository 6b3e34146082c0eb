import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainPages
import TerrainRules

/// The ids of an outcome at every combination of two of the quiz's axes, from evaluating the rules at each combination.
struct OutcomePlane {
  /// An axis, with its range.
  struct Axis {
    let axis: Quiz.Axis
    let range: ClosedRange<Int64>
  }

  /// A region: all combinations with the same result.
  struct Region {
    let id: Text
    /// Rectangles in steps of the axes, without overlaps, sorted from the left, then from the top.
    let rectangles: [(x: Int, y: Int, width: Int, height: Int)]
    /// The middle of the largest rectangle inside it.
    let middle: (x: Double, y: Double)
  }

  let outcome: Score.Outcome
  /// From the left to the right.
  let across: Axis
  /// From the bottom to the top; nil if the outcome has one axis.
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

  /// nil if the number of combinations exceeds the limit, or the rules have no result for a combination.
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

  /// The runs of each line, in which adjacent lines with equal ends are merged.
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

  /// The middle of the largest rectangle inside the region; of several equally large rectangles, the first.
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

/// A plane of axes with its regions, as a drawing with a number in each region, between the ends of its axes.
struct PlaneDrawing {
  /// An end of an axis: its word and its value.
  struct End {
    let word: String
    let language: String
    let value: Int64
  }

  let plane: OutcomePlane
  /// The ends of the horizontal axis from the left to the right.
  let across: (low: End, high: End)
  /// The ends of the vertical axis from the bottom to the top; nil without one.
  let up: (low: End, high: End)?

  /// The number of distinct tones, after which they repeat. Numbers distinguish them.
  private static let tones = 9
  /// The size of a step.
  private static let step = 18

  /// The tone of region `number`, from 1.
  static func tone(_ number: Int) -> Int { number % tones + 1 }

  func write(to page: inout Markup, id: String, title: String, description: String) {
    let (columns, lines) = (plane.across.range.count, plane.up?.range.count ?? 3)
    let (width, height) = (columns * Self.step, lines * Self.step)
    if let up { page.element("p", ["class": "ends"]) { end("↑", up.high, to: &$0) } }
    page.element(
      "svg",
      [
        "viewBox": "0 0 \(width) \(height)", "role": "img", "aria-labelledby": "\(id)-title \(id)-text",
        "class": "plane-drawing",
      ]
    ) { page in
      page.element("title", ["id": "\(id)-title"], title)
      page.element("desc", ["id": "\(id)-text"], description)
      for (number, region) in plane.regions.enumerated() {
        page.empty("path", ["class": "region region-\(Self.tone(number))", "d": path(region, lines)])
      }
      page.empty("path", ["class": "border", "d": borders(columns, lines)])
      zero(width, height, to: &page)
      for (number, region) in plane.regions.enumerated() {
        let y = plane.up == nil ? Double(lines) / 2 : region.middle.y
        page.element(
          "text",
          [
            "class": "number", "x": Self.length(region.middle.x * Double(Self.step)),
            "y": Self.length(y * Double(Self.step)), "text-anchor": "middle", "dominant-baseline": "central",
          ], "\(number + 1)")
      }
    }
    if let up { page.element("p", ["class": "ends"]) { end("↓", up.low, to: &$0) } }
    page.element("p", ["class": "ends across"]) { page in
      page.element("span") { end("←", across.low, to: &$0) }
      page.element("span") { end("→", across.high, to: &$0) }
    }
  }

  private func end(_ arrow: String, _ end: End, to page: inout Markup) {
    page.element("span", ["aria-hidden": "true"], arrow)
    page.words(" ")
    page.element("span", ["lang": end.language], end.word)
    page.words(" \(end.value)")
  }

  private func path(_ region: OutcomePlane.Region, _ lines: Int) -> String {
    let step = Self.step
    return region.rectangles.map { rectangle in
      let (x, y, width) = (rectangle.x * step, rectangle.y * step, rectangle.width * step)
      let height = (plane.up == nil ? lines : rectangle.height) * step
      return "M\(x) \(y)h\(width)v\(height)h-\(width)z"
    }.joined()
  }

  /// The lines between regions, each in one piece. A region is drawn as rectangles, whose own edges would show as stripes.
  private func borders(_ columns: Int, _ lines: Int) -> String {
    var owners = Array(repeating: Array(repeating: -1, count: columns), count: lines)
    for (number, region) in plane.regions.enumerated() {
      for rectangle in region.rectangles {
        for y in rectangle.y..<rectangle.y + (plane.up == nil ? lines : rectangle.height) {
          for x in rectangle.x..<rectangle.x + rectangle.width { owners[y][x] = number }
        }
      }
    }
    var path = ""
    for x in 1..<max(columns, 1) {
      for run in Self.runs((0..<lines).map { owners[$0][x - 1] != owners[$0][x] }) {
        path += "M\(x * Self.step) \(run.lowerBound * Self.step)v\(run.count * Self.step)"
      }
    }
    for y in 1..<max(lines, 1) {
      for run in Self.runs((0..<columns).map { owners[y - 1][$0] != owners[y][$0] }) {
        path += "M\(run.lowerBound * Self.step) \(y * Self.step)h\(run.count * Self.step)"
      }
    }
    return path
  }

  /// The longest ranges of positions that hold `true`.
  private static func runs(_ flags: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (position, flag) in (flags + [false]).enumerated() {
      if flag {
        start = start ?? position
      } else if let begin = start {
        runs.append(begin..<position)
        start = nil
      }
    }
    return runs
  }

  /// The lines at 0 of each axis that has values on both sides.
  private func zero(_ width: Int, _ height: Int, to page: inout Markup) {
    let half = Double(Self.step) / 2
    if plane.across.range.lowerBound < 0, plane.across.range.contains(0) {
      let x = Self.length(Double(-plane.across.range.lowerBound) * Double(Self.step) + half)
      page.empty("path", ["class": "zero", "d": "M\(x) 0V\(height)"])
    }
    if let up = plane.up, up.range.lowerBound < 0, up.range.contains(0) {
      let y = Self.length(Double(up.range.upperBound) * Double(Self.step) + half)
      page.empty("path", ["class": "zero", "d": "M0 \(y)H\(width)"])
    }
  }

  /// A length, in quarters of a unit.
  private static func length(_ value: Double) -> String {
    let (whole, quarter) = Int((value * 4).rounded()).quotientAndRemainder(dividingBy: 4)
    return switch quarter {
    case 1: "\(whole).25"
    case 2: "\(whole).5"
    case 3: "\(whole).75"
    default: "\(whole)"
    }
  }
}

// The outcomes of the quiz: the planes of axes with their regions, and the shares of a population.

extension RuleBook {
  func outcomes(to page: inout Markup) {
    guard !planes.isEmpty || shares != nil else { return }
    page.element("section", ["id": "outcomes"]) { page in
      page.element("h2", "Outcomes")
      page.element("p", ["class": "doc"]) { page in
        page.words(
          "What the axes of the quiz lead to. Each drawing is the rules, evaluated at every whole number of its axes.")
        if shares != nil { page.words(" Shares are exact, over all people of the usual population.") }
      }
      page.element("div", ["class": "planes"]) { page in
        for (number, plane) in planes.enumerated() { figure(plane, number, to: &page) }
      }
      if let shares { self.shares(shares, to: &page) }
    }
    page.lineEnd()
  }

  private func figure(_ plane: OutcomePlane, _ number: Int, to page: inout Markup) {
    page.element("figure", ["class": "plane card"]) { page in
      page.element("figcaption") { page in
        page.element("h3") { page in
          page.words("\(plane.outcome.name): \(name(plane.across)) ")
          if let up = plane.up { page.words("and \(name(up))") }
        }
        if !plane.fixed.isEmpty {
          page.element("p", ["class": "small soft"]) { page in
            page.words(
              "Where \(plane.fixed.map { "\(served($0.axis.label)?.text.string ?? $0.axis.id.string) is \($0.value)" }.joined(separator: ", "))."
            )
          }
        }
      }
      PlaneDrawing(plane: plane, across: ends(of: plane.across), up: plane.up.map { ends(of: $0) }).write(
        to: &page, id: "plane-\(number)",
        title: "\(plane.outcome.name) by \(name(plane.across))\(plane.up.map { " and \(name($0))" } ?? "")",
        description: plane.regions.map { words(for: $0.id)?.text.string ?? $0.id.string }.joined(separator: ", "))
      page.element("ol", ["class": "regions"]) { page in
        for (number, region) in plane.regions.enumerated() {
          page.element("li") { page in
            page.element(
              "span", ["class": "key region-\(PlaneDrawing.tone(number))", "aria-hidden": "true"], "\(number + 1)")
            page.words(" ")
            if let words = words(for: region.id) {
              write(words, to: &page)
              page.words(" ")
            }
            page.element("code", ["class": "soft small"], region.id.string)
            if plane.fixed.isEmpty, let share = share(region.id, of: plane.outcome) {
              page.words(" ")
              page.element("span", ["class": "small"], "\(Self.percent(share)) %")
            }
          }
        }
      }
    }
    page.lineEnd()
  }

  private func name(_ axis: OutcomePlane.Axis) -> String { served(axis.axis.label)?.text.string ?? axis.axis.id.string }

  private func ends(of axis: OutcomePlane.Axis) -> (low: PlaneDrawing.End, high: PlaneDrawing.End) {
    func end(_ words: LocalizedText, _ value: Int64) -> PlaneDrawing.End {
      let words = served(words)
      return PlaneDrawing.End(
        word: words?.text.string ?? "", language: words?.locale.text.string ?? "en", value: value)
    }
    return (end(axis.axis.low, axis.range.lowerBound), end(axis.axis.high, axis.range.upperBound))
  }

  private func share(_ id: Text, of outcome: Score.Outcome) -> Share? {
    shares.flatMap { shares in
      shares.outcomes.first { $0.name == outcome.name }?.shares.first { $0.value == id }.map { shares.share($0.weight) }
    }
  }

  /// The words for the id of an outcome: the label of a record with that id; nil if the pack has none.
  private func words(for id: Text) -> LocalizedText.Served? {
    let labels = pack.kinds.lazy.compactMap { kind in
      pack.record(kind.name, id).flatMap { label(of: $0, kind: kind.name) }
    }
    return served(labels.first)
  }

  // MARK: Shares

  private func shares(_ shares: ExactShares, to page: inout Markup) {
    page.element("div", ["class": "planes"]) { page in
      for part in shares.outcomes + shares.axes {
        page.element("div", ["class": "card"]) { page in
          let name = label(ofAxis: part.name) ?? part.name.string
          page.element("h3", "Shares of \(name)")
          page.element(
            "div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Shares of \(part.name)"]
          ) { page in
            page.element("table", ["class": "data"]) { page in
              head([part.name.string, "share"], to: &page)
              let all = part.shares.map { shares.share($0.weight) }
              let most = all.map(\.fraction).max() ?? 0
              page.element("tbody") { page in
                for ((value, _), share) in zip(part.shares, all) { line(value, share, of: most, to: &page) }
              }
            }
          }
        }
        page.lineEnd()
      }
    }
  }

  /// The name for people of the axis `id`; nil if no plane has it.
  private func label(ofAxis id: Text) -> String? {
    let axes = planes.flatMap { plane in
      [plane.across.axis] + (plane.up.map { [$0.axis] } ?? []) + plane.fixed.map(\.axis)
    }
    return axes.first { $0.id == id }.flatMap { served($0.label)?.text.string }
  }

  /// Writes a value with its share; the bar fills the cell if the share is `most`.
  private func line(_ value: Text, _ share: Share, of most: Double, to page: inout Markup) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"]) { page in
        if let words = words(for: value) { write(words, to: &page) } else { page.element("code", value.string) }
      }
      page.element("td", ["class": "bar-cell"]) { page in
        let width = Self.hundredths(most > 0 ? share.fraction / most * 100 : 0)
        page.element("span", ["class": "bar", "style": "width:\(width)%", "aria-hidden": "true"], "")
        page.element("span", ["class": "bar-number"], "\(Self.percent(share)) %")
      }
    }
  }

  /// A length with two digits after the point.
  private static func hundredths(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
