import TerrainBase

/// The logs of a person, one record per local day, in the order of days.
///
/// Each field is a column, so that reading one field of many days touches nothing else.
package struct LogDays: Sendable {
  /// How one thing went on one day.
  struct Entry: Sendable {
    /// Its position among ``LogDays/items``.
    let item: Int
    /// The code of the feedback; nil where there is none.
    let word: Int?
    /// How long it took, at most as long as it counts.
    let seconds: Int64?
    /// The code of its kind.
    let kind: Int?
  }

  /// The days that have a record.
  package let dates: [CalendarDate]
  /// For each field, its value on each day; nil where it is missing.
  let columns: [[Value?]]
  /// For each day how single things went, and what was done: positions among ``items``, each once.
  let entries: [[Entry]]
  let done: [[Int]]
  /// The ids of everything that was done.
  package let items: [Text]
  /// For each day a number, the same for days that are the same in the fields that decisions need on every day: their
  /// answer is then found once.
  let alike: [Int]

  /// The value of the field at `position` on the day at `day`.
  func value(_ position: Int, _ day: Int) -> Value? { columns[position][day] }

  /// The number of days up to `date`, that one included.
  func count(upTo date: CalendarDate) -> Int {
    // Days are sorted.
    var low = 0
    var high = dates.count
    while low < high {
      let middle = (low + high) / 2
      if dates[middle] <= date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
