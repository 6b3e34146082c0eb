import TerrainAnalysis
import TerrainAuthoring
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainOutcomes
import TerrainValues

extension Shape {
  /// The whole new texts of files.
  static let changes = Field.optional(
    "changes",
    .list(
      .object([
        .required("path", .text, "The path of a file of the pack or its rules, as resources name it."),
        .required("text", .text, "The whole new text of the file."),
      ]), most: MCPAuthor.mostChanges),
    "Files with other texts, in the place of those on the disk. Nothing is written.")

  fileprivate static let mostPeople: Int64 = 2000
  fileprivate static let people = Field.optional(
    "people", .integer(1...mostPeople), "How many people of the population. Without it: 200.")
  fileprivate static let seed = Field.optional("seed", .count, "The seed of the people. Without it: 1.")
  fileprivate static let operation = Field.optional(
    "operation", .text, "The operation whose results are compared. Without it: all decisions.")
}

extension Node {
  fileprivate func whole(_ field: Shape.Field, or standard: Int) -> Int {
    self[Text(field.name)]?.int.flatMap { Int(exactly: $0) } ?? standard
  }

  /// The number of people, the seed and the operation of a comparison.
  fileprivate var comparison: (people: Int, seed: UInt64, operation: String?) {
    (
      whole(Shape.people, or: 200), UInt64(max(0, whole(Shape.seed, or: 1))),
      self[Text(Shape.operation.name)]?.text?.string
    )
  }
}

extension AnyOperation {
  /// The operations on files that change nothing.
  static var authoring: [AnyOperation] {
    [
      AnyOperation(Operations.validate), AnyOperation(Operations.rulesTest), AnyOperation(Operations.impact),
      AnyOperation(Operations.diff), AnyOperation(Operations.quality),
    ]
  }
}

extension Operations {
  static var validate: Operation<ValidationReport> {
    Operation(
      name: "validate", summary: "Check the pack and its rules, with the given texts in the place of files",
      parameters: .object([Shape.changes]), result: .validated
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      return try author.validate(author.store(author.changes(parameters)))
    }
  }

  static var rulesTest: Operation<RuleTestReport> {
    Operation(
      name: "rules.test", summary: "Run the tests of the rules, with the given texts in the place of files",
      parameters: .object([Shape.changes]), result: .tested
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      let store = author.store(try author.changes(parameters))
      return try author.tests(store, author.version(store).system)
    }
  }

  static var impact: Operation<Impact> {
    Operation(
      name: "impact", summary: "Count for whom results would be others with the given texts in the place of files",
      parameters: .object([Shape.changes, Shape.operation, Shape.people, Shape.seed]), result: Impact.description
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      let new = try author.version(author.store(author.changes(parameters)))
      let (people, seed, operation) = parameters.comparison
      return try author.impact(author.version(author.store([])), new, operation: operation, people: people, seed: seed)
    }
  }

  static var diff: Operation<RuleSetComparison> {
    Operation(
      name: "diff", summary: "Prove for which facts decisions differ with the given texts in the place of files",
      parameters: .object([Shape.changes]), result: .difference
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      let new = try author.version(author.store(author.changes(parameters)))
      let old = try author.version(author.store([]))
      return try author.difference(old, new)
    }
  }

  private static let days = Shape.Field.optional(
    "days", .integer(1...366), "How many days in a row. Without it: as the pack declares.")

  static var quality: Operation<QualityReport> {
    Operation(
      name: "quality", summary: "Measure what people get over days, with the given texts in the place of files",
      parameters: .object([Shape.changes, Shape.people, days, Shape.seed]), result: .quality
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      let version = try author.version(author.store(author.changes(parameters)))
      guard let file = try QualityFile(pack: author.place.pack, files: version.files) else {
        throw DiagnosticError(.noQuality(author.place.pack))
      }
      let quality = file.quality
      let seed = UInt64(max(0, parameters.whole(Shape.seed, or: Int(clamping: quality.seed))))
      let population = try PopulationFiles(pack: author.place.pack, files: version.files).population(
        quality.population.string, version.system)
      let run = QualityRun(
        quality, version.system, files: version.files, people: .population(population, seed: seed))
      return try author.whole { () throws(DiagnosticError) in
        try run.report(
          people: parameters.whole(Shape.people, or: quality.people),
          days: parameters.whole(days, or: quality.days), seed: seed, isCancelled: author.isCancelled)
      }
    }
  }

  static var report: Operation<String> {
    Operation(
      name: "report", summary: "Write the HTML report about weeks of a person", parameters: trend.parameters,
      result: .object { requiredField("html", .text, "The page, which fetches nothing.") { $0 } },
      checksParameters: false
    ) { parameters, session, _ throws(DiagnosticError) in try session.author().setup.report(session, parameters) }
  }

  // MARK: Changing files

  static var propose: Operation<ProposedChange> {
    Operation(
      name: "propose",
      summary: "Validate, test and compare a change of files; its token writes it, where the server may write",
      parameters: .object([
        .required(Shape.changes.name, Shape.changes.shape, Shape.changes.doc), Shape.operation, Shape.people,
        Shape.seed,
      ]), result: .proposed
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      let changes = try author.changes(parameters)
      let before = try author.snapshot()
      let (old, new) = try author.versions(changes, of: before)
      var change = ProposedChange(report: try author.validate(new))
      guard !changes.isEmpty, !change.report.diagnostics.hasErrors else { return change }
      let versions = (old: try author.version(old), new: try author.version(new))
      let tests = try author.tests(new, versions.new.system)
      change.tests = tests
      change.cases = (try author.caseCount(old), try author.caseCount(new))
      let (people, seed, operation) = parameters.comparison
      change.impact = try author.impact(
        versions.old, versions.new, operation: operation, people: people, seed: seed)
      change.difference = try author.difference(versions.old, versions.new)
      // What was compared is what is on the disk now.
      guard try author.snapshot() == before else { throw DiagnosticError(.filesChanged) }
      guard tests.failed == 0, change.cases.new >= change.cases.old else { return change }
      change.token = author.proposals.keep(.init(changes: changes, files: before))
      return change
    }
  }

  static var write: Operation<[String]> {
    Operation(
      name: "write", summary: "Write a proposed change to its files, all of them or none",
      parameters: .object([.required("token", .text, "The token that `propose` returned.")]),
      result: .object { requiredField("written", .list(.text), "The files that were replaced.") { $0 } }
    ) { parameters, session, _ throws(DiagnosticError) in
      let author = try session.author()
      guard let token = parameters["token"], let text = token.text, let proposal = author.proposals.take(text) else {
        throw DiagnosticError(.unknownToken(parameters["token"] ?? parameters))
      }
      return try author.write(proposal)
    }
  }
}

/// What became of a proposed change.
struct ProposedChange {
  let report: ValidationReport
  var tests: RuleTestReport?
  /// How many tests and scenarios there are before and after.
  var cases = (old: 0, new: 0)
  var difference: RuleSetComparison?
  var impact: Impact?
  var token: String?
}

private var validationFields: ResultFields<ValidationReport> {
  group {
    requiredField("valid", .flag, "Whether there are no errors.") { !$0.diagnostics.hasErrors }
    requiredField("summary", .text, "How many files were checked, and what came of them.") { $0.summary }
    requiredField("diagnostics", .list(.diagnostic), "What was found, by place.") { $0.diagnostics }
  }
}

private var testFields: ResultFields<RuleTestReport> {
  group {
    requiredField("cases", .count, "How many cases were run.") { $0.count }
    requiredField("failed", .count, "How many of them failed.") { $0.failed }
    requiredField("failures", .list(.diagnostic), "Why they failed.") { report in
      report.files.flatMap(\.cases).flatMap(\.failures)
    }
  }
}

extension ResultType where Content == ValidationReport {
  static var validated: ResultType { object(validationFields) }
}

extension ResultType where Content == RuleTestReport {
  static var tested: ResultType { object(testFields) }
}

extension ResultType where Content == RuleSetComparison {
  static var difference: ResultType { ResultType(.map(.anything)) { $0.write(to: &$2) } }
}

extension ResultType where Content == QualityReport {
  static var quality: ResultType { ResultType(.map(.anything)) { $0.write(to: &$2) } }
}

extension ResultType where Content == ProposedChange {
  static var proposed: ResultType {
    object {
      fields(of: validationFields) { $0.report }
      optionalField("tests", .object(testFields), "The tests of the rules; absent where the texts have errors.") {
        $0.tests
      }
      requiredField("cases_before", .count, "Tests and scenarios before the change.") { $0.cases.old }
      requiredField("cases_after", .count, "Tests and scenarios after it: not fewer, or there is no token.") {
        $0.cases.new
      }
      optionalField("difference", .difference, "For which facts decisions differ.") { $0.difference }
      optionalField("impact", Impact.description, "For whom results differ.") { $0.impact }
      optionalField(
        "token", .text, "Writes the change with `write`; absent unless the texts are valid and all tests pass."
      ) { $0.token }
    }
  }
}

extension Diagnostic {
  package static func noQuality(_ pack: String) -> Diagnostic {
    Diagnostic(
      code: "quality/not-found", message: "the pack in `\(pack)` has no `quality.yaml`", place: nil,
      fix: "declare what is measured: see Documentation/reference/quality.md")
  }
}
