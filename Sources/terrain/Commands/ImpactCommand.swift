import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainPages
import TerrainService

extension Command {
  private static let operation = Option(
    name: "for", kind: .value("OPERATION"),
    help: "The operation whose results are compared. Without it: the one that `quality.yaml` measures first")
  private static let decision = Option(
    name: "decision", kind: .value("NAME|\(everyDecision)"), repeats: true,
    help: "Compare this decision instead of an operation, or `\(everyDecision)` of them")
  private static let recorded = Option(
    name: "log", kind: .path("LOG"), help: "The requests in this log of decisions instead of people of a population")
  private static let people = Option(
    name: "people", kind: .number(1...10_000_000),
    help: "So many people of the population. Without it: \(peopleOfOperations), of decisions \(peopleOfDecisions)")
  private static let generate = Option(
    name: "generate", kind: .number(1...10_000_000),
    help: "With decisions, instead of a population: this many people, each fact anywhere in its range")
  private static let explanations = Option(
    name: "explanations", kind: .flag, help: "Compare members that explain results too: `why`, `criteria`, `margins`, …"
  )

  private static let everyDecision = "all"
  private static let peopleOfOperations = 100
  private static let peopleOfDecisions = 1000

  /// `terrain impact`: the people whose results would change.
  static let impact = Command(
    name: "impact", summary: "Compare two versions of a pack or its rules by what people get",
    discussion: """
      OLD and NEW are folders (a checkout with ContentPacks and Rules, a pack, or a rule set)
      or built packs. With --against there is no OLD, and NEW is the working folder where it
      is not named. What is compared are the results of an operation, over people of a
      population or requests of a log; or single decisions, with --decision and where OLD
      and NEW are rule sets: both versions get the same facts then, and facts that the
      population does not declare are drawn from anywhere in their ranges. Lists are compared
      by the ids of their elements. With --html the report is a page for a browser, too, with
      the pages of people before and after.
      """,
    operands: [
      Operand(name: "OLD", help: "The version as it is", arity: .optional),
      Operand(name: "NEW", help: "The version as it would be; `--set` changes this one", arity: .optional),
    ],
    options: [
      .pack, .set, .against, operation, .page, decision, recorded, .peopleFrom, people, generate, .seed, .by,
      explanations,
      .jsonInstead, .html,
    ],
    examples: [
      .init(line: "terrain impact --against HEAD", purpose: "What uncommitted changes mean for a hundred people"),
      .init(
        line: "terrain impact OLD NEW --for suggest --people 5000 --by facts.profile",
        purpose: "Two checkouts, over suggestions, by type"),
      .init(line: "terrain impact --against main --html impact.html", purpose: "A page for a reviewer"),
      .init(
        line: "terrain impact RULES RULES --set MODULE.NAME=VALUE",
        purpose: "The effect of another threshold on decisions"),
      .init(
        line: "terrain impact --against HEAD --log decisions.ndjson", purpose: "What would have been answered otherwise"
      ),
    ],
    run: { arguments, console in
      let names = arguments.values(of: decision)
      if !names.isEmpty, let other = [operation, recorded].first(where: { arguments.has($0) }) {
        throw DiagnosticError(.comparesDecisions(other.name))
      }
      let versions = try ComparedVersions(arguments, for: "impact")
      if let log = arguments.value(of: recorded) {
        return try compareRequests(inLog: log, versions, arguments, console)
      }
      if !names.isEmpty || (versions.areRuleSets && !arguments.has(operation) && !arguments.has(.page)) {
        return try compareDecisions(names.filter { $0 != everyDecision }, versions, arguments, console)
      }
      let (name, parameters) = try asked(arguments, versions)
      let operation = try AnyOperation.evaluating(named: name) { .impactOperation(name, among: $0) }
      let requests =
        if operation.name == replayed, let accounts = try arguments.accountsOfEvents() {
          ImpactRequests.file(accounts)
        } else { try requests(arguments, versions, parameters) }
      try compare(operation, over: requests, versions, arguments, console)
      return .success
    })

  /// The operation whose requests may be made from a file of events.
  private static let replayed = "loyalty.\(AccountOperation.replay.rawValue)"

  /// The operation to compare, and the parameters of its requests in addition to those of people: from `arguments`, or from the first
  /// measure of the pack's quality.
  private static func asked(
    _ arguments: Arguments, _ versions: ComparedVersions
  ) throws(DiagnosticError) -> (name: String, parameters: [(name: Text, json: String)]) {
    if arguments.has(.page) { return (Operations.page.name, arguments.pageParameters) }
    if let name = arguments.value(of: operation) { return (name, []) }
    let pack = versions.populations.files
    guard let measure = try QualityFile(pack: pack.pack, files: pack.files)?.quality.measures.first else {
      throw DiagnosticError(.impactWithoutOperation)
    }
    return (measure.operation.string, measure.members)
  }

  /// The people that `arguments` name.
  private static func requests(
    _ arguments: Arguments, _ versions: ComparedVersions, _ parameters: [(name: Text, json: String)]
  ) throws(DiagnosticError) -> ImpactRequests {
    if var file = try arguments.peopleFile() {
      file.parameters = parameters
      return .file(file)
    }
    let name = arguments.value(of: .peopleFrom) ?? PopulationFiles.standard
    let files = versions.populations.files
    var old = try files.population(name, versions.old.system)
    var new = try files.population(name, versions.new.system)
    (old.parameters, new.parameters) = (parameters, parameters)
    return .population(
      old: old, new: new,
      seed: arguments.value(of: .seed).flatMap { UInt64($0) } ?? 1,
      people: arguments.value(of: people).flatMap { Int($0) } ?? peopleOfOperations)
  }

  /// Compares the requests in the log of decisions at `path`: of one operation, or of each that the log has.
  private static func compareRequests(
    inLog path: String, _ versions: ComparedVersions, _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    let log = try RecordedRequests(path)
    var lines = log.lines
    if let name = arguments.value(of: operation) {
      _ = try AnyOperation.evaluating(named: name) { .impactOperation(name, among: $0) }
      lines.removeAll { $0.operation != name }
    }
    if lines.isEmpty {
      throw DiagnosticError(.notInLog(arguments.value(of: operation), path, log.lines.map(\.operation)))
    }
    if lines.count > 1, arguments.has(.html) {
      throw DiagnosticError(.severalOperations(lines.map(\.operation)))
    }
    for (name, requests) in lines {
      let operation = try AnyOperation.evaluating(named: name) { .impactOperation(name, among: $0) }
      try compare(operation, over: .file(PeopleFile(requests)), versions, arguments, console)
    }
    if let gaps = log.gaps { console.report(gaps) }
    return .success
  }

  private static func compare(
    _ operation: AnyOperation, over requests: ImpactRequests, _ versions: ComparedVersions, _ arguments: Arguments,
    _ console: Console
  ) throws(DiagnosticError) {
    let progress = ProgressLine(console)
    defer { progress.clear() }
    let impact = try Impact(
      from: versions.old, to: versions.new, operation: operation, over: requests,
      comparing: arguments.has(explanations) ? .everything : .outcomes, group: arguments.group,
      progress: { progress.show("\($0) of \(requests.count) people") })
    progress.clear()
    try report(impact, arguments, console) { () throws(DiagnosticError) in
      guard let page = OperationCommand.all.first(where: { $0.operation.name == operation.name })?.page else {
        return nil
      }
      return try ImpactPages(of: impact, from: versions.old, to: versions.new, operation: operation, over: requests) {
        (session, request) throws(DiagnosticError) in
        try page(session, request).text(width: ImpactPages.columns, color: false)
      }
    }
  }

  /// Compares the decisions `names`, or all decisions if `names` is empty.
  private static func compareDecisions(
    _ names: [String], _ versions: ComparedVersions, _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    let people = try peopleOfDecisions(arguments, versions)
    let progress = ProgressLine(console)
    defer { progress.clear() }
    let impact = try Impact(
      from: versions.old.system, to: versions.new.system, decisions: names.map { Text($0) }, over: people,
      group: arguments.group, progress: { progress.show("\($0) of \(people.count) people") })
    progress.clear()
    try report(impact, arguments, console) { () throws(DiagnosticError) in nil }
    return .success
  }

  private static func peopleOfDecisions(
    _ arguments: Arguments, _ versions: ComparedVersions
  ) throws(DiagnosticError) -> DecisionPeople {
    if let file = try arguments.peopleFile() { return .file(file) }
    let seed = arguments.value(of: .seed).flatMap { UInt64($0) } ?? 1
    let (files, system) = versions.populations
    let name = arguments.value(of: .peopleFrom)
    guard !arguments.has(generate), name != nil || files.names.contains(PopulationFiles.standard) else {
      return .even(seed: seed, people: arguments.value(of: generate).flatMap { Int($0) } ?? 10_000)
    }
    return .population(
      try files.population(name ?? PopulationFiles.standard, system), seed: seed,
      people: arguments.value(of: people).flatMap { Int($0) } ?? peopleOfDecisions)
  }

  /// Prints `impact` as `arguments` require, and writes its HTML page, which shows `pages` of both versions.
  private static func report(
    _ impact: Impact, _ arguments: Arguments, _ console: Console,
    pages: () throws(DiagnosticError) -> ImpactPages?
  ) throws(DiagnosticError) {
    if arguments.has(.json) { console.write(try impact.json()) } else { console.write(impact.text) }
    guard let path = arguments.value(of: .html) else { return }
    let revision = arguments.value(of: .against)
    let changes = arguments.values(of: .set).map { " with \($0)" }.joined()
    let old = revision ?? arguments.operand(0) ?? ""
    let new = (arguments.operand(revision == nil ? 1 : 0) ?? ".") + changes
    try OutputFile.write(Array(impact.html(old, new, pages: pages()).utf8), to: path)
  }
}

extension Option {
  /// The people over whom two versions are compared.
  static let peopleFrom = Option(
    name: "population", kind: .path("NAME|FILE"),
    help: "A population of the pack, or a file of people, NDJSON or CSV. Without it: \(PopulationFiles.standard)")
  /// The field that people of a group have in common.
  static let by = Option(
    name: "by", kind: .value("FIELD"),
    help: "Count groups: a field of the request or of the result, for example facts.profile")
}

extension Arguments {
  /// The file of people that `--population` names, or nil if it names no file.
  func peopleFile() throws(DiagnosticError) -> PeopleFile? {
    guard let name = value(of: .peopleFrom) else { return nil }
    return name == "-" || Folder.kind(of: name) == .file ? try .at(name) : nil
  }

  /// The accounts of the file of events that `--population` names, or nil if it names something else.
  fileprivate func accountsOfEvents() throws(DiagnosticError) -> PeopleFile? {
    guard let name = value(of: .peopleFrom), Folder.kind(of: name) == .file else { return nil }
    return try PeopleFile.accounts(of: SourceLines(path: name))
  }

  /// The path that `--by` names.
  fileprivate var group: [Text]? { value(of: .by)?.split(separator: ".").map { Text(String($0)) } }
}

extension Diagnostic {
  fileprivate static func comparesDecisions(_ option: String) -> Diagnostic {
    Diagnostic(
      code: "impact/one-subject", message: "`--decision` compares decisions, and `--\(option)` compares an operation",
      place: nil, fix: "leave out one of them")
  }

  fileprivate static func severalOperations(_ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "impact/several-operations", message: "one page shows one operation, and the log has \(names.quoted)",
      place: nil, fix: "choose one with `--for`")
  }

  fileprivate static func notInLog(_ name: String?, _ path: String, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "impact/not-in-log", message: "`\(path)` has no requests\(name.map { " of `\($0)`" } ?? "")", place: nil,
      fix: names.isEmpty ? nil : "it has requests of \(names.quoted): choose with `--for`")
  }
}

extension Diagnostic {
  /// The operation `name` evaluates no request.
  static let impactWithoutOperation = Diagnostic(
    code: "impact/unknown-operation", message: "the pack has no `quality.yaml`, whose first measure would be compared",
    place: nil, fix: "add `--page NAME` or `--for OPERATION`")

  static func impactOperation(_ name: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "impact/unknown-operation", message: "`\(name)` is not an operation that evaluates a request", place: nil,
      fix: Suggestion.fix(Text(name), among: names) ?? "they are \(names.quoted)")
  }
}
