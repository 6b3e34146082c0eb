import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules

/// The figures about the results for people of a population.
package struct QualityReport: Sendable {
  /// A ranking or a slot.
  package struct List: Sendable {
    /// The measure, a dot, and the part of the page; for a separate ranking only the measure.
    package let name: Text
    /// The number of elements that it could show; nil if the pack does not declare it.
    package let catalog: Int?
    /// The number of elements that it showed.
    package let shown: Int
    /// Its figures.
    package let figures: QualityFigures
    /// Its most exposed elements, each with its share of exposure.
    package let commonest: [(id: Text, share: Double)]
  }

  /// The lists of the days of one season, or of the people of one group.
  package struct Portion: Sendable {
    /// The season or group.
    package let name: Text
    /// The number of days of people in the part.
    package let days: Int
    /// The lists with gates for each portion, by name.
    let lists: [List]
  }

  /// The pack's id.
  package let pack: Text
  /// The population's name.
  package let population: Text
  /// The numbers of people and of days per person.
  package let people: Int
  package let days: Int
  package let seed: UInt64
  /// The lists, by name.
  package let lists: [List]
  /// The gated figures by season or group.
  package let portions: [Portion]
  private let division: QualityDeclaration.Division
  /// Messages of the pack that no list showed; nil if no message was rendered.
  package let messagesNeverRendered: [Text]?
  /// Records that no list showed, of the kinds that occur in lists.
  package let recordsNeverShown: [Text]

  private static let mostCommonest = 5

  init(
    _ tallies: [Text: ListTally], portions: [Text: PortionTally], rendered: Set<Text>, _ run: QualityRun,
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
    division = run.quality.division
    self.portions = portions.ordered { $0.key < $1.key }.map { name, tally in
      Portion(name: name, days: tally.days, lists: Self.lists(tally.lists, traits))
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

  /// The description of the people and days.
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

extension QualityReport {
  /// Names of records and messages that a text lists.
  private static let mostNames = 20

  /// For people: a table of figures for each list.
  package var text: String {
    var text = "\(pack): \(sample)\n"
    if !portions.isEmpty {
      text += "days by \(division.rawValue): \(portions.map { "\($0.name) \($0.days)" }.joined(separator: ", "))\n"
    }
    for list in lists {
      let catalog = list.catalog.map { " of \($0)" } ?? ""
      text += "\n\(list.name): \(list.shown)\(catalog) shown\n"
      for (name, value) in zip(QualityFigure.names, list.figures.values) {
        guard let value else { continue }
        text += "  \(name)\(String(repeating: " ", count: 18 - name.count))\(QualityText.number(value))\n"
      }
      if !list.commonest.isEmpty {
        let shares = list.commonest.map { "\($0.id) \(QualityText.number($0.share * 100)) %" }
        text += "  commonest         \(shares.joined(separator: ", "))\n"
      }
    }
    if let messagesNeverRendered { text += names("messages never rendered", messagesNeverRendered) }
    text += names("records never shown", recordsNeverShown)
    return text
  }

  private func names(_ what: String, _ ids: [Text]) -> String {
    let more = ids.count > Self.mostNames ? ", …" : ""
    let listed = ids.isEmpty ? "" : ": \(ids.prefix(Self.mostNames).map(\.string).joined(separator: ", "))\(more)"
    return "\n\(what): \(ids.count)\(listed)\n"
  }

  /// For programs: one JSON object, and a line end.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    write(to: &writer)
    writer.newline()
    return writer.bytes
  }

  /// Writes the report as one JSON value.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("pack", pack)
      writer.member("population", population)
      writer.member("people", people)
      writer.member("days", days)
      writer.member("seed", seed)
      writer.object("lists") { writer in
        for list in lists {
          writer.object(list.name.string) { writer in
            writer.member("catalog", ifAny: list.catalog)
            writer.member("shown", list.shown)
            for (name, value) in zip(QualityFigure.names, list.figures.values) {
              guard let value else { continue }
              writer.key(name)
              try? writer.double(value)
            }
          }
        }
      }
      if !portions.isEmpty {
        writer.object("days_by_\(division.rawValue)") { writer in
          for portion in portions { writer.member(portion.name.string, portion.days) }
        }
      }
      if let messagesNeverRendered { writer.member("messages_never_rendered", messagesNeverRendered) }
      writer.member("records_never_shown", recordsNeverShown)
    }
  }

  /// A self-contained HTML page without scripts.
  package var html: String {
    let title = "Quality of \(pack)"
    return Markup.page(title, language: "en", styles: [Self.style]) { page in
      page.element("h1", ["id": "title"], title)
      page.element("p", ["class": "under"], "Measured over \(sample).")
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-labelledby": "title"]) { page in
        page.element("table", ["class": "data"]) { page in
          page.element("thead") { page in
            page.element("tr") { page in
              for head in ["list", "shown"] + QualityFigure.names {
                page.element("th", ["scope": "col"], head.split(separator: "_").joined(separator: " "))
              }
            }
          }
          page.element("tbody") { page in for list in lists { row(list, to: &page) } }
        }
      }
      page.lineEnd()
      for (title, ids) in [
        ("Messages never rendered", messagesNeverRendered ?? []), ("Records never shown", recordsNeverShown),
      ] where !ids.isEmpty {
        page.element("section") { page in
          page.element("h2", "\(title): \(ids.count)")
          page.element("ul", ["class": "names"]) { page in for id in ids { page.element("li", id.string) } }
        }
        page.lineEnd()
      }
    }
  }

  private static let style: StaticString = """

    .scroll { margin-top: 32px; }
    .data td, .data thead th { text-align: right; }
    .data thead th:first-child { text-align: left; }
    .data tbody tr:hover > * { background: var(--tint-plain); }
    .names { margin: 0; padding: 0; list-style: none; columns: 260px; column-gap: 32px; font-size: .875rem; }
    .names li { break-inside: avoid; padding: 2px 0; }
    @media print { .data { font-size: 8px; } }
    """

  private func row(_ list: List, to page: inout Markup) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"], list.name.string)
      page.element("td", "\(list.shown)\(list.catalog.map { " of \($0)" } ?? "")")
      for value in list.figures.values { page.element("td", value.map(QualityText.number) ?? "") }
    }
  }
}

/// The names of the figures of a list, which `Documentation/reference/quality.md` defines.
package enum QualityFigure {
  /// The names, in the order in which they are shown.
  package static let names = [
    "lists", "full", "empty", "coverage", "gini", "effective_size", "first_place", "diversity", "group_distance",
    "first_repeated_7", "first_repeated_30", "set_repeated_7", "set_repeated_30", "reasons_repeated", "out_of_season",
    "out_of_hours", "reached", "words", "ideographs",
  ]
}

/// The figures of one list: named and defined as `Documentation/reference/quality.md` cites them. A figure that is not defined for a
/// list (diversity of lists with one element) is nil.
package struct QualityFigures: Sendable {
  /// The values by the position of the name.
  package let values: [Double?]

  /// The figure called `name`.
  package subscript(name: String) -> Double? { QualityFigure.names.firstIndex(of: name).flatMap { values[$0] } }

  /// The figures of `tally`, whose elements are of `catalogSize`; nil if that is not known.
  init(_ tally: ListTally, catalogSize: Int?) {
    let lists = tally.lengths.values.reduce(0, +)
    let longest = tally.lengths.keys.max() ?? 0
    // In a fixed order: sums of fractions depend on it.
    let exposure = tally.exposure.values.ordered(by: >)
    let size = max(catalogSize ?? exposure.count, exposure.count)
    func share(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
    values = [
      Double(lists),
      tally.length != nil ? nil : share(longest > 0 ? tally.lengths[longest] ?? 0 : 0, lists),
      tally.length != nil ? nil : share(tally.lengths[0] ?? 0, lists),
      catalogSize == nil ? nil : share(exposure.count, size),
      Self.gini(exposure, size), Self.effectiveSize(exposure), Self.firstPlace(tally), Self.diversity(tally),
      Self.distance(tally),
      share(tally.repeatedFirst[0], tally.followers), share(tally.repeatedFirst[1], tally.followers),
      share(tally.repeatedSet[0], tally.followers), share(tally.repeatedSet[1], tally.followers),
      share(tally.repeatedReasons, tally.reasons), share(tally.outOfSeason, tally.seasonal),
      share(tally.outOfHours, tally.timed), share(tally.reached, tally.people),
      tally.length.map { Double($0.words) }, tally.length.map { Double($0.ideographs) },
    ]
  }

  /// Gini's coefficient of `exposure` (largest first) among `size` elements, those that were never shown included.
  private static func gini(_ exposure: [Int], _ size: Int) -> Double? {
    let total = exposure.reduce(0, +)
    guard total > 0, size > 0 else { return nil }
    // With x ascending from 1: sum((2i - n - 1) x) / (n sum(x)). The smallest ones, which are 0, add nothing.
    let sum = exposure.enumerated().reduce(0) { $0 + (size + 1 - 2 * ($1.offset + 1)) * $1.element }
    return Double(sum) / (Double(size) * Double(total))
  }

  /// 2 sum(p i) - 1, the most exposed element having the rank 1.
  private static func effectiveSize(_ exposure: [Int]) -> Double? {
    let total = exposure.reduce(0, +)
    guard total > 0 else { return nil }
    let sum = exposure.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    return 2 * Double(sum) / Double(total) - 1
  }

  /// The share of lists whose first element is the commonest of its group.
  private static func firstPlace(_ tally: ListTally) -> Double? {
    let total = tally.firsts.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    guard total > 0 else { return nil }
    return Double(tally.firsts.values.reduce(0) { $0 + ($1.values.max() ?? 0) }) / Double(total)
  }

  /// The mean distance (1 - Jaccard's index of features) of two elements of a list.
  private static func diversity(_ tally: ListTally) -> Double? {
    let count = tally.pairs.values.reduce(0, +)
    guard count > 0 else { return nil }
    let sorted = tally.pairs.ordered { ($0.key.either, $0.key.both) < ($1.key.either, $1.key.both) }
    let similar = sorted.reduce(0) { $0 + Double($1.value) * Double($1.key.both) / Double($1.key.either) }
    return 1 - similar / Double(count)
  }

  /// The mean total variation distance between the exposures of two groups.
  private static func distance(_ tally: ListTally) -> Double? {
    let groups = tally.exposureByGroup.ordered { $0.key < $1.key }.map(\.value)
    guard groups.count > 1 else { return nil }
    let totals = groups.map { Double($0.values.reduce(0, +)) }
    let ids = tally.exposure.keys.ordered()
    var sum = 0.0
    var pairs = 0.0
    for first in groups.indices {
      for second in groups.indices.dropFirst(first + 1) {
        var difference = 0.0
        for id in ids {
          difference += Swift.abs(
            Double(groups[first][id] ?? 0) / totals[first] - Double(groups[second][id] ?? 0) / totals[second])
        }
        sum += difference / 2
        pairs += 1
      }
    }
    return sum / pairs
  }
}
