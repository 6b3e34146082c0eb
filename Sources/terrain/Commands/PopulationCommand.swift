import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes

extension Option {
  /// The number of people of a population.
  static let people = Option(name: "people", kind: .number(1...10_000_000), help: "So many people. Without it: 100")
  /// The page that people of a population ask for.
  static let page = Option(name: "page", kind: .value("MODULE"), help: "For the operation `page`: this one")
  /// The seed for the people of a population.
  static let seed = Option(
    name: "seed", kind: .number(0...Int.max), help: "The same seed gives the same people. Without it: 1")
}

extension Command {
  private static let days = Option(
    name: "days", kind: .number(1...366), help: "Each person's requests of so many days in a row. Without it: 1")
  private static let operation = Option(
    name: "for", kind: .value("OPERATION"), help: "Write only the members that this operation takes")
  private static let exact = Option(
    name: "exact", kind: .flag, help: "Print the exact share of each outcome of the quiz, and of each value of its axes"
  )

  /// `terrain population`: people as requests, one per line.
  static let populationPeople = Command(
    name: "population", summary: "Write the people of a population as requests, one per line",
    discussion: """
      A population is declared by `populations/NAME.yaml` in the pack's folder. A person
      depends on the population, the seed and the person's number, and on nothing else:
      the bytes are the same on every machine.
      """,
    operands: [
      Operand(name: "NAME", help: "The population. Without it: `\(PopulationFiles.standard)`", arity: .optional)
    ],
    options: [.pack, .people, days, .seed, operation, .page, exact, .jsonInstead],
    examples: [
      .init(
        line: "terrain population --people 1000 --for score > people.ndjson",
        purpose: "The answers of a thousand people"),
      .init(
        line: "terrain population --page today | terrain batch page > pages.ndjson",
        purpose: "A page for each of a hundred people"),
      .init(line: "terrain population --exact", purpose: "How frequent each type is"),
    ],
    run: { arguments, console in
      let workspace = try Workspace(arguments)
      let session = OperationSession(workspace.loader())
      var population = try PopulationFiles(pack: workspace.packPath, files: workspace.contentFiles).population(
        arguments.operand(0) ?? PopulationFiles.standard, try session.everything())
      if arguments.has(exact) {
        guard let shares = try ExactShares(population) else {
          throw DiagnosticError(.populationWithoutQuiz(workspace.packPath))
        }
        if arguments.has(.json) { console.write(shares.json) } else { console.write(shares.text) }
        return .success
      }
      population.parameters = arguments.pageParameters
      let name = arguments.value(of: operation) ?? (arguments.has(.page) ? Operations.page.name : nil)
      let writer = PopulationWriter(
        population, seed: UInt64(arguments.value(of: .seed) ?? "") ?? 1,
        members: try name.map { name throws(DiagnosticError) in try members(of: name) })
      let people = Int(arguments.value(of: .people) ?? "") ?? 100
      let progress = ProgressLine(console)
      defer { progress.clear() }
      try writer.write(
        people: people, days: Int(arguments.value(of: days) ?? "") ?? 1,
        // On a terminal the people themselves are the progress.
        progress: { count in if !console.outputIsTerminal { progress.show("\(count) of \(people) people") } }
      ) { console.write($0) }
      return .success
    })

  /// The members of requests that the operation called `name` takes.
  private static func members(of name: String) throws(DiagnosticError) -> Set<String> {
    try AnyOperation.evaluating(named: name) { .noSuchOperation(name, among: $0) }.parameters.memberNames
  }
}

extension Arguments {
  /// The parameter of requests that `--page` gives.
  var pageParameters: [(name: Text, json: String)] {
    guard let page = value(of: .page) else { return [] }
    var writer = JSONWriter(.compact)
    writer.string(page)
    return [("page", writer.string)]
  }
}

extension Diagnostic {
  fileprivate static func noSuchOperation(_ name: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "population/unknown-operation", message: "`\(name)` is not an operation that takes people", place: nil,
      fix: Suggestion.fix(Text(name), among: names) ?? "they are \(names.quoted)")
  }

  fileprivate static func populationWithoutQuiz(_ pack: String) -> Diagnostic {
    Diagnostic(
      code: "population/no-quiz", message: "the pack in `\(pack)` has no quiz, so people have no score", place: nil)
  }
}
