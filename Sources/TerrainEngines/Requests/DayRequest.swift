import TerrainBase
import TerrainDocuments
import TerrainRules

/// A request about a day: a person, a moment, facts about both, and what has been shown.
///
/// The same request, pack, and rules give the same answer, byte for byte: there is no other input.
package struct DayRequest: Sendable {
  /// The person's id, on which turns and ties depend.
  package let id: Text
  /// The local time of the person.
  package let moment: Moment
  /// The language to answer in; nil for the pack's own.
  package let locale: LanguageTag?
  /// The facts for the rules.
  package let facts: [(fact: Fact, value: Value)]
  /// The messages and items that were shown lately.
  package let history: History
  /// The answers to the pack's quiz, if they were given.
  package let answers: Answers?
  /// Records that the caller has and not the pack, by their kinds.
  package let records: [Text: [Node]]

  /// The request with more facts.
  func adding(_ more: [(fact: Fact, value: Value)]) -> DayRequest {
    DayRequest(
      id: id, moment: moment, locale: locale, facts: facts + more, history: history, answers: answers,
      records: records)
  }

  /// The request for the next day at the same time, after `ids` were shown.
  func following(showing ids: [Text]) -> DayRequest {
    DayRequest(
      id: id, moment: moment.adding(days: 1), locale: locale, facts: facts,
      history: history.adding(ids, on: moment.date), answers: answers, records: records)
  }

  /// Pseudorandom numbers for items, which depend only on the person and the day.
  func buckets(day: CalendarDate? = nil) -> Buckets {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(id.utf8.count + 5)
    bytes += id.utf8
    bytes.append(0)
    let days = (day ?? moment.date).days
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: days >> Int32(shift))) }
    return Buckets(seed: StableHash.xxHash64(bytes))
  }

  /// The numbers of items for one person and day.
  struct Buckets {
    fileprivate let seed: UInt64

    /// The number of `item`.
    func bucket(of item: Text) -> UInt64 { StableHash.xxHash64(item, seed: seed) }
  }
}
