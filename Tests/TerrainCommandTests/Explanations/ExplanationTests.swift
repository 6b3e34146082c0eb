import Foundation
import TerrainDocuments
import TestSupport
import Testing

/// The explanations of diagnostics against the program: every code has one, no other has, and their examples are true.
@Suite struct ExplanationTests {
  // MARK: The list

  /// Whether `file` names codes that it does not yield: the summaries of all codes.
  private static func onlyNamesCodes(_ file: URL) -> Bool { file.path.contains("/Generated/") }

  /// Every code that the sources can yield.
  private func codes() throws -> Set<String> {
    let literal = /"([a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*)"/
    let prefix = /"([a-z]+)\/" \+ code/
    let first = /\(\s*(?:code: )?"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"\s*,/
    let evaluation = /Code\("([a-z]+(?:-[a-z]+)*)"\)/
    // Addresses of JSON Schema's vocabularies, methods of the Language Server Protocol and the Model Context Protocol, and
    // types of media look like codes.
    let others: Set<String> = [
      "meta", "workspace", "application", "audio", "image", "video", "notifications", "server", "tools",
    ]
    let media: Set<String> = ["text/markdown", "text/plain"]
    var codes: Set<String> = []
    // An area's prefix may be in another file of the target than its codes: there, what the page lists counts.
    let listed = Set(DiagnosticPage.codes)
    var areas: [String: Set<String>] = [:]
    var names: [String: Set<String>] = [:]
    let sources = Conformance.packageRoot.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" && !Self.onlyNamesCodes(file) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: literal) where !others.contains(String(match.1.prefix { $0 != "/" })) {
        codes.insert(String(match.1))
      }
      codes.subtract(media)
      for match in text.matches(of: evaluation) { codes.insert("evaluation/\(match.1)") }
      for area in Set(text.matches(of: prefix).map(\.1)) {
        for match in text.matches(of: first) { codes.insert("\(area)/\(match.1)") }
      }
      let target = file.path.dropFirst(sources.path.count + 1).prefix { $0 != "/" }
      for match in text.matches(of: prefix) { areas[String(target), default: []].insert(String(match.1)) }
      for match in text.matches(of: first) { names[String(target), default: []].insert(String(match.1)) }
    }
    for (target, areas) in areas {
      for area in areas { codes.formUnion((names[target] ?? []).map { "\(area)/\($0)" }.filter(listed.contains)) }
    }
    return codes
  }

  @Test func everyCodeIsExplained() throws {
    let listed = DiagnosticPage.codes
    let known = try codes()
    #expect(known.count > 300)
    #expect(Set(listed).count == listed.count, "a code is explained twice")
    #expect(known.subtracting(listed).sorted() == [], "codes without a page under Documentation/reference/diagnostics")
    #expect(Set(listed).subtracting(known).sorted() == [], "explanations of codes that do not exist")
  }

  /// Codes that no test provokes, and why.
  private static let unprovoked: [String: String] = [
    "evaluation/cycle": "a guard of the machine's own memory: whatever plans a program has refused circles before",
    "score/not-an-id": "the contract of the engine refuses outcomes that are not text before anything is scored",
    "account/event-limit": "an account of four million events takes longer than tests should",
    "system/not-kept": "loaders ask for no file that they have not been told of",
    "system/changing": "somebody has to write between two looks at the same files, three times in a row",
    "evaluation/interrupted": "whoever interrupts is answered by `rpc/cancelled` or `rpc/deadline-exceeded`",
    "init/no-ids": "a pack without an id is refused before it is copied",
    "impact/no-git": "git has to be missing",
    "batch/no-thread": "the system has to have run out of threads",
  ]

  /// A check without a test is found here: its code is in no test, fixture or transcript.
  /// Files that list codes, and try nothing.
  private static let lists = ["ExplanationTests.swift", "untried.txt"]

  @Test func everyCodeIsInATest() throws {
    var named: Set<String> = []
    for folder in ["Tests", "Benchmarks/mistakes"] {
      let root = Conformance.packageRoot.appending(path: folder)
      let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      for case let file as URL in files where !Self.lists.contains(file.lastPathComponent) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        for match in text.matches(of: /[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*/) { named.insert(String(match.0)) }
      }
    }
    let missing = DiagnosticPage.codes.filter { !named.contains($0) }
    #expect(missing.sorted() == Self.unprovoked.keys.sorted(), "codes that no test names")
  }

  @Test func everyExplanationIsWhole() {
    let severities: Set = ["error", "warning", "info"]
    for explanation in DiagnosticPage.all {
      let code = explanation.code
      #expect(explanation.severities.isSubset(of: severities) && !explanation.severities.isEmpty, "\(code)")
      #expect(explanation.meaning.hasSuffix("."), "\(code)")
      #expect(explanation.why.hasSuffix(".") && !explanation.meaning.contains(explanation.why), "\(code)")
      #expect(!explanation.wrong.markdown.isEmpty && !explanation.right.markdown.isEmpty, "\(code)")
      #expect(explanation.wrong != explanation.right, "\(code)")
    }
  }

  // MARK: The examples

  /// Examples that are whole by themselves: the wrong one gives its code and no other, the right one no error.
  @Test func wholeExamplesAreTrue() throws {
    var count = 0
    for explanation in DiagnosticPage.all {
      guard let wrong = explanation.wrong.code, let right = explanation.right.code,
        let found = try WholeExamples.diagnostics(wrong, explanation)
      else { continue }
      count += 1
      let code = explanation.code
      #expect(found.contains { $0.code == code }, "\(code): `\(wrong)` gives \(DiagnosticRenderer.text(found))")
      let severities = Set(found.filter { $0.code == code }.map(\.severity.rawValue))
      #expect(severities.isSubset(of: explanation.severities), "\(code) is \(severities)")
      // One mistake is reported once; names in the examples of rules need not be used.
      let others = found.map(\.code).filter { $0 != code && !$0.hasPrefix("rules/unused-") }
      #expect(others.isEmpty, "\(code): `\(wrong)` gives \(DiagnosticRenderer.text(found))")
      let left = try WholeExamples.diagnostics(right, explanation) ?? []
      #expect(
        !left.contains { $0.code == code || $0.severity == .error },
        "\(code): `\(right)` gives \(DiagnosticRenderer.text(left))")
    }
    print("\(count) whole examples of diagnostics tried")
    #expect(count > 160)
  }

  /// Examples in their settings: the wrong one gives its code, the right one does not.
  @Test(arguments: ExampleSetting.bySetting.keys.sorted()) func examplesAreTrueInTheirSettings(_ code: String) throws {
    let explanation = try #require(DiagnosticPage.byCode[code], "\(code)")
    let setting = try #require(ExampleSetting.bySetting[code])
    let wrong = try setting.outputOfWrong(explanation)
    #expect(ExampleSetting.codes(in: wrong).contains(code), "\(explanation.wrong.markdown) gives\n\(wrong)")
    let severities = ExampleSetting.severities(of: code, in: wrong)
    #expect(severities.isSubset(of: explanation.severities), "\(code) is \(severities)")
    let right = try setting.outputOfRight(explanation)
    #expect(!ExampleSetting.codes(in: right).contains(code), "\(explanation.right.markdown) gives\n\(right)")
  }

  /// Codes whose examples nothing runs are listed, so that the list can only be made shorter with intent.
  @Test func untriedExamplesAreListed() throws {
    let untried = try DiagnosticPage.all.filter { explanation in
      let code = explanation.code
      guard ExampleSetting.bySetting[code] == nil, ExampleSetting.byComplaint[code] == nil else { return false }
      return try WholeExamples.diagnostics(explanation.wrong.code ?? "", explanation) == nil
    }.map(\.code).sorted()
    let list = TranscriptTests.folder.appending(path: "Fixtures/explanations/untried.txt")
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try (untried.joined(separator: "\n") + "\n").write(to: list, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(untried == listed, "Fixtures/explanations/untried.txt")
    print(
      "\(DiagnosticPage.codes.count - untried.count) of \(DiagnosticPage.codes.count) codes are shown by an example that is run"
    )
  }
}

extension DiagnosticPage {
  /// The severities that it can have.
  fileprivate var severities: Set<String> {
    Set(severity.replacing(" or ", with: ", ").split(separator: ", ").map(String.init))
  }
}
