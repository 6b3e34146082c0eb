import TerrainBase

/// A person's progress through a program. It belongs to the caller: a request has it, and the response has the changed one.
package struct Enrolment: Sendable, Hashable {
  /// The program's id.
  package let program: Text
  /// The local day that is day 1.
  package let started: CalendarDate
  /// For each day, from 1, what has been done.
  package private(set) var done: [Int: [Text]]
  /// False once it was left or completed, or another was begun.
  package private(set) var isActive: Bool
  /// The local day on which the last item was done.
  package private(set) var completed: CalendarDate?

  /// An enrolment as it was kept.
  package init(
    program: Text, started: CalendarDate, done: [Int: [Text]] = [:], isActive: Bool = true,
    completed: CalendarDate? = nil
  ) {
    self.program = program
    self.started = started
    self.done = done
    self.isActive = isActive
    self.completed = completed
  }

  /// Why something cannot be done.
  package enum Refusal: Error, Hashable, Sendable {
    /// It was left or completed, or another was begun.
    case notActive
    /// The program has no such day.
    case noSuchDay
    /// The day has not come.
    case locked
    /// The day has no such item.
    case noSuchItem
  }

  /// The day of `program` that it is on `date`, from 1: the last one stays when all are over. nil before the first.
  package func day(of program: DayProgram, on date: CalendarDate) -> Int? {
    let elapsed = date.days(since: started)
    return elapsed < 0 ? nil : min(elapsed + 1, program.days.count)
  }

  /// Whether `day` has come on `date`: by the calendar, whatever was done on the days before.
  package func isUnlocked(_ day: Int, of program: DayProgram, on date: CalendarDate) -> Bool {
    guard program.items(ofDay: day) != nil, let today = self.day(of: program, on: date) else { return false }
    return isActive && day <= today
  }

  /// Whether everything of `day` is done.
  package func isDone(_ day: Int, of program: DayProgram) -> Bool {
    guard let dayItems = program.items(ofDay: day) else { return false }
    return dayItems.allSatisfy { isDone($0, day: day, of: program) }
  }

  /// Whether `item` of `day` is done, or what it takes the place of.
  package func isDone(_ item: Text, day: Int, of program: DayProgram) -> Bool {
    guard let items = done[day], program.days.indices.contains(day - 1) else { return false }
    return items.contains(item) || program.days[day - 1].planned[item].map(items.contains) ?? false
  }

  /// How many days are done.
  package func daysDone(of program: DayProgram) -> Int { (1...program.days.count).count { isDone($0, of: program) } }

  /// The enrolment after `item` of `day` was done on `date`, or taken back. With the last item the program is completed.
  package func marking(
    _ item: Text, day: Int, of program: DayProgram, on date: CalendarDate, done isDone: Bool = true
  ) throws(Refusal) -> Enrolment {
    guard isActive else { throw .notActive }
    guard let dayItems = program.items(ofDay: day) else { throw .noSuchDay }
    guard isUnlocked(day, of: program, on: date) else { throw .locked }
    guard dayItems.contains(item) else { throw .noSuchItem }
    var changed = self
    let planned = program.days[day - 1].planned[item]
    var items = (done[day] ?? []).filter { $0 != item && $0 != planned }
    if isDone { items.append(item) }
    changed.done[day] = items.isEmpty ? nil : items
    if changed.daysDone(of: program) == program.days.count {
      changed.isActive = false
      changed.completed = date
    }
    return changed
  }

  /// The enrolment after it was left.
  package func leaving() -> Enrolment {
    var changed = self
    changed.isActive = false
    return changed
  }
}

extension [Enrolment] {
  /// The one that is being followed.
  package var active: Enrolment? { last { $0.isActive } }

  /// The enrolments after `program` was begun on `date`: there is only one at a time, and a program begun again begins anew.
  package func enrolling(in program: DayProgram, on date: CalendarDate) -> [Enrolment] {
    map { $0.isActive ? $0.leaving() : $0 } + [Enrolment(program: program.id, started: date)]
  }
}
