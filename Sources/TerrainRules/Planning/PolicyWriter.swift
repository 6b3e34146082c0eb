import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Writes what a hit policy does: before the rows, with a row that holds, and after them.
struct PolicyWriter {
  typealias Register = BytecodeBuilder.Register
  typealias Label = BytecodeBuilder.Label

  /// Where all rows have been evaluated.
  let ended: Label

  private let decision: LinkedDecision
  private let table: TypedTable
  private let result: Register
  private let done: Label
  /// What a row yields, where that is not the result itself.
  private var value: Register?
  private var score: Register?
  private var best: Register?
  /// How many rows have matched; for `highest`, 1 until one has.
  private var count: Register?
  /// Which row yielded the result.
  private var row: Register?
  private var second: Register?
  /// Which rows made the list, and a place for the number of the next.
  private var rows: (list: Register, next: Register)?
  /// For `unique`: where a second row holds.
  private var conflicts: [Int: Label] = [:]

  init(
    _ decision: LinkedDecision, _ table: TypedTable, result: Register, done: Label, ended: Label,
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

  /// Writes what comes before the rows.
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
      var type = decision.typed.type
      if table.hit == .collect, case .list(let element) = type { type = element }
      value = builder.makeRegister(type)
      let counted = builder.makeRegister(.int)
      builder.load(.int(0), into: counted)
      count = counted
      // Of many tables no row holds, or one: there is no room before there is a row.
      if table.hit == .collect { builder.makeEmptyList(in: result) }
      if let rows { builder.makeEmptyList(in: rows.list) }
      if table.hit == .sum, let zero = type.zero { builder.load(zero, into: result) }
    case .count: builder.load(.int(0), into: result)
    }
  }

  // MARK: A row that holds

  /// The rows of `rows` that can still matter: after one that always holds, none does where the first counts.
  func reachable(_ rows: [PendingRow]) -> [PendingRow] {
    guard table.hit == .first, let last = rows.firstIndex(where: { $0.conditions.isEmpty }) else { return rows }
    return Array(rows[...last])
  }

  /// Writes what is done with row `index` where it holds; `next` is where to continue. `isAlone` when no other row can
  /// hold here.
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

  /// Writes what comes after the rows; `none` is called where no row has matched and `otherwise` applies.
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
      // The values seen are added by the session, which knows the facts behind decisions too.
      builder.fail(.noRow, RuleFailure.noRow(decision.typed.fullName), at: decision.typed.place)
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
      builder.fail(.twoRows, RuleFailure.twoRows, at: decision.typed.place)
    }
  }
}

extension CELType {
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
