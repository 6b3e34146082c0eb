import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainOutcomes

@Suite struct ImpactTests {
  private func version(_ overrides: ParameterOverride...) throws -> ImpactVersion {
    let root = Conformance.packageRoot.path
    let files = ContentFiles.disk(SourceReader.read).readingOnce()
    let loader = try PackLoader(path: "\(root)/ContentPacks/terrain", files: files)
    return ImpactVersion(
      try LoadedSystem.load(
        loader, rulesAt: "\(root)/Rules/terrain", files: files, contracts: [], kinds: nil, overrides: overrides),
      files: files)
  }

  private func impact(_ old: ImpactVersion, _ new: ImpactVersion, _ lines: String, _ name: String) throws
    -> Impact
  {
    let operation = try #require(ShippedSystem.session("terrain").operation(name))
    return try Impact(
      from: old, to: new, operation: operation,
      over: .file(try PeopleFile(SourceText(name: "people.ndjson", text: lines))),
      group: ["facts", "profile"])
  }

  @Test func thresholdsMoveTypes() throws {
    let (old, new) = (try version(), try version(try ParameterOverride("terrain.types.cold_at_most=-4")))
    // Axes of -3, -5 and 0 of cold_heat, through a decision.
    let lines = [-3, -5, 0, -3].map { cold in
      #"{"decision": "types.thermal", "facts": {"cold_heat": \#(cold)}}"#
    }
    let found = try impact(old, new, lines.joined(separator: "\n"), "decide")
    #expect(found.people == 4)
    #expect(found.changed == 2)
    #expect(found.parameters.map(\.name) == ["terrain.types.cold_at_most"])
    let value = try #require(found.differences.first { $0.path == "value" })
    #expect(value.count == 2)
    let change = try #require(value.changes.first)
    #expect((change.from, change.to) == ("cold", "neutral"))
    #expect(change.example.index == 0)
    let cause = try #require(change.cause)
    #expect(cause.old.map(\.row) == ["cold"])
    #expect(cause.new.isEmpty)
    #expect(cause.parameters.map(\.name) == ["terrain.types.cold_at_most"])
    #expect(cause.request == #"{"decision":"types.thermal","facts":{"cold_heat":-3}}"#)
    #expect(change.example.name == "people.ndjson:1")
    #expect(found.groups.map(\.name) == ["(none)"])
    #expect(found.text.hasPrefix("decide: 2 of 4 would get something else (50.0 %)\n"))
  }

  @Test func theSameVersionChangesNothing() throws {
    let version = try version()
    let found = try impact(version, version, #"{"decision": "types.thermal", "facts": {"cold_heat": 1}}"#, "decide")
    #expect(found.changed == 0)
    #expect(found.differences.isEmpty)
  }

  @Test func unknownFieldsAreErrors() throws {
    let version = try version()
    let error = #expect(throws: DiagnosticError.self) {
      try impact(version, version, #"{"decision": "types.thermal", "facts": {"cold_heatt": 1}}"#, "decide")
    }
    #expect(error?.diagnostics.contains { $0.message.contains("cold_heatt") } == true)
  }

  /// A person with the same difference at two elements of a list is one person, with the smaller request of the two.
  @Test func peopleAreCountedOnce() throws {
    var tally = ImpactTally()
    let change = ResultDifference(path: "items[].type", from: "a", to: "b")
    let number = ResultDifference(path: "items[].score", from: "1", to: "3", before: 1, delta: 2)
    tally.count([change, change, number, number], .init(index: 0, name: "p1", size: 9), group: .some("g"))
    tally.count([change], .init(index: 1, name: "p2", size: 5), group: .some(nil))
    tally.count([], .init(index: 2, name: "p3", size: 1), group: .some("g"))
    var other = ImpactTally()
    other.count([change], .init(index: 3, name: "p4", size: 7), group: .some("g"))
    tally.add(other)
    #expect(tally.changed == 3)
    #expect(tally.differences.map(\.path) == ["items[].type", "items[].score"])
    #expect(tally.differences.map(\.count) == [3, 1])
    #expect(tally.differences.first?.changes.map(\.count) == [3])
    #expect(tally.differences.first?.changes.map(\.example.name) == ["p2"])
    #expect(
      tally.differences.last?.numberLines == [
        "2 greater, 0 less; by 2.0 on average", "in all 2 before, 6 after: 4 gained, 0 lost", "gain most: p1 4",
      ])
    #expect(tally.differences.last?.changes.map(\.words) == ["from 1 to 3"])
    #expect(tally.groups.map { "\($0.name) \($0.changed)/\($0.people)" } == ["g 2/3", "(none) 1/1"])
  }
}
