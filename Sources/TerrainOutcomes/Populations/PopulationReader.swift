import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainBase

/// Reads a population's file, for the pack and the rules of a system.
package struct PopulationReader {
  let system: LoadedSystem
  let scoring: ScoringEngine?
  var diagnostics: [Diagnostic] = []
  /// What expressions may name, in the order in which it is drawn.
  var names: [(name: Text, type: CELType)] = []
  var expressions: [PopulationExpression] = []

  /// The population at `node`, whose facts, questions and records are those of `system`; nil, with diagnostics, where something
  /// is wrong with it.
  ///
  /// - Parameter scoring: scores the pack's quiz; nil where it has none.
  package static func read(
    _ node: Node, _ system: LoadedSystem, scoring: ScoringEngine?
  ) -> (population: PopulationDeclaration?, diagnostics: [Diagnostic]) {
    var reader = PopulationReader(system: system, scoring: scoring)
    let population = reader.population(node)
    let diagnostics = reader.diagnostics
    return (diagnostics.hasErrors ? nil : population, Array(diagnostics.prefix(DiagnosticCollector.mostDiagnostics)))
  }

  private init(system: LoadedSystem, scoring: ScoringEngine?) {
    self.system = system
    self.scoring = scoring
  }

  private static let keys = [
    "population", "doc", "start", "offset", "time", "locale", "groups", "goals", "answers", "traits", "person", "facts",
    "records", "day", "form", "log", "events", "request",
  ]

  private mutating func population(_ node: Node) -> PopulationDeclaration? {
    guard let fields = Fields(node, "a population", allowed: Self.keys, into: &diagnostics),
      let nameNode = fields.required("population", into: &diagnostics),
      let name = fields.text("population", into: &diagnostics),
      let startNode = fields.required("start", into: &diagnostics)
    else { return nil }
    let starts = self.starts(startNode)
    guard !starts.isEmpty else { return nil }
    let groups = self.groups(node["groups" as Text])
    guard let choice = WeightedChoice(groups) else {
      diagnostics.append(.populationWeights(node["groups" as Text]?.place ?? nameNode.place))
      return nil
    }
    var population = PopulationDeclaration(
      name: name, place: nameNode.place, starts: starts, offset: fields.text("offset", into: &diagnostics),
      groups: choice, scoring: scoring)
    names.append(("group", .string))
    if let goals = node["goals" as Text] {
      population.goals = source(goals, fact: nil)
      names.append(("goals", .list(.string)))
    }
    population.answers = answers(node["answers" as Text]).map { $0 ?? [] }
    if let scoring {
      for (index, question) in scoring.quiz.questions.enumerated() where population.answers[index].isEmpty {
        population.answers[index] = question.options.map { _ in 1 }
      }
      names += scoring.quiz.axes.map { ($0.id, .int) }
      names += scoring.outcomes.map { ($0.name, .string) }
      names.append(("score_flags", .list(.string)))
    } else if let answers = node["answers" as Text] {
      diagnostics.append(.populationNoQuiz(answers))
    }
    population.traits = section("traits", of: node, isFacts: false)
    population.person = section("person", of: node)
    population.facts = section("facts", of: node)
    population.records = section("records", of: node, isFacts: false)
    population.request = section("request", of: node, isFacts: false)
    for (key, _) in node["request" as Text]?.members.map({ $0 }) ?? []
    where !PeopleFile.knownMembers.contains(key.text?.string ?? "") {
      diagnostics.append(.populationMember(key, among: PeopleFile.knownMembers.ordered()))
    }
    population.locale = node["locale" as Text].flatMap { source($0, fact: nil) }
    names += [("weekday", .int), ("month", .int), ("day_number", .int)]
    population.day = section("day", of: node)
    population.form = section("form", of: node, isFacts: false)
    population.time = node["time" as Text].flatMap { source($0, fact: nil) }
    population.log = node["log" as Text].flatMap { log($0) }
    population.events = node["events" as Text].flatMap { events($0) }
    population.expressions = expressions
    return population
  }

  /// Most days on which people of one population begin.
  private static let mostStarts = 24

  /// The days at `node`, one or a list of several; nothing, with diagnostics, where one of them is none.
  private mutating func starts(_ node: Node) -> [CalendarDate] {
    let nodes = node.kind == .list ? Array(node.elements) : [node]
    guard 1...Self.mostStarts ~= nodes.count else {
      diagnostics.append(.populationStarts(node, most: Self.mostStarts))
      return []
    }
    var starts: [CalendarDate] = []
    for node in nodes {
      if let text = node.text, let start = try? CalendarDate(parsing: text) {
        starts.append(start)
      } else {
        diagnostics.append(.populationStart(node))
      }
    }
    return starts.count == nodes.count ? starts : []
  }

  // MARK: Sections

  /// The fields of the section `key`; those of facts have to be facts of the rules.
  mutating func section(_ key: Text, of node: Node, isFacts: Bool = true) -> [PopulationDeclaration.DrawnField] {
    guard let section = node[key] else { return [] }
    return self.fields(section, what: "`\(key)`", isFacts: isFacts)
  }

  private mutating func fields(_ node: Node, what: String, isFacts: Bool) -> [PopulationDeclaration.DrawnField] {
    guard node.kind == .map else {
      diagnostics.append(.wrongShape(what, expected: "a map", actual: node))
      return []
    }
    let rules = system.rules.ruleSet
    var fields: [PopulationDeclaration.DrawnField] = []
    for (key, value) in node.members {
      guard let name = key.text else { continue }
      let fact = rules.fact(name)
      if isFacts, fact == nil {
        diagnostics.append(.populationFact(key, among: rules.facts.map(\.name)))
        continue
      }
      guard let source = source(value, fact: isFacts ? fact?.declaration : nil) else { continue }
      fields.append(.init(name: name, source: source))
      declare(name, type(of: source, fact: isFacts ? fact?.declaration : nil), mayBeAbsent: source.mayBeAbsent)
    }
    return fields
  }

  private mutating func declare(_ name: Text, _ type: CELType, mayBeAbsent: Bool) {
    var seen = type
    if mayBeAbsent {
      if case .list = type { seen = type } else { seen = .optional(type) }
    }
    names.removeAll { $0.name == name }
    names.append((name, seen))
  }

  private mutating func groups(_ node: Node?) -> [(value: PopulationDeclaration.Group, weight: UInt64)] {
    let none = Array(repeating: nil as [UInt64]?, count: scoring?.quiz.questions.count ?? 0)
    guard let node else { return [(PopulationDeclaration.Group(id: "everybody", answers: none), 1)] }
    guard node.kind == .list else {
      diagnostics.append(.wrongShape("`groups`", expected: "a list", actual: node))
      return []
    }
    return node.elements.compactMap { element in
      guard let fields = Fields(element, "a group", allowed: ["id", "doc", "weight", "answers"], into: &diagnostics),
        let id = fields.text("id", into: &diagnostics), fields.required("id", into: &diagnostics) != nil,
        let weight = fields.required("weight", into: &diagnostics).flatMap({ self.weight($0) })
      else { return nil }
      return (PopulationDeclaration.Group(id: id, answers: answers(fields["answers"])), weight)
    }
  }

  /// By question, the weights of its options; nil for a question that `node` does not name.
  private mutating func answers(_ node: Node?) -> [[UInt64]?] {
    guard let quiz = scoring?.quiz else { return [] }
    var answers = Array(repeating: nil as [UInt64]?, count: quiz.questions.count)
    guard let node else { return answers }
    guard node.kind == .map else {
      diagnostics.append(.wrongShape("`answers`", expected: "a map", actual: node))
      return answers
    }
    for (key, options) in node.members {
      guard let index = key.text.flatMap({ quiz.question($0) }) else {
        diagnostics.append(.populationQuestion(key, among: quiz.questions.map(\.id)))
        continue
      }
      let question = quiz.questions[index]
      var weights = question.options.map { _ in 0 as UInt64 }
      for (name, weight) in options.members {
        guard let option = name.text.flatMap({ question.option($0) }) else {
          diagnostics.append(.populationOption(name, of: question))
          continue
        }
        weights[option] = self.weight(weight) ?? 0
      }
      if weights.allSatisfy({ $0 == 0 }) { diagnostics.append(.populationWeights(options.place)) }
      answers[index] = weights
    }
    return answers
  }

  private mutating func log(_ node: Node) -> PopulationDeclaration.Log? {
    guard let fields = Fields(node, "`log`", allowed: ["days", "missing", "fields"], into: &diagnostics),
      let days = fields.required("days", into: &diagnostics).flatMap({ whole($0, in: 1...366) }),
      let members = fields.required("fields", into: &diagnostics)
    else { return nil }
    return PopulationDeclaration.Log(
      days: Int(days), missing: fields["missing"].flatMap { source($0, fact: nil) },
      fields: self.fields(members, what: "`fields`", isFacts: true))
  }

  private mutating func events(_ node: Node) -> PopulationDeclaration.Events? {
    guard let fields = Fields(node, "`events`", allowed: ["days", "kinds"], into: &diagnostics),
      let days = fields.required("days", into: &diagnostics).flatMap({ whole($0, in: 1...1000) }),
      let kinds = fields.required("kinds", into: &diagnostics)
    else { return nil }
    return PopulationDeclaration.Events(
      days: Int(days),
      kinds: kinds.elements.compactMap { element in
        guard
          let fields = Fields(
            element, "an event", allowed: ["chance", "when", "time", "event"], expressions: ["when"],
            into: &diagnostics), let chance = fields.required("chance", into: &diagnostics),
          let event = fields.required("event", into: &diagnostics)
        else { return nil }
        let declared = names
        defer { names = declared }
        return PopulationDeclaration.EventKind(
          chance: UInt64(whole(chance, in: 0...100) ?? 0), condition: fields["when"].flatMap { condition($0) },
          time: fields["time"].flatMap { source($0, fact: nil) },
          fields: self.fields(event, what: "`event`", isFacts: false))
      })
  }

  // MARK: Numbers and expressions

  /// The weight at `node`: a whole number from 0 to a million.
  mutating func weight(_ node: Node) -> UInt64? { whole(node, in: 0...1_000_000).map { UInt64($0) } }

  /// The whole number at `node`; a diagnostic where it is not in `range`.
  mutating func whole(_ node: Node, in range: ClosedRange<Int64>) -> Int64? {
    guard let number = node.int, range.contains(number) else {
      diagnostics.append(.populationNumber(node, range))
      return nil
    }
    return number
  }

  /// The condition at `node`.
  mutating func condition(_ node: Node) -> PopulationExpression? {
    guard let text = node.text else {
      diagnostics.append(.wrongShape("`when`", expected: "an expression", actual: node))
      return nil
    }
    return expression(text, at: node, expecting: .bool)
  }

  /// The expression `text` at `node`.
  mutating func expression(_ text: Text, at node: Node, expecting: CELType? = nil) -> PopulationExpression? {
    let expression = PopulationExpression(
      text, at: node, index: expressions.count, names: names, expecting: expecting, into: &diagnostics)
    if let expression { expressions.append(expression) }
    return expression
  }
}
