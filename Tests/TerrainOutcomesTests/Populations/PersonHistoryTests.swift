import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainOutcomes

/// Requests without logs and events are drawn without most of the days before.
struct PersonHistoryTests {
  @Test(arguments: ["terrain", "embera", "quicksip", "diamond-desk", "yeetcard"])
  func `A request without logs is the same with and without the days before`(pack: String) throws {
    let session = try ShippedSystem.session(pack)
    let population = try PopulationFiles(
      pack: "\(Conformance.packageRoot.path)/ContentPacks/\(pack)", files: session.files
    ).population(PopulationFiles.standard, session.system)
    try isSame(population, people: 60, days: 3)
  }

  @Test(arguments: [
    "day: { weather: { weights: { cold: 3, clear: 5 }, stays: 60 } }",
    "day: { thermal: { weights: { cold: 3, warm: 5 } }, weather: { stays: 80, cases: [{ when: \"thermal == 'cold'\", value: cold }, { value: clear }] } }",
    "day: { weather: { when: \"weekday < 4\", weights: { cold: 3, clear: 5 }, stays: 60 } }",
    "day: { weather: { weights: { cold: 3, clear: 5 } } }\ntime: { between: [300, 1200], as: clock, stays: 70 }",
  ])
  func `Values that stay depend on the days before`(yaml: String) throws {
    let system = try ShippedSystem.session("terrain").system
    let log = "log: { days: 6, fields: { mood_rating: { between: [1, 10], stays: 40 } } }"
    let (population, diagnostics) = PopulationReader.read(
      try ShippedSystem.tree("population: p\nstart: \"2026-01-05\"\n\(yaml)\n\(log)"), system, scoring: nil)
    #expect(diagnostics.isEmpty)
    let read = try #require(population)
    #expect(LastingValues(of: read) != nil)
    try isSame(read, people: 80, days: 3)
  }

  private static let members: Set<String> = ["person_id", "now", "facts", "answers", "goals"]

  private func isSame(_ population: PopulationDeclaration, people: Int, days: Int) throws {
    let generator = PeopleGenerator(population, seed: 1)
    for number in 1...people {
      let whole = PersonDays(try generator.person(number), generator)
      let part = PersonDays(try generator.person(number), generator, for: Self.members)
      for day in 0..<days {
        var first = JSONWriter()
        var second = JSONWriter()
        try whole.write(day, members: Self.members, to: &first)
        try part.write(day, members: Self.members, to: &second)
        #expect(first.bytes == second.bytes, "person \(number), day \(day)")
      }
    }
  }
}
