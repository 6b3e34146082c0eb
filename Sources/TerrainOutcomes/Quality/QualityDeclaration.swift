import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

/// What is measured of a pack and what must hold, as its `quality.yaml` declares it: see `Documentation/reference/quality.md`.
package struct QualityDeclaration: Sendable {
  /// An operation that is run for each person and day.
  package struct Measure: Sendable {
    /// Its name in reports.
    package let id: Text
    /// The operation: one with a page, or `suggest`.
    let operation: Text
    /// Further members of each request, as JSON text.
    let members: [(name: Text, json: String)]
  }

  /// A field of records that lists when a record suits, and the decision that returns when it is.
  struct Timing: Sendable {
    let field: Text
    let decision: Text
    /// Values that suit always.
    let always: [Text]
  }

  /// What must hold of a figure.
  struct Gate: Sendable {
    let list: Text
    let figure: Text
    let atLeast: Double?
    let atMost: Double?
    /// Whether it must hold of the lists of each season by themselves.
    let isPerSeason: Bool
    let place: Place
  }

  package let population: Text
  package let people: Int
  package let days: Int
  package let seed: UInt64
  package let measures: [Measure]
  /// The member of requests that contains the group of a person, as a path.
  let context: [Text]
  /// The field of records that lists what they are like.
  let features: Text?
  let season: Timing?
  let hours: Timing?
  /// Days for which a request contains what was shown.
  let shownDays: Int
  let gates: [Gate]
  /// How far a figure may be behind its baseline.
  let slack: Double
  let place: Place

  /// People and days that gates measure at most.
  package static let mostPeople = 300
  package static let mostDays = 30

  /// The operations that can be measured: those with pages, and rankings.
  static let operations = ["today", "insight", "constitution", "suggest"]

  /// What a gate may hold for each of.
  private static let each: Text = "season"

  private static let keys = [
    "quality", "doc", "population", "people", "days", "seed", "measures", "context", "features", "season", "hours",
    "shown_days", "slack", "gates",
  ]

  /// The declaration at `node`; nil, with diagnostics, where something is wrong with it.
  package static func read(_ node: Node) -> (quality: QualityDeclaration?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    guard let fields = Fields(node, "a file of quality", allowed: keys, into: &diagnostics),
      let name = fields.required("quality", into: &diagnostics),
      let measures = fields.required("measures", into: &diagnostics)
    else { return (nil, diagnostics) }
    func whole(_ key: String, _ standard: Int, _ range: ClosedRange<Int64>) -> Int {
      guard let node = fields[key] else { return standard }
      guard let number = node.int, range.contains(number) else {
        diagnostics.append(.qualityNumber(node, range))
        return standard
      }
      return Int(number)
    }
    let quality = QualityDeclaration(
      population: fields["population"]?.text ?? Text(PopulationFiles.standard),
      people: whole("people", 100, 1...Int64(mostPeople)), days: whole("days", 7, 1...Int64(mostDays)),
      seed: UInt64(whole("seed", 1, 0...Int64.max)),
      measures: measures.elements.compactMap { measure($0, into: &diagnostics) },
      context: (fields["context"]?.text ?? "").string.split(separator: ".").map { Text(String($0)) },
      features: fields["features"]?.text, season: fields["season"].flatMap { timing($0, into: &diagnostics) },
      hours: fields["hours"].flatMap { timing($0, into: &diagnostics) },
      shownDays: whole("shown_days", 14, 0...60),
      gates: fields["gates"]?.elements.compactMap { gate($0, into: &diagnostics) } ?? [],
      slack: fields["slack"]?.double ?? 0, place: name.place)
    if quality.season == nil {
      for gate in fields["gates"]?.elements.compactMap({ $0["each" as Text] }) ?? [] {
        diagnostics.append(.qualityNoSeason(gate))
      }
    }
    return (diagnostics.hasErrors ? nil : quality, diagnostics)
  }

  /// The lists with a gate for each season.
  var seasonalLists: Set<Text> { Set(gates.filter(\.isPerSeason).map(\.list)) }

  private static func measure(_ node: Node, into diagnostics: inout [Diagnostic]) -> Measure? {
    guard let fields = Fields(node, "a measure", allowed: ["id", "operation", "request"], into: &diagnostics),
      let id = fields.text("id", into: &diagnostics), fields.required("id", into: &diagnostics) != nil,
      let operation = fields.text("operation", into: &diagnostics), let written = fields["operation"]
    else { return nil }
    guard operations.contains(operation.string) else {
      diagnostics.append(.qualityOperation(written, among: operations))
      return nil
    }
    let members = fields["request"]?.members.compactMap { key, value -> (name: Text, json: String)? in
      guard let name = key.text else { return nil }
      var writer = JSONWriter()
      do { try writer.value(value.value) } catch { return nil }
      return (name, writer.string)
    }
    return Measure(id: id, operation: operation, members: members ?? [])
  }

  private static func timing(_ node: Node, into diagnostics: inout [Diagnostic]) -> Timing? {
    guard let fields = Fields(node, "a time", allowed: ["field", "decision", "always"], into: &diagnostics),
      let field = fields.text("field", into: &diagnostics), fields.required("field", into: &diagnostics) != nil,
      let decision = fields.text("decision", into: &diagnostics),
      fields.required("decision", into: &diagnostics) != nil
    else { return nil }
    return Timing(field: field, decision: decision, always: fields["always"]?.elements.compactMap(\.text) ?? [])
  }

  private static func gate(_ node: Node, into diagnostics: inout [Diagnostic]) -> Gate? {
    guard
      let fields = Fields(
        node, "a gate", allowed: ["list", "figure", "at_least", "at_most", "each", "doc"], into: &diagnostics),
      let list = fields.text("list", into: &diagnostics), fields.required("list", into: &diagnostics) != nil,
      let figure = fields.text("figure", into: &diagnostics), let written = fields["figure"]
    else { return nil }
    guard QualityFigure.names.contains(figure.string) else {
      diagnostics.append(.qualityFigure(written, among: QualityFigure.names))
      return nil
    }
    let (least, most) = (fields["at_least"]?.double, fields["at_most"]?.double)
    if (least == nil) == (most == nil) { diagnostics.append(.qualityThreshold(node)) }
    let each = fields["each"]
    if let each, each.text != Self.each { diagnostics.append(.qualityEach(each, Self.each)) }
    return Gate(
      list: list, figure: figure, atLeast: least, atMost: most, isPerSeason: each != nil, place: node.place)
  }
}
