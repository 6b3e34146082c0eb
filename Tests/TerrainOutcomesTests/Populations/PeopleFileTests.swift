import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainOutcomes

/// Files of people, and what is reported of files that are none.
@Suite struct PeopleFileTests {
  private func file(_ text: String) throws -> PeopleFile { try PeopleFile(SourceText(name: "people", text: text)) }

  /// One diagnostic that says what the file is, however many lines there are.
  @Test(arguments: [
    ("{\n  \"n\": 1\n}\n{\n  \"n\": 2\n}\n", "this is JSON with objects on several lines"),
    ("[\n  { \"n\": 1 },\n  { \"n\": 2 }\n]\n", "this is a JSON array"), ("[{\"n\": 1}]", "this is a JSON array"),
    ("n: 1\n---\nn: 2\n", "its first line is neither"), ("\n \n", "it has no line"),
  ])
  func aFileOfAnotherForm(text: String, form: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try file(text) }
    #expect(error?.diagnostics.map(\.code) == ["population/wrong-file"])
    #expect(error?.diagnostics.first?.message.hasSuffix("; \(form)") == true)
  }

  /// Spreadsheets separate cells by semicolons or tabs as well.
  @Test(arguments: [",", ";", "\t"]) func cellsHaveAnySeparator(_ separator: String) throws {
    let people = try file("n\(separator)mood\n1\(separator)low\n")
    #expect(people.count == 1)
    #expect(try people.request(1).root["mood"]?.text == "low")
  }

  /// `line:column code` of each diagnostic.
  private func places(_ error: DiagnosticError?) -> [String] {
    (error?.diagnostics ?? []).map { diagnostic in
      let position = diagnostic.place.map { $0.source.position(at: Int($0.range.start)) }
      return position.map { "\($0.line):\($0.column) \(diagnostic.code)" } ?? diagnostic.code
    }
  }

  @Test func placesInALineArePlacesInTheFile() throws {
    let people = try file("{\"n\": 1}\n\n{\"n\": 2}\n[3]\n  {\"n\": 4\n")
    #expect(people.count == 4)
    let place = try people.request(2).root["n"]?.place
    #expect(place.map { $0.source.position(at: Int($0.range.start)) }.map { "\($0)" } == "(line: 3, column: 7)")
    for (number, at) in [(3, "4:1 population/wrong-file"), (4, "5:3 json/")] {
      let error = #expect(throws: DiagnosticError.self) { try people.request(number) }
      #expect(places(error).first?.hasPrefix(String(at.prefix(2))) == true, "\(places(error))")
    }
  }

  /// Lines of a file are those of its text, also where they are longer than what is read at once, or many.
  @Test(arguments: ["\u{FEFF}", ""]) func aFileIsReadLineByLine(mark: String) throws {
    let long = String(repeating: "é", count: 1 << 19)
    let lines = (1...300).map { $0 % 7 == 0 ? " " : "{\"n\": \($0 % 50 == 1 ? "\"\(long)\"" : "\($0)")}" }
    let text = mark + lines.joined(separator: "\n")
    try withTemporaryDirectory { folder in
      let path = try folder.write(text, to: "people.ndjson")
      let (read, kept) = (try PeopleFile.at(path), try PeopleFile(SourceText(name: path, bytes: Array(text.utf8))))
      #expect(read.count == 258 && kept.count == 258)
      for number in Array(stride(from: 1, to: 258, by: 6)) + [258] {
        let (one, other) = (try read.request(number), try kept.request(number))
        #expect(one.source.bytes == other.source.bytes)
        #expect(one.source.position(at: 0).line == other.source.position(at: 0).line)
      }
      #expect(try read.request(258).root["n"]?.place.source.position(at: 0).line == 300)
    }
  }

  @Test(arguments: [2, 200]) func bytesThatAreNoTextAreReportedInTheirLine(_ line: Int) throws {
    var bytes = Array(String(repeating: "{\"n\": \"\(String(repeating: "a", count: 10_000))\"}\n", count: 300).utf8)
    bytes[(line - 1) * (bytes.count / 300) + 7] = 0xFF
    try withTemporaryDirectory { folder in
      let path = try folder.write(bytes, to: "people.ndjson")
      let error = #expect(throws: DiagnosticError.self) { try PeopleFile.at(path) }
      #expect(places(error) == ["\(line):8 file/not-utf8"])
    }
  }

  @Test func columnsArePaths() throws {
    let people = try file("person_id,facts.type,goals[]\np1,cold,sleep|skin\np2,,\n")
    let request = try people.request(1)
    #expect(request.root.value.json == #"{"person_id":"p1","facts":{"type":"cold"},"goals":["sleep","skin"]}"#)
    #expect(try people.request(2).root.value.json == #"{"person_id":"p2"}"#)
  }

  @Test func aCellIsInItsLineAndAKeyIsInTheFirst() throws {
    let people = try file("id,facts.type,facts.mood\np1,\"a,b\",low\n")
    let root = try people.request(1).root
    func position(_ node: Node?) -> String {
      node.map { node in
        let place = node.place.source.position(at: Int(node.place.range.start))
        return "\(place.line):\(place.column)"
      } ?? "nowhere"
    }
    #expect(position(root["facts"]?["type"]) == "2:4")
    #expect(position(root["facts"]?["mood"]) == "2:10")
    #expect(position(root["facts"]?.members.map(\.key).last) == "1:15")
  }

  @Test(arguments: [
    ("a,b\n1,2,3\n", "this line has 3 cells for 2 columns"), ("a,b\n1,\"2\n", "a quote that is not closed"),
  ])
  func aLineOfAnotherShape(text: String, message: String) throws {
    let people = try file(text)
    let error = #expect(throws: DiagnosticError.self) { try people.request(1) }
    #expect(places(error) == ["2:1 population/wrong-file"])
    #expect(error?.diagnostics.first?.message.contains(message) == true)
  }

  // MARK: All lines

  private func qualityError(_ text: String) throws -> DiagnosticError? {
    let session = try ShippedSystem.session("quicksip")
    let quality = try #require(try QualityFile(pack: session.system.pack.path, files: session.files)).quality
    let people = PeopleSource.requests(try file(text))
    return #expect(throws: DiagnosticError.self) {
      try QualityRun(quality, session.system, files: session.files, people: people)
        .report(people: 100_000, days: 2, seed: 1)
    }
  }

  /// A line that is no JSON, one with a misspelled member, and one with a misspelled value: all three, where they are.
  @Test func everyWrongLineIsReported() throws {
    let good = #"{"person_id": "a", "now": "2026-11-04T09:00:00-05:00", "facts": {"search": "iced"}}"#
    let lines = [
      good, #"{"person_id": "b", "now": "#, #"{"person_id": "c", "nwo": "2026-11-04T09:00:00-05:00"}"#, good,
      #"{"person_id": "d", "now": "2026-11-04T09:00:00-05:00", "facts": {"saerch": "iced", "x": 1}}"#,
    ]
    let found = places(try qualityError(lines.joined(separator: "\n")))
    #expect(found.contains { $0.hasPrefix("2:") } && found.contains { $0.hasPrefix("3:20 ") })
    #expect(found.filter { $0.hasPrefix("5:") }.count >= 2, "\(found)")
    #expect(!found.contains { $0.hasPrefix("1:") || $0.hasPrefix("4:") })
  }

  @Test func aColumnThatIsMisspelledIsReportedOnce() throws {
    let lines = (1...40).map { "p\($0),2026-11-04T09:00:00-05:00,iced" }
    let error = try qualityError((["id,now,facts.saerch"] + lines).joined(separator: "\n"))
    #expect(places(error).count == 1)
    #expect(places(error).first?.hasPrefix("1:8 ") == true)
  }

  @Test func whatIsReportedIsBounded() throws {
    let lines = (1...2000).map { "{\"id\": \"p\($0)\", \"nwo\": 1}" }
    let error = try qualityError(lines.joined(separator: "\n"))
    #expect(error?.diagnostics.count == 101)
    #expect(error?.diagnostics.last?.code == "request/more-diagnostics")
    #expect(places(error).prefix(2) == ["1:14 population/unknown-fact", "2:14 population/unknown-fact"])
  }
}
