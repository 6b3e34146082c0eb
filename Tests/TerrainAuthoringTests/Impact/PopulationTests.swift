import TerrainDocuments
import TerrainRules
import TerrainValues
import Testing

@testable import TerrainAuthoring

/// What a population may be, and what is said of files that are none.
@Suite struct PopulationTests {
  private func rules(_ facts: String) throws -> RuleSet {
    try RuleFiles.module("facts:\n\(facts)\ndecisions:\n  d: { value: \"= [n]\" }\n")
  }

  private func read(_ text: String, new: String? = nil) throws -> (population: Population, messages: [String]) {
    let old = try rules("  n: { type: int, min: 0, max: 9 }\n  mood: { type: string, optional: true }")
    let (population, diagnostics) = Population.read(
      lines: SourceText(name: "people", text: text), facts: old, and: try new.map(rules))
    return (
      population, diagnostics.map { "\($0.place?.source.name ?? ""): \($0.message)\($0.fix.map { "; \($0)" } ?? "")" }
    )
  }

  private static let shape =
    "people: a population is NDJSON: one JSON object per line, either facts by name (`{\"FACT\": VALUE}`) or answers to the "
    + "pack's quiz; this is "

  /// One diagnostic that says what a population is, however many lines there are.
  @Test(arguments: [
    ("{\n  \"n\": 1\n}\n{\n  \"n\": 2\n}\n", "JSON with objects on several lines"),
    ("[\n  { \"n\": 1 },\n  { \"n\": 2 }\n]\n", "a JSON array"), ("[{\"n\": 1}, {\"n\": 2}]", "a JSON array"),
    ("n,mood\n1,low\n2,high\n", "CSV"), ("n: 1\n---\nn: 2\n", "not JSON"), ("n\tmood\n1\tlow\n", "not JSON"),
  ])
  func aFileOfAnotherForm(text: String, form: String) throws {
    let (population, messages) = try read(text)
    #expect(population.members.isEmpty)
    #expect(messages.count == 1 && messages.first?.hasPrefix(Self.shape + form + "; ") == true, "\(messages)")
  }

  @Test func anEmptyFile() throws {
    #expect(
      try read("\n \n").messages == [
        "people: the population is empty: it must have one JSON object per line, with facts by name"
      ])
  }

  /// A name that nobody declares is said once, with the number of lines.
  @Test func unknownFacts() throws {
    let (population, messages) = try read(
      "{\"n\": 1, \"moood\": \"a\"}\n{\"n\": 2, \"moood\": \"b\"}\n{\"n\": 3, \"id\": 7}\n")
    #expect(population.members.count == 3)
    #expect(
      messages == [
        "people:1: the rules declare no fact `moood` (on 2 lines); did you mean `mood`?",
        "people:3: the rules declare no fact `id`; leave it out",
      ])
  }

  @Test func diagnosticsAreBounded() throws {
    let wrong = [String](repeating: "{\"n\": \"x\"}", count: 3000).joined(separator: "\n")
    let messages = try read("{\"n\": 1}\n" + wrong).messages
    #expect(messages.count == Population.mostDiagnostics + 1)
    #expect(messages.last == "people: 3000 lines of the population are wrong; only the first 100 problems are listed")
  }

  @Test func factsThatOnlyTheNewRulesDeclareAreRead() throws {
    let (population, messages) = try read(
      "{\"n\": 1, \"extra\": 5}", new: "  n: { type: int }\n  extra: { type: int }")
    #expect(messages == [] && population.members.first?.facts.map(\.name) == ["n", "extra"])
  }

  /// A fact with another type in the new rules is read for each as it takes it.
  @Test func factsOfAnotherType() throws {
    let new = "  n: { type: decimal }\n  mood: { type: int, optional: true }"
    let (population, messages) = try read(
      "{\"n\": 1, \"mood\": \"low\"}\n{\"n\": 1.5, \"mood\": 3}\n{\"n\": true}", new: new)
    let members = population.members
    #expect(messages.count == 1 && messages.first?.hasPrefix("people:3: ") == true, "\(messages)")
    #expect(members.map { $0.facts.map(\.name) } == [["n", "mood"], []])
    #expect(members.map { $0.factsOfNew?.map(\.name) } == [["n"], ["n", "mood"]])
    #expect(members.map(\.mistypedInOld) == [[], ["n", "mood"]] && members.map(\.mistypedInNew) == [["mood"], []])
  }

  /// Lines are read in parts, on all processors: the parts come in order.
  @Test func theOrderOfLinesIsKept() throws {
    let (population, _) = try read((0..<4000).map { "{\"n\": \($0 % 10)}" }.joined(separator: "\n"))
    #expect(population.members.map(\.label) == (1...4000).map { "people:\($0)" })
  }
}
