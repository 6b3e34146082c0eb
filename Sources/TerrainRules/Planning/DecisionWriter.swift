import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Writes the body of one decision.
///
/// Bytecode that explains looks at row after row, as an author reads them. Bytecode that only decides looks at the
/// inputs that separate rows first, and then at what is left; the results are the same.
struct DecisionWriter {
  typealias Register = BytecodeBuilder.Register
  typealias Label = BytecodeBuilder.Label

  let decision: LinkedDecision
  let number: Int
  let isTracing: Bool
  let slots: SlotTable
  var markers: [TraceMarker]
  var conditions: [Int32: TraceCondition]
  var results = ResultWriter()

  /// Where the code for what is left of rows begins, by what is left.
  private var starts: [[Int]: Label] = [:]
  /// Rows written so far, to keep the bytecode small.
  private var written = 0

  init(
    _ decision: LinkedDecision, number: Int, slots: SlotTable, isTracing: Bool, markers: [TraceMarker],
    conditions: [Int32: TraceCondition]
  ) {
    self.decision = decision
    self.number = number
    self.slots = slots
    self.isTracing = isTracing
    self.markers = markers
    self.conditions = conditions
  }

  /// Writes code that puts the decision's value into `result` on every way to `done`.
  mutating func write(into result: Register, done: Label, _ builder: inout BytecodeBuilder) {
    switch decision.typed.body {
    case .value(let value):
      results.write(value, into: result, &builder)
    case .rows(let table):
      var policy = PolicyWriter(decision, table, result: result, done: done, ended: builder.makeLabel(), &builder)
      policy.begin(&results, &builder)
      if isTracing {
        trace(table, &policy, &builder)
      } else {
        let rows = RowConditions(slots: slots, module: decision.typed.module).rows(of: table)
        write(rows, of: table, computed: [], &policy, &builder)
      }
      builder.bind(policy.ended)
      policy.end(&results, &builder) { builder in
        if isTracing {
          builder.record(Int32(truncatingIfNeeded: markers.count))
          markers.append(.otherwise(decision: number))
        }
      }
    }
  }

  // MARK: Row by row, recording

  private mutating func trace(_ table: TypedTable, _ policy: inout PolicyWriter, _ builder: inout BytecodeBuilder) {
    for (index, row) in table.rows.enumerated() {
      let next = builder.makeLabel()
      for (position, condition) in row.conditions.enumerated() {
        // A condition's comparisons are recorded by themselves; one that has none records that it is evaluated.
        if condition.expression.isConstant {
          mark(.looked(decision: number, row: index, condition: position), &builder)
        }
        let written = builder.branch(on: condition.expression, ifFalse: next)
        conditions[written] = TraceCondition(decision: number, row: index, condition: position)
      }
      mark(.holds(decision: number, row: index), &builder)
      policy.hit(index, next: next, &results, &builder)
      builder.bind(next)
    }
  }

  private mutating func mark(_ marker: TraceMarker, _ builder: inout BytecodeBuilder) {
    builder.record(Int32(truncatingIfNeeded: markers.count))
    markers.append(marker)
  }

  // MARK: The shortest way

  /// Writes what is to be done with `rows` left, ending at the policy's end. Recursion is bounded by the number of
  /// inputs: each round settles one.
  private mutating func write(
    _ rows: [PendingRow], of table: TypedTable, computed: Set<Slot>, _ policy: inout PolicyWriter,
    _ builder: inout BytecodeBuilder
  ) {
    let rows = policy.reachable(rows)
    let key =
      rows.flatMap { row in [row.index, -1] + row.conditions.map { $0.number } + [-2] }
      + computed.map { Int($0.index) }.ordered()
    if let label = starts[key] {
      builder.jump(to: label)
      return
    }
    let start = builder.makeLabel()
    builder.bind(start)
    starts[key] = start
    guard written <= table.rows.count * 4 + 256,
      let dispatch = RowDispatch.best(for: rows, computed: computed, slots: slots)
    else {
      written += rows.count
      for row in rows {
        let next = builder.makeLabel()
        for condition in row.conditions { builder.branch(on: condition.expression, ifFalse: next) }
        policy.hit(row.index, next: next, isAlone: rows.count == 1, &results, &builder)
        builder.bind(next)
      }
      builder.jump(to: policy.ended)
      return
    }
    BranchWriter(dispatch, slots: slots).write(&builder) { rows, builder in
      write(rows, of: table, computed: computed.union([dispatch.slot]), &policy, &builder)
    }
  }
}
