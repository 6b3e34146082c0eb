import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Decisions as flat bytecode.
struct PlannedDecisions: Sendable {
  var bytecode: Bytecode
  /// The rows and conditions of the events of recording bytecode, or nil for bytecode that only decides.
  var trace: TracePoints?
}

/// The rows and conditions of the events that tracing bytecode records.
struct TracePoints: Sendable {
  /// A condition of a row of a decision.
  struct Condition: Sendable {
    var decision: Int
    var row: Int
    var condition: Int
  }

  /// A point that tracing bytecode records when it passes it, within the decision that is being evaluated.
  enum Marker: Sendable {
    /// The evaluation of a row's condition.
    case looked(row: Int, condition: Int)
    /// All conditions of a row hold.
    case holds(row: Int)
    /// No row matched.
    case otherwise
  }

  /// The markers by the number that the bytecode records.
  var markers: [Marker] = []
  /// The conditions by the number of their expression in the bytecode.
  var conditions: [Int32: Condition] = [:]
}

extension PlannedDecisions {
  /// Writes `decisions` as bytecode. Returns nil and diagnostics if the result is too large.
  ///
  /// - Parameter tracing: True if the bytecode records the rows, conditions, and values that it evaluates.
  static func plan(
    _ decisions: [TypedDecision], slots: SlotTable, tracing: Bool
  ) -> (planned: PlannedDecisions?, diagnostics: [Diagnostic]) {
    var slots = slots
    // Tracing bytecode evaluates every condition at its own place.
    let hoisted = tracing ? nil : RequestConditions(decisions, slots: &slots)
    var builder = BytecodeBuilder(slots: slots, tracing: tracing)
    for condition in hoisted?.all ?? [] {
      builder.define(condition.slot) { builder, result, _ in builder.evaluate(condition.expression, into: result) }
    }
    var trace = tracing ? TracePoints() : nil
    for (index, typed) in decisions.enumerated() {
      var decision = typed
      if let hoisted, case .rows(let table) = typed.body {
        decision.body = .rows(hoisted.replacing(in: table, of: index, slots: slots))
      }
      var writer = DecisionWriter(decision, number: index, slots: slots, trace: trace)
      builder.define(decision.slot) { builder, result, done in
        writer.write(into: result, done: done, &builder)
      }
      trace = writer.trace
    }
    let (bytecode, diagnostics) = builder.finish()
    return (bytecode.map { PlannedDecisions(bytecode: $0, trace: trace) }, diagnostics)
  }
}

/// Writes the body of one decision.
///
/// Tracing bytecode evaluates row after row, in the order of the author. Bytecode that only decides first tests the inputs that separate
/// rows, and then the remaining conditions; the results are the same.
struct DecisionWriter {
  typealias Register = BytecodeBuilder.Register
  typealias Label = BytecodeBuilder.Label

  let decision: TypedDecision
  let number: Int
  let slots: SlotTable
  /// The points written until now, or nil for bytecode that only decides.
  var trace: TracePoints?
  var results = ResultWriter()

  /// The labels of the code for sets of remaining conditions.
  private var starts: [[Int]: Label] = [:]
  /// The number of rows written, which limits the size of the bytecode.
  private var written = 0

  init(_ decision: TypedDecision, number: Int, slots: SlotTable, trace: TracePoints?) {
    self.decision = decision
    self.number = number
    self.slots = slots
    self.trace = trace
  }

  /// Writes code that computes the decision's value in `result` and then jumps to `done`.
  mutating func write(into result: Register, done: Label, _ builder: inout BytecodeBuilder) {
    switch decision.body {
    case .value(let value):
      results.write(value, into: result, &builder)
    case .rows(let table):
      var policy = PolicyWriter(decision, table, result: result, done: done, ended: builder.makeLabel(), &builder)
      policy.begin(&results, &builder)
      if trace != nil {
        writeRows(of: table, &policy, &builder)
      } else {
        let rows = RowConditions(slots: slots, module: decision.module).rows(of: table)
        write(rows, of: table, computed: [], &policy, &builder)
      }
      builder.bind(policy.ended)
      policy.end(&results, &builder) { Self.mark(.otherwise, &trace, &$0) }
    }
  }

  // MARK: Row by row, recording

  private mutating func writeRows(of table: TypedTable, _ policy: inout PolicyWriter, _ builder: inout BytecodeBuilder)
  {
    for (index, row) in table.rows.enumerated() {
      let next = builder.makeLabel()
      for (position, condition) in row.conditions.enumerated() {
        // The comparisons in a condition record themselves. A condition without comparisons records that it is evaluated.
        if condition.expression.isConstant {
          Self.mark(.looked(row: index, condition: position), &trace, &builder)
        }
        let written = builder.branch(on: condition.expression, ifFalse: next)
        trace?.conditions[written] = .init(decision: number, row: index, condition: position)
      }
      Self.mark(.holds(row: index), &trace, &builder)
      policy.hit(index, next: next, &results, &builder)
      builder.bind(next)
    }
  }

  /// Records `marker` in tracing bytecode.
  private static func mark(
    _ marker: TracePoints.Marker, _ trace: inout TracePoints?, _ builder: inout BytecodeBuilder
  ) {
    guard let count = trace?.markers.count else { return }
    builder.record(Int32(truncatingIfNeeded: count))
    trace?.markers.append(marker)
  }

  // MARK: The shortest way

  /// Writes the code for the remaining `rows`, up to the end of the policy. The number of inputs limits the recursion, because each level
  /// settles one input.
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

/// Writes the jumps from the values of one input to the code for the remaining rows.
struct BranchWriter {
  private let dispatch: RowDispatch
  private let subject: TypedExpression

  init(_ dispatch: RowDispatch, slots: SlotTable) {
    self.dispatch = dispatch
    subject = TypedExpression(reading: dispatch.slot, slots[dispatch.slot])
  }

  /// Writes the jumps, and at each target the code that `rest` writes for the remaining rows.
  func write(
    _ builder: inout BytecodeBuilder, rest: (_ rows: [PendingRow], inout BytecodeBuilder) -> Void
  ) {
    if dispatch.isOrdered {
      let register: BytecodeBuilder.Register
      if let existing = builder.register(reading: dispatch.slot) {
        register = existing
      } else {
        register = builder.makeRegister(dispatch.type)
        builder.evaluate(subject, into: register)
      }
      let bound = dispatch.type == .int ? register : builder.makeRegister(dispatch.type)
      split(0..<dispatch.groups.count, register, bound, &builder, rest)
      return
    }
    let labels = dispatch.groups.map { _ in builder.makeLabel() }
    if dispatch.type == .bool {
      // The groups are for `false` and `true`, in this order.
      builder.branch(on: subject, ifFalse: labels[0])
      builder.jump(to: labels[1])
    } else {
      var cases: [(value: Value, label: BytecodeBuilder.Label)] = []
      var otherwise = labels[labels.count - 1]
      for (group, label) in zip(dispatch.groups, labels) {
        if group.values.isEmpty { otherwise = label }
        for value in group.values { cases.append((value, label)) }
      }
      builder.branch(on: subject, cases: cases, otherwise: otherwise)
    }
    for (group, label) in zip(dispatch.groups, labels) {
      builder.bind(label)
      rest(group.rows, &builder)
    }
  }

  /// Splits a sequence of intervals in halves until one is left. The recursion depth is logarithmic in their number.
  private func split(
    _ range: Range<Int>, _ register: BytecodeBuilder.Register, _ bound: BytecodeBuilder.Register,
    _ builder: inout BytecodeBuilder, _ rest: (_ rows: [PendingRow], inout BytecodeBuilder) -> Void
  ) {
    let middle = (range.lowerBound + range.upperBound) / 2
    // Every interval except the last has an upper bound.
    guard range.count > 1, let upper = dispatch.groups[middle - 1].upper else {
      return rest(dispatch.groups[range.lowerBound].rows, &builder)
    }
    let above = builder.makeLabel()
    let comparison: Comparison = upper.isClosed ? .lessOrEqual : .less
    if case .int(let number) = upper.value {
      builder.branch(register, comparison, number, ifFalse: above)
    } else {
      builder.load(upper.value, into: bound)
      builder.branch(register, comparison, bound, ifFalse: above)
    }
    split(range.lowerBound..<middle, register, bound, &builder, rest)
    builder.bind(above)
    split(middle..<range.upperBound, register, bound, &builder, rest)
  }
}

extension TypedExpression {
  /// An expression that reads `slot`.
  init(reading slot: Slot, _ entry: SlotTable.Entry) {
    let node = Expression.Node(kind: .identifier(entry.name), range: SourceRange(start: 0, end: 0))
    let variable = Environment.Variable(name: entry.name, type: entry.type, binding: .slot(slot))
    self.init(
      expression: Expression(nodes: [node], root: 0, source: ExpressionSource(text: entry.name)), types: [entry.type],
      references: [.variable(variable)])
  }
}

/// Writes the code of a hit policy: before the rows, for a row that holds, and after the rows.
struct PolicyWriter {
  typealias Register = BytecodeBuilder.Register
  typealias Label = BytecodeBuilder.Label

  /// The label after all rows.
  let ended: Label

  private let decision: TypedDecision
  private let table: TypedTable
  private let result: Register
  private let done: Label
  /// The result of a row, if the policy computes the final result from it.
  private var value: Register?
  private var score: Register?
  private var best: Register?
  /// The number of matching rows; for `highest`, 1 until a row has matched.
  private var count: Register?
  /// The row that yielded the result.
  private var row: Register?
  private var second: Register?
  /// The rows that contributed to the list, and a register for the number of the next.
  private var rows: (list: Register, next: Register)?
  /// For `unique`: the label for the error of a second matching row.
  private var conflicts: [Int: Label] = [:]

  init(
    _ decision: TypedDecision, _ table: TypedTable, result: Register, done: Label, ended: Label,
    _ builder: inout BytecodeBuilder
  ) {
    self.decision = decision
    self.table = table
    self.result = result
    self.done = done
    self.ended = ended
    row = decision.rowSlot.map { builder.register(of: $0) }
    second = decision.secondRowSlot.map { builder.register(of: $0) }
    rows = decision.rowsSlot.map { (builder.register(of: $0), builder.makeRegister(.int)) }
  }

  // MARK: Before

  /// Writes the code before the rows.
  mutating func begin(_ results: inout ResultWriter, _ builder: inout BytecodeBuilder) {
    switch table.hit {
    case .first: break
    case .unique:
      if let row { builder.load(.int(-1), into: row) }
    case .highest:
      let type = table.scoreType ?? .int
      score = builder.makeRegister(type)
      best = builder.makeRegister(type)
      let isFirst = builder.makeRegister(.int)
      builder.load(.int(1), into: isFirst)
      count = isFirst
    case .collect, .sum, .min, .max:
      var type = decision.type
      if table.hit == .collect, case .list(let element) = type { type = element }
      value = builder.makeRegister(type)
      let counted = builder.makeRegister(.int)
      builder.load(.int(0), into: counted)
      count = counted
      // In many tables no row holds, or one, so no room is reserved before the first match.
      if table.hit == .collect { builder.makeEmptyList(in: result) }
      if let rows { builder.makeEmptyList(in: rows.list) }
      if table.hit == .sum, let zero = type.zero { builder.load(zero, into: result) }
    case .count: builder.load(.int(0), into: result)
    }
  }

  // MARK: A row that holds

  /// The rows that can still matter: with `first`, no row after an unconditional row does.
  func reachable(_ rows: [PendingRow]) -> [PendingRow] {
    guard table.hit == .first, let last = rows.firstIndex(where: { $0.conditions.isEmpty }) else { return rows }
    return Array(rows[...last])
  }

  /// Writes the code for row `index` if it holds.
  ///
  /// - Parameters:
  ///   - next: The label at which to continue.
  ///   - isAlone: True if no other row can hold here.
  mutating func hit(
    _ index: Int, next: Label, isAlone: Bool = false, _ results: inout ResultWriter, _ builder: inout BytecodeBuilder
  ) {
    let row = table.rows[index]
    switch table.hit {
    case .first:
      yield(row, index, &results, &builder)
      builder.jump(to: done)
    case .unique:
      if isAlone {
        yield(row, index, &results, &builder)
        builder.jump(to: done)
        return
      }
      let conflict = conflicts[index] ?? builder.makeLabel()
      conflicts[index] = conflict
      if let register = self.row { builder.branch(register, .equal, -1, ifFalse: conflict) }
      yield(row, index, &results, &builder)
    case .highest:
      guard let score, let best, let count, let rowScore = row.score else { return }
      results.write(rowScore, into: score, &builder)
      builder.keepHighest(score: score, best: best, isFirst: count, otherwise: next)
      yield(row, index, &results, &builder)
    case .collect:
      guard let value, let count, let then = row.then else { return }
      results.write(then, into: value, &builder)
      if table.isDistinct { builder.branch(ifList: result, contains: value, to: next) }
      builder.append(value, to: result)
      if let rows {
        builder.load(.int(Int64(index)), into: rows.next)
        builder.append(rows.next, to: rows.list)
      }
      builder.add(1, to: count)
      if let limit = table.limit { builder.branch(count, .less, Int64(limit), ifFalse: done) }
    case .sum, .min, .max: accumulate(row, &results, &builder)
    case .count: builder.add(1, to: result)
    }
  }

  private func yield(
    _ row: TypedRow, _ index: Int, _ results: inout ResultWriter, _ builder: inout BytecodeBuilder
  ) {
    if let then = row.then { results.write(then, into: result, &builder) }
    if let register = self.row { builder.load(.int(Int64(index)), into: register) }
  }

  private func accumulate(_ row: TypedRow, _ results: inout ResultWriter, _ builder: inout BytecodeBuilder) {
    guard let value, let count, let then = row.then else { return }
    results.write(then, into: value, &builder)
    if table.hit == .sum {
      builder.accumulate(.sum, value, into: result, at: then.place)
    } else {
      let isLater = builder.makeLabel()
      let isCounted = builder.makeLabel()
      builder.branch(count, .equal, 0, ifFalse: isLater)
      builder.move(value, into: result)
      builder.jump(to: isCounted)
      builder.bind(isLater)
      builder.accumulate(table.hit == .min ? .min : .max, value, into: result, at: then.place)
      builder.bind(isCounted)
    }
    builder.add(1, to: count)
  }

  // MARK: After

  /// Writes the code after the rows. Calls `none` to write the code for `otherwise`, if no row has matched.
  mutating func end(
    _ results: inout ResultWriter, _ builder: inout BytecodeBuilder, none: (inout BytecodeBuilder) -> Void
  ) {
    let isMissing = builder.makeLabel()
    switch table.hit {
    case .first: break
    case .unique:
      if let row { builder.branch(row, .notEqual, -1, ifFalse: isMissing) }
      builder.jump(to: done)
      writeConflicts(&builder)
    case .highest:
      if let count { builder.branch(count, .equal, 0, ifFalse: isMissing) }
      builder.jump(to: done)
    case .collect, .sum:
      guard table.otherwise != nil, let count else { return }
      builder.branch(count, .greater, 0, ifFalse: isMissing)
      builder.jump(to: done)
    case .min, .max:
      if let count { builder.branch(count, .greater, 0, ifFalse: isMissing) }
      builder.jump(to: done)
    case .count: return
    }
    builder.bind(isMissing)
    guard let otherwise = table.otherwise else {
      // The session adds the values that were used, because it also knows the facts behind decisions.
      builder.fail(.noRow, RuleFailure.noRow(decision.fullName), at: decision.place)
      return
    }
    none(&builder)
    results.write(otherwise, into: result, &builder)
    if let row { builder.load(.int(Int64(table.rows.count)), into: row) }
  }

  private func writeConflicts(_ builder: inout BytecodeBuilder) {
    for index in conflicts.keys.ordered() {
      guard let conflict = conflicts[index] else { continue }
      builder.bind(conflict)
      if let second { builder.load(.int(Int64(index)), into: second) }
      builder.fail(.twoRows, RuleFailure.twoRows, at: decision.place)
    }
  }
}

extension CELType {
  /// The sum of no numbers.
  fileprivate var zero: Value? {
    switch self {
    case .int: .int(0)
    case .uint: .uint(0)
    case .double: .double(0)
    case .decimal: .decimal(.zero)
    case .duration: .duration(.zero)
    default: nil
    }
  }
}

/// Writes the results of rows: literals, expressions, and lists and objects of them.
struct ResultWriter {
  typealias Register = BytecodeBuilder.Register

  /// Registers for the parts of objects and lists by their position in the result; all rows share them.
  private var parts: [[Int]: Register] = [:]

  /// Puts `result` into `register`.
  mutating func write(_ result: TypedResult, into register: Register, _ builder: inout BytecodeBuilder) {
    write(result, into: register, at: [], &builder)
  }

  /// The nesting of the document that contains the result bounds the recursion.
  private mutating func write(
    _ result: TypedResult, into register: Register, at path: [Int], _ builder: inout BytecodeBuilder
  ) {
    switch result {
    case .constant(let value, _): builder.load(value, into: register)
    case .expression(let expression): builder.evaluate(expression, into: register)
    case .list, .object:
      guard case .optional(let wrapped) = register.type else {
        return compose(result, into: register, at: path, &builder)
      }
      let inner = part(path + [-2], wrapped, &builder)
      compose(result, into: inner, at: path, &builder)
      builder.makeOptional(of: inner, into: register)
    }
  }

  private mutating func compose(
    _ result: TypedResult, into register: Register, at path: [Int], _ builder: inout BytecodeBuilder
  ) {
    switch result {
    case .constant, .expression: break
    case .list(let items, _):
      var elementType = CELType.dyn
      if case .list(let type) = register.type { elementType = type }
      builder.makeEmptyList(in: register, roomFor: items.count)
      let element = part(path + [0], elementType, &builder)
      for item in items {
        if case .constant(let value, _) = item, let constant = builder.constant(value, as: elementType) {
          builder.append(constant, to: register)
          continue
        }
        write(item, into: element, at: path + [0], &builder)
        builder.append(element, to: register)
      }
    case .object(let fields, _):
      var made: [(name: Text, value: Register)] = []
      for (index, field) in fields.enumerated() {
        let type = register.type.type(ofField: field.name)
        if case .constant(let value, _) = field.value, let constant = builder.constant(value, as: type) {
          made.append((field.name, constant))
          continue
        }
        let position = path + [index]
        let value = part(position, type, &builder)
        write(field.value, into: value, at: position, &builder)
        made.append((field.name, value))
      }
      builder.makeObject(made, into: register)
    }
  }

  private mutating func part(_ path: [Int], _ type: CELType, _ builder: inout BytecodeBuilder) -> Register {
    if let part = parts[path], part.type == type { return part }
    let register = builder.makeRegister(type)
    parts[path] = register
    return register
  }
}

extension CELType {
  fileprivate func type(ofField name: Text) -> CELType {
    switch self {
    case .record(let record): record.index(of: name).map { record.fields[$0].type } ?? .dyn
    case .map(_, let value): value
    default: .dyn
    }
  }
}

extension FunctionFailure.Code {
  /// No row of a decision holds, and the decision has no `otherwise`.
  package static let noRow = FunctionFailure.Code("no-row")
  /// Two rows hold although the policy allows only one.
  package static let twoRows = FunctionFailure.Code("two-rows")
  /// A fact is outside the range that its module declares.
  package static let factRange = FunctionFailure.Code("fact-range")
}

/// Messages about decisions without a result. They contain no values, because values may be private; ``EvaluationError/seen`` contains
/// these.
enum RuleFailure {
  static func noRow(_ decision: Text) -> String { "no row of `\(decision)` holds, and it has no `otherwise`" }

  /// The session adds the names of both rows.
  static let twoRows = "two rows hold where only one may"

  static func twoRows(_ decision: Text, _ first: Text, _ second: Text) -> String {
    "the rows `\(first)` and `\(second)` of `\(decision)` both hold, and only one may (`hit: unique`)"
  }

  static func missingFacts(_ names: [Text], _ decision: Text) -> String {
    names.count == 1
      ? "`\(decision)` needs the fact \(names.allQuoted), which is not given"
      : "`\(decision)` needs the facts \(names.allQuoted), which are not given"
  }

  static func factRange(_ fact: FactDeclaration) -> String {
    "`\(fact.name)` must be \(rangeWords(fact.minimum, fact.maximum))"
  }

  static func factSize(_ fact: FactDeclaration, _ limit: Int) -> String {
    "`\(fact.name)` may have at most \(limit) \(fact.type.erased == .string ? "characters" : "elements") (`max_size`)"
  }
}
