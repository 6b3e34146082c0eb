import TerrainBase
import TerrainDocuments
import TerrainOutcomes
import TerrainService

extension Command {
  private static let days = Option(
    name: "days", kind: .number(1...366), help: "So many days in a row. Without it: as `quality.yaml` declares")
  private static let population = Option(
    name: "population", kind: .path("FILE"),
    help: "Real people instead: NDJSON with one request per line, or CSV whose columns are paths")
  private static let observations = Option(
    name: "observations", kind: .flag,
    help: "Print what each person gets on each day instead of figures, as NDJSON")
  private static let accept = Option(
    name: "accept", kind: .flag,
    help: "Write the figures of the gates to the pack's baseline, to be accepted from now on")

  /// `terrain quality`: measures of the results that people get.
  static let quality = Command(
    name: "quality",
    summary: "Measure what people get over days: coverage, variety, repetition, and records never shown",
    discussion: """
      The pack's `quality.yaml` declares what is measured, and gates that must hold. The
      exit status is 1 where a gate is broken. Gates are checked only with the people and
      days that the file declares.
      """,
    operands: [
      Operand(name: "PACK", help: "The pack's folder or name. Without it: the default pack", arity: .optional)
    ],
    options: [.people, days, .seed, population, .jsonInstead, .html, observations, accept],
    examples: [
      .init(line: "terrain quality", purpose: "The default pack, and its gates"),
      .init(line: "terrain quality terrain --people 1000 --days 30 --html quality.html", purpose: "A large sample"),
    ],
    run: { arguments, console in
      let workspace = try Workspace(pack: arguments.operand(0))
      guard let file = try QualityFile(pack: workspace.packPath, files: workspace.contentFiles) else {
        throw DiagnosticError(.noQuality(workspace.packPath))
      }
      let whole = try report(file.quality, workspace, arguments, console)
      if arguments.has(observations) { return .success }
      if arguments.has(.json) { console.write(whole.json) } else { console.write(whole.text) }
      if let path = arguments.value(of: .html) { try OutputFile.write(Array(whole.html.utf8), to: path) }
      guard [.people, days, .seed, population].allSatisfy({ !arguments.has($0) }) else { return .success }
      var measured = file.gates.prefix(1).map { (gates: $0.gates, report: whole) }
      for (cohort, gates) in file.gates.dropFirst() {
        let part = try report(cohort, workspace, arguments, console)
        if arguments.has(.json) { console.write(part.json) } else { console.write("\n" + part.text) }
        measured.append((gates, part))
      }
      if arguments.has(accept) {
        let path = "\(workspace.packPath)/\(QualityGates.baselineName)"
        let files = AuthorFiles(named: [], pack: workspace.packPath, isPackNamed: arguments.operand(0) != nil)
        try files.write([(path, QualityGates.baseline(measured))], over: [])
        console.report("Accepted from now on: \(path)\n")
        return .success
      }
      let broken = measured.flatMap { $0.gates.diagnostics($0.report) }
      console.report(broken)
      return broken.isEmpty ? .success : .failure
    })

  private static func report(
    _ quality: QualityDeclaration, _ workspace: Workspace, _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) -> QualityReport {
    let system = try workspace.loader().system([], nil)
    let source: PeopleSource
    let seed = UInt64(arguments.value(of: .seed) ?? "") ?? quality.seed
    if let path = arguments.value(of: population) {
      source = .requests(try .at(path))
    } else {
      let files = PopulationFiles(pack: workspace.packPath, files: workspace.contentFiles)
      source = .population(try files.population(quality.population.string, system), seed: seed)
    }
    let count = Int(arguments.value(of: .people) ?? "") ?? source.limit ?? quality.people
    let progress = ProgressLine(console)
    let report = try QualityRun(quality, system, files: workspace.contentFiles, people: source).report(
      people: count, days: Int(arguments.value(of: days) ?? "") ?? quality.days, seed: seed,
      observe: arguments.has(observations) ? { console.write($0) } : nil,
      progress: { progress.show("\($0) of \(count) people") })
    progress.clear()
    return report
  }
}

extension Diagnostic {
  fileprivate static func noQuality(_ pack: String) -> Diagnostic {
    Diagnostic(
      code: "quality/not-found", message: "the pack in `\(pack)` has no `quality.yaml`", place: nil,
      fix: "declare what is measured: see Documentation/reference/quality.md")
  }
}
