import TerrainDocuments
import TerrainValues

/// What the method `trend` answered, as pages show it: read from the answer's document, so that a page says what the document
/// says. What is missing is not shown.
public struct TrendAnswer {
  /// A series of the window's days.
  struct Series {
    let id: Text
    let label: Text
    let unit: Text
    let direction: Text
    let directionLabel: Text
    /// Whether it is well when there is less of it.
    let isBetterFewer: Bool
    let isWatched: Bool
    let priority: Figure?
    let n: Figure?
    let earlier: Half
    let later: Half
    let change: Figure?
    let effect: Figure?
    let least: Figure?
    let missingEarlier: Figure?
    let missingLater: Figure?
    let test: [(name: Text, figure: Figure)]
    let values: [Figure?]
    let scale: (low: Figure, high: Figure)?
    let zone: Zone?
    let worseningDays: Figure?
    let note: SaidLine?
    /// Numbers that stand in the document and nowhere above.
    let other: [(name: Text, figure: Figure)]

    /// Whether its values are shares of a whole, and people read them as percents.
    var isShare: Bool { scale.map { $0.low.value == 0 && $0.high.value == 1 } ?? false }
  }

  /// One half of the window.
  struct Half {
    let days: Figure?
    let mean: Figure?
  }

  /// Where a series is well.
  struct Zone {
    let low: Figure?
    let high: Figure?
    /// Below, inside or above, in the answer's word.
    let at: Text?
  }

  /// A sign over the days.
  struct Sign {
    let label: Text
    let days: Figure?
    /// nil where nothing is known.
    let values: [Bool?]
  }

  /// Minutes of one kind of thing.
  struct Minutes {
    let label: Text
    let total: Figure?
    let values: [Figure?]
  }

  /// How one thing that was done went.
  struct Effect {
    let label: Text
    let verdict: Text
    let verdictLabel: Text
    let value: Figure?
    let interval: (low: Figure, high: Figure)?
    let level: Figure?
    let days: Figure?
    /// Of the times that were told of, how many went well: 0 to 1.
    let share: Figure?
    let note: SaidLine?
    let other: [(name: Text, figure: Figure)]
  }

  let date: CalendarDate?
  let from: CalendarDate?
  let window: [(name: Text, figure: Figure)]
  let logged: Figure?
  let days: Figure?
  let pulse: SaidLine?
  let isUrgent: Bool
  let trends: [Series]
  let insufficient: [Series]
  let signs: [Sign]
  let signDays: Figure?
  let known: [Bool]
  let activity: [Minutes]
  let activityTotal: Figure?
  let activityValues: [Figure?]
  let effects: [Effect]
  let untold: [Effect]
  /// What else is said, by the name of the part.
  let parts: [(id: Text, said: [SaidLine])]
  /// What rules decided without words, by the name of the part.
  let decided: [(id: Text, rule: RuleLine)]
  let findings: [(message: Text, path: Text?)]
  let identity: [(name: Text, id: Text, version: Text, hash: Text)]

  /// The answer that is the document `json`.
  public init(answered json: [UInt8]) throws(DiagnosticError) { self.init(try Document.answered(json).root) }

  /// The answer in the document at `node`.
  public init(_ node: Node) {
    let window = node["window"]
    date = Self.day(node["date"])
    from = Self.day(window?["from"])
    self.window = Self.figures(window)
    logged = Figure(window?["logged"])
    days = Figure(window?["days"])
    let pulse = node["pulse"]
    self.pulse = SaidLine(pulse?["said"])
    isUrgent = pulse?["urgent"]?.bool ?? false
    trends = node["trends"]?.elements.map(Self.series) ?? []
    insufficient = node["insufficient"]?.elements.map(Self.series) ?? []
    let map = node["heat_map"]
    known = map?["known"]?.elements.map { $0.bool ?? false } ?? []
    signDays = Figure(map?["days"])
    signs =
      map?["rows"]?.elements.map { row in
        Sign(
          label: row["label"]?.text ?? row["sign"]?.text ?? "", days: Figure(row["days"]),
          values: row["values"]?.elements.map(\.bool) ?? [])
      } ?? []
    let minutes = node["activity"]
    activity =
      minutes?["kinds"]?.elements.map { kind in
        Minutes(
          label: kind["label"]?.text ?? kind["kind"]?.text ?? "", total: Figure(kind["total"]),
          values: kind["values"]?.elements.map { Figure($0) } ?? [])
      } ?? []
    activityTotal = Figure(minutes?["total"])
    activityValues = minutes?["values"]?.elements.map { Figure($0) } ?? []
    let effectiveness = node["effectiveness"]
    effects = effectiveness?["items"]?.elements.map(Self.effect) ?? []
    untold = effectiveness?["insufficient"]?.elements.map(Self.effect) ?? []
    parts =
      node["parts"]?.members.compactMap { key, value in
        let said = SaidLine.all(value)
        return said.isEmpty ? nil : key.text.map { ($0, said) }
      } ?? []
    decided =
      node["parts"]?.members.compactMap { key, value in
        value["value"] == nil ? nil : key.text.map { ($0, RuleLine(of: value)) }
      } ?? []
    findings =
      node["findings"]?.elements.compactMap { finding in
        finding["message"]?.text.map { ($0, finding["path"]?.text) }
      } ?? []
    identity = (["pack", "rules"] as [Text]).compactMap { name in
      guard let part = node[name], let id = part["id"]?.text else { return nil }
      return (name, id, part["version"]?.text ?? "", part["hash"]?.text ?? "")
    }
  }

  private static let emptyPart: Text = "empty"
  private static let activityPart: Text = "activity"

  /// What is said above everything: where rules say what would fill an empty page, that, else the one sentence.
  var opening: [SaidLine] {
    let empty = said(Self.emptyPart)
    return empty.isEmpty ? [pulse].compactMap(\.self) : empty
  }

  /// What is said below that.
  var beside: [SaidLine] {
    parts.filter { $0.id != Self.emptyPart && $0.id != Self.activityPart }.flatMap(\.said)
  }

  /// What is said of minutes.
  var besideActivity: [SaidLine] { said(Self.activityPart) }

  private func said(_ id: Text) -> [SaidLine] { parts.filter { $0.id == id }.flatMap(\.said) }

  /// Whether anybody said on any day what bothered them, or that nothing did.
  var hasSigns: Bool { signs.contains { $0.values.contains { $0 != nil } } }

  private static let zoneKey: Text = "zone"
  private static let shownOfSeries: Set<Text> = ["n", "priority", "change", "effect", "least", "worsening_days"]
  private static let shownOfEffect: Set<Text> = ["value", "days", "share"]

  private static func series(_ node: Node) -> Series {
    let scale = node["scale"]
    let missing = node["missing"]
    let zone = node[zoneKey]
    return Series(
      id: node["series"]?.text ?? "", label: node["label"]?.text ?? node["series"]?.text ?? "",
      unit: node["unit_label"]?.text ?? node["unit"]?.text ?? "", direction: node["direction"]?.text ?? "",
      directionLabel: node["direction_label"]?.text ?? node["direction"]?.text ?? "",
      isBetterFewer: node["better"]?.isText("fewer") ?? false, isWatched: node["watch_for"]?.bool ?? false,
      priority: Figure(node["priority"]), n: Figure(node["n"]),
      earlier: half(node["earlier"]), later: half(node["later"]), change: Figure(node["change"]),
      effect: Figure(node["effect"]), least: Figure(node["least"]), missingEarlier: Figure(missing?["earlier"]),
      missingLater: Figure(missing?["later"]), test: figures(node["test"]),
      values: node["values"]?.elements.map { Figure($0) } ?? [],
      scale: Figure(scale?["low"]).flatMap { low in Figure(scale?["high"]).map { (low, $0) } },
      zone: zone?.kind == .map
        ? Zone(low: Figure(zone?["low"]), high: Figure(zone?["high"]), at: zone?["at"]?.text) : nil,
      worseningDays: Figure(node["worsening_days"]), note: SaidLine(node["note"]),
      other: figures(node).filter { !shownOfSeries.contains($0.name) })
  }

  private static func half(_ node: Node?) -> Half { Half(days: Figure(node?["days"]), mean: Figure(node?["mean"])) }

  private static func effect(_ node: Node) -> Effect {
    let interval = node["interval"]
    let nested = ["share_interval", "signs"].flatMap { name -> [(Text, Figure)] in
      guard let part = node[Text(name)] else { return [] }
      let inner = part.members.flatMap { key, value in
        figures(value).map { (Text("\(key.text?.string ?? "") \($0.name.string)"), $0.figure) }
      }
      return (figures(part) + inner).map { (Text("\(name) \($0.0.string)"), $0.1) }
    }
    return Effect(
      label: node["label"]?.text ?? node["item"]?.text ?? "", verdict: node["verdict"]?.text ?? "",
      verdictLabel: node["verdict_label"]?.text ?? node["verdict"]?.text ?? "", value: Figure(node["value"]),
      interval: Figure(interval?["low"]).flatMap { low in Figure(interval?["high"]).map { (low, $0) } },
      level: Figure(interval?["level"]), days: Figure(node["days"]),
      share: Figure(node["share"]), note: SaidLine(node["note"]),
      other: figures(node).filter { !shownOfEffect.contains($0.name) } + nested)
  }

  /// The numbers that are members of `node`, by their names.
  private static func figures(_ node: Node?) -> [(name: Text, figure: Figure)] {
    node?.members.compactMap { key, value in
      Figure(value).flatMap { figure in key.text.map { ($0, figure) } }
    } ?? []
  }

  private static func day(_ node: Node?) -> CalendarDate? { node?.text.flatMap { try? CalendarDate(parsing: $0) } }
}
