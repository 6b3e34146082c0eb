import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// What people of a population get, in figures.
package struct QualityReport: Sendable {
  /// One ranking or slot.
  package struct List: Sendable {
    /// The measure, a dot, and the part of the page; the measure alone for a ranking of its own.
    package let name: Text
    /// How many elements it could show; nil where the pack does not declare it.
    package let catalog: Int?
    /// How many it showed.
    package let shown: Int
    /// Its figures.
    package let figures: QualityFigures
    /// Its most exposed elements, each with its share of exposure.
    package let commonest: [(id: Text, share: Double)]
  }

  /// The lists of the days of one season.
  package struct Season: Sendable {
    /// The season.
    package let name: Text
    /// How many days of people are in it.
    package let days: Int
    /// The lists that a gate is about for each season, by name.
    let lists: [List]
  }

  /// The pack's id.
  package let pack: Text
  /// The population's name.
  package let population: Text
  /// How many people, and how many days each.
  package let people: Int
  package let days: Int
  package let seed: UInt64
  /// The lists, by name.
  package let lists: [List]
  /// By season, what is gated for each of them.
  package let seasons: [Season]
  /// Messages of the pack that no list showed; nil where none was rendered at all.
  package let messagesNeverRendered: [Text]?
  /// Records that no list showed, of the kinds that lists show.
  package let recordsNeverShown: [Text]

  private static let mostCommonest = 5

  init(
    _ tallies: [Text: ListTally], seasons: [Text: SeasonTally], rendered: Set<Text>, _ run: QualityRun,
    _ traits: RecordTraits, people: Int,
    days: Int, seed: UInt64
  ) {
    pack = run.system.pack.id
    population = run.quality.population
    self.people = people
    self.days = days
    self.seed = seed
    var records: Set<Text> = []
    var kinds: Set<Text> = []
    for tally in tallies.values where tally.holdsRecords {
      kinds.formUnion(tally.kinds)
      records.formUnion(tally.exposure.keys)
    }
    lists = Self.lists(tallies, traits)
    self.seasons = seasons.ordered { $0.key < $1.key }.map { name, tally in
      Season(name: name, days: tally.days, lists: Self.lists(tally.lists, traits))
    }
    messagesNeverRendered =
      rendered.isEmpty
      ? nil : run.system.pack.records(of: Messages.kind).map(\.id).filter { !rendered.contains($0) }.ordered()
    recordsNeverShown = traits.ids(of: kinds).subtracting(records).ordered()
  }

  private static func lists(_ tallies: [Text: ListTally], _ traits: RecordTraits) -> [List] {
    tallies.ordered { $0.key < $1.key }.map { name, tally in
      let ids = traits.ids(of: tally.kinds)
      let catalog = tally.holdsRecords && !ids.isEmpty ? ids.count : nil
      let total = tally.exposure.values.reduce(0, +)
      let commonest = tally.exposure.ordered { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(mostCommonest)
      return List(
        name: name, catalog: catalog, shown: tally.exposure.count,
        figures: QualityFigures(tally, catalogSize: catalog),
        commonest: commonest.map { ($0.key, Double($0.value) / Double(total)) })
    }
  }

  /// What it is measured over, in words.
  package var sample: String {
    "\(people) \(people == 1 ? "person" : "people") × \(days.counted("day")) of `\(population)`, seed \(seed)"
  }

  /// The figure `figure` of the list `name`.
  package func figure(_ figure: Text, of name: Text) -> Double? {
    lists.first { $0.name == name }?.figures[figure.string]
  }
}

/// Numbers as reports show them.
enum QualityText {
  /// `value` with three decimals, rounded half up; a whole number above 1 without, as it is no share.
  static func number(_ value: Double) -> String {
    let thousandths = Int64((Swift.abs(value) * 1000).rounded())
    let sign = value < 0 && thousandths > 0 ? "-" : ""
    if value == value.rounded(), Swift.abs(value) > 1 { return "\(sign)\(thousandths / 1000)" }
    let fraction = String(thousandths % 1000)
    return "\(sign)\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
