import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainOutcomes

/// Figures of quality against values worked out by hand, and gates.
@Suite struct QualityFiguresTests {
  private static func list(_ ids: [Text], reasons: [Text?]? = nil) -> ObservedList {
    ObservedList(
      name: "list", holdsRecords: true, ids: ids, kinds: ids.map { _ in nil },
      reasons: reasons ?? ids.map { _ in nil })
  }

  @Test func operationsWithoutListsAreNotMeasured() throws {
    let (quality, diagnostics) = QualityDeclaration.read(
      try ShippedSystem.tree("quality: p\nmeasures: [{ id: page, operation: pag }]"))
    #expect(quality == nil)
    #expect(diagnostics.map(\.code) == ["quality/wrong-value"])
    #expect(diagnostics.first?.fix == "did you mean `page`?")
  }

  @Test(arguments: [
    ("", 0, 0), ("Don't rush: it's a well-kept day.", 6, 0), ("慢慢呼吸，3次", 1, 5), ("  • One\n    2 words", 3, 0),
  ])
  func lengthsOfTexts(text: String, words: Int, ideographs: Int) {
    let length = TextLength(text)
    #expect([length.words, length.ideographs] == [words, ideographs])
  }

  private static func tally(_ days: [(group: Text, ids: [Text])]) throws -> ListTally {
    var tally = ListTally()
    let traits = RecordTraits(try ShippedSystem.session("quicksip").system.pack, try quality())
    var earlier: [ObservedList] = []
    for (group, ids) in days {
      tally.count(list(ids), group: group, earlier: earlier, traits: traits, season: nil, hours: nil)
      earlier.append(list(ids))
    }
    return tally
  }

  private static func quality(_ gates: String = "[]", season: String = "") throws -> QualityDeclaration {
    let (quality, diagnostics) = try read(gates, season: season, ShippedSystem.tree)
    return try #require(quality, "\(diagnostics)")
  }

  private static func read(
    _ gates: String, season: String = "", _ tree: (String) throws -> Node
  ) rethrows -> (quality: QualityDeclaration?, diagnostics: [Diagnostic]) {
    QualityDeclaration.read(
      try tree("quality: q\nslack: 0.1\n\(season)measures: [{ id: list, operation: suggest }]\ngates: \(gates)"))
  }

  @Test(arguments: [
    ("{ list: list, figure: lists, at_least: 1, each: month }", "season: { field: s, decision: d }\n"),
    ("{ list: list, figure: lists, at_least: 1, each: season }", ""),
    (
      "{ list: list, figure: lists, at_least: 1, each: group }, { list: list, figure: lists, at_most: 9, each: season }",
      "season: { field: s, decision: d }\n"
    ),
  ])
  func aGateForEachOfWhatIsNotDeclaredIsReported(gate: String, season: String) throws {
    let (quality, diagnostics) = try Self.read("[\(gate)]", season: season, ShippedSystem.tree)
    #expect(quality == nil)
    #expect(diagnostics.map(\.code) == ["quality/wrong-value"])
  }

  /// The season is that of the rules, with all facts of the person that it needs: on one day it is another one in the south.
  @Test func aGateForEachSeasonIsAboutTheWorst() throws {
    let session = try ShippedSystem.session("terrain")
    let root = "\(Conformance.packageRoot.path)/ContentPacks/terrain"
    let population = try PopulationFiles(pack: root, files: session.files)
      .population(PopulationFiles.standard, session.system)
    func messages(_ bound: String) throws -> (seasons: [Text: Int], messages: [String]) {
      let quality = try Self.quality(
        "[{ list: list, figure: lists, \(bound), each: season }]",
        season: "season: { field: seasons, decision: clock.season, always: [all_year] }\n")
      let report = try QualityRun(
        quality, session.system, files: session.files, people: .population(population, seed: 1)
      ).report(people: 36, days: 1, seed: 1)
      let days = report.portions.reduce(into: [:]) { $0[$1.name] = $1.days }
      return (days, QualityGates(quality, baseline: nil).diagnostics(report).map(\.message))
    }
    let (seasons, least) = try messages("at_least: 36")
    #expect(seasons.values.reduce(0, +) == 36)
    #expect(seasons.count >= 4)
    let (few, many) = (try #require(seasons.values.min()), try #require(seasons.values.max()))
    // A figure of 1 is written as a share.
    #expect(1 < few && few < many)
    // Of several seasons with as few days, one is named.
    #expect(least.count == 1)
    #expect(seasons.contains { $0.value == few && least.first?.contains("in `\($0.key)` is \(few);") == true })
    #expect(try messages("at_most: \(many - 1)").messages.first?.contains("is \(many);") == true)
    #expect(try messages("at_least: \(few)").messages == [])
  }

  @Test func exposure() throws {
    let figures = QualityFigures(try Self.tally([("x", ["a", "b"]), ("y", ["a"]), ("y", [])]), catalogSize: 4)
    #expect(figures["lists"] == 3)
    #expect(figures["full"] == 1.0 / 3)
    #expect(figures["empty"] == 1.0 / 3)
    #expect(figures["coverage"] == 0.5)
    // Exposure 0, 0, 1, 2: (-3 * 0 - 1 * 0 + 1 * 1 + 3 * 2) / (4 * 3).
    #expect(figures["gini"] == 7.0 / 12)
    // 2 * (1 * 2/3 + 2 * 1/3) - 1.
    #expect(figures["effective_size"].map { abs($0 - 5.0 / 3) < 1e-12 } == true)
    #expect(figures["first_place"] == 1)
    // x: a 1/2, b 1/2; y: a 1.
    #expect(figures["group_distance"] == 0.5)
    #expect(figures["diversity"] == nil)
    #expect(figures["reasons_repeated"] == nil)
  }

  @Test func repetition() throws {
    let days = (0..<9).map { day in (group: "x" as Text, ids: (day == 0 || day == 8 ? ["a", "b"] : ["c"]) as [Text]) }
    let figures = QualityFigures(try Self.tally(days), catalogSize: nil)
    // Eight days follow another. Days 2 to 7 repeat `c`; on the last day `a` is eight days ago.
    #expect(figures["first_repeated_7"] == 6.0 / 8)
    #expect(figures["first_repeated_30"] == 7.0 / 8)
    #expect(figures["set_repeated_30"] == 7.0 / 8)
    #expect(figures["coverage"] == nil)
  }

  @Test func peopleWhoGotSomethingOnADayAreReached() throws {
    var tally = try Self.tally([("x", ["a"]), ("x", [])])
    for isReached in [true, false, false, false] { tally.countPerson(isReached) }
    #expect(QualityFigures(tally, catalogSize: nil)["reached"] == 0.25)
  }

  /// A cohort has gates of its own, and no cohorts.
  @Test func cohortsAreReadLikeTheWhole() throws {
    let cohort = "population: p\nmeasures: [{ id: list, operation: trend }]\npeople: 300\ndays: 30\nlogs: true"
    func read(_ cohort: String) throws -> (quality: QualityDeclaration?, diagnostics: [Diagnostic]) {
      let lines = cohort.split(separator: "\n").map { "    \($0)\n" }.joined().dropFirst(4)
      return QualityDeclaration.read(
        try ShippedSystem.tree("quality: q\nmeasures: [{ id: list, operation: suggest }]\ncohorts:\n  - \(lines)"))
    }
    let quality = try #require(try read(cohort).quality)
    #expect(quality.cohorts.map(\.population) == ["p"])
    #expect(quality.cohorts.first?.people == 300)
    for wrong in ["people: 301", "days: 31", "cohorts: []"] {
      let key = wrong.prefix { $0 != ":" }
      let kept = cohort.split(separator: "\n").filter { !$0.hasPrefix("\(key):") }.joined(separator: "\n")
      #expect(try read("\(kept)\n\(wrong)").quality == nil, "\(wrong)")
    }
  }

  @Test func aTallyOfPartsIsTheTallyOfAll() throws {
    let days: [(group: Text, ids: [Text])] = [("x", ["a", "b"]), ("y", ["c"]), ("x", ["b"])]
    var parts = try Self.tally([days[0]])
    parts.add(try Self.tally([days[1]]))
    parts.add(try Self.tally([days[2]]))
    let all = try Self.tally(days)
    #expect(parts.exposure == all.exposure)
    #expect(parts.firsts == all.firsts)
    #expect(parts.exposureByGroup == all.exposureByGroup)
    #expect(parts.lengths == all.lengths)
  }

  @Test func gatesHoldOrAreReported() throws {
    let session = try ShippedSystem.session("quicksip")
    let root = "\(Conformance.packageRoot.path)/ContentPacks/quicksip"
    let population = try PopulationFiles(pack: root, files: session.files)
      .population(PopulationFiles.standard, session.system)
    func codes(_ gate: String, baseline: String? = nil) throws -> [String] {
      let quality = try Self.quality("[\(gate)]")
      let report = try QualityRun(
        quality, session.system, files: session.files, people: .population(population, seed: 1)
      ).report(people: 5, days: 2, seed: 1)
      let accepted = try baseline.map { try ShippedSystem.tree("figures: { \($0) }") }
      return QualityGates(quality, baseline: accepted).diagnostics(report).map(\.code)
    }
    #expect(try codes("{ list: list, figure: lists, at_least: 10 }") == [])
    #expect(try codes("{ list: list, figure: lists, at_least: 11 }") == ["quality/gate"])
    #expect(try codes("{ list: lost, figure: lists, at_least: 1 }") == ["quality/unknown-list"])
    #expect(try codes("{ list: list, figure: lists, at_least: 11 }", baseline: "\"list lists\": 10.05") == [])
    #expect(
      try codes("{ list: list, figure: lists, at_least: 1 }", baseline: "\"list lists\": 11") == ["quality/worse"])
  }

  @Test func theSameOnAnyNumberOfThreadsAndPeopleAtATime() throws {
    let session = try ShippedSystem.session("quicksip")
    let root = "\(Conformance.packageRoot.path)/ContentPacks/quicksip"
    let file = try #require(try QualityFile(pack: root, files: session.files))
    let population = try PopulationFiles(pack: root, files: session.files)
      .population(PopulationFiles.standard, session.system)
    let run = QualityRun(
      file.quality, session.system, files: session.files, people: .population(population, seed: 3))
    let first = try run.report(people: 60, days: 2, seed: 3).json
    #expect(try run.report(people: 60, days: 2, seed: 3).json == first)
  }
}
