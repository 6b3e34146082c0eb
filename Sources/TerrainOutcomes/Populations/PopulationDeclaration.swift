import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The people of a pack, as a file of the pack declares them: see `Documentation/reference/populations.md`.
package struct PopulationDeclaration: Sendable {
  /// A class of people.
  struct Group: Sendable {
    let id: Text
    /// For each question of the quiz the weights of its options; nil if the group states none.
    var answers: [[UInt64]?]
  }

  /// A field with the source of its values.
  struct DrawnField: Sendable {
    let name: Text
    let source: ValueSource
  }

  /// The records of days before a request's.
  struct Log: Sendable {
    let days: Int
    /// True if a request has the record of its own day, too.
    let hasToday: Bool
    let missing: ValueSource?
    let fields: [DrawnField]
  }

  /// A kind of event of an account.
  struct EventKind: Sendable {
    let chance: UInt64
    let condition: PopulationExpression?
    let time: ValueSource?
    let fields: [DrawnField]
  }

  /// The events of a person's account.
  struct Events: Sendable {
    let days: Int
    let kinds: [EventKind]
  }

  /// Its name.
  package let name: Text
  /// The location of its name.
  package let place: Place
  /// The first days of its people, assigned to them in turn; at least one.
  package let starts: [CalendarDate]
  /// The offset from UTC of its people's clocks, as RFC 3339 writes it; nil if requests have a local day and a local time.
  let offset: Text?
  var time: ValueSource?
  var locale: ValueSource?
  var groups: WeightedChoice<Group>
  var goals: ValueSource?
  /// For each question of the quiz the weights of its options.
  var answers: [[UInt64]] = []
  var traits: [DrawnField] = []
  var person: [DrawnField] = []
  var facts: [DrawnField] = []
  var records: [DrawnField] = []
  var day: [DrawnField] = []
  var form: [DrawnField] = []
  var log: Log?
  var events: Events?
  var request: [DrawnField] = []
  /// Members of every request, as JSON text, such as the page.
  package var parameters: [(name: Text, json: String)] = []
  /// Expressions in it.
  var expressions: [PopulationExpression] = []
  /// The engine that scores its answers; nil if its pack has no quiz.
  var scoring: ScoringEngine?

  /// The first day of the person with the number `number`, from 1.
  package func start(of number: Int) -> CalendarDate {
    starts.isEmpty ? CalendarDate(days: 0) : starts[max(0, number - 1) % starts.count]
  }

  /// Days before the first that are drawn too.
  var historyDays: Int { max(log?.days ?? 0, events?.days ?? 0) }
}
