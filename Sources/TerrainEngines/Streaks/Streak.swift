import TerrainValues

/// Days in a row, with rest days that end nothing.
public struct Streak: Sendable, Hashable {
  /// What became of a day.
  public enum State: String, Sendable {
    /// Something was done.
    case kept
    /// Nothing was done, and the streak went on.
    case rest
    /// Nothing was done.
    case missed
    /// The day asked for, on which nothing has been done so far.
    case open
    /// It has not come.
    case ahead
  }

  /// How many rest days there are.
  public struct Rest: Sendable, Hashable {
    /// So many days…
    public let free: Int
    /// … in any so many end nothing.
    public let of: Int

    /// `free` days in any `of`.
    public init(free: Int, of: Int) {
      self.free = free
      self.of = of
    }
  }

  /// The kept days of the streak that goes on; 0 where none does.
  public let current: Int
  /// Its first day.
  public let since: CalendarDate?
  /// The kept days of the longest streak.
  public let longest: Int
  /// All kept days.
  public let total: Int
  /// Whether the day asked for is kept.
  public let isKeptToday: Bool
  /// Rest days that would end nothing, were nothing done on the day asked for.
  public let restLeft: Int
  /// Every day from the first kept one to the day asked for that is not missed.
  private let states: [CalendarDate: State]
  private let today: CalendarDate

  /// The streak on `today` of somebody who did something on the days `kept`, in any order. Days after `today` do not count.
  public init(kept: [CalendarDate], today: CalendarDate, rest: Rest) {
    let days = Set(kept.filter { $0 <= today }).sorted()
    var states: [CalendarDate: State] = [:]
    var current = 0
    var longest = 0
    var since: CalendarDate?
    // Rest days of the streak that goes on, and those that are rest only if it does.
    var rests: [CalendarDate] = []
    var last: CalendarDate?
    func hasRest(_ day: CalendarDate, _ rests: [CalendarDate]) -> Bool {
      rests.count { day.days(since: $0) < rest.of } < rest.free
    }
    /// The days between `last` and `day`, as rest; nil where they are too many.
    func bridge(to day: CalendarDate, from last: CalendarDate, _ rests: [CalendarDate]) -> [CalendarDate]? {
      let gap = day.days(since: last)
      guard gap <= rest.of else { return nil }
      var found = rests
      for offset in 1..<max(1, gap) {
        guard let date = try? last.adding(days: offset), hasRest(date, found) else { return nil }
        found.append(date)
      }
      return found
    }
    for day in days {
      if let previous = last, let bridged = bridge(to: day, from: previous, rests) {
        for date in bridged.dropFirst(rests.count) { states[date] = .rest }
        rests = bridged
        current += 1
      } else {
        current = 1
        since = day
        rests = []
      }
      states[day] = .kept
      last = day
      longest = max(longest, current)
    }
    // What lies between the last kept day and today is rest for as long as the streak could go on.
    if let last, last < today {
      if let bridged = bridge(to: today, from: last, rests) {
        for date in bridged.dropFirst(rests.count) { states[date] = .rest }
        rests = bridged
      } else {
        current = 0
        since = nil
        rests = []
      }
    }
    isKeptToday = last == today
    if !isKeptToday { states[today] = .open }
    restLeft = max(0, rest.free - rests.count { today.days(since: $0) < rest.of })
    self.current = current
    self.since = since
    self.longest = longest
    total = days.count
    self.states = states
    self.today = today
  }

  /// What became of `day`.
  public func state(of day: CalendarDate) -> State {
    if day > today { return .ahead }
    return states[day] ?? .missed
  }
}
