import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension RuleSession {
  /// A session over the same rules with the same limits that records its evaluation. Made on first use and then reused, because planning a
  /// rule set again takes time in proportion to its size.
  ///
  /// - Throws: an error if the tracing bytecode is too large.
  package func recording() throws(DiagnosticError) -> RuleSession {
    if let recorder { return recorder }
    let (explaining, diagnostics) = ruleSet.explaining()
    guard let explaining else { throw DiagnosticError(diagnostics) }
    let made = RuleSession(explaining, limits: machine.limits, records: records)
    ruleSet.countSession()
    recorder = made
    return made
  }

  /// The number of steps that an event of a trace counts for, because reading and writing it takes much longer than an instruction.
  private static let stepsPerEvent = 100

  /// The traces of all decisions computed since ``begin()``, each after those that it needed. To be called after ``value(_:)``, even if
  /// that failed. Empty in a session that does not record.
  ///
  /// - Throws: `evaluation/trace-limit` if there were more events than a trace can hold, because an incomplete trace would mislead.
  package func traces() throws(DiagnosticError) -> [DecisionTrace] {
    if machine.isTraceCut {
      let message = EvaluationMessage.traceLimit(machine.limits.traceEvents)
      throw DiagnosticError(Diagnostic(EvaluationError(.traceLimit, message)))
    }
    var reader = TraceReader(session: self)
    let events = machine.events(from: collectedEvents)
    machine.limits.budget?.spend(events.count * Self.stepsPerEvent)
    return reader.read(events)
  }

  /// Calls `body`. Returns its result with the traces of all decisions that it made with this session, request by request.
  ///
  /// - Throws: the errors of `body`; `evaluation/trace-limit`.
  package func collectingTraces<R>(
    _ body: () throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> (result: R, traces: [DecisionTrace]) {
    collected = nil
    begin()
    collected = []
    defer { collected = nil }
    let result = try body()
    return (result, try (collected ?? []) + traces())
  }

  /// Collects the traces of the request or the candidate that ends, before its values are gone.
  func collect() {
    // If the trace exceeds the limit, the last call of ``traces()`` reports that.
    guard let traces = try? traces() else { return }
    collected?.append(contentsOf: traces)
    collectedEvents = machine.eventCount
  }
}

/// Reads the events that bytecode recorded, without wording them.
private struct TraceReader {
  /// A decision whose events are being read.
  private struct Frame {
    var decision: Int
    var trace: DecisionTrace
  }

  let session: RuleSession
  private var open: [Frame] = []
  private var finished: [DecisionTrace] = []

  init(session: RuleSession) { self.session = session }

  private var ruleSet: RuleSet { session.ruleSet }

  mutating func read(_ events: [TraceEvent]) -> [DecisionTrace] {
    guard let points = ruleSet.planned.trace else { return [] }
    for event in events {
      switch event {
      case .decisionBegan(let slot): begin(slot)
      case .decisionEnded: end()
      case .marker(let number):
        if points.markers.indices.contains(Int(number)) { read(points.markers[Int(number)]) }
      case .atom(let expression, let node, let holds, let seen):
        guard let condition = points.conditions[expression] else { continue }
        read(condition, node: node, holds: holds, seen: seen)
      }
    }
    // The decisions that are still open have failed; the innermost is the last.
    while !open.isEmpty { end() }
    return finished
  }

  private mutating func begin(_ slot: Slot) {
    guard let index = ruleSet.decisionIndex(at: slot) else { return }
    let decision = ruleSet.decisions[index].typed
    var trace = DecisionTrace(
      decision: decision.fullName, place: decision.place, hit: nil, rows: [], otherwise: nil, value: nil)
    if let table = decision.table {
      trace.hit = table.hit
      trace.rows = table.rows.map { row in
        RowTrace(
          id: row.id, place: row.place, note: row.note, outcome: .notLookedAt,
          conditions: row.conditions.map {
            ConditionTrace(input: $0.input, text: $0.text, place: $0.place, holds: nil, seen: [], parts: [])
          })
      }
    }
    open.append(Frame(decision: index, trace: trace))
  }

  private mutating func end() {
    guard var frame = open.popLast() else { return }
    frame.trace.value = session.machine.value(ruleSet.decisions[frame.decision].slot)
    if let row = session.firedRow(frame.decision), frame.trace.rows.indices.contains(row), frame.trace.value != nil {
      frame.trace.rows[row].outcome = .fired
    } else if let hit = frame.trace.hit, !hit.isSingle {
      for index in frame.trace.rows.indices where frame.trace.rows[index].outcome == .held {
        frame.trace.rows[index].outcome = .fired
      }
    }
    finished.append(frame.trace)
  }

  private mutating func read(_ marker: TracePoints.Marker) {
    guard let top = open.indices.last else { return }
    switch marker {
    case .looked(let row, let condition): look(at: condition, ofRow: row)
    case .holds(let row):
      open[top].trace.rows[row].outcome = .held
      for condition in open[top].trace.rows[row].conditions.indices {
        open[top].trace.rows[row].conditions[condition].holds = true
      }
    case .otherwise:
      open[top].trace.otherwise = ruleSet.decisions[open[top].decision].typed.table?.otherwise?.place
    }
  }

  /// A condition is evaluated: the previous conditions hold. It counts as failed unless the row turns out to hold.
  private mutating func look(at condition: Int, ofRow row: Int) {
    let top = open.count - 1
    guard open[top].trace.rows[row].conditions.indices.contains(condition),
      open[top].trace.rows[row].conditions[condition].holds == nil,
      let table = ruleSet.decisions[open[top].decision].typed.table
    else { return }
    open[top].trace.rows[row].outcome = .failed
    for earlier in 0..<condition { open[top].trace.rows[row].conditions[earlier].holds = true }
    let slots = table.rows[row].conditions[condition].expression.slots
    open[top].trace.rows[row].conditions[condition].holds = false
    open[top].trace.rows[row].conditions[condition].seen = session.seen(slots, absent: true)
  }

  private mutating func read(_ condition: TracePoints.Condition, node: Expression.ID, holds: Bool, seen: Value?) {
    guard let top = open.indices.last, open[top].decision == condition.decision,
      let table = ruleSet.decisions[condition.decision].typed.table
    else { return }
    look(at: condition.condition, ofRow: condition.row)
    let typed = table.rows[condition.row].conditions[condition.condition]
    // For its author, a cell is one comparison, whatever it consists of. Its input may be a part of a fact.
    if let input = typed.input {
      if let seen, open[top].trace.rows[condition.row].conditions[condition.condition].seen.isEmpty {
        open[top].trace.rows[condition.row].conditions[condition.condition].seen = [.init(name: input, value: seen)]
      }
      return
    }
    let expression = typed.expression.expression
    open[top].trace.rows[condition.row].conditions[condition.condition].parts.append(
      ConditionTrace.Part(text: expression.printed(node), place: expression.place(of: node), holds: holds, seen: seen))
  }
}
