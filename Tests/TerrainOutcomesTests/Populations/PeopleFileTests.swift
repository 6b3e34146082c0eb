import TerrainDocuments
import Testing

@testable import TerrainOutcomes

/// Files of people, and what is reported of files that are none.
@Suite struct PeopleFileTests {
  private func file(_ text: String) throws -> PeopleFile { try PeopleFile(SourceText(name: "people", text: text)) }

  /// One diagnostic that says what the file is, however many lines there are.
  @Test(arguments: [
    ("{\n  \"n\": 1\n}\n{\n  \"n\": 2\n}\n", "this is JSON with objects on several lines"),
    ("[\n  { \"n\": 1 },\n  { \"n\": 2 }\n]\n", "this is a JSON array"), ("[{\"n\": 1}]", "this is a JSON array"),
    ("n: 1\n---\nn: 2\n", "its first line is neither"), ("n\tmood\n1\tlow\n", "its first line is neither"),
    ("\n \n", "it has no line"),
  ])
  func aFileOfAnotherForm(text: String, form: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try file(text) }
    #expect(error?.diagnostics.map(\.code) == ["population/wrong-file"])
    #expect(error?.diagnostics.first?.message.hasSuffix("; \(form)") == true)
  }

  @Test func aLineIsCalledByItsNumber() throws {
    let people = try file("{\"n\": 1}\n\n{\"n\": 2}\n[3]\n{\"n\": 4\n")
    #expect(people.count == 4)
    #expect(try people.request(2).source.name == "people:3")
    for number in [3, 4] {
      let error = #expect(throws: DiagnosticError.self) { try people.request(number) }
      #expect(error?.diagnostics.first?.place?.source.name == "people:\(number + 1)")
    }
  }

  @Test func columnsArePaths() throws {
    let people = try file("id,person.type,goals[]\np1,cold,sleep|skin\np2,,\n")
    let request = try people.request(1)
    #expect(request.root.value.json == #"{"id":"p1","person":{"type":"cold"},"goals":["sleep","skin"]}"#)
    #expect(request.source.name == "people:2")
    #expect(try people.request(2).root.value.json == #"{"id":"p2"}"#)
  }
}
