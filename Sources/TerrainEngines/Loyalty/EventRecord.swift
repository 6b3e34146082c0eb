import TerrainBase

/// What an account remembers of an event: what later ones about it have to know.
struct EventRecord: Sendable {
  /// What came of it in one unit.
  struct Amounts: Sendable {
    let unit: Int
    var earned: Int64 = 0
    /// What of that a level brought: it does not count towards the lifetime, and is taken back last.
    var gifts: Int64 = 0
    var taken: Int64 = 0
    /// What of that was taken by returns of the event as a whole.
    var takenAsWhole: Int64 = 0
    var expired: Int64 = 0
  }

  /// What became of its lots, or of what it set aside: all of them have one standing.
  enum Standing: Sendable {
    /// Its lots wait: for a commit since they came in, or until they begin.
    case waits(since: Timestamp, begins: Timestamp?)
    /// Its lots count, until they expire, or later if events have renewed them. Those that a level brought have times of their own.
    case counts(since: Timestamp, expires: Timestamp?)
    /// Its hold, until it lapses.
    case held(lapses: Timestamp?)
  }

  let kind: AccountEvent.Kind
  let hash: UInt64
  var outcome: EventOutcome
  var amount: ExactDecimal?
  var refunded = ExactDecimal.zero
  /// In the program's own unit.
  private var own = Amounts(unit: 0)
  /// In other units: nearly always none.
  private var others: [Amounts] = []
  /// How many entries it has caused so far: the next one's number.
  var entries = 0
  /// Its lots count towards the lifetime.
  var counts = true
  /// What came of its lines; nil if it has none, or none are decided about.
  var lines: LineRecords?
  /// Nil if it brought nothing and set nothing aside.
  var standing: Standing?
  /// The rule behind its lots, or its hold.
  var rule: AccountReason?
  /// When it was applied, where windows are kept.
  var at: WindowInstant?
  /// When its lots began to count; nil if none have.
  var began: WindowInstant?
  /// What it contributed to windows from which returns take.
  var contributions: [WindowContribution] = []
  /// The event itself, where what it set aside may issue or ask for something when it is spent.
  var reserved: AccountEvent?
  /// What it spent, by unit; in the parts, what has not come back. Kept where rules decide that something may come back.
  var spent: [Hold] = []
  /// The event that it is about.
  let of: Text?
  /// What it received of which unit; nil of other events than a `receive`.
  let received: (unit: Text?, amount: Int64)?
  /// The names of the benefits that it issued.
  var benefits: [Text] = []
  /// All of it was returned, cancelled, or has lapsed.
  var isReturned = false

  init(_ event: AccountEvent, _ outcome: EventOutcome) {
    kind = event.kind
    hash = event.hash
    amount = event.amount?.decimal
    of = event.of
    received = event.kind == .receive ? (event.unit, event.change ?? 0) : nil
    self.outcome = outcome
  }

  /// The units in which it earned something.
  var earned: [Amounts] { ([own] + others).filter { $0.earned > 0 } }

  subscript(unit: Int) -> Amounts {
    get { unit == 0 ? own : others.first { $0.unit == unit } ?? Amounts(unit: unit) }
    set {
      if unit == 0 {
        own = newValue
      } else if let place = others.firstIndex(where: { $0.unit == unit }) {
        others[place] = newValue
      } else {
        others.append(newValue)
      }
    }
  }
}

/// A part of what an event earned that a return is about.
struct EventPart {
  /// What it earned of a unit.
  let amounts: EventRecord.Amounts
  /// All of the event, its lines included.
  var isWhole = false
  /// The returned line, the line that was bought, and how many pieces of it came back before; nil of the whole event.
  var line: (returned: Value, original: Value, before: Int64)?
}
