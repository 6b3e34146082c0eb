import Foundation
import TerrainDocuments
import TerrainExplanations
import TestSupport
import Testing

/// `Documentation/reference/diagnostics.md` and a page below it for each code are what the explanations make of them.
///
/// `TERRAIN_RECORD=1 bin/test --filter ExplanationPageTests` writes the pages; review the difference.
@Suite struct ExplanationPageTests {
  private static let documentation = TranscriptTests.checkout.appending(path: "Documentation")
  private static let isRecording = ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil
  private static let explanations = Explanations.sections.flatMap { section in
    section.explanations.map { (section: section, explanation: $0) }
  }

  private static let introduction = """
    # Diagnostics

    Each diagnostic has a code that stays the same from version to version: `area/what-is-wrong`. Each code has a page with its meaning, why it
    matters, a wrong and a right example, and how to suppress it. `terrain diagnostics CODE` prints the same, reports in SARIF contain it, and
    editors link the page. In the examples `⏎` is a line end and `⇥` a tab.

    A comment on the line of a diagnostic, or above it, suppresses it, with the reason:

    ```yaml
    size: large # terrain:ignore schema/wrong-type the source has text here
    ```

    The pages are written from the explanations in `Sources/TerrainExplanations`; tests compare them with the program, and run the examples.
    """

  @Test func theIndexIsCurrent() throws {
    let text = ([Self.introduction] + Explanations.sections.map(\.index)).joined(separator: "\n\n") + "\n"
    try check("reference/diagnostics.md", text)
  }

  @Test func everyPageIsCurrent() throws {
    for (section, explanation) in Self.explanations {
      let recorded = try? String(contentsOf: Self.documentation.appending(path: explanation.path), encoding: .utf8)
      let output = Self.isRecording ? try Self.output(explanation) : recorded.flatMap(Self.output(inPage:))
      let setting = ExampleSetting.bySetting[explanation.code]
      let isWhole = try WholeExamples.diagnostics(explanation.wrong.code ?? "", explanation) != nil
      try check(
        explanation.path,
        explanation.page(in: section, location: setting?.location, output: output, isOther: setting == nil && !isWhole))
    }
  }

  /// What a page shows is what the program prints: all of them in a long run.
  @Test(
    arguments: TestExtent.sample(Explanations.codes, oneOf: 8, of: "outputs on pages of diagnostics"))
  func theOutputIsCurrent(_ code: String) throws {
    let explanation = try #require(Explanations.explanation(of: code))
    let page = try String(contentsOf: Self.documentation.appending(path: explanation.path), encoding: .utf8)
    #expect(try Self.output(explanation) == Self.output(inPage: page), "\(code)")
  }

  @Test func thereIsNoOtherPage() throws {
    let folder = Self.documentation.appending(path: "reference/diagnostics")
    let expected = Set(Self.explanations.map { folder.appending(path: "\($0.explanation.code).md").path })
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "md" {
      guard !expected.contains(file.path) else { continue }
      if Self.isRecording { try FileManager.default.removeItem(at: file) } else { Issue.record("\(file.path)") }
    }
  }

  /// What the program prints for the wrong example, or for another one that gives the code; nil where none is run.
  private static func output(_ explanation: Explanation) throws -> String? {
    let code = explanation.code
    let wrong = explanation.wrong.code ?? ""
    if let found = try WholeExamples.diagnostics(wrong, explanation) {
      return ExampleSetting.diagnostic(code, in: DiagnosticRenderer.text(found))
    }
    if let setting = ExampleSetting.bySetting[code] {
      return ExampleSetting.diagnostic(code, in: try setting.outputOfWrong(explanation))
    }
    return try ExampleSetting.byComplaint[code].flatMap { ExampleSetting.diagnostic(code, in: try $0.output()) }
  }

  private static func output(inPage page: String) -> String? {
    let begin = ":\n\n```text\n"
    guard let start = page.firstRange(of: begin), let end = page[start.upperBound...].firstRange(of: "\n```\n") else {
      return nil
    }
    return String(page[start.upperBound..<end.lowerBound])
  }

  private func check(_ path: String, _ text: String) throws {
    let url = Self.documentation.appending(path: path)
    if Self.isRecording {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    #expect(recorded == text, "\(path) has to be recorded again")
  }
}
