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
  /// The days that are kept, and those that are rests, each in their order.
  private let kept: [CalendarDate]
  private let rests: [CalendarDate]
  private let today: CalendarDate

  /// The streak on `today` of somebody who did something on the days `kept`, in any order. Days after `today` do not count.
  public init(kept: [CalendarDate], today: CalendarDate, rest: Rest) {
    var days: [CalendarDate] = []
    days.reserveCapacity(kept.count)
    for day in kept.sorted() where day <= today && day != days.last { days.append(day) }
    var current = 0
    var longest = 0
    var since: CalendarDate?
    // Every rest, and where among them those of the streak that goes on begin.
    var rests: [CalendarDate] = []
    var own = 0
    /// Makes the days between `last` and `day` rests; false, and no rests, where they are too many.
    func bridge(from last: CalendarDate, to day: CalendarDate) -> Bool {
      let gap = day.days(since: last)
      guard gap > 1 else { return true }
      let before = rests.count
      guard gap <= rest.of else { return false }
      for offset in 1..<gap {
        guard let date = try? last.adding(days: offset),
          rests[own...].count(where: { date.days(since: $0) < rest.of }) < rest.free
        else {
          rests.removeLast(rests.count - before)
          return false
        }
        rests.append(date)
      }
      return true
    }
    var last: CalendarDate?
    for day in days {
      if let last, bridge(from: last, to: day) {
        current += 1
      } else {
        current = 1
        since = day
        own = rests.count
      }
      last = day
      longest = max(longest, current)
    }
    // What lies between the last kept day and today is rest for as long as the streak could go on.
    if let last, !bridge(from: last, to: today) {
      current = 0
      since = nil
      own = rests.count
    }
    isKeptToday = last == today
    restLeft = max(0, rest.free - rests[own...].count { today.days(since: $0) < rest.of })
    self.current = current
    self.since = since
    self.longest = longest
    total = days.count
    self.kept = days
    self.rests = rests
    self.today = today
  }

  /// What became of `day`.
  public func state(of day: CalendarDate) -> State {
    if day > today { return .ahead }
    if Self.contains(kept, day) { return .kept }
    if day == today { return .open }
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
