import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Reads a population's file, for the pack and the rules of a system.
package struct PopulationReader {
  let system: LoadedSystem
  let scoring: ScoringEngine?
  var diagnostics: [Diagnostic] = []
  /// The names for expressions, in the order in which the fields are drawn.
  var names: [(name: Text, type: CELType)] = []
  var expressions: [PopulationExpression] = []

  /// The population at `node`, whose facts, questions, and records are those of `system`; nil, with diagnostics, if it has errors.
  ///
  /// - Parameter scoring: scores the pack's quiz; nil if it has none.
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
    population.locale = node["locale" as Text].flatMap { node in
      checkLocales(node["weights" as Text]?.members.map(\.key) ?? [node])
      return source(node, fact: nil)
    }
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

  /// The days at `node`, a day or a list of days; empty, with diagnostics, if a day is not valid.
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

  /// The fields of the section `key`; with `isFacts`, they must be facts of the rules.
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

  /// For each question the weights of its options; nil for a question that `node` does not name.
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
    guard let fields = Fields(node, "`log`", allowed: ["days", "today", "missing", "fields"], into: &diagnostics),
      let days = fields.required("days", into: &diagnostics).flatMap({ whole($0, in: 1...366) }),
      let members = fields.required("fields", into: &diagnostics)
    else { return nil }
    return PopulationDeclaration.Log(
      days: Int(days), hasToday: fields["today"]?.bool ?? false,
      missing: fields["missing"].flatMap { source($0, fact: nil) },
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

  /// The whole number at `node`; nil, with a diagnostic, if it is not in `range`.
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

/// Sources of values.
extension PopulationReader {
  private static let forms = ["weights", "each", "between", "around", "pick", "list", "object", "cases", "value"]
  private static let sourceKeys =
    forms + ["when", "absent", "stays", "out_of", "at_most", "spread", "size", "decimals", "as", "doc"]

  /// The source at `node`, whose values are those of `fact` if that is not nil.
  mutating func source(_ node: Node, fact: FactDeclaration?) -> ValueSource? {
    source(node, type: fact?.type, bounds: fact)
  }

  /// Reports those of `nodes` that name a locale for which the pack has no texts.
  private mutating func checkLocales(_ nodes: [Node]) {
    for node in nodes {
      guard let name = node.text, !name.string.hasPrefix("="), !system.pack.serves(name) else { continue }
      diagnostics.append(.populationLocale(name, among: system.pack.supportedLocales.map(\.text), node.place))
    }
  }

  private mutating func source(_ node: Node, type: CELType?, bounds: FactDeclaration? = nil) -> ValueSource? {
    guard node.kind == .map else {
      if let text = node.text, text.string.hasPrefix("=") {
        let written = Text(text.string.dropFirst().trimmedOfSpaces)
        return expression(written, at: node).map { ValueSource(kind: .expression($0), place: node.place) }
      }
      return literal(node, type).map { ValueSource(kind: .constant($0), place: node.place) }
    }
    guard
      let fields = Fields(
        node, "a source of values", allowed: Self.sourceKeys, expressions: ["when"], into: &diagnostics)
    else { return nil }
    let present = Self.forms.filter { fields[$0] != nil && !($0 == "between" && fields["around"] != nil) }
    guard present.count == 1, let form = present.first, let written = fields[form] else {
      diagnostics.append(.populationForm(node, among: Self.forms))
      return nil
    }
    let condition = fields["when"].flatMap { self.condition($0) }
    let number = numberForm(fields["as"], type)
    guard let kind = kind(form, written, fields, type, bounds) else { return nil }
    var source = ValueSource(kind: kind, condition: condition, form: number, place: node.place)
    if let absent = fields["absent"] { source.absent = UInt64(whole(absent, in: 0...100) ?? 0) }
    if let stays = fields["stays"] {
      if stays.text?.string.hasPrefix("=") == true {
        source.stays = self.source(stays, type: .int)?.kind
      } else if let chance = whole(stays, in: 0...ValueSource.mostChanceToStay), chance > 0 {
        source.stays = .constant(.int(chance))
      }
    }
    return source
  }

  /// The form of numbers that are drawn for a value of `type`, as `node` declares it.
  private mutating func numberForm(_ node: Node?, _ type: CELType?) -> ValueSource.NumberForm {
    guard let node else { return type == .double ? .double : .standard }
    switch node.text {
    case "clock"?: return .clock
    case "text"?: return .text
    default:
      diagnostics.append(.populationAs(node))
      return .standard
    }
  }

  private mutating func kind(
    _ form: String, _ node: Node, _ fields: Fields, _ type: CELType?, _ bounds: FactDeclaration?
  ) -> ValueSource.Kind? {
    switch form {
    case "weights":
      let elements = weighed(node, type)
      guard let choice = WeightedChoice(elements) else {
        diagnostics.append(.populationWeights(node.place))
        return nil
      }
      return .weights(choice)
    case "each":
      var element = type
      if case .list(let inner)? = type { element = inner }
      let outOf = fields["out_of"].flatMap { whole($0, in: 1...1_000_000) } ?? 100
      let most = fields["at_most"].flatMap { whole($0, in: 1...1000) } ?? 1000
      for (key, chance) in node.members where (chance.int ?? 0) > outOf {
        diagnostics.append(.populationChance(key.text ?? "", outOf: outOf, at: chance))
      }
      return .each(
        weighed(node, element).map { (value: $0.value, chance: $0.weight) }, outOf: UInt64(outOf), atMost: Int(most))
    case "between":
      let decimals = decimals(fields)
      return range(node, decimals, bounds).map { .between($0, decimals: decimals) }
    case "around":
      let decimals = decimals(fields)
      guard let limits = fields.required("between", into: &diagnostics),
        let range = range(limits, decimals, bounds), let center = source(node, type: nil),
        let spread = fields.required("spread", into: &diagnostics).flatMap({ units($0, decimals) }), spread >= 0
      else { return nil }
      return .around(center, spread: spread, range, decimals: decimals)
    case "pick":
      guard let kind = node.text, !system.pack.records(of: kind).isEmpty else {
        diagnostics.append(.populationKind(node, among: system.pack.kinds.map(\.name)))
        return nil
      }
      return .pick(system.pack.records(of: kind).map { .string($0.id) })
    case "list":
      var element: CELType?
      if case .list(let inner)? = type { element = inner }
      guard let inner = source(node, type: element),
        let size = fields.required("size", into: &diagnostics).flatMap({ source($0, type: .int) })
      else { return nil }
      return .list(inner, size: size)
    case "object":
      return .object(
        node.members.compactMap { key, value in
          guard let name = key.text, let source = source(value, type: nil) else { return nil }
          return (name, source)
        })
    case "cases": return .cases(node.elements.compactMap { source($0, type: type, bounds: bounds) })
    default: return literal(node, type).map { .constant($0) }
    }
  }

  /// The values that are keys of `node`, with their whole weights.
  private mutating func weighed(_ node: Node, _ type: CELType?) -> [(value: Value, weight: UInt64)] {
    guard node.kind == .map else {
      diagnostics.append(.wrongShape("weights", expected: "a map from values to whole numbers", actual: node))
      return []
    }
    return node.members.compactMap { key, weight in
      guard let value = keyValue(key, type), let weight = self.weight(weight) else { return nil }
      return (value, weight)
    }
  }

  /// The value of the key `node`: keys are texts, of which some represent booleans and whole numbers.
  private mutating func keyValue(_ node: Node, _ type: CELType?) -> Value? {
    if let text = node.text {
      switch (type, text.string) {
      case (nil, "true"), (.bool?, "true"): return .bool(true)
      case (nil, "false"), (.bool?, "false"): return .bool(false)
      case (nil, let digits), (.int?, let digits): if let number = Int64(digits) { return .int(number) }
      case (.double?, let digits): if let number = Int64(digits) { return .double(Double(number)) }
      default: break
      }
    }
    return literal(node, type)
  }

  /// The value at `node`, which must be of `type`. Records are named by their ids.
  private mutating func literal(_ node: Node, _ type: CELType?) -> Value? {
    guard let type else { return node.value }
    var reader = LiteralReader(missingListsAreEmpty: true, records: .held(by: system.pack))
    let value = reader.read(node, as: type)
    diagnostics += reader.diagnostics
    guard let value else { return nil }
    return type.holdsRecord ? node.value : value
  }

  private mutating func decimals(_ fields: Fields) -> Int {
    Int(fields["decimals"].flatMap { whole($0, in: 0...6) } ?? 0)
  }

  /// The range at `node`, in units of 10^-`decimals`, which has to lie in the range of the fact `bounds`.
  private mutating func range(_ node: Node, _ decimals: Int, _ bounds: FactDeclaration?) -> ClosedRange<Int64>? {
    guard node.kind == .list, node.count == 2, let first = node.element(at: 0), let last = node.element(at: 1),
      let low = units(first, decimals), let high = units(last, decimals), low <= high,
      high.subtractingReportingOverflow(low).partialValue < 1 << 60
    else {
      diagnostics.append(.populationRange(node))
      return nil
    }
    if let bounds {
      for end in [first, last] {
        var reader = LiteralReader(into: nil)
        guard let value = reader.read(end, as: bounds.type) else { continue }
        if !FactBounds(minimum: bounds.minimum, maximum: bounds.maximum).contains(value) {
          diagnostics.append(.populationBeyond(end, bounds))
        }
      }
    }
    return low...high
  }

  /// The number at `node` in units of 10^-`decimals`.
  private mutating func units(_ node: Node, _ decimals: Int) -> Int64? {
    guard let number = node.decimal,
      let scaled = try? number.multiplied(by: ExactDecimal(coefficient: 1, exponent: Int32(decimals))),
      let units = Int64(scaled.description)
    else {
      diagnostics.append(.populationUnits(node, decimals))
      return nil
    }
    return units
  }

  /// The type that expressions see if `source` has a value.
  func type(of source: ValueSource, fact: FactDeclaration?) -> CELType {
    if let fact {
      switch fact.type {
      // Expressions compare ids and values of enums as texts.
      case .record, .enumeration: return .string
      case .list(.record), .list(.enumeration): return .list(.string)
      default: return fact.type.holdsRecord ? .dyn : fact.type
      }
    }
    switch source.form {
    case .clock, .text: return .string
    case .double: return .double
    case .standard: break
    }
    switch source.kind {
    case .constant(let value): return value.sourceType
    case .expression(let expression):
      if case .optional(let inner) = expression.type { return inner }
      return expression.type
    case .weights(let choice): return Self.common(choice.elements.map(\.value.sourceType))
    case .each(let chances, _, _): return .list(Self.common(chances.map(\.value.sourceType)))
    case .between(_, let decimals), .around(_, _, _, let decimals): return decimals == 0 ? .int : .double
    case .pick: return .string
    case .list(let inner, _): return .list(type(of: inner, fact: nil))
    case .object: return .dyn
    case .cases(let sources): return Self.common(sources.map { type(of: $0, fact: nil) })
    }
  }

  private static func common(_ types: [CELType]) -> CELType {
    guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .dyn }
    return first
  }
}

extension Value {
  /// The type of a value in a population's file.
  fileprivate var sourceType: CELType {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .list: .list(.dyn)
    default: .dyn
    }
  }
}

extension CELType {
  /// True if its values are or contain records.
  var holdsRecord: Bool {
    switch self {
    case .record: true
    case .list(let inner), .optional(let inner), .map(_, let inner): inner.holdsRecord
    default: false
    }
  }
}

extension Substring {
  fileprivate var trimmedOfSpaces: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
