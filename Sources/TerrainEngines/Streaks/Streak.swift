import TerrainBase

/// Days in a row, with rest days that end nothing.
package struct Streak: Sendable, Hashable {
  /// The state of a day.
  package enum State: String, Sendable {
    /// Something was done.
    case kept
    /// Nothing was done, and the streak went on.
    case rest
    /// Nothing was done.
    case missed
    /// Nothing was done, and the person said why: the streak passes over the day.
    case neutral
    /// The requested day, on which nothing has been done yet.
    case open
    /// The day is in the future.
    case ahead
    /// The day is before the first kept day: there was nothing to miss.
    case before
  }

  /// The number of permitted rest days.
  package struct Rest: Sendable, Hashable {
    /// The number of rest days that do not end a streak…
    package let free: Int
    /// … within this number of days.
    package let of: Int

    /// `free` days in any `of`.
    package init(free: Int, of: Int) {
      self.free = free
      self.of = of
    }
  }

  /// A streak: the days from its first to its last kept day.
  package struct Run: Sendable, Hashable {
    /// The end of a streak.
    package struct End: Sendable, Hashable {
      /// The day without activity that no rest could excuse any more.
      package let day: CalendarDate
      /// The days without anything shortly before it that had used up the rest.
      package let rests: [CalendarDate]
    }

    /// Its first day.
    package let first: CalendarDate
    /// Its last kept day.
    package internal(set) var last: CalendarDate
    /// Its kept days.
    package internal(set) var kept = 1
    /// The days without activity that did not end the streak, including those after its last kept day.
    package internal(set) var rests: [CalendarDate] = []
    /// The end of the streak; nil if it goes on.
    package internal(set) var end: End?
  }

  /// The kept days of the current streak; 0 without one.
  package let current: Int
  /// Its first day.
  package let since: CalendarDate?
  /// The kept days of the longest streak.
  package let longest: Int
  /// All kept days.
  package let total: Int
  /// True if the requested day is kept.
  package let isKeptToday: Bool
  /// Rest days that would end nothing, were nothing done on the requested day.
  package let restLeft: Int
  /// Every streak, the oldest first.
  package let runs: [Run]
  /// The kept days, the rest days, and the days that are passed over, each in order.
  private let kept: [CalendarDate]
  private let rests: [CalendarDate]
  private let neutral: [CalendarDate]
  private let today: CalendarDate

  /// The streak on `today` with the days `kept`, in any order. Days after `today` do not count.
  ///
  /// - Parameter neutral: days that neither count nor need a rest unless they are kept, in order.
  package init(kept: [CalendarDate], neutral: [CalendarDate] = [], today: CalendarDate, rest: Rest) {
    var days: [CalendarDate] = []
    days.reserveCapacity(kept.count)
    for day in kept.ordered() where day <= today && day != days.last { days.append(day) }
    var runs: [Run] = []
    /// Extends `run` to `day`, with rest days between if possible. Otherwise records its end.
    func goesOn(_ run: inout Run, to day: CalendarDate) -> Bool {
      var rests = run.rests
      var date = run.last
      while let next = try? date.adding(days: 1), next < day {
        date = next
        if Self.contains(neutral, next) { continue }
        let taken = rests.suffix(rest.free).filter { next.days(since: $0) < rest.of }
        if taken.count >= rest.free {
          run.end = Run.End(day: next, rests: taken)
          return false
        }
        rests.append(next)
      }
      run.rests = rests
      return true
    }
    for day in days {
      if let last = runs.indices.last, goesOn(&runs[last], to: day) {
        runs[last].last = day
        runs[last].kept += 1
      } else {
        runs.append(Run(first: day, last: day))
      }
    }
    // Days between the last kept day and today are rest days for as long as the streak could go on.
    if let last = runs.indices.last { _ = goesOn(&runs[last], to: today) }
    let going = runs.last.flatMap { $0.end == nil ? $0 : nil }
    isKeptToday = days.last == today
    restLeft = max(0, rest.free - (going?.rests ?? []).count { today.days(since: $0) < rest.of })
    current = going?.kept ?? 0
    since = going?.first
    longest = runs.map { $0.kept }.max() ?? 0
    total = days.count
    self.kept = days
    rests = runs.flatMap { $0.rests }
    self.runs = runs
    self.neutral = neutral
    self.today = today
  }

  /// The state of `day`.
  package func state(of day: CalendarDate) -> State {
    if day > today { return .ahead }
    if Self.contains(kept, day) { return .kept }
    if Self.contains(neutral, day) { return .neutral }
    if day == today { return .open }
    guard let first = kept.first, first < day else { return .before }
    return Self.contains(rests, day) ? .rest : .missed
  }

  private static func contains(_ days: [CalendarDate], _ day: CalendarDate) -> Bool {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low < days.count && days[low] == day
  }
}
