import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Makes the people of a population, on one thread.
package final class PeopleGenerator {
  let population: PopulationDeclaration
  let evaluator: PopulationEvaluator
  /// The fields to draw for earlier days if requests have no logs and events; nil for all fields.
  let lasting: LastingValues?
  private let seed: UInt64
  private let scoring: ScoringSession?

  /// A generator of the people of `population` with the seed `seed`.
  package init(_ population: PopulationDeclaration, seed: UInt64) {
    self.population = population
    self.seed = seed
    lasting = LastingValues(of: population)
    evaluator = PopulationEvaluator(count: population.expressions.count)
    scoring = population.scoring.map { ScoringSession($0) }
  }

  /// The person with the number `number`, from 1.
  ///
  /// - Throws: evaluation errors of an expression, or the reason why the rules have no outcome for the answers.
  package func person(_ number: Int) throws(DiagnosticError) -> Person {
    let key = StableDraws.key(StableDraws.key(0, seed), UInt64(number))
    var person = Person(
      id: Text("\(population.name)-\(seed)-\(number)"), key: key, start: population.start(of: number))
    var draws = StableDraws(key: StableDraws.key(key, "group"))
    let group = population.groups.value(&draws)
    if let group { person.values["group"] = .string(group.id) }
    if let goals = population.goals {
      person.goals = try goals.value(StableDraws.key(key, "goals"), person.values, evaluator)
      person.values["goals"] = person.goals
    }
    if let scoring { try answer(&person, group, scoring) }
    try draw(population.traits, of: "traits", key: key, into: &person)
    try draw(population.person, of: "person", key: key, into: &person)
    try draw(population.facts, of: "facts", key: key, into: &person)
    try draw(population.records, of: "records", key: key, into: &person)
    try draw(population.request, of: "request", key: key, into: &person)
    if let locale = population.locale {
      person.locale = try locale.value(StableDraws.key(key, "locale"), person.values, evaluator)
    }
    return person
  }

  private func draw(
    _ fields: [PopulationDeclaration.DrawnField], of section: Text, key: UInt64, into person: inout Person
  ) throws(DiagnosticError) {
    guard !fields.isEmpty else { return }
    let sectionKey = StableDraws.key(key, section)
    var members: [(name: Text, value: Value)] = []
    for field in fields {
      let value = try field.source.value(StableDraws.key(sectionKey, field.name), person.values, evaluator)
      person.values[field.name] = value
      if let value { members.append((field.name, value)) }
    }
    if section != "traits" { person.sections.append((section, members)) }
  }

  /// Answers the quiz for `person`, and scores it.
  private func answer(
    _ person: inout Person, _ group: PopulationDeclaration.Group?, _ scoring: ScoringSession
  ) throws(DiagnosticError) {
    let quiz = scoring.engine.quiz
    let key = StableDraws.key(person.key, "answers")
    let goals = person.goals?.texts ?? []
    var chosen: [Int?] = Array(repeating: nil, count: quiz.questions.count)
    for (index, question) in quiz.questions.enumerated() {
      if let condition = question.condition {
        guard try condition.holds(goals: goals, chosen: chosen, quiz: quiz) else { continue }
      }
      let weights = group?.answers[index] ?? population.answers[index]
      guard let choice = WeightedChoice(weights.enumerated().map { (value: $0.offset, weight: $0.element) }) else {
        continue
      }
      var draws = StableDraws(key: StableDraws.key(key, question.id))
      guard let option = choice.value(&draws) else { continue }
      chosen[index] = option
      person.answers.append((question.id, question.options[option].id))
    }
    let score = try scoring.score(Answers(chosen: chosen, goals: goals), detail: .lean)
    for axis in score.axes { person.values[axis.axis.id] = .int(axis.value) }
    for outcome in score.outcomes { person.values[outcome.name] = .string(score[outcome]) }
    person.values["score_flags"] = .list(score.flags.map(Value.string))
  }
}

/// A person of a population, without days.
package struct Person: Sendable {
  /// The id in requests.
  package let id: Text
  let key: UInt64
  /// The first day.
  let start: CalendarDate
  var goals: Value?
  var locale: Value?
  var answers: [(question: Text, option: Text)] = []
  /// The members of requests that are the same every day.
  var sections: [(name: Text, members: [(name: Text, value: Value)])] = []
  /// The values for expressions, by name.
  package internal(set) var values: [Text: Value] = [:]
}

extension Value {
  /// The texts of a list.
  fileprivate var texts: [Text] {
    guard case .list(let elements) = self else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

/// The fields to draw for the days before the first day if requests have neither logs nor events: fields whose values may stay from day to
/// day, and the fields on which these depend.
struct LastingValues: Sendable {
  let day: [PopulationDeclaration.DrawnField]
  let form: [PopulationDeclaration.DrawnField]
  let time: ValueSource?

  /// The lasting fields of `population`; nil if days depend on logged values.
  init?(of population: PopulationDeclaration) {
    let fields = population.day + population.form
    let mentioned = Set(fields.flatMap(\.source.names) + (population.time?.names ?? []))
    guard (population.log?.fields ?? []).allSatisfy({ !mentioned.contains($0.name) }) else { return nil }
    time = population.time.flatMap { $0.stays != nil ? $0 : nil }
    var needed = Set(time?.names ?? [])
    // A field depends on fields before it.
    var kept: Set<Text> = []
    for field in fields.reversed() where field.source.stays != nil || needed.contains(field.name) {
      kept.insert(field.name)
      needed.formUnion(field.source.names)
    }
    day = population.day.filter { kept.contains($0.name) }
    form = population.form.filter { kept.contains($0.name) }
  }

  /// True if earlier days have no effect.
  var isEmpty: Bool { day.isEmpty && form.isEmpty && time == nil }

  /// Returns true if requests with `members`, nil for all, need the days before only for these values.
  static func areEnough(for members: Set<String>?) -> Bool { members?.isDisjoint(with: ["logs", "events"]) ?? false }
}
