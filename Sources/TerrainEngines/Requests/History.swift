import TerrainBase

/// What has been shown to a person lately, by local calendar day: messages and items alike, by their ids.
package struct History: Sendable {
  /// For each id the last day on which it was shown.
  private let last: [Text: CalendarDate]
  /// The same of a few ids, which are compared sooner than hashed; in no particular order.
  private let few: [(id: Text, date: CalendarDate)]
  private static let mostFew = 8

  /// What was shown on which days.
  package init(_ days: [(date: CalendarDate, ids: [Text])]) {
    var last: [Text: CalendarDate] = [:]
    for (date, ids) in days {
      for id in ids where last[id].map({ $0 < date }) ?? true { last[id] = date }
    }
    self.init(last: last)
  }

  private init(last: [Text: CalendarDate]) {
    self.last = last
    few = last.count <= Self.mostFew ? last.map { ($0.key, $0.value) } : []
  }

  /// The history after `ids` were shown on `date` too.
  package func adding(_ ids: [Text], on date: CalendarDate) -> History {
    var last = last
    for id in ids where last[id].map({ $0 < date }) ?? true { last[id] = date }
    return History(last: last)
  }

  /// True when nothing has been shown.
  package var isEmpty: Bool { last.isEmpty }

  /// Days from the last time `id` was shown until `date`: 0 on the same day; nil where it never was, or only later.
  package func days(since id: Text, on date: CalendarDate) -> Int? {
    guard !last.isEmpty, let shown = lastDay(of: id), shown <= date else { return nil }
    return date.days(since: shown)
  }

  private func lastDay(of id: Text) -> CalendarDate? {
    if few.isEmpty { return last[id] }
    return few.withUnsafeBufferPointer { few in few.first { $0.id == id }?.date }
  }
}
