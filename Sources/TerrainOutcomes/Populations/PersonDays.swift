import TerrainBase
import TerrainDocuments

/// The days of one person, one after another.
package final class PersonDays {
  /// The person.
  package let person: Person
  private let population: PopulationDeclaration
  private let evaluator: PopulationEvaluator
  /// The index of the last day that was drawn; the first day of a request is 0.
  private var index: Int
  private var values: [Text: Value]
  private var fields: [(name: Text, members: [(name: Text, value: Value)])] = []
  private var time: Value?
  /// The values of the day before, by section and field.
  private var before: [UInt64: Value?] = [:]
  private var logs: [(index: Int, members: [(name: Text, value: Value)])] = []
  private var events: [[(name: Text, value: Value)]] = []
  private let keys: Keys
  /// The fields to draw for days before the first day; nil for all fields, with logs and events.
  private let lasting: LastingValues?

  /// The keys of the sections of a person's days.
  private struct Keys {
    let day: UInt64
    let form: UInt64
    let time: UInt64
    let log: UInt64
    let missing: UInt64
    let events: UInt64
  }

  /// The days of `person`, whom `generator` made.
  ///
  /// - Parameter members: the members that requests have at most; nil for all.
  package init(_ person: Person, _ generator: PeopleGenerator, for members: Set<String>? = nil) {
    lasting = LastingValues.areEnough(for: members) ? generator.lasting : nil
    self.person = person
    population = generator.population
    evaluator = generator.evaluator
    values = person.values
    index = lasting?.isEmpty == true ? -1 : -population.historyDays - 1
    let key = person.key
    keys = Keys(
      day: StableDraws.key(key, "day"), form: StableDraws.key(key, "form"), time: StableDraws.key(key, "time"),
      log: StableDraws.key(key, "log"), missing: StableDraws.key(key, "missing"),
      events: StableDraws.key(key, "events"))
  }

  /// Writes the request of the day `day`, from 0 on, as one JSON object. Days are requested in order.
  ///
  /// - Parameters:
  ///   - members: the members that are written; nil for all.
  ///   - adding: writes further members.
  package func write(
    _ day: Int, members: Set<String>? = nil, to writer: inout JSONWriter,
    adding: (inout JSONWriter) -> Void = { _ in }
  ) throws(DiagnosticError) {
    while index < day { try step() }
    let records = population.log.map { $0.hasToday ? logs + [pending].compactMap(\.self) : logs }
    do throws(JSONWriterError) {
      try PersonRequest(
        person: person, date: date(day), time: time, offset: population.offset, parameters: population.parameters,
        days: fields,
        logs: records?.map { (date($0.index), $0.members) },
        events: population.events == nil ? nil : events
      ).write(members, to: &writer, adding: adding)
    } catch {
      throw DiagnosticError(.populationNoJSON(because: error, population.place))
    }
  }

  /// Writes the requests of the first `count` days, one per line.
  func writeAll(_ count: Int, members: Set<String>?, to writer: inout JSONWriter) throws(DiagnosticError) {
    for day in 0..<count {
      try write(day, members: members, to: &writer)
      writer.newline()
    }
  }

  private func date(_ index: Int) -> CalendarDate {
    CalendarDate(days: person.start.days &+ Int32(clamping: index))
  }

  /// Draws the next day.
  private func step() throws(DiagnosticError) {
    // The entry of the day before is a record now.
    if let log = population.log, let entry = pending {
      logs.append(entry)
      pending = nil
      logs.removeAll { $0.index < index + 1 - log.days }
    }
    index += 1
    let date = date(index)
    values["weekday"] = .int(Int64(date.weekday))
    values["month"] = .int(Int64(date.month))
    values["day_number"] = .int(Int64(index) + 1)
    fields.removeAll(keepingCapacity: true)
    if let lasting, index < 0 {
      _ = try draw(lasting.day, keys.day)
      _ = try draw(lasting.form, keys.form)
      if let source = lasting.time { time = try value(source, keys.time) }
      return
    }
    for (name, key, section) in [("day", keys.day, population.day), ("form", keys.form, population.form)]
    where !section.isEmpty {
      fields.append((Text(name), try draw(section, key)))
    }
    if let source = population.time { time = try value(source, keys.time) }
    if lasting != nil { return }
    if let log = population.log { pending = try entry(of: log) }
    if let events = population.events { try addEvents(events, date) }
  }

  private var pending: (index: Int, members: [(name: Text, value: Value)])?

  private func draw(
    _ section: [PopulationDeclaration.DrawnField], _ key: UInt64
  ) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    var members: [(name: Text, value: Value)] = []
    for field in section {
      let value = try value(field.source, StableDraws.key(key, field.name))
      values[field.name] = value
      if let value { members.append((field.name, value)) }
    }
    return members
  }

  /// The value of `source` on this day.
  private func value(_ source: ValueSource, _ key: UInt64) throws(DiagnosticError) -> Value? {
    let dayKey = StableDraws.key(key, UInt64(bitPattern: Int64(index)))
    guard source.stays != nil else { return try source.value(dayKey, values, evaluator) }
    let value = try source.value(dayKey, values, before: before[key], evaluator)
    before.updateValue(value, forKey: key)
    return value
  }

  /// The members of this day's record; nil if it has none.
  private func entry(
    of log: PopulationDeclaration.Log
  ) throws(DiagnosticError) -> (index: Int, members: [(name: Text, value: Value)])? {
    let members = try draw(log.fields, keys.log)
    if let missing = log.missing, case .bool(true)? = try value(missing, keys.missing) { return nil }
    return (index, members)
  }

  private func addEvents(_ declared: PopulationDeclaration.Events, _ date: CalendarDate) throws(DiagnosticError) {
    for (number, kind) in declared.kinds.enumerated() {
      let key = StableDraws.key(
        StableDraws.key(keys.events, UInt64(number)), UInt64(bitPattern: Int64(index)))
      var draws = StableDraws(key: key)
      guard draws.below(100) < kind.chance else { continue }
      if let condition = kind.condition, !(try evaluator.holds(condition, values)) { continue }
      var clock: Text = "12:00"
      if let time = kind.time, case .string(let text)? = try time.value(StableDraws.key(key, "time"), values, evaluator)
      {
        clock = text
      }
      var event: [(name: Text, value: Value)] = [
        ("id", .string("\(person.id)-\(number + 1)-\(index + declared.days + 1)")),
        ("time", .string("\(date)T\(clock):00\(population.offset ?? "Z")")),
      ]
      for field in kind.fields {
        if let value = try field.source.value(StableDraws.key(key, field.name), values, evaluator) {
          event.append((field.name, value))
        }
      }
      events.append(event)
    }
  }
}

/// A request of a person.
private struct PersonRequest {
  let person: Person
  let date: CalendarDate
  let time: Value?
  let offset: Text?
  let parameters: [(name: Text, json: String)]
  let days: [(name: Text, members: [(name: Text, value: Value)])]
  let logs: [(date: CalendarDate, members: [(name: Text, value: Value)])]?
  let events: [[(name: Text, value: Value)]]?

  /// The sections of a population that are facts: of the person, and of the day.
  private static let factSections: Set<Text> = ["person", "facts", "day"]

  func write(
    _ allowed: Set<String>?, to writer: inout JSONWriter, adding: (inout JSONWriter) -> Void
  ) throws(JSONWriterError) {
    func has(_ name: String) -> Bool { allowed?.contains(name) ?? true }
    writer.beginObject()
    if has("person_id") { writer.member("person_id", person.id) }
    if has("account"), events != nil { writer.member("account", person.id) }
    if has("now") {
      var clock: Text? = offset.map { _ in "12:00" }
      if case .string(let text)? = time { clock = text }
      let seconds = offset.map { ":00\($0)" } ?? ""
      writer.member("now", clock.map { "\(date)T\($0)\(seconds)" } ?? date.description)
    }
    for parameter in parameters where has(parameter.name.string) {
      writer.key(parameter.name.string)
      writer.raw(Array(parameter.json.utf8))
    }
    if let locale = person.locale, has("locale") { try writer.member("locale", locale) }
    if let goals = person.goals, has("goals") { try writer.member("goals", goals) }
    if !person.answers.isEmpty, has("answers") {
      writer.key("answers")
      writer.beginObject()
      for (question, option) in person.answers { writer.member(question.string, option) }
      writer.endObject()
    }
    let sections = person.sections + days
    let facts = sections.filter { Self.factSections.contains($0.name) }.flatMap { $0.members }
    if !facts.isEmpty, has("facts") {
      writer.key("facts")
      try write(facts, to: &writer)
    }
    for (name, members) in sections where !Self.factSections.contains(name) {
      if name == "request" {
        for (key, value) in members where has(key.string) { try writer.member(key.string, value) }
      } else if has(name.string) {
        writer.key(name)
        try write(members, to: &writer)
      }
    }
    if let logs, has("logs") {
      writer.key("logs")
      writer.beginArray()
      for (date, members) in logs { try write([("date", .string(Text(date.description)))] + members, to: &writer) }
      writer.endArray()
    }
    if let events, has("events") {
      writer.key("events")
      writer.beginArray()
      for event in events { try write(event, to: &writer) }
      writer.endArray()
    }
    adding(&writer)
    writer.endObject()
  }

  private func write(
    _ members: [(name: Text, value: Value)], to writer: inout JSONWriter
  ) throws(JSONWriterError) {
    writer.beginObject()
    for (name, value) in members { try writer.member(name.string, value) }
    writer.endObject()
  }
}
