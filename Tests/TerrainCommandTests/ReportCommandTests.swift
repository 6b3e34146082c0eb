import Foundation
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

/// `terrain report` over the sixty days of the example: what `trend` and `streak` say is on the page, and nothing is made up.
@Suite struct ReportCommandTests {
  static let request = "Documentation/Examples/sixty-days.json"

  private func run(_ words: [String], input: String = "") throws -> CommandResult {
    try runCommand(
      words, input: Array(input.utf8), environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil],
      directory: TranscriptTests.checkout)
  }

  private static func numbers(_ node: Node) -> Set<String> {
    switch node.kind {
    case .number: [node.rawNumber?.string ?? ""]
    case .list: node.elements.reduce(into: []) { $0.formUnion(numbers($1)) }
    case .map: node.members.reduce(into: []) { $0.formUnion(numbers($1.value)) }
    default: []
    }
  }

  private static func document(_ json: String) throws -> Node {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: "answer.json", bytes: Array(json.utf8)))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return document.root
  }

  @Test func holdsEveryNumberOfTheAnswers() throws {
    let page = try run(["report", Self.request])
    #expect(page.exitCode == 0 && page.standardError.isEmpty, "\(page.standardError)")
    for method in ["trend", "streak"] {
      let answer = try run((method == "streak" ? ["run", method] : [method]) + [Self.request])
      let numbers = try Self.numbers(Self.document(answer.standardOutput))
      #expect(numbers.count > 5)
      for number in numbers {
        #expect(page.standardOutput.contains("value=\"\(number)\""), "\(method): \(number)")
      }
    }
    #expect(page.standardOutput.contains("Low Flame"))
    #expect(page.standardOutput.contains("class=\"radar\""))
    // At the end, what to do.
    #expect(page.standardOutput.contains("<h2 id=\"next\">What to do next</h2>"))
    // The same bytes for the same request.
    #expect(try run(["report", Self.request]).standardOutput == page.standardOutput)
  }

  @Test(.enabled(if: Browser() != nil, "Chromium is missing")) func isQuietInABrowser() throws {
    let browser = try #require(Browser())
    try withTemporaryDirectory { folder in
      let file = folder.appending(path: "page.html").path
      #expect(try run(["report", Self.request, "-o", file]).exitCode == 0)
      let seen = try browser.open(file, ["--dump-dom"])
      #expect(seen.console == [] && seen.requests == [])
      let numbers = try Self.numbers(Self.document(run(["trend", Self.request]).standardOutput))
      for number in numbers { #expect(seen.output.contains("value=\"\(number)\""), "\(number)") }
    }
  }

  @Test func anEmptyHistoryIsACalmPage() throws {
    let request = #"{"now": "2026-02-14", "facts": {"profile": "cold_deficient_low_flame", "modifier": "none"}}"#
    let page = try run(["report", "-"], input: request)
    #expect(page.exitCode == 0 && page.standardError.isEmpty, "\(page.standardError)")
    #expect(!page.standardOutput.contains("declining") && !page.standardOutput.contains("chip care"))
    #expect(page.standardOutput.contains("Answer the quiz"))
    #expect(page.standardOutput.contains("pulse-title"))
  }

  @Test func answersAloneAreEnough() throws {
    let example = TranscriptTests.checkout.appending(path: "ContentPacks/terrain/examples/answers.json")
    let answers = try Self.document(String(contentsOf: example, encoding: .utf8))["answers"]
    var writer = JSONWriter()
    let members = try #require(answers).members
    writer.object { writer in
      for (key, value) in members { writer.member(key.text?.string ?? "", value.text ?? "") }
    }
    let written = String(decoding: writer.bytes, as: UTF8.self)
    let page = try run(["report", "-"], input: "{\"now\": \"2026-02-14\", \"answers\": \(written)}")
    #expect(page.exitCode == 0 && page.standardError.isEmpty, "\(page.standardError)")
    #expect(page.standardOutput.contains("Low Flame") && page.standardOutput.contains("class=\"radar\""))
    // What the request says of the person counts, not the quiz.
    let request = "{\"now\": \"2026-02-14\", \"facts\": {\"profile\": \"nobody\"}, \"answers\": \(written)}"
    #expect(try run(["report", "-"], input: request).exitCode != 0)
  }

  @Test func speaksTheLanguageThatIsAskedFor() throws {
    let text = try String(contentsOf: TranscriptTests.checkout.appending(path: Self.request), encoding: .utf8)
    let page = try run(["report", "-"], input: text.replacing("en-US", with: "zh-Hans")).standardOutput
    #expect(page.contains("<html lang=\"zh-Hans\">") && page.contains("微火") && page.contains("2026年2月14日"))
  }

  @Test func whatIsHostileIsText() throws {
    let hostile = "<script>alert(1)</script>\\u202e\\u001b[31m\\\"onload=\\\"x"
    let log =
      #"{"date": "2026-02-14", "completed_routine_ids": ["\#(hostile)"], "notes": "\#(hostile)", "quick_symptoms": ["\#(hostile)"]}"#
    let request =
      #"{"now": "2026-02-14", "facts": {"profile": "cold_deficient_low_flame", "modifier": "none"}, "logs": [\#(log)]}"#
    for method in ["report", "trend", "streak"] {
      let result = try run((method == "streak" ? ["run", method] : [method]) + ["-"], input: request)
      #expect(result.exitCode == 0, "\(result.standardError)")
      if method == "report" {
        #expect(!result.standardOutput.contains("<script") && !result.standardOutput.contains(" onload="))
      }
      for output in [method == "report" ? result.standardOutput : "", result.standardError] {
        #expect(
          !output.unicodeScalars.contains {
            ($0.value < 0x20 && $0 != "\n") || $0.properties.generalCategory == .format
          })
      }
    }
  }
}
