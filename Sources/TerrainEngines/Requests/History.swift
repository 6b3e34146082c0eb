import TerrainBase

/// The messages and items that were shown to a person lately, by local calendar day and id.
package struct History: Sendable {
  /// For each id the last day on which it was shown, except for ids in ``later``.
  private let last: [Text: CalendarDate]
  /// The last days for ids that were shown after the request, on further requested days: few, compared with the ids that a request may
  /// list.
  private let later: [Text: CalendarDate]
  /// The same for a few ids, for which comparing is faster than hashing; in no particular order.
  private let few: [(id: Text, date: CalendarDate)]
  private static let mostFew = 8

  /// Creates the history from the ids shown on each day.
  package init(_ days: [(date: CalendarDate, ids: [Text])]) {
    var last: [Text: CalendarDate] = [:]
    for (date, ids) in days {
      for id in ids where last[id].map({ $0 < date }) ?? true { last[id] = date }
    }
    self.init(last: last, later: [:])
  }

  private init(last: [Text: CalendarDate], later: [Text: CalendarDate]) {
    self.last = last
    self.later = later
    few = last.count <= Self.mostFew ? last.map { ($0.key, $0.value) } : []
  }

  /// The history after `ids` were shown on `date` too.
  package func adding(_ ids: [Text], on date: CalendarDate) -> History {
    var later = later
    for id in ids where (later[id] ?? last[id]).map({ $0 < date }) ?? true { later[id] = date }
    return History(last: last, later: later)
  }

  /// True when nothing has been shown.
  package var isEmpty: Bool { last.isEmpty && later.isEmpty }

  /// The number of days from the last time `id` was shown until `date`: 0 on the same day; nil if it was not shown before.
  package func days(since id: Text, on date: CalendarDate) -> Int? {
    guard !isEmpty, let shown = lastDay(of: id), shown <= date else { return nil }
    return date.days(since: shown)
  }

  private func lastDay(of id: Text) -> CalendarDate? {
    if let day = later[id] { return day }
    if few.isEmpty { return last[id] }
    return few.withUnsafeBufferPointer { few in few.first { $0.id == id }?.date }
  }
}
