import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainForms
import TerrainOperations
import TerrainOutcomes
import TerrainPlatform
import TerrainRules
import TerrainServer
import TerrainValues

extension Command {
  private static let operation = Option(
    name: "for", kind: .value("OPERATION"), help: "The operation whose results are compared. Without it: today")

  private static let recorded = Option(
    name: "log", kind: .path("LOG"), help: "The requests in this log of decisions instead of people of a population")

  /// `terrain impact`: who would get something else from an operation.
  static let impact = Command(
    name: "impact", summary: "Compare two versions of a pack and its rules by what people get from an operation",
    discussion: """
      OLD and NEW are folders (a checkout with ContentPacks and Rules, or a pack), or built
      packs. With --against there is no OLD, and NEW is the working folder where it is not
      named. Lists are compared by the ids of their elements.
      """,
    operands: [
      Operand(name: "OLD", help: "The version as it is", arity: .optional),
      Operand(name: "NEW", help: "The version as it would be; `--set` changes this one", arity: .optional),
    ],
    options: [.pack, .set, .against, operation, recorded, .peopleFrom, .people, .seed, .by, .jsonInstead, .html],
    examples: [
      .init(line: "terrain impact --against HEAD", purpose: "What uncommitted changes mean for a hundred people"),
      .init(
        line: "terrain impact OLD NEW --for suggest --people 5000 --by person.profile",
        purpose: "Two checkouts, over suggestions, by type"),
      .init(line: "terrain impact --against main --html impact.html", purpose: "A page for a reviewer"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (old, new) = try impactVersions(arguments)
        let name = arguments.value(of: operation) ?? "today"
        let operation = try AnyOperation.evaluating(named: name) { .impactOperation(name, among: $0) }
        let requests =
          if let log = arguments.value(of: recorded) {
            try recordedRequests(of: name, in: log, console)
          } else if operation.name == replayed, let accounts = try arguments.accountsOfEvents() {
            ImpactRequests.file(accounts)
          } else { try impactRequests(arguments, old, new) }
        let progress = ProgressLine(console)
        defer { progress.clear() }
        let impact = try Impact(
          from: old, to: new.version, operation: operation, over: requests, group: arguments.group,
          progress: { progress.show("\($0) of \(requests.count) people") })
        progress.clear()
        return try impact.report(to: console, arguments)
      } catch {
        return console.report(error)
      }
    })

  /// The operation whose requests may be made of a file of events.
  private static let replayed = "loyalty.\(AccountOperation.replay.rawValue)"

  /// The requests of the operation `name` in the log of decisions at `path`.
  private static func recordedRequests(
    of name: String, in path: String, _ console: Console
  ) throws(DiagnosticError) -> ImpactRequests {
    let recorded = try RecordedRequests(path)
    guard let (_, requests) = recorded.lines.first(where: { $0.operation == name }) else {
      throw DiagnosticError(.notInLog(name, path, recorded.lines.map(\.operation)))
    }
    if let gaps = recorded.gaps { console.report(gaps) }
    return .file(try PeopleFile(requests))
  }

  /// A version, and the folder or file of its pack.
  typealias Located = (version: ImpactVersion, pack: String)

  /// The two versions that `arguments` name.
  static func impactVersions(
    _ arguments: Arguments, for command: String = "impact"
  ) throws(DiagnosticError) -> (old: ImpactVersion, new: Located) {
    let overrides = try Workspace.overrides(arguments)
    let name = arguments.value(of: .pack)
    guard let revision = arguments.value(of: .against) else {
      guard let old = arguments.operand(0), let new = arguments.operand(1) else {
        throw DiagnosticError(.withoutVersions(command))
      }
      return (try located(old, pack: name).version, try located(new, pack: name, overrides: overrides))
    }
    let new =
      if let folder = arguments.operand(0) { try located(folder, pack: name, overrides: overrides) } else {
        try located(Workspace(pack: name, overrides: overrides, for: .authoring))
      }
    let packs = FilePath.folder(new.pack)
    let home = FilePath.folder(packs)
    let files = try Revision.files(revision, home: home.isEmpty ? "." : home)
    let loader = try PackLoader(
      path: "\(revision):\(PackLocator.packsFolder)/\(FilePath.name(new.pack))", files: files)
    let system = try LoadedSystem.load(
      loader, rulesAt: "\(revision):\(PackLocator.rulesFolder)/\(loader.requirement.id)", files: files, contracts: [],
      kinds: nil)
    return (ImpactVersion(system, files: files), new)
  }

  private static func located(
    _ path: String, pack name: String?, overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> Located {
    let packs = "\(path)/\(PackLocator.packsFolder)"
    let isHome = Folder.kind(of: packs) == .folder
    let pack = isHome ? "\(packs)/\(name ?? PackLocator.defaultName)" : path.contains("/") ? path : "./\(path)"
    return try located(Workspace(pack: pack, overrides: overrides, for: .authoring))
  }

  private static func located(_ workspace: Workspace) throws(DiagnosticError) -> Located {
    let loader = workspace.loader()
    return (ImpactVersion(try loader.system([], nil), files: try loader.files()), workspace.packPath)
  }

  /// The people that `arguments` name; `people` of a population, where they give no number.
  static func impactRequests(
    _ arguments: Arguments, _ old: ImpactVersion, _ new: Located, people: Int = 100
  ) throws(DiagnosticError) -> ImpactRequests {
    if let file = try arguments.peopleFile() { return .file(file) }
    let name = arguments.value(of: .peopleFrom) ?? PopulationFiles.standard
    let people = arguments.value(of: .people).flatMap { Int($0) } ?? people
    let seed = arguments.value(of: .seed).flatMap { UInt64($0) } ?? 1
    let files = PopulationFiles(pack: new.pack, files: new.version.files)
    return .population(
      old: try files.population(name, old.system), new: try files.population(name, new.version.system), seed: seed,
      people: people)
  }
}

extension Diagnostic {
  fileprivate static func notInLog(_ name: String, _ path: String, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "impact/not-in-log", message: "`\(path)` has no requests of `\(name)`", place: nil,
      fix: names.isEmpty ? nil : "it has requests of \(names.quoted): choose with `--for`")
  }

  /// `command` names fewer than two versions.
  static func withoutVersions(_ command: String) -> Diagnostic {
    Diagnostic(
      code: "impact/no-versions", message: "two versions are compared, and this names fewer", place: nil,
      fix: "write `terrain \(command) OLD NEW`, or `terrain \(command) --against HEAD`")
  }
}

extension Diagnostic {
  /// The operation `name` evaluates no request.
  static func impactOperation(_ name: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "impact/unknown-operation", message: "`\(name)` is not an operation that evaluates a request", place: nil,
      fix: Suggestion.fix(Text(name), among: names) ?? "they are \(names.quoted)")
  }
}
