import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The measures of a pack and their limits, as its `quality.yaml` declares them: see `Documentation/reference/quality.md`.
package struct QualityDeclaration: Sendable {
  /// An operation that is run for each person and day.
  package struct Measure: Sendable {
    /// Its name in reports.
    package let id: Text
    /// The operation: `page` or `suggest`.
    package let operation: Text
    /// Further members of each request, as JSON text.
    package let members: [(name: Text, json: String)]
  }

  /// A field of records that lists when a record suits, and the decision that returns when it is.
  struct Timing: Sendable {
    let field: Text
    let decision: Text
    /// Values that suit always.
    let always: [Text]
  }

  /// The limits of a figure.
  struct Gate: Sendable {
    let list: Text
    let figure: Text
    let atLeast: Double?
    let atMost: Double?
    /// True if the limits apply to the lists of each season, or of each group of the population, separately.
    let isPerPart: Bool
    /// The parts to which the limits apply; empty for all.
    let parts: [Text]
    let place: Place
  }

  /// The division of the lists of a declaration, for gates that apply to each part.
  enum Division: String, CaseIterable {
    /// The days of a season.
    case season
    /// The people of a group of the population.
    case group
  }

  package let population: Text
  package let people: Int
  package let days: Int
  /// True if requests have the logs of the people.
  let hasLogs: Bool
  package let seed: UInt64
  package let measures: [Measure]
  /// The member of requests that contains the group of a person, as a path.
  let context: [Text]
  /// The field of records that lists their features.
  let features: Text?
  let season: Timing?
  let hours: Timing?
  /// The number of days for which a request contains the ids shown.
  let shownDays: Int
  let gates: [Gate]
  let division: Division
  /// Other people for whom something else is measured, with gates of their own.
  package let cohorts: [QualityDeclaration]
  /// The permitted distance of a figure behind its baseline.
  let slack: Double
  let place: Place

  /// People and days that gates measure at most.
  package static let mostPeople = 300
  package static let mostDays = 30

  /// People times days that the gates of a cohort are measured over at most.
  private static let mostPersonDays = mostPeople * mostDays

  /// The operations that can be measured: those with pages, and rankings.
  static let operations = ["page", "suggest", "trend"]

  private static let cohortKeys = [
    "doc", "population", "people", "days", "seed", "logs", "measures", "context", "shown_days", "gates",
  ]
  private static let keys = cohortKeys + ["quality", "features", "season", "hours", "slack", "cohorts"]

  /// The declaration at `node`; nil, with diagnostics, if it has errors.
  package static func read(_ node: Node) -> (quality: QualityDeclaration?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let quality = read(node, isCohort: false, into: &diagnostics)
    return (diagnostics.hasErrors ? nil : quality, diagnostics)
  }

  /// Recursion ends at cohorts, which have none.
  private static func read(
    _ node: Node, isCohort: Bool, into diagnostics: inout [Diagnostic]
  ) -> QualityDeclaration? {
    guard
      let fields = Fields(
        node, isCohort ? "a cohort" : "a file of quality", allowed: isCohort ? cohortKeys : keys, into: &diagnostics),
      let name = fields.required(isCohort ? "population" : "quality", into: &diagnostics),
      let measures = fields.required("measures", into: &diagnostics)
    else { return nil }
    func whole(_ key: String, _ standard: Int, _ range: ClosedRange<Int64>) -> Int {
      guard let node = fields[key] else { return standard }
      guard let number = node.int, range.contains(number) else {
        diagnostics.append(.qualityNumber(node, range))
        return standard
      }
      return Int(number)
    }
    let days = whole("days", 7, 1...Int64(mostDays))
    let gates = fields["gates"]
    let divisions = gates?.elements.compactMap { $0["each" as Text]?.text } ?? []
    let quality = QualityDeclaration(
      population: fields["population"]?.text ?? Text(PopulationFiles.standard),
      people: whole("people", 100, 1...Int64(isCohort ? mostPersonDays / days : mostPeople)), days: days,
      hasLogs: fields["logs"]?.bool ?? false, seed: UInt64(whole("seed", 1, 0...Int64.max)),
      measures: measures.elements.compactMap { measure($0, into: &diagnostics) },
      context: (fields["context"]?.text ?? "").string.split(separator: ".").map { Text(String($0)) },
      features: fields["features"]?.text, season: fields["season"].flatMap { timing($0, into: &diagnostics) },
      hours: fields["hours"].flatMap { timing($0, into: &diagnostics) },
      shownDays: whole("shown_days", 14, 0...60),
      gates: gates?.elements.compactMap { gate($0, into: &diagnostics) } ?? [],
      division: divisions.first.flatMap { Division(rawValue: $0.string) } ?? .season,
      cohorts: fields["cohorts"]?.elements.compactMap { read($0, isCohort: true, into: &diagnostics) } ?? [],
      slack: fields["slack"]?.double ?? 0, place: name.place)
    for each in gates?.elements.compactMap({ $0["each" as Text] }) ?? [] {
      if each.text != Text(quality.division.rawValue) {
        diagnostics.append(.qualityEach(each))
      } else if quality.division == .season, quality.season == nil {
        diagnostics.append(.qualityNoSeason(each))
      }
    }
    return quality
  }

  /// The lists with a gate for each part of the division.
  var dividedLists: Set<Text> { Set(gates.filter(\.isPerPart).map(\.list)) }

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
        node, "a gate", allowed: ["list", "figure", "at_least", "at_most", "each", "of", "doc"], into: &diagnostics),
      let list = fields.text("list", into: &diagnostics), fields.required("list", into: &diagnostics) != nil,
      let figure = fields.text("figure", into: &diagnostics), let written = fields["figure"]
    else { return nil }
    guard QualityFigure.names.contains(figure.string) else {
      diagnostics.append(.qualityFigure(written, among: QualityFigure.names))
      return nil
    }
    let (least, most) = (fields["at_least"]?.double, fields["at_most"]?.double)
    if (least == nil) == (most == nil) { diagnostics.append(.qualityThreshold(node)) }
    return Gate(
      list: list, figure: figure, atLeast: least, atMost: most, isPerPart: fields["each"] != nil,
      parts: fields["of"]?.elements.compactMap(\.text) ?? [], place: node.place)
  }
}

/// The file `quality.yaml` of a pack, and its baseline.
package struct QualityFile {
  /// The measures.
  package let quality: QualityDeclaration
  /// The declaration and its cohorts, each with its gates.
  package let gates: [(quality: QualityDeclaration, gates: QualityGates)]

  /// The path of the file of the pack in the folder `pack`.
  package static func path(_ pack: String) -> String { "\(pack)/quality.yaml" }

  /// The file of the pack in the folder `pack`, read from `files`; nil if it does not exist.
  ///
  /// - Throws: errors in the file.
  package init?(pack: String, files: ContentFiles) throws(DiagnosticError) {
    guard files.kind(Self.path(pack)) == .file else { return nil }
    let (documents, found) = files.documents(try files.source(Self.path(pack)))
    guard let root = documents.first?.root, !found.hasErrors else { throw DiagnosticError(found) }
    let (quality, diagnostics) = QualityDeclaration.read(root)
    guard let quality else { throw DiagnosticError(diagnostics) }
    self.quality = quality
    let path = "\(pack)/\(QualityGates.baselineName)"
    var baseline: Node?
    if files.kind(path) == .file { baseline = files.documents(try files.source(path)).documents.first?.root }
    gates = ([quality] + quality.cohorts).map { ($0, QualityGates($0, baseline: baseline)) }
  }
}

/// The gates of a pack against a report, and the committed baseline that they may only improve on.
package struct QualityGates {
  private let quality: QualityDeclaration
  /// The accepted values by list and figure.
  private let accepted: [Text: Double]

  /// The file name of the baseline, next to the pack's `quality.yaml`.
  package static let baselineName = "quality-baseline.json"

  /// The gates of `quality`, with the baseline at `baseline`; nil if none is committed.
  package init(_ quality: QualityDeclaration, baseline: Node?) {
    self.quality = quality
    var accepted: [Text: Double] = [:]
    if let figures = baseline?["figures" as Text] {
      for (key, value) in figures.members {
        if let name = key.text, let number = value.double { accepted[name] = number }
      }
    }
    self.accepted = accepted
  }

  /// The gates that `report` breaks.
  package func diagnostics(_ report: QualityReport) -> [Diagnostic] {
    quality.gates.compactMap { gate in
      guard let (value, portion) = worst(report, gate) else {
        return .qualityList(gate, among: report.lists.map(\.name))
      }
      if let before = accepted[key(gate)] {
        let change = gate.atLeast != nil ? before - value : value - before
        return change > quality.slack + 1e-9
          ? .qualityWorse(gate, value: value, portion: portion, before: before, sample: report.sample) : nil
      }
      let holds = gate.atLeast.map { value >= $0 } ?? gate.atMost.map { value <= $0 } ?? true
      return holds ? nil : .qualityGate(gate, value: value, portion: portion, sample: report.sample)
    }
  }

  /// The value for `gate`; if the gate is for each portion, the worst value with its portion.
  private func worst(_ report: QualityReport, _ gate: QualityDeclaration.Gate) -> (value: Double, portion: Text?)? {
    guard gate.isPerPart else { return report.figure(gate.figure, of: gate.list).map { ($0, nil) } }
    let portions = report.portions.filter { gate.parts.isEmpty || gate.parts.contains($0.name) }
    let values = portions.compactMap { portion in
      portion.lists.first { $0.name == gate.list }?.figures[gate.figure.string].map {
        (value: $0, portion: portion.name)
      }
    }
    let worst = gate.atLeast != nil ? values.min { $0.value < $1.value } : values.max { $0.value < $1.value }
    return worst.map { ($0.value, $0.portion) }
  }

  /// The key of `gate` in the baseline.
  private func key(_ gate: QualityDeclaration.Gate) -> Text {
    Text(
      "\(gate.list) \(gate.figure)\(gate.isPerPart ? " each \(quality.division.rawValue)" : "")\(gate.parts.map { " \($0)" }.joined())"
    )
  }

  /// The baseline that accepts the present reports; the first report is that of the file itself, the others are those of its cohorts.
  package static func baseline(_ measured: [(gates: QualityGates, report: QualityReport)]) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("$schema", "../Schemas/quality-baseline.schema.json")
      if let report = measured.first?.report {
        writer.member("people", report.people)
        writer.member("days", report.days)
        writer.member("seed", report.seed)
      }
      writer.object("figures") { writer in
        for (gates, report) in measured {
          for gate in gates.quality.gates {
            guard let (value, _) = gates.worst(report, gate) else { continue }
            writer.key(gates.key(gate).string)
            try? writer.double(value)
          }
        }
      }
    }
    writer.newline()
    return writer.bytes
  }
}

// Diagnostics about quality.

extension Diagnostic {
  static func qualityNumber(_ node: Node, _ range: ClosedRange<Int64>) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value",
      message: "this must be a whole number from \(range.lowerBound) to \(range.upperBound)", at: node)
  }

  static func qualityOperation(_ node: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "`\(node.text ?? "")` is not an operation with lists", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "write one of \(names.quoted)")
  }

  static func qualityFigure(_ node: Node, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "`\(node.text ?? "")` is not a figure of quality", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "write one of \(names.quoted)")
  }

  static func qualityThreshold(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "a gate must have either `at_least` or `at_most`", at: node)
  }

  static func qualityEach(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value",
      message:
        "`each` of all gates of a sample must be the same one of \(QualityDeclaration.Division.allCases.map(\.rawValue).quoted)",
      at: node)
  }

  static func qualityNoSeason(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "quality/wrong-value", message: "this file does not declare what a season is", at: node,
      fix: "declare `season: { field: …, decision: … }`")
  }

  static func qualityList(_ gate: QualityDeclaration.Gate, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "quality/unknown-list",
      message: "`\(gate.list)` is not a list that was measured, or has no `\(gate.figure)`",
      place: gate.place, fix: Suggestion.fix(gate.list, among: names) ?? "`terrain quality` prints the lists"
    ).caused(by: Cause("list \(gate.place.source.name) \(gate.list)"))
  }

  static func qualityGate(
    _ gate: QualityDeclaration.Gate, value: Double, portion: Text?, sample: String
  ) -> Diagnostic {
    let bound = gate.atLeast.map { "at least \($0)" } ?? "at most \(gate.atMost ?? 0)"
    return Diagnostic(
      code: "quality/gate",
      message:
        "`\(gate.figure)` of `\(gate.list)`\(within(portion)) is \(QualityText.number(value)); it must be \(bound) "
        + "(over \(sample))",
      place: gate.place, fix: "fix the rules or the content, or accept it with `terrain quality --accept`")
  }

  static func qualityWorse(
    _ gate: QualityDeclaration.Gate, value: Double, portion: Text?, before: Double, sample: String
  ) -> Diagnostic {
    Diagnostic(
      code: "quality/worse",
      message:
        "`\(gate.figure)` of `\(gate.list)`\(within(portion)) is \(QualityText.number(value)), worse than "
        + "\(QualityText.number(before)) in the baseline (over \(sample))",
      place: gate.place, fix: "fix the rules or the content, or accept it with `terrain quality --accept`")
  }

  private static func within(_ portion: Text?) -> String { portion.map { " in `\($0)`" } ?? "" }
}

extension SoundSystem {
  /// The gates of the pack's `quality.yaml` that do not hold.
  func qualityFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    do throws(DiagnosticError) {
      guard let file = try QualityFile(pack: pack, files: files), !isCancelled() else { return findings }
      let populations = PopulationFiles(pack: pack, files: files)
      for (quality, gates) in file.gates {
        let population = try populations.population(quality.population.string, system)
        let report = try QualityRun(
          quality, system, files: files, people: .population(population, seed: quality.seed)
        ).report(people: quality.people, days: quality.days, seed: quality.seed, isCancelled: isCancelled)
        if isCancelled() { return findings }
        findings.diagnostics += gates.diagnostics(report)
      }
      findings.checked = [("gates of quality", file.gates.reduce(0) { $0 + $1.quality.gates.count })]
    } catch {
      // A population with errors has been reported.
      findings.diagnostics += error.diagnostics.filter { !$0.code.hasPrefix("population/") }
    }
    return findings
  }
}
