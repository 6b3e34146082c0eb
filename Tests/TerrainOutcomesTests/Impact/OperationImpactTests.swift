import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules
import TerrainValues
import TerrainYAML
import TestSupport
import Testing

@Suite struct OperationImpactTests {
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
    -> OperationImpact
  {
    let operation = try #require(ShippedSystem.session("terrain").operation(name))
    return try OperationImpact(
      from: old, to: new, operation: operation,
      over: .file(try PeopleFile(SourceText(name: "people.ndjson", text: lines))),
      group: ["person", "profile"])
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
    #expect(change.rows.old.map(\.row) == ["cold"])
    #expect(change.rows.new.isEmpty)
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
}
