import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainServer

extension Command {
  private static let schema = Option(
    name: "schema", kind: .path("FILE"),
    help: "Hold every file against this JSON Schema, and check nothing else")
  private static let stdinName = Option(
    name: "stdin-name", kind: .path("FILE"),
    help: "The file that `-` takes the place of, as an editor gives what is not saved yet; it need not be there")
  private static let baseline = Option(
    name: "baseline", kind: .path("FILE"), help: "Accept the findings this file lists; what is new is still found")
  private static let writeBaseline = Option(
    name: "write-baseline", kind: .path("FILE"), help: "Write all findings to this file, to be accepted from now on")

  /// The folder of the pack that `--pack` names; without it the default pack, where there is one.
  private static func answersPack(_ arguments: Arguments) throws(DiagnosticError) -> String? {
    let workspace: Workspace
    if arguments.value(of: .pack) == nil {
      guard let found = try? Workspace(arguments, for: .authoring) else { return nil }
      workspace = found
    } else {
      workspace = try Workspace(arguments, for: .authoring)
    }
    return workspace.isBuilt ? nil : workspace.packPath
  }

  /// What `-` means.
  private static func standardInput(_ arguments: Arguments) -> Validator.Input {
    arguments.value(of: stdinName).map { .unsaved(path: $0) } ?? .standardInput(name: "<stdin>")
  }

  /// `terrain validate`: everything that can be checked.
  static let validate = Command(
    name: "validate", summary: "Check packs, rules, rule tests and answers: everything that can be checked",
    discussion: """
      What a file is, it says itself: by the schema it names, else by what is in it.
      All findings come at once, a defect once, each with its place and its mend. A
      finding is left out by a comment on its line or the line above:
        # terrain:ignore CODE why it is all right
      Answers are held against the quiz of the pack in whose folder they are, others
      against that of `--pack`, or of the default pack; they have to be complete, or
      say `partial: true`. A pack's example requests are read by their methods.
      Without a PATH the pack that `--pack` names is checked, or the default pack of this
      folder; the program's own files only where `--pack` names them.
      """,
    operands: [
      Operand(
        name: "PATH", help: "Files, folders or patterns (packs/**/*.yaml); `-` is standard input", arity: .repeating)
    ],
    options: [.pack, schema, stdinName, baseline, writeBaseline] + Findings.options,
    examples: [
      .init(line: "terrain validate ContentPacks Rules --strict", purpose: "Everything, in CI"),
      .init(
        line: "terrain validate packs --format text --format sarif --output findings.sarif",
        purpose: "For people and for a code host at once"),
      .init(
        line: "terrain validate - --stdin-name ContentPacks/NAME/things.yaml < UNSAVED",
        purpose: "What an editor has not saved, as if it were"),
      .init(
        line: "terrain validate --schema other.schema.json pack.json", purpose: "Another world's pack by its own schema"
      ),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        var paths = arguments.operands
        if paths.isEmpty { paths = [try Workspace(arguments, for: .authoring).packPath] }
        var validator = Validator()
        validator.schema = arguments.value(of: schema)
        validator.baseline = try arguments.value(of: baseline).map { path throws(DiagnosticError) in
          try Baseline.load(path)
        }
        let locator = Workspace.locator()
        validator.publishedSchemas = locator.schemas()
        validator.answersPack = try answersPack(arguments)
        validator.readExamples(locator: locator)
        validator.ruleSet = { id, pack in locator.ruleSet(id, forPackAt: pack) }
        let input = standardInput(arguments)
        let report = validator.validate(paths.map { $0 == "-" ? input : .path($0) })
        if let file = arguments.value(of: writeBaseline) {
          try OutputFile.write(report.baselineFile(at: file), to: file)
          console.write("\(report.summary)\nAccepted from now on: \(file)\n")
          return .fine
        }
        let findings = Findings(report.diagnostics, files: report.files, summary: report.summary)
        return findings.report(arguments, console)
      } catch {
        return Findings(error.diagnostics, files: [], subject: "nothing was checked").report(arguments, console)
      }
    })
}
