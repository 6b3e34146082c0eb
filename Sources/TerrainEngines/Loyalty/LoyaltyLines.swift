import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A line of an event.
struct EventLine: Sendable {
  /// The caller's id of the line; else the line's position from 0.
  let id: Text
  /// The number of pieces, from 0 to ``AccountLimits/largestAmount``.
  let quantity: Int64
  /// The line as rules take it.
  let value: Value

  init(id: Text, quantity: Int64, value: Value) {
    self.id = id
    self.quantity = Self.bounded(quantity)
    self.value = value
  }

  /// So that sums of pieces stay within 64 bits.
  fileprivate static func bounded(_ quantity: Int64) -> Int64 { min(max(0, quantity), AccountLimits.largestAmount) }

  /// The id and the pieces of the line at `node`, in an event that was kept.
  static func kept(_ node: Node) -> (id: Text?, quantity: Int64) {
    guard node.kind == .map else { return (nil, 0) }
    return (node[LoyaltyLines.id]?.text, bounded(node[LoyaltyLines.quantity]?.int ?? 0))
  }
}

/// The lines of events, and the decisions about each line.
struct LoyaltyLines: Sendable {
  /// The fact with the lines of an event.
  static let name: Text = "lines"
  /// The fields of a line that the engine reads.
  static let (id, quantity) = (Text("id"), Text("quantity"))

  let earned: Decision
  let takenBack: Decision
  private let fact: Fact.ID

  /// The lines that `rules` decide about; nil if they decide about whole events only.
  ///
  /// - Throws: the reason why the decisions cannot be made for each line.
  init?(_ rules: RuleSet, _ decisions: AccountDecisions, _ facts: AccountFacts) throws(DiagnosticError) {
    guard let any = decisions.lineEarned ?? decisions.lineTakenBack else { return nil }
    guard let earned = decisions.lineEarned, let takenBack = decisions.lineTakenBack else {
      throw DiagnosticError(.lines("`line_earned` and `line_taken_back` go together", any))
    }
    guard case .list = earned.type else { throw DiagnosticError(.notSteps(earned)) }
    guard let fact = facts.given[Self.name], case .list(.record(let line)) = fact.declaration.type,
      Self.fits(line)
    else {
      throw DiagnosticError(
        .lines(
          "`\(earned.name)` needs a fact `lines`: a list of records with `quantity`, of type `int`", any,
          fix: "an `id` of a line is of type `string`, or `optional<string>`"))
    }
    self.earned = earned
    self.takenBack = takenBack
    self.fact = fact.id
    try Self.check(.record(line), rules, decisions, facts)
  }

  private static func fits(_ line: RecordType) -> Bool {
    func type(_ name: Text) -> CELType? { line.index(of: name).map { line.fields[$0].type } }
    return type(quantity) == .int && [nil, .string, .optional(.string)].contains(type(id))
  }

  /// Checks that facts about one line have the type of a line, and that only decisions about lines read them.
  private static func check(
    _ line: CELType, _ rules: RuleSet, _ decisions: AccountDecisions, _ facts: AccountFacts
  ) throws(DiagnosticError) {
    for name in [AccountFacts.Name.thisLine, .originalLine] {
      guard let fact = rules.fact(name.word) else { continue }
      let isOfLines = fact.declaration.isPerCandidate == (name == .thisLine)
      if fact.declaration.type != line || fact.declaration.isOptional || !isOfLines {
        throw DiagnosticError(.lineFact(fact, line))
      }
    }
    if let fact = rules.fact(AccountFacts.Name.linePosition.word), !fact.declaration.isPerCandidate {
      throw DiagnosticError(.linePosition(fact))
    }
    let ofLines = [AccountFacts.Name.thisLine, .linePosition, .originalLine, .returnedBefore].compactMap { facts[$0] }
    for decision in decisions.ofEvents {
      if rules.facts(neededBy: decision).contains(where: { ofLines.contains($0.id) }) {
        throw DiagnosticError(
          .lines("`\(decision.name)` is not decided for one line, and reads a fact of a line", decision))
      }
    }
  }

  /// The lines of `event`, which has its facts as rules take them.
  func lines(of event: AccountEvent) -> [EventLine] {
    guard case .list(let values)? = event.values?.list.first(where: { $0.fact == fact })?.value else { return [] }
    return values.enumerated().map { index, value in
      var line = (id: Text?.none, quantity: Int64(0))
      if case .map(let fields) = value {
        if case .string(let id)? = fields[string: Self.id]?.present { line.id = id }
        if case .int(let quantity)? = fields[string: Self.quantity]?.present { line.quantity = quantity }
      }
      return EventLine(id: line.id ?? Text(String(index)), quantity: line.quantity, value: value)
    }
  }
}

/// The records of the lines of an event that has lines.
struct LineRecords: Sendable {
  /// The record of one line.
  struct Line: Sendable {
    /// The number of returned pieces.
    private(set) var returned: Int64 = 0
    /// The amounts by unit.
    fileprivate(set) var amounts: [EventRecord.Amounts] = []

    /// Adds returned pieces.
    mutating func takeBack(_ quantity: Int64) { returned = EventLine.bounded(returned + quantity) }
  }

  /// The event.
  let event: AccountEvent
  private var lines: [Text: Line] = [:]
  /// The line of each entry of the event, by the number of the entry.
  private var ofEntries: [Int: Text] = [:]

  init(of event: AccountEvent) { self.event = event }

  /// The line of the entry `number`; nil if the whole event earned it.
  func line(ofEntry number: Int) -> Text? { ofEntries[number] }

  subscript(id: Text) -> Line {
    get { lines[id] ?? Line() }
    set { lines[id] = newValue }
  }

  subscript(id: Text, unit: Int) -> EventRecord.Amounts {
    get { lines[id]?.amounts.first { $0.unit == unit } ?? EventRecord.Amounts(unit: unit) }
    set {
      if let place = self[id].amounts.firstIndex(where: { $0.unit == unit }) {
        lines[id]?.amounts[place] = newValue
      } else {
        lines[id, default: Line()].amounts.append(newValue)
      }
    }
  }

  /// The line `id` earned `amount` of `unit` with the entry `number`.
  mutating func earn(_ amount: Int64, _ unit: Int, line id: Text, entry number: Int) {
    self[id, unit].earned += amount
    ofEntries[number] = id
  }

  /// The sum of all lines in `unit`.
  func sum(of unit: Int) -> EventRecord.Amounts {
    var sum = EventRecord.Amounts(unit: unit)
    for line in lines.values {
      for amounts in line.amounts where amounts.unit == unit {
        sum.earned += amounts.earned
        sum.taken += amounts.taken
        sum.expired += amounts.expired
      }
    }
    return sum
  }
}

extension EventRecord {
  /// The earnings of the event in `unit` without those of its lines. Returns of the whole event are shared between the lines and the rest;
  /// otherwise the lines' share would be taken once too little.
  func besidesLines(_ unit: Int) -> Amounts {
    guard let ofLines = lines?.sum(of: unit) else { return self[unit] }
    var rest = self[unit]
    let all = rest.earned
    rest.earned -= ofLines.earned
    rest.taken -= ofLines.taken
    if all > 0, rest.takenAsWhole > 0 {
      let share = Int128(rest.takenAsWhole) * Int128(max(0, rest.earned)) / Int128(all)
      rest.taken += Int64(truncatingIfNeeded: share) - rest.takenAsWhole
    }
    rest.expired -= ofLines.expired
    return rest
  }
}

extension Diagnostic {
  static func lines(_ message: String, _ decision: Decision, fix: String? = nil) -> Diagnostic {
    rule("account/lines", message, decision, fix: fix)
  }

  static func lineFact(_ fact: Fact, _ line: CELType) -> Diagnostic {
    let each = fact.name == AccountFacts.Name.thisLine.word ? " and `per: candidate`" : ""
    return Diagnostic(
      code: "account/lines",
      message: "the fact `\(fact.name)` is one of `lines`: it is of type `\(line)`\(each), and not optional",
      place: fact.declaration.place)
  }

  static func linePosition(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "account/lines", message: "the fact `\(fact.name)` is another one for each line",
      place: fact.declaration.place, fix: "add `per: candidate`")
  }

  static func lineWithoutID(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/lines", message: "a returned line has to name the line of the order that it is of", at: node,
      fix: "add `id`: that of the line, or its position from 0 where it has none")
  }

  static func lineTwice(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/lines", message: "another line of this event has this `id`", at: node,
      fix: "merge the lines, or give each an `id` of its own")
  }
}
