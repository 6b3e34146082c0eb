import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Files by themselves: what they are, by which schema they are held, what is ignored or accepted.
@Suite struct SingleFileTests {
  /// Validates files written into a folder; diagnostics as `file:line code`.
  private func validate(
    _ files: [String: String], _ paths: [String]? = nil, _ change: (inout Validator, URL) throws -> Void = { _, _ in }
  ) throws -> (findings: [String], report: ValidationReport) {
    try withTemporaryDirectory { folder in
      for (name, text) in files { try folder.write(text, to: name) }
      var validator = Validator()
      try change(&validator, folder)
      let report = validator.validate((paths ?? files.keys.sorted()).map { .path("\(folder.path)/\($0)") })
      return (report.diagnostics.map { Self.line($0, in: folder) }, report)
    }
  }

  private static func line(_ diagnostic: Diagnostic, in folder: URL) -> String {
    guard let place = diagnostic.place else { return diagnostic.code }
    let line = place.source.position(at: Int(place.range.start)).line
    return "\(place.source.name.dropFirst(folder.path.count + 1)):\(line) \(diagnostic.code)"
  }

  private let schema =
    #"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "properties": { "size": { "type": "integer" } } }"#

  // MARK: Which schema

  @Test func theSchemaInAComment() throws {
    let file = "# About sizes.\n# yaml-language-server: $schema=schemas/size.json\nsize: large\n"
    let (findings, _) = try validate(["a.yaml": file, "schemas/size.json": schema], ["a.yaml"])
    #expect(findings == ["a.yaml:3 schema/wrong-type"])
  }

  @Test func theSchemaInAMember() throws {
    let file = "{\"$schema\": \"schemas/size.json\",\n\"size\": \"large\"}"
    let (findings, _) = try validate(["x/a.json": file, "x/schemas/size.json": schema], ["x/a.json"])
    #expect(findings == ["x/a.json:2 schema/wrong-type"])
  }

  @Test func theSchemaThatIsGiven() throws {
    let other = #"{ "required": ["color"] }"#
    let file = "# yaml-language-server: $schema=schemas/size.json\nsize: large\n"
    let (findings, report) = try validate(
      ["a.yaml": file, "schemas/size.json": schema, "other.json": other], ["a.yaml"]
    ) {
      $0.schema = $1.appending(path: "other.json").path
    }
    #expect(findings == ["a.yaml:2 schema/missing-key"])
    #expect(report.files.count == 1)
  }

  @Test func everyDocumentOfAFile() throws {
    let file = "# yaml-language-server: $schema=size.json\nsize: 1\n---\nsize: two\n"
    // An editor's comment is about the document it stands in.
    let (findings, _) = try validate(["a.yaml": file, "size.json": schema], ["a.yaml"]) {
      $0.schema = $1.appending(path: "size.json").path
    }
    #expect(findings == ["a.yaml:4 schema/wrong-type"])
  }

  @Test func schemasThatAreNotThere() throws {
    let missing = "# yaml-language-server: $schema=nowhere.json\na: 1\n"
    let remote = "# yaml-language-server: $schema=https://example.org/s.json\na: 1\n"
    let (findings, _) = try validate(["missing.yaml": missing, "remote.yaml": remote])
    #expect(findings == ["missing.yaml:1 file/schema-not-found", "remote.yaml:1 file/remote-schema"])
  }

  @Test func aSchemaIsHeldByItsMetaschema() throws {
    let wrong =
      #"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "properties": { "size": { "minimum": "one" } } }"#
    let old = #"{ "$schema": "http://json-schema.org/draft-07/schema#", "items": 7 }"#
    let (findings, _) = try validate(["new.json": wrong, "old.json": old, "fine.json": schema])
    #expect(findings == ["new.json:1 schema/wrong-type", "old.json:1 schema/wrong-type"])
  }

  @Test func publishedSchemasByWhatAFileIs() throws {
    let (findings, _) = try validate(["answers.yaml": "answers: { q1_run_temp: always_hot }\nlocal: en-US\n"]) {
      validator, _ in
      validator.publishedSchemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas").path
    }
    #expect(findings == ["answers.yaml:2 schema/unknown-key"])
  }

  // MARK: Which files

  @Test func aFileThatIsNothingKnown() throws {
    let files = ["some/a.yaml": "a: 1\n", "some/b.json": "[1]"]
    #expect(
      try validate(files).findings == ["some/a.yaml:1 file/unknown-content", "some/b.json:1 file/unknown-content"])
    // In a folder there may be anything.
    #expect(try validate(files, ["some"]).findings == [])
  }

  /// A manifest is one by its name too: a misspelled key does not make it an unknown file.
  @Test(arguments: [
    ("r/ruleset.yaml", "rules: 1\nid: r\nversion: 1.0.0\nmodlues: {}\n", "r/ruleset.yaml:4", "modules"),
    ("r/ruleset.yaml", "rulse: 1\nid: r\nversion: 1.0.0\nmodules: {}\n", "r/ruleset.yaml:1", "rules"),
    ("r/ruleset.yaml", "rules: 1\nid: r\nvershun: 1.0.0\nmodules: {}\n", "r/ruleset.yaml:3", "version"),
    (
      "p/pack.yaml",
      "id: p\nversion: 1.0.0\ndefault_locale: en\nrules: { id: r, version: \"^1.0.0\" }\nkidns: {}\n", "p/pack.yaml:5",
      "kinds"
    ),
  ])
  func aMisspelledManifest(_ path: String, _ text: String, _ line: String, _ meant: String) throws {
    for hasSchemas in [true, false] {
      let (findings, report) = try validate([path: text]) { validator, _ in
        if hasSchemas {
          validator.publishedSchemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas").path
        }
      }
      let found = try #require(findings.first { $0.hasPrefix(line) }, "\(findings)")
      #expect(found.contains("/unknown-") && !findings.contains { $0.hasSuffix("unknown-content") }, "\(findings)")
      #expect(report.diagnostics.contains { $0.fix == "did you mean `\(meant)`?" })
    }
  }

  @Test func patterns() throws {
    let files = ["x/a.yaml": "a: [", "x/y/b.yaml": "b: [", "x/y/c.yml": "c: [", "d.yaml": "d: ["]
    let (findings, report) = try validate(files, ["x/**/*.yaml"])
    #expect(report.files.count == 2)
    #expect(findings.map { $0.prefix { $0 != ":" } } == ["x/a.yaml", "x/y/b.yaml"])
    #expect(try validate(files, ["x/*"]).report.files.count == 3)
    #expect(try validate(files, ["x/*.json"]).findings == ["file/no-match"])
  }

  @Test func pathsThatLeadNowhere() throws {
    let (findings, report) = try validate(["a.yaml": "a: 1\n"], ["nothing.yaml", "nothing"])
    #expect(report.files.isEmpty)
    #expect(findings.map { $0.split(separator: " ").last } == ["file/not-found", "file/not-found"])
  }

  @Test func aFileOfAPackMeansThePack() throws {
    try Checkout.with { checkout in
      _ = try checkout.make([
        .init("", in: "ContentPacks/terrain/routines/lite.yaml", "[ginger, honey]", "[1️⃣gingr2️⃣, honey, ginger]")
      ])
      let report = checkout.validate(["ContentPacks/terrain/ingredients/spices.yaml"])
      #expect(checkout.errors(report).map(\.code) == ["pack/unknown-reference"])
    }
  }

  @Test func answersAreAnswersToTheQuizOfThePackThatIsNamed() throws {
    try Checkout.with { checkout in
      func findings(_ text: String, in file: String = "mine.yaml") throws -> [String] {
        let path = try checkout.folder.write(text, to: file)
        let report = checkout.validate([file]) { $0.answersPack = checkout.pack }
        return report.diagnostics.map { found in
          let place = found.place.map { $0.source.text(of: $0.range) } ?? ""
          #expect(found.place?.source.name == path)
          return "\(found.code) \(place) \(found.severity) \(found.fix ?? "")"
        }
      }
      let start = "partial: true\nanswers:\n  q1_run_temp: always_cold\n"
      #expect(try findings(start) == [])
      // Unless they are partial, all of them are there.
      let all = try #require(
        try findings("answers: { q1_run_temp: always_cold }").first, "a missing answer is not reported")
      #expect(all.hasPrefix("answers/missing { q1_run_temp: always_cold } error"))
      #expect(try findings("quiz: pulse\nanswers: { pulse_1: never }\n") == [], "another quiz")
      #expect(
        try findings("answers: { q1_run_temp: always_cod, q4_energy_patern: low_all_day }") == [
          "answers/unknown-option always_cod error did you mean `always_cold`?",
          "answers/unknown-question q4_energy_patern error did you mean `q4_energy_pattern`?",
        ])
      // A question that is only asked of those who look for something.
      #expect(try findings(start + "  q16_menstrual: comfortable\n").map { $0.prefix(17) } == ["answers/unknown-o"])
      let quiz = try String(
        contentsOf: checkout.folder.appending(path: "ContentPacks/terrain/quiz.yaml"), encoding: .utf8)
      let asked = try #require(quiz.firstRange(of: "q16_menstrual"))
      let option = try #require(quiz[asked.upperBound...].firstMatch(of: /- id: ([a-z_]+)/)).1
      #expect(try findings(start + "  q16_menstrual: \(option)\n") == ["answers/not-asked q16_menstrual warning "])
      #expect(try findings(start + "  q16_menstrual: \(option)\ngoals: [menstrual_comfort]\n") == [])
      // A request about a day may carry answers.
      #expect(
        try findings("now: 2026-02-05\nfacts: { goals: [sleep] }\nanswers: { q1_run_temp: always_cod }\n").map {
          $0.prefix(22)
        } == ["answers/unknown-option"])
      // In a pack's folder they are answers to its own quiz, whatever else is named.
      let inside = try findings("answers: { q1_run_temp: always_cod }", in: "ContentPacks/terrain/examples/mine.yaml")
      #expect(inside == ["answers/unknown-option always_cod error did you mean `always_cold`?"])
    }
  }

  @Test func aRuleSetByItselfIsCheckedForThePackBesideIt() throws {
    try Checkout.with { checkout in
      let expected = try checkout.make([
        .init(
          "rules/not-a-case", in: "Rules/terrain/types.yaml", "then: warm_excess_overclocked",
          "then: 1️⃣warm_overclocked2️⃣")
      ])
      let report = checkout.validate(["Rules/terrain"])
      #expect(checkout.findings(report) == expected, "\(DiagnosticRenderer.text(report.diagnostics))")
    }
  }

  // MARK: Ignored and accepted

  /// Where something cannot be read, checks over files are not made: what they would report may be missing for that.
  @Test(arguments: [("- size: 3", ["b.yaml:2 suppression/unused"]), ("- [size", ["a.yaml:1 yaml/unclosed-bracket"])])
  func ignoredChecksMayNotHaveBeenMade(other: String, expected: [String]) throws {
    let file = """
      # yaml-language-server: $schema=size.json
      - size: 3 # terrain:ignore rules/dead-row it is so in the source
      """
    let files = ["a.yaml": "\(other) # yaml-language-server: $schema=size.json\n", "b.yaml": file]
    let (findings, report) = try validate(
      files.merging(["size.json": "{ \"items\": \(schema) }"]) { $1 }, ["a.yaml", "b.yaml"])
    #expect(findings == expected, "\(DiagnosticRenderer.text(report.diagnostics))")
  }

  @Test func aMisspeltCodeIsToldTheOneThatIsThere() throws {
    let file = """
      # yaml-language-server: $schema=size.json
      - size: large # terrain:ignore schema/wrong-typ it is so in the source
      """
    let (findings, report) = try validate(["a.yaml": file, "size.json": "{ \"items\": \(schema) }"], ["a.yaml"])
    // The code is the cause: with the suggested one, nothing is wrong. So it stands for the error that it does not ignore.
    #expect(findings == ["a.yaml:2 suppression/unused"])
    let unused = report.diagnostics.last
    #expect(unused?.severity == .error)
    #expect(unused?.message == "there is no `schema/wrong-typ` here to ignore")
    #expect(unused?.fix == "did you mean `schema/wrong-type`?")
  }

  @Test func diagnosticsThatAreIgnored() throws {
    let file = """
      # yaml-language-server: $schema=size.json
      - size: large # terrain:ignore schema/wrong-type it is so in the source
      # terrain:ignore schema/wrong-type and here too,
      # with some more words.
      - size: small
      - size: tiny # terrain:ignore schema/not-a-choice another diagnostic
      - size: huge # terrain:ignore schema/wrong-type
      # terrain:ignore
      - size: 3
      """
    let (findings, report) = try validate(["a.yaml": file, "size.json": "{ \"items\": \(schema) }"], ["a.yaml"])
    #expect(
      findings == [
        "a.yaml:6 schema/wrong-type", "a.yaml:6 suppression/unused", "a.yaml:7 suppression/no-reason",
        "a.yaml:8 suppression/unused",
      ])
    #expect(report.suppressed == 3)
    #expect(report.summary == "1 file: 1 error, 3 warnings (3 ignored by comments)")
  }

  @Test func diagnosticsThatAreAccepted() throws {
    try withTemporaryDirectory { folder in
      func validate(_ text: String, baseline: Baseline?) throws -> ValidationReport {
        let path = try folder.write("# yaml-language-server: $schema=size.json\n" + text, to: "x/a.yaml")
        var validator = Validator()
        validator.baseline = baseline
        return validator.validate([.path(path)])
      }
      try folder.write("{ \"items\": \(schema) }", to: "x/size.json")
      let first = try validate("- size: large\n- size: 1\n", baseline: nil)
      #expect(first.diagnostics.count == 1)
      let path = folder.appending(path: "baseline.json").path
      try folder.write(first.baselineFile(at: path), to: "baseline.json")
      #expect(
        try String(contentsOfFile: path, encoding: .utf8).contains(
          "\"code\": \"schema/wrong-type\",\n      \"file\": \"x/a.yaml\",\n      \"path\": \"[0].size\""))
      let baseline = try Baseline.load(path)

      // Lines may move.
      let same = try validate("\n\n- size: large\n- size: 1\n", baseline: baseline)
      #expect(same.diagnostics.isEmpty)
      #expect(same.summary == "1 file: no problems found (1 accepted by the baseline)")
      // A second one like it is new, and so is another text.
      #expect(try validate("- size: large\n- size: large\n", baseline: baseline).diagnostics.count == 1)
      #expect(try validate("- size: larger\n- size: 1\n", baseline: baseline).diagnostics.count == 1)
      let mended = try validate("- size: 1\n", baseline: baseline)
      #expect(mended.summary == "1 file: no problems found (1 in the baseline no longer there)")
      #expect(!mended.fails(from: .info))
    }
  }

  @Test func whatIsNoBaseline() throws {
    try withTemporaryDirectory { folder in
      let path = try folder.write("{\"baseline\": 1, \"findings\": [{}]}", to: "b.json")
      let error = #expect(throws: DiagnosticError.self) { try Baseline.load(path) }
      #expect(error?.diagnostics.map(\.code) == ["baseline/not-a-baseline"])
    }
  }

  @Test func whatFails() throws {
    let (_, report) = try validate(["a.yaml": "a: 1\n"])
    #expect(report.diagnostics.map(\.severity) == [.warning])
    #expect(!report.fails(from: .error))
    #expect(report.fails(from: .warning))
    #expect(report.fails(from: .info))
  }
}
