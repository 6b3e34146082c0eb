import TerrainBase

/// The data of an event that later events about it need.
struct EventRecord: Sendable {
  /// The amounts of the event in one unit.
  struct Amounts: Sendable {
    let unit: Int
    var earned: Int64 = 0
    /// The part of `earned` that a level brought. It does not count towards the lifetime, and is taken back last.
    var gifts: Int64 = 0
    var taken: Int64 = 0
    /// The part of `taken` that returns of the whole event took.
    var takenAsWhole: Int64 = 0
    var expired: Int64 = 0
  }

  /// The standing of its lots or of its hold. All its lots have the same standing.
  enum Standing: Sendable {
    /// Its lots wait: for a commit since they came in, or until a time.
    case waits(since: Timestamp, begins: Timestamp?)
    /// Its lots count until they expire, or longer if events have renewed them. Lots from a level have their own times.
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
  /// The number of entries that it has caused, which is also the number of the next entry.
  var entries = 0
  /// Its lots count towards the lifetime.
  var counts = true
  /// The records of its lines; nil if it has no lines, or if the rules decide about no lines.
  var lines: LineRecords?
  /// Nil if it brought nothing and set nothing aside.
  var standing: Standing?
  /// The rule behind its lots, or its hold.
  var rule: AccountReason?
  /// The time at which it was applied, if windows are kept.
  var at: WindowInstant?
  /// The time at which its lots began to count; nil if none have.
  var began: WindowInstant?
  /// Its contributions to windows from which returns take.
  var contributions: [WindowContribution] = []
  /// The event itself, if its reserved amount may issue benefits or have claims when it is spent.
  var reserved: AccountEvent?
  /// The amounts that it spent, by unit. Their parts contain only amounts that have not come back. Kept if rules decide that spent amounts
  /// may come back.
  var spent: [Hold] = []
  /// The event that it is about.
  let of: Text?
  /// The amount and unit that it received; nil unless it is a `receive`.
  let received: (unit: Text?, amount: Int64)?
  /// The names of the benefits that it issued.
  var benefits: [Text] = []
  /// True if all of it was returned, was cancelled, or has lapsed.
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

/// A part of an event's earnings that a return is about.
struct EventPart {
  /// The earnings in one unit.
  let amounts: EventRecord.Amounts
  /// All of the event, its lines included.
  var isWhole = false
  /// The returned line, the original line, and the number of pieces returned before; nil for the whole event.
  var line: (returned: Value, original: Value, before: Int64)?
}
