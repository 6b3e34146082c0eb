import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import TerrainRules
import TerrainService

extension Command {
  private static let schema = Option(
    name: "schema", kind: .path("FILE"),
    help: "Validate every file by this JSON Schema, and check nothing else")
  private static let stdinName = Option(
    name: "stdin-name", kind: .path("FILE"),
    help: "The file that `-` replaces, for unsaved text of an editor; it need not exist")
  private static let baseline = Option(
    name: "baseline", kind: .path("FILE"), help: "Accept the diagnostics that this file lists, and report new ones")
  private static let writeBaseline = Option(
    name: "write-baseline", kind: .path("FILE"), help: "Write all diagnostics to this file, to be accepted from now on")

  private static let cache = Option(
    name: "cache", kind: .path("DIR"),
    help: "The folder of stored reports. Without it: terrain in $XDG_CACHE_HOME, or ~/.cache/terrain")
  private static let noCache = Option(name: "no-cache", kind: .flag, help: "Use and store no report")
  private static let fresh = Option(
    name: "fresh", kind: .flag, help: "Check everything, also where a report on the same files is stored")

  /// The folder of the pack that `--pack` names; without it the default pack, if one exists.
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

  /// The input that `-` names.
  private static func standardInput(_ arguments: Arguments) -> Validator.Input {
    arguments.value(of: stdinName).map { .unsaved(path: $0) } ?? .standardInput(name: "<stdin>")
  }

  private static let fix = Option(
    name: "fix", kind: .flag, help: "Apply every fix that a diagnostic spells out, and show the difference")
  private static let watch = Option(
    name: "watch", kind: .flag,
    help: "Validate again after each change of a file, and report diagnostics that are others than before")
  private static let dryRun = Option(
    name: "dry-run", kind: .flag,
    help: "With --fix: show the difference and what would be left, and write nothing; exit status 1 if there is any")

  /// `terrain validate`: everything that can be checked.
  static let validate = Command(
    name: "validate", summary: "Check packs, rules, rule tests and answers",
    discussion: """
      The schema that a file names, or else its content, decides what kind of file it is.
      All diagnostics are reported together, one per defect, each with its location and a
      fix. A comment on the same line or the line above suppresses a diagnostic:
        # terrain:ignore CODE the reason
      Answers are checked against the quiz of the pack in whose folder they are, others
      against that of `--pack` or of the default pack; they have to be complete, or contain
      `partial: true`. A pack's example requests are read by their methods. The invariants
      of its rules are checked with a small budget; `terrain test --invariants` spends more.
      A report on packs and rules is stored, and printed again while no file has changed.
      The last lines count the records of a pack by kind, its texts by locale, and the files.
      Without a PATH the pack that `--pack` names is checked, or the default pack of this
      folder; the program's own files only where `--pack` names them.
      """,
    operands: [
      Operand(
        name: "PATH", help: "Files, folders or patterns (packs/**/*.yaml); `-` is standard input", arity: .repeating)
    ],
    options: [.pack, schema, stdinName, fix, dryRun, baseline, writeBaseline, watch, cache, noCache, fresh]
      + DiagnosticOutput.options,
    examples: [
      .init(line: "terrain validate ContentPacks Rules --strict", purpose: "Everything, in CI"),
      .init(
        line: "terrain validate ContentPacks Rules --fix --dry-run",
        purpose: "What suggestions would change; without --dry-run they are applied"),
      .init(
        line: "terrain validate packs --format text --format sarif --output findings.sarif",
        purpose: "For people and for a code host"),
      .init(
        line: "terrain validate - --stdin-name ContentPacks/NAME/things.yaml < UNSAVED",
        purpose: "Unsaved text of an editor"),
      .init(line: "terrain validate --watch ContentPacks Rules", purpose: "Again after each change; Ctrl-C ends it"),
      .init(
        line: "terrain validate --schema other.schema.json pack.json",
        purpose: "A pack of another program by its own schema"
      ),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        if arguments.has(watch) {
          let allowed = [watch.name, Option.pack.name]
          if let other = arguments.options.first(where: { !allowed.contains($0.name) }) {
            console.report("terrain: --\(other.name) has no meaning with --watch\n")
            return .couldNotRun
          }
          return try watchFiles(arguments, console)
        }
        var paths = arguments.operands
        let pack = try paths.isEmpty ? Workspace(arguments, for: .authoring).packPath : nil
        if let pack { paths = [pack] }
        let locator = Workspace.locator()
        var validator = Validator.complete(answersPack: try answersPack(arguments), locator: locator)
        validator.schema = arguments.value(of: schema)
        validator.baseline = try arguments.value(of: baseline).map { path throws(DiagnosticError) in
          try Baseline.load(path)
        }
        let stored = storedReports(arguments, paths, validator)
        if !arguments.has(fresh), let stored, let report = stored.store.report(on: stored.question) {
          return DiagnosticOutput(report.diagnostics, files: report.files, summary: report.summary)
            .report(arguments, console)
        }
        let input = standardInput(arguments)
        let progress = ProgressLine(console)
        if console.errorIsTerminal { validator.showProgress = { progress.show("\($0)…") } }
        let inputs = paths.map { $0 == "-" ? input : .path($0) }
        let checks = validator
        var report = validator.validate(inputs)
        var isPending = false
        if arguments.has(fix) {
          let files = AuthorFiles(
            named: arguments.operands, pack: pack, isPackNamed: arguments.value(of: .pack) != nil)
          (report, isPending) = try applyFixes(report, files, arguments, console) { checks.validate(inputs, in: $0) }
        }
        progress.clear()
        if let file = arguments.value(of: writeBaseline) {
          try OutputFile.write(report.baselineFile(at: file), to: file)
          console.write("\(report.summary)\nAccepted from now on: \(file)\n")
          return .success
        }
        let result = ReportStore.Report(
          diagnostics: report.diagnostics, files: report.files, summary: report.contentCounts + report.summary)
        if report.isOfContent, let stored { stored.store.keep(result, on: stored.question) }
        let output = DiagnosticOutput(result.diagnostics, files: result.files, summary: result.summary)
        let status = output.report(arguments, console)
        return isPending && status == .success ? .failure : status
      } catch {
        return DiagnosticOutput(error.diagnostics, files: [], subject: "not checked").report(arguments, console)
      }
    })
}

extension Command {
  /// The store for the report on `paths`, and its key; nil if the report depends on more than files and paths, or is not stored.
  private static func storedReports(
    _ arguments: Arguments, _ paths: [String], _ validator: Validator
  ) -> (store: ReportStore, question: ReportStore.Question)? {
    let others = [schema, stdinName, fix, baseline, writeBaseline, noCache]
    guard !others.contains(where: { arguments.has($0) }), !paths.contains("-"), let folder = cacheFolder(arguments),
      let program = CurrentProcess.programPath(), let store = ReportStore(folder: folder, program: program),
      let roots = Workspace.locator().contentFolders(around: paths + (validator.answersPack.map { [$0] } ?? []))
    else { return nil }
    let words =
      [CurrentProcess.workingFolder(), CurrentProcess.environment("TERRAIN_HOME") ?? "", validator.answersPack ?? ""]
      + paths
    return ReportStore.Question(words, roots: roots).map { (store, $0) }
  }

  /// The folder of stored reports; nil if the system names none.
  private static func cacheFolder(_ arguments: Arguments) -> String? {
    if let folder = arguments.value(of: cache) { return folder }
    if let folder = CurrentProcess.environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return "\(folder)/terrain" }
    return CurrentProcess.environment("HOME").map { "\($0)/.cache/terrain" }
  }
}

extension Command {
  /// Applies the fixes of diagnostics in `report` to their files, or lists them. Returns the resulting report, and whether files still have
  /// errors because nothing is written.
  private static func applyFixes(
    _ report: ValidationReport, _ files: AuthorFiles, _ arguments: Arguments, _ console: Console,
    _ validate: (SourceStore) -> ValidationReport
  ) throws(DiagnosticError) -> (report: ValidationReport, isPending: Bool) {
    // An unreadable file may use the words that would be replaced.
    if Console.keepFromRunning(report.diagnostics) {
      console.report("nothing is replaced, because not every file can be read\n")
      return (report, false)
    }
    var plan = FixPlan(report)
    let fixed = plan.confirm(report, validate)
    console.report(plan.difference)
    let count = plan.edits.count
    let what = count.counted("replacement")
    if arguments.has(dryRun) {
      console.report("\(what); nothing is written\n")
      return (fixed, count > 0)
    }
    try files.write(plan.files, over: plan.edits.map(\.place.source))
    console.report("\(what) written\n")
    return (fixed, false)
  }
}
