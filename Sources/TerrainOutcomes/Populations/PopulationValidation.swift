import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

extension SoundSystem {
  /// The maximum number of people drawn to see if conditions ever hold, and the minimum number drawn to see if values are those of their
  /// facts.
  private static let people = 500
  private static let leastPeople = 50
  /// The minimum number of people if values are not those of facts, so that rare values are found.
  private static let peopleWithValues = 150
  /// People for whom pages and rankings are made to see whether a fact that these need is missing.
  private static let peopleWithPages = 3

  /// The findings about the populations of the pack, from which `system` has been loaded.
  func populationFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    let paths = PopulationFiles(pack: pack, files: files).paths
    do throws(DiagnosticError) {
      let scoring = try PopulationFiles.scoring(system)
      for path in paths where !isCancelled() {
        let (documents, found) = files.documents(try files.source(path))
        // YAML errors are reported with all files.
        guard let root = documents.first?.root, !found.hasErrors else { continue }
        let (population, diagnostics) = PopulationReader.read(root, system, scoring: scoring)
        findings.diagnostics += diagnostics
        if let population {
          findings.diagnostics += try self.diagnostics(about: population, system, OutcomeSession(system, files: files))
        }
      }
    } catch {
      findings.diagnostics += error.diagnostics
    }
    if !paths.isEmpty { findings.checked = [("populations", paths.count)] }
    return findings
  }

  /// The errors that are found only by drawing people.
  private func diagnostics(
    about population: PopulationDeclaration, _ system: LoadedSystem, _ session: OutcomeSession
  ) throws(DiagnosticError) -> [Diagnostic] {
    let generator = PeopleGenerator(population, seed: 1)
    var wrong: [Text] = []
    var values = DrawnValues(population, system, session)
    var diagnostics: [Diagnostic] = []
    let conditions = population.expressions.filter(\.isCondition)
    var lacks = LackingFacts(population, system, session)
    for number in 1...Self.people {
      if isCancelled() { return [] }
      let least = values.isNeeded ? Self.peopleWithValues : Self.leastPeople
      if number > least, conditions.allSatisfy({ generator.evaluator.hasHeld[$0.index] }) { break }
      let days = PersonDays(try generator.person(number), generator)
      var writer = JSONWriter()
      // Days of all seasons: a condition about a month holds in its time.
      try days.write((number - 1) * 73 % 365, to: &writer)
      guard let root = JSONReader.read(SourceText(name: "a person", bytes: writer.bytes)).document?.root else {
        continue
      }
      values.look(at: root)
      if number <= Self.peopleWithPages { lacks.look(at: root) }
      let facts = [root["facts"]].compactMap { $0 } + (root["logs"].map { Array($0.elements) } ?? [])
      for section in facts {
        for (key, value) in section.members {
          guard let name = key.text, let fact = system.rules.ruleSet.fact(name), !wrong.contains(name) else { continue }
          var reader = LiteralReader(missingListsAreEmpty: true, records: .held(by: system.pack), into: nil)
          let bounds = FactBounds(minimum: fact.declaration.minimum, maximum: fact.declaration.maximum)
          let isRight = reader.read(value, as: fact.declaration.type).map { bounds.contains($0) } ?? false
          if !isRight, let place = population.place(ofFact: name) {
            wrong.append(name)
            diagnostics.append(.populationWrongFact(name, place))
          }
        }
      }
    }
    diagnostics += values.diagnostics
    if !diagnostics.hasErrors { diagnostics += lacks.diagnostics }
    for condition in conditions where !generator.evaluator.hasHeld[condition.index] {
      diagnostics.append(.populationNeverHolds(condition.place, people: Self.people))
    }
    return diagnostics
  }
}

extension PopulationDeclaration {
  /// The location at which the values of the fact `name` are declared.
  fileprivate func place(ofFact name: Text) -> Place? {
    (person + facts + day + (log?.fields ?? [])).first { $0.name == name }?.source.place
  }
}

/// Finds facts that a population does not give, and without which no page and no ranking of the rules that reads its facts can be made.
private struct LackingFacts {
  private let population: PopulationDeclaration
  private let session: OutcomeSession
  private let operations: [(operation: AnyOperation, member: Text, names: [Text])]
  private var reported: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ population: PopulationDeclaration, _ system: LoadedSystem, _ session: OutcomeSession) {
    (self.population, self.session) = (population, session)
    let rules = system.rules.ruleSet
    let given = Set((population.person + population.facts + population.day).map(\.name))
    // A population may be made for some of the pages only: those for which it gives most of the facts.
    func reads(_ decisions: [Decision]) -> Bool {
      let facts = Set(
        decisions.flatMap { rules.facts(neededBy: $0) }.filter {
          !$0.declaration.isOptional && !$0.declaration.isPerCandidate
        }.map(\.name))
      return facts.count { given.contains($0) } * 2 > facts.count
    }
    let inventory = PageInventory(rules, pack: system.pack)
    let rankings = inventory.rankings.filter { reads([$0.excluded, $0.score]) }.map(\.name)
    let pages = inventory.pages.filter { page in
      reads(
        page.page.parts.flatMap { part in
          part.decisions + (part.ranking.map { [$0.excluded, $0.score] } ?? [])
        })
    }.map(\.name)
    operations = [("suggest", "ranking" as Text, rankings), ("page", "page", pages)].compactMap { name, member, names in
      session.operation(name).map { ($0, member, names) }
    }
  }

  mutating func look(at request: Node) {
    for (operation, member, names) in operations {
      let others = request.members.compactMap(\.key.text).filter {
        !operation.parameters.memberNames.contains($0.string)
      }
      guard let made = Document.merging([request], without: Set(others)) else { continue }
      for name in names {
        let asked = made.root.value.replacing([.string(member)], with: .string(name))
        guard let node = RequestTree.node(asked), case .refused(let found) = session.run(operation, node) else {
          continue
        }
        for problem in found where problem.code == "evaluation/missing-fact" {
          if reported.insert(problem.message).inserted {
            diagnostics.append(.populationLacks(problem, name, population))
          }
        }
      }
    }
  }
}

/// Finds values of a population that are not facts and that no operation takes, by running operations for its people.
struct DrawnValues {
  private let population: PopulationDeclaration
  private let system: LoadedSystem
  private let session: OutcomeSession
  private let operations: [AnyOperation]
  /// An error in a request.
  private struct Wrong {
    let path: [Text]
    let message: String
    let fix: String?
  }

  /// The members of requests to check.
  private let members: Set<String>
  /// The requests that operations were run for.
  private var seen: Set<String> = []
  private var reported: Set<Place> = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Creates empty results about `population`, for the pack and rules of `session`.
  init(_ population: PopulationDeclaration, _ system: LoadedSystem, _ session: OutcomeSession) {
    (self.population, self.system, self.session) = (population, system, session)
    var members = Set(population.request.map(\.name.string))
    if !population.form.isEmpty { members.insert("form") }
    if !population.records.isEmpty { members.insert("records") }
    if population.events != nil { members.insert("events") }
    self.members = members
    operations = session.operations.filter { !$0.parameters.memberNames.isDisjoint(with: members) }
  }

  /// True if requests need to be checked.
  var isNeeded: Bool { !members.isEmpty || population.locale != nil || population.goals != nil }

  /// Checks `request`, which has all members of a person's request.
  mutating func look(at request: Node) {
    if let locale = request["locale" as Text]?.text, let place = population.locale?.place {
      // People may have a language that the pack does not; one that is nearly one of the pack's is misspelled.
      let supported = system.pack.supportedLocales.map(\.text)
      let nearest = supported.contains(locale) ? nil : Suggestion.nearest(to: locale.string, among: supported)
      if nearest != nil || (try? LanguageTag(parsing: locale)) == nil {
        report(.populationLocale(locale, among: supported, place), at: place)
      }
    }
    if let goals = request["goals" as Text], let place = population.goals?.place {
      let wrong = session.declarations.shape(of: .goals).diagnostics(about: goals, what: "`goals`")
      if let first = wrong.first { report(.populationRefused(first.message, fix: first.fix, place), at: place) }
    }
    var refused: [String: [Wrong]] = [:]
    var accepted: Set<String> = []
    for operation in operations {
      let names = operation.parameters.memberNames
      let isWhole = operation.parameters.fields.allSatisfy { !$0.isRequired || request[Text($0.name)] != nil }
      guard isWhole, let made = Document.merging([request], without: Self.members(of: request, besides: names))
      else { continue }
      let relevant = members.intersection(names).ordered().map { request[Text($0)]?.value.json ?? "" }
      guard seen.insert("\(operation.name) \(relevant)").inserted else { continue }
      let found = Dictionary(grouping: wrong(session.run(operation, made.root), made.root)) { Self.member($0.path) }
      for member in members.intersection(names) where request[Text(member)] != nil {
        if let wrong = found[member] {
          refused[member, default: []] += wrong
        } else {
          accepted.insert(member)
        }
      }
    }
    // A member that one operation accepts is not an error if another operation refuses it.
    for (member, found) in refused.ordered(by: { $0.key < $1.key }) where !accepted.contains(member) {
      for wrong in found {
        guard let place = place(of: wrong.path, in: request) else { continue }
        report(.populationRefused(wrong.message, fix: wrong.fix, place), at: place)
      }
    }
  }

  private mutating func report(_ diagnostic: Diagnostic, at place: Place) {
    if reported.insert(place).inserted { diagnostics.append(diagnostic) }
  }

  /// The errors in `request` that `outcome` shows: diagnostics about it, and the problems of single values in form validation.
  private func wrong(_ outcome: Outcome, _ request: Node) -> [Wrong] {
    switch outcome {
    case .refused(let diagnostics):
      return diagnostics.compactMap { diagnostic in
        guard diagnostic.severity == .error, diagnostic.place?.source === request.place.source,
          let path = diagnostic.path
        else { return nil }
        return Wrong(path: Self.steps(path), message: diagnostic.message, fix: diagnostic.fix)
      }
    case .result(let result, _):
      guard let problems = result["problems" as Text], let form = request["form" as Text] else { return [] }
      return problems.elements.compactMap { problem in
        guard let field = problem["at" as Text]?.text, form[field] != nil, let code = problem["code" as Text]?.text,
          code.string.hasPrefix("check/") || code == "schema/unknown-key"
        else { return nil }
        return Wrong(
          path: ["form", field], message: "`\(field)` of a form has a value that it cannot have (`\(code)`)", fix: nil)
      }
    }
  }

  // MARK: Locations

  /// The names in `path`, without the positions of elements but the first: `events[3].facts.late` is events, 3, facts, late.
  private static func steps(_ path: String) -> [Text] {
    path.split { ".[]".contains($0) }.map { Text(String($0)) }
  }

  private static func member(_ path: [Text]) -> String { path.first?.string ?? "" }

  private static func members(of request: Node, besides names: Set<String>) -> Set<Text> {
    Set(request.members.compactMap(\.key.text).filter { !names.contains($0.string) })
  }

  /// The location at which the value at `path` of a request is declared; nil if it is not declared.
  private func place(of path: [Text], in request: Node) -> Place? {
    guard let first = path.first else { return nil }
    func place(_ fields: [PopulationDeclaration.DrawnField], _ rest: ArraySlice<Text>) -> Place? {
      guard let name = rest.first, let field = fields.first(where: { $0.name == name }) else { return nil }
      return field.source.place(at: rest.dropFirst())
    }
    switch first {
    case "form": return place(population.form, path.dropFirst())
    case "records": return place(population.records, path.dropFirst())
    case "events":
      guard path.count > 2, let index = Int(path[1].string), let kind = kind(ofEvent: index, in: request) else {
        return nil
      }
      return path[2] == "time" ? kind.time?.place : place(kind.fields, path.dropFirst(2))
    default: return place(population.request, path[...])
    }
  }

  /// The kind of the event at `index`, whose id ends with the kind's number and the day's.
  private func kind(ofEvent index: Int, in request: Node) -> PopulationDeclaration.EventKind? {
    guard let events = population.events, let list = request["events" as Text], index < list.count,
      let id = list.element(at: index)?["id" as Text]?.text
    else { return nil }
    let numbers = id.string.split(separator: "-")
    guard numbers.count > 1, let number = Int(numbers[numbers.count - 2]) else { return nil }
    return events.kinds.indices.contains(number - 1) ? events.kinds[number - 1] : nil
  }
}

extension ValueSource {
  /// The location at which the part at `path` of its values is declared.
  fileprivate func place(at path: ArraySlice<Text>) -> Place {
    switch kind {
    case .object(let members):
      guard let name = path.first, let member = members.first(where: { $0.key == name }) else { return place }
      return member.source.place(at: path.dropFirst())
    case .list(let element, _): return path.isEmpty ? place : element.place(at: path.dropFirst())
    case .constant, .expression, .weights, .each, .between, .around, .pick, .cases: return place
    }
  }
}

extension Diagnostic {
  fileprivate static func populationLacks(
    _ problem: Diagnostic, _ name: Text, _ population: PopulationDeclaration
  ) -> Diagnostic {
    Diagnostic(
      code: "population/lacks-fact",
      message: "`\(name)` cannot be made for people of this population: \(problem.message)",
      place: population.place, fix: "give the fact under `facts`, or a `default` where it is declared")
  }

  fileprivate static func populationRefused(_ message: String, fix: String?, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "population/wrong-value", message: "some people get a value that is refused: \(message)", place: place,
      fix: fix)
  }
}
