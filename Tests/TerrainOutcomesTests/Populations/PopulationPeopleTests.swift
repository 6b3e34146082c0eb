import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TestSupport
import Testing

/// The people of populations: the same bytes everywhere, independent of each other, and distributed as declared.
@Suite struct PopulationPeopleTests {
  private static func shipped(_ pack: String) throws -> PopulationDeclaration {
    let session = try ShippedSystem.session(pack)
    return try PopulationFiles(pack: "\(Conformance.packageRoot.path)/ContentPacks/\(pack)", files: session.files)
      .population(PopulationFiles.standard, session.system)
  }

  /// The population `yaml` of the Terrain pack, or what is wrong with it.
  private static func read(
    _ yaml: String, start: String = "\"2026-01-05\""
  ) throws -> (population: PopulationDeclaration?, codes: [String]) {
    let system = try ShippedSystem.session("terrain").system
    let (population, diagnostics) = PopulationReader.read(
      try ShippedSystem.tree("population: p\nstart: \(start)\n\(yaml)"), system,
      scoring: try ScoringEngine(system))
    return (population, diagnostics.map(\.code))
  }

  private static func lines(
    _ population: PopulationDeclaration, people: Int, days: Int = 1, seed: UInt64 = 1
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try PopulationWriter(population, seed: seed).write(people: people, days: days) { bytes += $0 }
    return bytes
  }

  private static func requests(_ yaml: String, people: Int, days: Int = 1) throws -> [Node] {
    let read = try read(yaml)
    let population = try #require(read.population, "\(read.codes)")
    return try lines(population, people: people, days: days).split(separator: 0x0A).map { line in
      try #require(JSONReader.read(SourceText(name: "line", bytes: Array(line))).document).root
    }
  }

  @Test func aPersonIsTheSameEverywhere() throws {
    // The bytes are part of what people rely on: a change of this hash changes everybody's populations.
    let (population, codes) = try Self.read(
      """
      groups: [{ id: a, weight: 1 }, { id: b, weight: 3 }]
      goals: { each: { sleep: 50, skin: 10 }, at_most: 1 }
      traits: { age: { around: 41, spread: 26, between: [16, 88] } }
      person: { profile: = type, safety: { each: { caffeine: 30 } } }
      day: { weather: { weights: { cold: 3, clear: 5 }, stays: 60 }, temperature_c: { between: [0, 30], decimals: 1 } }
      log: { days: 5, missing: { weights: { true: 1, false: 2 } }, fields: { mood_rating: { between: [1, 10] } } }
      """)
    let bytes = try Self.lines(try #require(population, "\(codes)"), people: 3, days: 2)
    #expect(SHA256.hexDigest(of: bytes) == "da188c63bb0fc4e7ce49c9c9c10af5a844221a32f479e0eeae1b4ed39ad79931")
  }

  @Test(arguments: ["terrain", "embera", "quicksip", "diamond-desk", "yeetcard"])
  func peopleDependOnNeitherNumberNorThreads(pack: String) throws {
    let population = try Self.shipped(pack)
    let few = try Self.lines(population, people: 3)
    let many = try Self.lines(population, people: 200)
    #expect(many.starts(with: few))
    let days = try Self.lines(population, people: 1, days: 3)
    #expect(days.starts(with: few.prefix { $0 != 0x0A }))
    #expect(try Self.lines(population, people: 3, seed: 2) != few)
  }

  @Test func typesConvergeToTheirExactShares() throws {
    let population = try Self.shipped("terrain")
    let shares = try #require(try ExactShares(population))
    let generator = PeopleGenerator(population, seed: 7)
    let people = 1500
    for part in shares.outcomes {
      #expect(part.shares.reduce(0) { $0 + $1.weight } == shares.total)
      var counts: [Text: Int] = [:]
      for number in 1...people {
        if case .string(let id)? = try generator.person(number).values[part.name] { counts[id, default: 0] += 1 }
      }
      // Pearson's test; 24.3 is the 0.999 quantile for 7 degrees of freedom, which no part exceeds.
      #expect(part.shares.count <= 8)
      let statistic = part.shares.reduce(0.0) { sum, share in
        let expected = shares.share(share.weight).fraction * Double(people)
        let difference = Double(counts[share.value] ?? 0) - expected
        return sum + difference * difference / expected
      }
      #expect(statistic < 24.3, "\(part.name)")
    }
  }

  @Test func exactSharesOfOneQuestionAreItsWeights() throws {
    let others = try ScoringEngine(ShippedSystem.session("terrain").system).quiz.questions.dropFirst()
      .filter { $0.condition == nil }
      .map { "  \($0.id): { \($0.options.last?.id ?? ""): 1 }" }.joined(separator: "\n")
    let (population, codes) = try Self.read(
      "answers:\n  q1_run_temp: { always_cold: 1, neutral: 2, always_hot: 1 }\n\(others)")
    let declared = try #require(population, "\(codes)")
    let shares = try #require(try ExactShares(declared))
    let axis = try #require(shares.axes.first)
    #expect(axis.shares.map { shares.share($0.weight).fraction } == [0.25, 0.5, 0.25])
  }

  @Test func valuesThatJSONDoesNotHaveAreErrors() throws {
    let population = try #require(try Self.read("day: { temperature_c: = 0.0 / 0.0 }").population)
    let error = #expect(throws: DiagnosticError.self) { try Self.lines(population, people: 1) }
    #expect(error?.diagnostics.map(\.code) == ["population/no-json"])
  }

  @Test(arguments: ["", "\n \n"]) func aFileWithoutPeopleIsAnError(_ text: String) {
    let error = #expect(throws: DiagnosticError.self) { try PeopleFile(SourceText(name: "people.csv", text: text)) }
    #expect(error?.diagnostics.map(\.code) == ["population/wrong-file"])
  }

  @Test func goalsThatMayBeAbsentHaveNoExactShares() throws {
    let population = try #require(try Self.read("goals: { each: { sleep: 50 }, absent: 50 }").population)
    let error = #expect(throws: DiagnosticError.self) { try ExactShares(population) }
    #expect(error?.diagnostics.map(\.code) == ["population/too-fine"])
  }

  @Test func conditionsHoldAndAbsentValuesAreLeftOut() throws {
    let people = try Self.requests(
      """
      traits: { age: { between: [10, 60] }, pregnant: { when: "age >= 18 && age < 46", value: true } }
      facts: { enrolled: { when: "age < 18", pick: program }, steps: = age }
      person: { safety: { cases: [{ when: "pregnant.orValue(false)", value: [pregnancy_caution] }, { value: [] }] } }
      """, people: 300)
    var pregnant = 0
    for person in people {
      let age = try #require(person["facts"]?["steps"]?.int)
      let isPregnant = person["facts"]?["safety"]?.count == 1
      if isPregnant { pregnant += 1 }
      #expect(isPregnant == (18..<46).contains(age))
      #expect((person["facts"]?["enrolled"] != nil) == (age < 18))
    }
    #expect((1..<300).contains(pregnant))
  }

  @Test func peopleTakeTurnsWithTheDaysOnWhichTheyBegin() throws {
    let days = ["2026-02-27", "2026-08-05", "2027-12-31"]
    let several = try #require(
      try Self.read("", start: "[\(days.map { "\"\($0)\"" }.joined(separator: ", "))]").population)
    let lines = try Self.lines(several, people: 5, days: 2).split(separator: 0x0A)
    let dates = try lines.map { line in
      try #require(JSONReader.read(SourceText(name: "line", bytes: Array(line))).document).root["now"]?.text
    }
    #expect(
      dates == [
        "2026-02-27", "2026-02-28", "2026-08-05", "2026-08-06", "2027-12-31", "2028-01-01", "2026-02-27", "2026-02-28",
        "2026-08-05", "2026-08-06",
      ])
    // Only the days differ: one day in a list is the same population as that day alone.
    let (one, alone) = (
      try Self.read("", start: "[\"2026-08-05\"]").population, try Self.read("", start: "\"2026-08-05\"").population
    )
    #expect(try Self.lines(try #require(one), people: 3) == Self.lines(try #require(alone), people: 3))
  }

  @Test(arguments: [
    "[]", "soon", "[\"2026-02-30\"]", "[\"2026-02-01\", 5]", "{ a: b }",
    "[\(Array(repeating: "\"2026-01-01\"", count: 25).joined(separator: ", "))]",
  ])
  func daysThatAreNoneAreReported(start: String) throws {
    let (population, codes) = try Self.read("", start: start)
    #expect(population == nil)
    #expect(codes == ["population/wrong-value"])
  }

  @Test func aValueStaysFromDayToDay() throws {
    let days = try Self.requests(
      "day: { weather: { weights: { cold: 1, clear: 1 }, stays: 80 } }", people: 40, days: 30)
    var same = 0
    var cold = 0
    for (index, day) in days.enumerated() {
      let weather = day["facts"]?["weather"]?.text
      if weather == "cold" { cold += 1 }
      if index % 30 > 0, days[index - 1]["facts"]?["weather"]?.text == weather { same += 1 }
    }
    // 0.8 + 0.2 / 2 of 1160 days, and half of 1200, with more than five standard deviations of room.
    #expect((980...1100).contains(same))
    #expect((420...780).contains(cold))
  }

  @Test(arguments: [
    ("person: { profil: x }", "population/unknown-fact"),
    ("day: { weather: { weights: { cold: 0 } } }", "population/no-weight"),
    ("day: { weather: { weight: { cold: 1 } } }", "population/wrong-source"),
    ("day: { steps: { between: [5, 300000] } }", "population/wrong-value"),
    ("answers: { q1_run_temp: { always_colt: 1 } }", "population/unknown-answer"),
    ("day: { weather: { weights: { could: 1 } } }", "rules/not-a-case"),
    ("day: { weather: { when: \"age > 3\", weights: { cold: 1 } } }", "expressions/unknown-name"),
  ])
  func whatIsWrongIsReported(yaml: String, code: String) throws {
    let (population, codes) = try Self.read(yaml)
    #expect(population == nil)
    #expect(codes.contains(code), "\(codes)")
  }
}
