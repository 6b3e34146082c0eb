import TerrainDocuments
import TerrainBase

/// What has to be drawn of the days before the first one where requests have neither logs nor events: values that may stay from day to
/// day, and what these depend on.
struct LastingValues: Sendable {
  let day: [PopulationDeclaration.DrawnField]
  let form: [PopulationDeclaration.DrawnField]
  let time: ValueSource?

  /// The lasting values of `population`; nil where days depend on what is logged.
  init?(of population: PopulationDeclaration) {
    let fields = population.day + population.form
    let mentioned = Set(fields.flatMap(\.source.names) + (population.time?.names ?? []))
    guard (population.log?.fields ?? []).allSatisfy({ !mentioned.contains($0.name) }) else { return nil }
    time = population.time.flatMap { $0.stays > 0 ? $0 : nil }
    var needed = Set(time?.names ?? [])
    // A field depends on fields before it.
    var kept: Set<Text> = []
    for field in fields.reversed() where field.source.stays > 0 || needed.contains(field.name) {
      kept.insert(field.name)
      needed.formUnion(field.source.names)
    }
    day = population.day.filter { kept.contains($0.name) }
    form = population.form.filter { kept.contains($0.name) }
  }

  /// Whether nothing of the days before matters.
  var isEmpty: Bool { day.isEmpty && form.isEmpty && time == nil }

  /// Whether requests with `members`, nil for all, need the days before only for these values.
  static func areEnough(for members: Set<String>?) -> Bool { members?.isDisjoint(with: ["logs", "events"]) ?? false }
}
