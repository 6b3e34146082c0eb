import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import TestSupport
import Testing

/// Mistakes of authors, each with what `terrain validate --strict` reports about it: one diagnostic, at the mistake, with the fix.
///
/// `TERRAIN_RECORD=1 bin/test --filter MistakeCorpusTests` writes what is reported now; review the difference.
@Suite struct MistakeCorpusTests {
  private static let isRecording = ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil

  /// The mistakes of `file`; of misspelled keys only some.
  private static func sample(_ file: String) throws -> [AuthorMistake] {
    let mistakes = try AuthorMistake.read(file)
    if file != "keys.txt" || isRecording { return mistakes }
    return TestExtent.sample(mistakes, oneOf: 5, of: "misspelled keys")
  }

  private static func validate(_ folder: URL, in store: SourceStore = SourceStore()) -> ValidationReport {
    var validator = Validator()
    validator.publishedSchemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas").path
    validator.checkResults()
    return validator.validate(AuthorMistake.inputs.map { .path("\(folder.path)/\($0)") }, in: store)
  }

  /// The lines about `diagnostics` in the garden in `folder`.
  private static func lines(_ diagnostics: [Diagnostic], in folder: URL) -> [String] {
    diagnostics.flatMap { diagnostic in
      let place = diagnostic.place.map { place in
        "\(place.fileAndLine):\(place.source.bytePosition(at: Int(place.range.start)).column)"
      }
      return ["> \(place ?? "-") \(diagnostic.code) \(diagnostic.message)"] + (diagnostic.fix.map { ["? \($0)"] } ?? [])
    }.map { line in
      ["/ContentPacks/garden/", "/Rules/garden/", "/"].reduce(line) { $0.replacing(folder.path + $1, with: "") }
        .replacing("\n", with: " ")
    }
  }

  /// What is reported about the garden with `mistake`; without a mistake if it is nil.
  private static func reported(_ mistake: AuthorMistake?) throws -> [String] {
    try AuthorMistake.garden(with: mistake) { lines(validate($0).diagnostics, in: $0) }
      ?? ["the text to change is not in the file"]
  }

  @Test func theGardenHasNoMistakes() throws {
    #expect(try Self.reported(nil) == [])
  }

  @Test(arguments: AuthorMistake.files) func eachIsReportedOnce(_ file: String) throws {
    var mistakes = try Self.sample(file)
    let before = mistakes
    let reports = ParallelMap.values(before.count) { number in Result { try Self.reported(before[number]) } }
    for (index, report) in reports.enumerated() {
      let found = try report.get()
      if Self.isRecording { mistakes[index].reported = found }
      #expect(found == mistakes[index].reported, "\(mistakes[index].name)")
    }
    if Self.isRecording {
      try mistakes.map(\.text).joined().write(
        to: AuthorMistake.folder.appending(path: file), atomically: true, encoding: .utf8)
    }
  }

  /// At least 400 mistakes; none goes unreported, and at least 95 % are one diagnostic with the fix or with what was expected.
  @Test func nearlyAllAreOneDiagnostic() throws {
    let mistakes = try AuthorMistake.files.flatMap(AuthorMistake.read)
    let expecting = [
      " must ", " needs ", " has to be ", "expected", " takes ", " are of one type", " yield one type", ", not ",
      "does not fit: ",
    ]
    #expect(mistakes.count >= 400)
    #expect(Set(mistakes.map(\.name)).count == mistakes.count)
    #expect(mistakes.filter { $0.reported.isEmpty }.map(\.name) == [])
    let one = mistakes.count(where: \.isOne)
    let helpful = mistakes.count { mistake in
      mistake.isOne
        && mistake.reported.contains { line in line.hasPrefix("? ") || expecting.contains { line.contains($0) } }
    }
    print(
      "\(mistakes.count) mistakes: \(one) are one diagnostic, \(helpful) one with the fix or with what was expected")
    #expect(one * 100 >= mistakes.count * 95)
    #expect(helpful * 100 >= mistakes.count * 95)
  }

  // MARK: Fixes

  /// Mistakes whose spelled-out text is not applied: with it, another part of the line is wrong.
  private static let unapplied: Set<String> = [
    "a decimal comma", "a whole number with a fraction", "an unquoted exclamation mark", "quotes that are not closed",
    // The diagnostic is at the operation of the step, and the word is in its request.
    "a page of a request",
    // The misspelled name is that of a declaration, with one use.
    "the key `plant` of suggest.yaml",
    // The diagnostic is at another word that its message names too.
    "a module's file", "an outcome's decision",
  ]

  /// Results are checked only if all else is right, so that a fix may reveal that the author meant something else.
  private static func isAboutResults(_ diagnostic: Diagnostic) -> Bool {
    ["invariants/", "scenarios/", "rules/test-failed", "rules/unused"].contains { diagnostic.code.hasPrefix($0) }
  }

  /// A diagnostic that says exactly what to write is gone after `--fix`, and nothing else is wrong with the files instead.
  @Test(arguments: AuthorMistake.files) func exactFixesAreApplied(_ file: String) throws {
    let mistakes = try Self.sample(file).filter { $0.exactFix != nil }
    let results = ParallelMap.values(mistakes.count) { number in
      Result {
        try AuthorMistake.garden(with: mistakes[number]) { folder -> [String] in
          let before = Self.validate(folder)
          var plan = FixPlan(before)
          let after = plan.confirm(before) { Self.validate(folder, in: $0) }
          let left = Set(after.diagnostics.map { "\($0.code) \($0.message)" })
          var problems: [String] = []
          if plan.edits.isEmpty { problems.append("no fix is applied") }
          if before.diagnostics.contains(where: { left.contains("\($0.code) \($0.message)") }) {
            problems.append("the diagnostic is still there")
          }
          if after.diagnostics.count(where: { !Self.isAboutResults($0) }) > before.diagnostics.count {
            problems += Self.lines(after.diagnostics, in: folder)
          }
          return problems
        } ?? []
      }
    }
    var applied = 0
    for (mistake, result) in zip(mistakes, results) {
      let problems = try result.get()
      if problems.isEmpty { applied += 1 }
      #expect(problems.isEmpty != Self.unapplied.contains(mistake.name), "\(mistake.name): \(problems)")
    }
    print("\(file): \(applied) of \(mistakes.count) exact fixes are applied")
  }
}
