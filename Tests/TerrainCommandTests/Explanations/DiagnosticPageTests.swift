import Foundation
import TerrainDocuments
import TestSupport
import Testing

@testable import terrain

/// The pages of diagnostics are listed once in `Documentation/reference/diagnostics.md`, their summaries are in the program, and
/// they show the output of the program.
///
/// `TERRAIN_RECORD=1 bin/test --filter DiagnosticPageTests` writes index, summaries, and outputs; review the difference.
@Suite struct DiagnosticPageTests {
  private static let isRecording = ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil

  @Test func everyPageIsListedOnceInItsSection() throws {
    let listed = DiagnosticPage.codes
    #expect(Set(listed).count == listed.count, "a code is listed twice")
    let folder = DiagnosticPage.documentation.appending(path: "reference/diagnostics")
    var found: [String] = []
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "md" {
      let page = try DiagnosticPage(file)
      found.append(page.code)
      #expect(DiagnosticPage.url(of: page.code).path == file.path)
      #expect(DiagnosticPage.index.first { $0.codes.contains(page.code) }?.title == page.section, "\(page.code)")
    }
    #expect(found.sorted() == listed.sorted())
  }

  @Test func theIndexHasTheirSummaries() throws {
    let url = DiagnosticPage.documentation.appending(path: "reference/diagnostics.md")
    let recorded = try String(contentsOf: url, encoding: .utf8)
    let text = recorded.replacing(/(?m)^- \[`([a-z0-9\/-]+)`\].*$/) { match in
      let code = String(match.1)
      return "- [`\(code)`](diagnostics/\(code).md): \(DiagnosticPage.byCode[code]?.summary ?? "")"
    }
    try check(url, text)
  }

  @Test func theProgramHasTheirSummaries() throws {
    let lines = DiagnosticPage.all.map { "    \($0.code) \(DiagnosticPages.plain($0.summary))\n" }
    let text = """
      // Written by DiagnosticPageTests from Documentation/reference/diagnostics.

      extension DiagnosticSummaries {
        /// A code and its summary on each line.
        static let text = #\"""
      \(lines.joined())    \"""#
      }

      """
    try check(TranscriptTests.checkout.appending(path: "Sources/terrain/Generated/DiagnosticSummaryText.swift"), text)
  }

  @Test func everyPageNamesTheLocationOfItsExample() throws {
    for page in DiagnosticPage.all {
      let setting = ExampleSetting.bySetting[page.code]
      let isWhole = try WholeExamples.diagnostics(page.wrong.code ?? "", page) != nil
      let text = try page.text(
        location: setting?.location, output: Self.isRecording ? try Self.output(page) : page.output,
        isOther: setting == nil && !isWhole)
      try check(DiagnosticPage.url(of: page.code), text)
    }
  }

  /// The output on a page is that of the program: all of them in a long run.
  @Test(arguments: TestExtent.sample(DiagnosticPage.codes, oneOf: 8, of: "outputs on pages of diagnostics"))
  func theOutputIsCurrent(_ code: String) throws {
    let page = try #require(DiagnosticPage.byCode[code])
    #expect(try Self.output(page) == page.output, "\(code)")
  }

  /// The command prints each page of the checkout without the marks of Markdown.
  @Test func theCommandPrintsPages() throws {
    for page in DiagnosticPage.all {
      let text = DiagnosticPages.plain(try String(contentsOf: DiagnosticPage.url(of: page.code), encoding: .utf8))
      #expect(!text.contains("```") && !text.contains("](") && text.hasPrefix("\(page.code)\n"), "\(page.code)")
    }
  }

  /// A program without its documentation explains a code in one sentence and names the page.
  @Test func aProgramWithoutPagesNamesThem() throws {
    try withTemporaryDirectory { folder in
      let program = folder.appending(path: "terrain")
      try FileManager.default.copyItem(at: terrainProgram, to: program)
      let run = try runCommand(
        ["diagnostics", "file/empty"], program: program, environment: ["TERRAIN_HOME": nil], directory: folder)
      #expect(run.exitCode == 0)
      #expect(
        run.standardOutput == """
          file/empty

          The file has no bytes, or only a byte order mark.

          The documentation is not beside the program. In the package, the page of this code is \
          share/terrain/Documentation/reference/diagnostics/file/empty.md

          """)
    }
  }

  /// The output of the program for the wrong example, or for another one that gives the code; nil if none is run.
  private static func output(_ page: DiagnosticPage) throws -> String? {
    if let found = try WholeExamples.diagnostics(page.wrong.code ?? "", page) {
      return ExampleSetting.diagnostic(page.code, in: DiagnosticRenderer.text(found))
    }
    if let setting = ExampleSetting.bySetting[page.code] {
      return ExampleSetting.diagnostic(page.code, in: try setting.outputOfWrong(page))
    }
    return try ExampleSetting.byComplaint[page.code].flatMap {
      ExampleSetting.diagnostic(page.code, in: try $0.output())
    }
  }

  private func check(_ url: URL, _ text: String) throws {
    if Self.isRecording { try text.write(to: url, atomically: true, encoding: .utf8) }
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    #expect(recorded == text, "\(url.lastPathComponent) has to be recorded again")
  }
}
