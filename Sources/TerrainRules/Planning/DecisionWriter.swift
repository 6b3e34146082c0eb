import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Writes the body of one decision, row by row.
struct DecisionWriter {
  typealias Register = ProgramBuilder.Register
  typealias Label = ProgramBuilder.Label

  let decision: LinkedDecision
  let number: Int
  let isTracing: Bool
  var markers: [TraceMarker]
  var conditions: [Int32: TraceCondition]
  /// Registers for the parts of objects and lists, by where in the result they are; all rows share them.
  private var scratch: [[Int]: Register] = [:]

  init(
    _ decision: LinkedDecision, number: Int, isTracing: Bool, markers: [TraceMarker],
    conditions: [Int32: TraceCondition]
  ) {
    self.decision = decision
    self.number = number
    self.isTracing = isTracing
    self.markers = markers
    self.conditions = conditions
  }

  /// Writes code that puts the decision's value into `result` on every way to `done`.
  mutating func write(into result: Register, done: Label, _ builder: inout ProgramBuilder) {
    switch decision.typed.body {
    case .value(let value):
      yield(value, into: result, at: [], &builder)
    case .rows(let table):
      switch table.hit {
      case .first: first(table, result, done, &builder)
      case .unique: unique(table, result, done, &builder)
      case .highest: highest(table, result, done, &builder)
      case .collect: collect(table, result, done, &builder)
      case .sum, .min, .max: accumulate(table, result, done, &builder)
      case .count: count(table, result, &builder)
      }
    }
  }

  // MARK: One row counts

  private mutating func first(_ table: TypedTable, _ result: Register, _ done: Label, _ builder: inout ProgramBuilder) {
    for (index, row) in table.rows.enumerated() {
      let next = builder.makeLabel()
      test(row, index, ifFalse: next, &builder)
      yield(row.then, into: result, &builder)
      fired(index, &builder)
      builder.jump(to: done)
      builder.bind(next)
    }
    none(table, result, &builder)
  }

  private mutating func unique(_ table: TypedTable, _ result: Register, _ done: Label, _ builder: inout ProgramBuilder) {
    guard let row = rowRegister(&builder), let second = secondRegister(&builder) else { return }
    builder.load(.int(-1), into: row)
    var conflicts: [Label] = []
    for (index, typed) in table.rows.enumerated() {
      let next = builder.makeLabel()
      let conflict = builder.makeLabel()
      conflicts.append(conflict)
      test(typed, index, ifFalse: next, &builder)
      builder.branch(row, .equal, -1, ifFalse: conflict)
      yield(typed.then, into: result, &builder)
      fired(index, &builder)
      builder.bind(next)
    }
    let isMissing = builder.makeLabel()
    builder.branch(row, .notEqual, -1, ifFalse: isMissing)
    builder.jump(to: done)
    for (index, conflict) in conflicts.enumerated() {
      builder.bind(conflict)
      builder.load(.int(Int64(index)), into: second)
      builder.fail(.twoRows, RuleFailure.twoRows, at: decision.typed.place, mentioning: inputs(table))
    }
    builder.bind(isMissing)
    none(table, result, &builder)
  }

  private mutating func highest(_ table: TypedTable, _ result: Register, _ done: Label, _ builder: inout ProgramBuilder) {
    guard let type = table.scoreType else { return none(table, result, &builder) }
    let score = builder.makeRegister(type)
    let best = builder.makeRegister(type)
    let isFirst = builder.makeRegister(.int)
    builder.load(.int(1), into: isFirst)
    for (index, row) in table.rows.enumerated() {
      guard let rowScore = row.score else { continue }
      let next = builder.makeLabel()
      test(row, index, ifFalse: next, &builder)
      yield(rowScore, into: score, at: [-1], &builder)
      builder.keepHighest(score: score, best: best, isFirst: isFirst, otherwise: next)
      yield(row.then, into: result, &builder)
      fired(index, &builder)
      builder.bind(next)
    }
    let isMissing = builder.makeLabel()
    builder.branch(isFirst, .equal, 0, ifFalse: isMissing)
    builder.jump(to: done)
    builder.bind(isMissing)
    none(table, result, &builder)
  }

  // MARK: All rows that hold count

  private mutating func collect(_ table: TypedTable, _ result: Register, _ done: Label, _ builder: inout ProgramBuilder) {
    guard case .list(let elementType) = decision.typed.type else { return }
    let element = builder.makeRegister(elementType)
    let count = builder.makeRegister(.int)
    builder.makeEmptyList(in: result)
    builder.load(.int(0), into: count)
    for (index, row) in table.rows.enumerated() {
      let next = builder.makeLabel()
      test(row, index, ifFalse: next, &builder)
      yield(row.then, into: element, &builder)
      if table.isDistinct { builder.branch(ifList: result, contains: element, to: next) }
      builder.append(element, to: result)
      builder.add(1, to: count)
      if let limit = table.limit { builder.branch(count, .less, Int64(limit), ifFalse: done) }
      builder.bind(next)
    }
    guard table.otherwise != nil else { return }
    let isMissing = builder.makeLabel()
    builder.branch(count, .greater, 0, ifFalse: isMissing)
    builder.jump(to: done)
    builder.bind(isMissing)
    none(table, result, &builder)
  }

  private mutating func accumulate(
    _ table: TypedTable, _ result: Register, _ done: Label, _ builder: inout ProgramBuilder
  ) {
    let value = builder.makeRegister(decision.typed.type)
    let count = builder.makeRegister(.int)
    builder.load(.int(0), into: count)
    if table.hit == .sum, let zero = decision.typed.type.zero { builder.load(zero, into: result) }
    for (index, row) in table.rows.enumerated() {
      let next = builder.makeLabel()
      test(row, index, ifFalse: next, &builder)
      yield(row.then, into: value, &builder)
      let place = row.then?.place ?? row.place
      if table.hit == .sum {
        builder.accumulate(.sum, value, into: result, at: place)
      } else {
        let isLater = builder.makeLabel()
        let isDone = builder.makeLabel()
        builder.branch(count, .equal, 0, ifFalse: isLater)
        builder.move(value, into: result)
        builder.jump(to: isDone)
        builder.bind(isLater)
        builder.accumulate(table.hit == .min ? .min : .max, value, into: result, at: place)
        builder.bind(isDone)
      }
      builder.add(1, to: count)
      builder.bind(next)
    }
    if table.hit == .sum, table.otherwise == nil { return }
    let isMissing = builder.makeLabel()
    builder.branch(count, .greater, 0, ifFalse: isMissing)
    builder.jump(to: done)
    builder.bind(isMissing)
    none(table, result, &builder)
  }

  private mutating func count(_ table: TypedTable, _ result: Register, _ builder: inout ProgramBuilder) {
    builder.load(.int(0), into: result)
    for (index, row) in table.rows.enumerated() {
      let next = builder.makeLabel()
      test(row, index, ifFalse: next, &builder)
      builder.add(1, to: result)
      builder.bind(next)
    }
  }

  // MARK: Parts

  /// Goes on where the row holds.
  private mutating func test(_ row: TypedRow, _ index: Int, ifFalse next: Label, _ builder: inout ProgramBuilder) {
    mark(.row(decision: number, row: index), &builder)
    for (position, condition) in row.conditions.enumerated() {
      let written = builder.branch(on: condition.expression, ifFalse: next)
      guard isTracing else { continue }
      conditions[written] = TraceCondition(decision: number, row: index, condition: position)
      mark(.held(decision: number, row: index, condition: position), &builder)
    }
    mark(.holds(decision: number, row: index), &builder)
  }

  private mutating func mark(_ marker: TraceMarker, _ builder: inout ProgramBuilder) {
    guard isTracing else { return }
    builder.record(Int32(truncatingIfNeeded: markers.count))
    markers.append(marker)
  }

  /// What results when no row held.
  private mutating func none(_ table: TypedTable, _ result: Register, _ builder: inout ProgramBuilder) {
    guard let otherwise = table.otherwise else {
      builder.fail(.noRow, RuleFailure.noRow(decision.typed.fullName), at: decision.typed.place, mentioning: inputs(table))
      return
    }
    mark(.otherwise(decision: number), &builder)
    yield(otherwise, into: result, at: [], &builder)
    fired(table.rows.count, &builder)
  }

  /// The facts and decisions the conditions of a table look at.
  private func inputs(_ table: TypedTable) -> [Slot] {
    var seen: [Slot] = []
    for row in table.rows {
      for condition in row.conditions {
        for slot in condition.expression.slots where !seen.contains(slot) { seen.append(slot) }
      }
    }
    return seen
  }

  private func rowRegister(_ builder: inout ProgramBuilder) -> Register? {
    decision.rowSlot.map { builder.register(of: $0) }
  }

  private func secondRegister(_ builder: inout ProgramBuilder) -> Register? {
    decision.secondRowSlot.map { builder.register(of: $0) }
  }

  /// Notes which row yielded the result.
  private func fired(_ row: Int, _ builder: inout ProgramBuilder) {
    guard let register = rowRegister(&builder) else { return }
    builder.load(.int(Int64(row)), into: register)
  }

  // MARK: Results

  private mutating func yield(_ result: TypedResult?, into register: Register, _ builder: inout ProgramBuilder) {
    if let result { yield(result, into: register, at: [], &builder) }
  }

  /// Puts `result` into `register`. Recursion is bounded by the nesting of the document it was written in.
  private mutating func yield(
    _ result: TypedResult, into register: Register, at path: [Int], _ builder: inout ProgramBuilder
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
    _ result: TypedResult, into register: Register, at path: [Int], _ builder: inout ProgramBuilder
  ) {
    switch result {
    case .constant, .expression: break
    case .list(let items, _):
      var elementType = CELType.dyn
      if case .list(let type) = register.type { elementType = type }
      builder.makeEmptyList(in: register)
      let element = part(path + [0], elementType, &builder)
      for item in items {
        yield(item, into: element, at: path + [0], &builder)
        builder.append(element, to: register)
      }
    case .object(let fields, _):
      var parts: [(name: Text, value: Register)] = []
      for (index, field) in fields.enumerated() {
        let position = path + [index]
        let value = part(position, register.type.type(ofField: field.name), &builder)
        yield(field.value, into: value, at: position, &builder)
        parts.append((field.name, value))
      }
      builder.makeObject(parts, into: register)
    }
  }

  private mutating func part(_ path: [Int], _ type: CELType, _ builder: inout ProgramBuilder) -> Register {
    if let known = scratch[path], known.type == type { return known }
    let register = builder.makeRegister(type)
    scratch[path] = register
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

  /// What a sum of nothing is.
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
