import TerrainBase

extension Machine {
  /// The position at which execution continues, and the remaining steps, which are inverted (negative) if the instruction failed.
  typealias Next = (pc: Int, remaining: Int)

  /// Executes an instruction on boxed registers.
  @inline(never)
  func perform(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let a = Int(i.a)
    let b = Int(i.b)
    switch i.op {
    case .jumpEqualText:
      guard let left = charge(stepsOfEquality(v + a, v + i.c0), remaining) else { return (pc, -1) }
      return (isText(v + a, v + i.c0) == (i.flags & 1 != 0) ? b : pc, left)
    case .jumpContainsText: return jumpContainsText(i, pc, remaining)
    case .jumpContains: return jumpContains(i, pc, remaining)
    case .beginLoop: return beginLoop(i, pc, remaining)
    case .loopSecond: return loopSecond(i, pc, remaining)
    case .jumpEqualValue:
      var left = remaining
      guard let isEqual = v[a].isEqual(to: v[i.c0], steps: &left) else { return (pc, -1) }
      return (isEqual == (i.flags & 1 != 0) ? b : pc, left)
    case .jumpCompareValue: return jumpCompare(i, pc, remaining)
    case .jumpValue:
      guard case .bool(let bool) = v[a] else {
        return fail(.noSuchOverload, EvaluationMessage.notACondition(v[a].typeName), pc, remaining)
      }
      return (bool == (i.flags & 1 != 0) ? b : pc, remaining)
    case .switchValue: return (switchTarget(i), remaining)
    case .box:
      box(i)
      return (pc, remaining)
    case .unbox: return unbox(i, pc, remaining)
    case .moveValue:
      v[a] = v[b]
      return (pc, remaining)
    case .callUnary, .callBinary, .callMany, .callDynamic: return call(i, pc, remaining)
    case .countElements: return countElements(i, pc, remaining)
    case .concatenate: return concatenate(i, pc, remaining)
    case .collectCodes: return collectCodes(i, pc, remaining)
    case .makeOptional:
      v[a] = .optional(v[b])
      return (pc, remaining)
    case .unwrapOptional:
      if case .optional(let wrapped?) = v[b] { v[a] = wrapped }
      return (pc, remaining)
    case .jumpPresent:
      guard case .optional(let wrapped) = v[a] else {
        return fail(
          .noSuchOverload, EvaluationMessage.wrongType(actual: v[a].typeName, expected: "optional"), pc, remaining)
      }
      return ((wrapped != nil) == (i.flags & 1 != 0) ? b : pc, remaining)
    case .makeList: return makeList(i, pc, remaining)
    case .makeMap: return makeMap(i, pc, remaining)
    case .append: return append(i, pc, remaining)
    case .insert: return insert(i, pc, remaining)
    case .select: return select(i, pc, remaining)
    case .index: return index(i, pc, remaining)
    case .accumulateValue: return accumulate(i, pc, remaining)
    case .fail:
      let described = bytecode.failures[b]
      return fail(described.code, described.message, pc, remaining)
    case .rethrow:
      guard s[a] == 1, let error = state.pointee.savedErrors[b] else { return (pc, remaining) }
      state.pointee.rethrown = error
      return (pc, ~remaining)
    case .recordAtom:
      let place = Int32(truncatingIfNeeded: pc - 1)
      switch i.flags {
      case 1: state.pointee.trace.append(place: place, holds: s[a] == 1, seen: v[i.c0])
      case 2:
        state.pointee.trace.append(TraceBuffer.Event(place: place, kind: .scalar, holds: s[a] == 1, bits: s[i.c0]))
      default: state.pointee.trace.append(TraceBuffer.Event(place: place, kind: .plain, holds: s[a] == 1, bits: 0))
      }
      return (pc, remaining &+ 1)
    default:
      // All other instructions are handled by the loop.
      return fail(.noSuchOverload, EvaluationMessage.declaredOnly, pc, remaining)
    }
  }

  func fail(_ code: FunctionFailure.Code, _ message: String, _ pc: Int, _ remaining: Int) -> Next {
    state.pointee.failure = Failure(code: code, message: message)
    return (pc, ~remaining)
  }

  /// Subtracts steps from the remaining ones; nil if they do not suffice.
  func charge(_ steps: Int, _ remaining: Int) -> Int? { remaining >= steps ? remaining &- steps : nil }

  /// Subtracts bytes from the remaining ones. Returns false and records a failure if they do not suffice.
  func charge(bytes: Int) -> Bool {
    state.pointee.remainingBytes -= bytes
    if state.pointee.remainingBytes >= 0 { return true }
    state.pointee.failure = Failure(code: .sizeLimit, message: EvaluationMessage.sizeLimit(limits.bytes))
    return false
  }

  /// Subtracts the size of the content of `value` from the remaining bytes when it is put into another value. Returns false and records a
  /// failure if they do not suffice or the nesting is too deep.
  @inline(__always)
  func charge(nested value: Value) -> Bool {
    switch value {
    // Optional fields: most are absent or contain a text.
    case .optional(nil): true
    case .optional(.string(let text)?), .string(let text): charge(bytes: text.utf8.count)
    case .list, .map, .optional: chargeInside(value)
    case .bytes(let bytes): charge(bytes: bytes.count)
    default: true
    }
  }

  @inline(never)
  private func chargeInside(_ value: Value) -> Bool {
    if let size = sizes.size(inside: value) { return charge(bytes: value.size &+ size) }
    return charge(bytes: value.size) && charge(inside: value, depth: 1)
  }

  /// Subtracts the size of everything inside `value`, but not its own size, from the remaining bytes. `depth` is its nesting depth.
  func charge(inside value: Value, depth: Int = 0) -> Bool {
    guard let size = size(inside: value, depth: depth) else {
      state.pointee.failure = Failure(code: .sizeLimit, message: EvaluationMessage.sizeLimit(limits.bytes))
      return false
    }
    return charge(bytes: size)
  }

  /// ``Value/nestedSize(within:depth:)`` with the remaining bytes as the limit.
  private func size(inside value: Value, depth: Int) -> Int? {
    let limit = state.pointee.remainingBytes
    guard depth == 0, case .list(let elements) = value else { return value.nestedSize(within: limit, depth: depth) }
    var total = 0
    let fits = elements.withUnsafeBufferPointer { elements in
      for index in elements.indices {
        if let known = sizes.size(inside: elements[index]) {
          total &+= elements[index].size &+ known
        } else if let size = Value.sizeInside(elements[index], within: limit &- total, depth: 1) {
          total &+= size
        } else {
          return false
        }
        guard total <= limit else { return false }
      }
      return true
    }
    return fits ? total : nil
  }

  // MARK: Texts

  /// The number of steps to compare two texts: none if their lengths differ.
  @inline(__always)
  private func stepsOfEquality(_ x: UnsafePointer<Value>, _ y: UnsafePointer<Value>) -> Int {
    guard case .string(let text) = x.pointee, case .string(let other) = y.pointee else { return 0 }
    return text.utf8.count == other.utf8.count ? text.utf8.count >> 3 : 0
  }

  @inline(__always)
  private func isText(_ x: UnsafePointer<Value>, _ y: UnsafePointer<Value>) -> Bool {
    guard case .string(let text) = x.pointee, case .string(let other) = y.pointee else { return false }
    return text == other
  }

  private func jumpContainsText(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let sense = i.flags & 1 != 0
    guard case .list(let elements) = v[Int(i.a)] else {
      return jumpContains(Instruction(.jumpContains, flags: i.flags, a: Int16(i.c0), b: i.b, Int32(i.a)), pc, remaining)
    }
    guard case .string(let text) = v[i.c0] else {
      return jumpContains(Instruction(.jumpContains, flags: i.flags, a: Int16(i.c0), b: i.b, Int32(i.a)), pc, remaining)
    }
    guard var left = charge(elements.count, remaining) else { return (pc, -1) }
    let count = text.utf8.count
    // A loop over the array would retain and release every element.
    let contains = elements.withUnsafeBufferPointer { elements -> Bool? in
      for index in elements.indices {
        guard case .string(let element) = elements[index], element.utf8.count == count else { continue }
        left &-= count >> 3
        guard left >= 0 else { return nil }
        if element == text { return true }
      }
      return false
    }
    guard let contains else { return (pc, -1) }
    return (contains == sense ? Int(i.b) : pc, left)
  }

  private func jumpContains(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let sense = i.flags & 1 != 0
    if case .string = v[Int(i.a)], case .list = v[i.c0] {
      return jumpContainsText(
        Instruction(.jumpContainsText, flags: i.flags, a: Int16(i.c0), b: i.b, Int32(i.a)), pc, remaining)
    }
    let element = v[Int(i.a)]
    switch v[i.c0] {
    case .list(let elements):
      guard var left = charge(elements.count, remaining) else { return (pc, -1) }
      var contains = false
      for candidate in elements {
        guard let isEqual = candidate.isEqual(to: element, steps: &left) else { return (pc, -1) }
        if isEqual {
          contains = true
          break
        }
      }
      return (contains == sense ? Int(i.b) : pc, left)
    case .map(let map):
      guard let left = charge(element.stepsAsKey, remaining) else { return (pc, -1) }
      return ((element.isNumberOrKey && map[element] != nil) == sense ? Int(i.b) : pc, left)
    case let other:
      return fail(
        .noSuchOverload, EvaluationMessage.noSuchOverload("@in", [element.typeName, other.typeName]), pc, remaining)
    }
  }

  private func jumpCompare(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let comparison = CompareFlags.comparison(i.flags)
    let (x, y) = (v[Int(i.a)], v[i.c0])
    guard let left = charge(min(x.length, y.length), remaining) else { return (pc, -1) }
    guard let outcome = x.outcome(of: comparison, with: y) else {
      return fail(
        .noSuchOverload, EvaluationMessage.noSuchOverload(comparison.function, [x.typeName, y.typeName]), pc, left)
    }
    return (outcome == (i.flags & CompareFlags.sense != 0) ? Int(i.b) : pc, left)
  }

  /// A text longer than every case is not compared, so that the cost is bounded by the length of the rules.
  private func switchTarget(_ i: Instruction) -> Int {
    switch v[Int(i.a)] {
    case .string(let text):
      var string = text.string
      return string.withUTF8 { jumpTables.target(Int(i.b), text: $0) }
    case .int(let int): return jumpTables.target(Int(i.b), int: int)
    default: return jumpTables.otherwise(Int(i.b))
    }
  }

  // MARK: Boxes

  private func box(_ i: Instruction) {
    let bits = s[Int(i.b)]
    switch ScalarKind(rawValue: i.flags) {
    case .bool: v[Int(i.a)] = .bool(bits != 0)
    case .uint: v[Int(i.a)] = .uint(UInt64(bitPattern: bits))
    case .double: v[Int(i.a)] = .double(Double(bitPattern: UInt64(bitPattern: bits)))
    case .code: v[Int(i.a)] = vocabularies.member(i.c0, Int(bits))
    case .int, nil: v[Int(i.a)] = .int(bits)
    }
  }

  private func unbox(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let kind = ScalarKind(rawValue: i.flags) ?? .int
    let vocabulary = i.c0 >= 0 ? vocabularies.vocabulary(i.c0) : nil
    let value = v[Int(i.b)]
    if let bits = value.bits(kind, vocabulary) {
      s[Int(i.a)] = bits
      return (pc, remaining)
    }
    if kind == .code, case .string = value {
      return fail(.wrongType, EvaluationMessage.notAMember(vocabulary?.name ?? ""), pc, remaining)
    }
    let expected = kind == .code ? vocabulary?.name.string ?? "" : kind.name
    return fail(
      .noSuchOverload, EvaluationMessage.wrongType(actual: value.typeName, expected: expected), pc, remaining)
  }
}

extension Value {
  /// The number of steps to find this value as a key of a map: its bytes are hashed, or compared with a few keys.
  var stepsAsKey: Int {
    if case .string(let text) = self { return 1 &+ text.utf8.count >> 1 }
    return 1
  }

  /// True for values that may equal a map's key. Includes doubles, because a whole double may equal an integer key.
  var isNumberOrKey: Bool { isMapKey || isNumber }
}

extension Comparison {
  /// CEL's name of the operator.
  var function: Text {
    switch self {
    case .less: "_<_"
    case .lessOrEqual: "_<=_"
    case .greater: "_>_"
    case .greaterOrEqual: "_>=_"
    case .equal: "_==_"
    case .notEqual: "_!=_"
    }
  }
}

extension EvaluationMessage {
  static func notACondition(_ type: Text) -> String { "a condition is true or false; this is `\(type)`" }

  static func notAMember(_ vocabulary: Text) -> String { "this is none of `\(vocabulary)`" }
}

extension Machine {
  /// Calls a function of values. Its cost is charged before the call, the size of its result after it.
  func call(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let callee = calls.callees + Int(i.b)
    var left = remaining &- callee.pointee.steps
    switch i.op {
    case .callUnary:
      guard case .unary(let run) = callee.pointee.body else { return call(callee, [v[i.c0]], i, pc, remaining) }
      guard pay(callee.pointee.cost, &left, 1, { _ in UnsafePointer(v + i.c0) }) else { return (pc, ~max(0, left)) }
      do throws(FunctionFailure) {
        return finish(i, callee, try run(v[i.c0]), pc, left)
      } catch { return fail(error.code, error.message, pc, left) }
    case .callBinary:
      guard case .binary(let run) = callee.pointee.body else {
        return call(callee, [v[i.c0], v[i.c1]], i, pc, remaining)
      }
      guard pay(callee.pointee.cost, &left, 2, { UnsafePointer(v + ($0 == 0 ? i.c0 : i.c1)) }) else {
        return (pc, ~max(0, left))
      }
      do throws(FunctionFailure) {
        return finish(i, callee, try run(v[i.c0], v[i.c1]), pc, left)
      } catch { return fail(error.code, error.message, pc, left) }
    case .callMany: return call(callee, arguments(i), i, pc, remaining)
    default: return callDynamic(i, pc, remaining)
    }
  }

  private func arguments(_ i: Instruction) -> [Value] {
    var arguments: [Value] = []
    arguments.reserveCapacity(i.c1)
    for index in 0..<i.c1 { arguments.append(v[Int(operands[i.c0 + index])]) }
    return arguments
  }

  private func call(
    _ callee: UnsafeMutablePointer<CallTable.Callee>, _ arguments: [Value], _ i: Instruction, _ pc: Int,
    _ remaining: Int
  ) -> Next {
    var left = remaining &- callee.pointee.steps
    let isPaid = arguments.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return left >= 0 }
      return pay(callee.pointee.cost, &left, values.count) { first + $0 }
    }
    guard isPaid else { return (pc, ~max(0, left)) }
    // A result costs steps, too. If the steps limit it more than the bytes do, the step limit is reported.
    let bytes = max(0, state.pointee.remainingBytes)
    let affordable = left.multipliedReportingOverflow(by: Value.elementSize)
    let isShortOfSteps = !affordable.overflow && affordable.partialValue < bytes
    do throws(FunctionFailure) {
      let limit = isShortOfSteps ? affordable.partialValue : bytes
      let result = try callee.pointee.body.call(arguments, limit: limit, steps: &left)
      return finish(i, callee, result, pc, left)
    } catch {
      switch error.code {
      case .stepLimit: return (pc, -1)
      case .sizeLimit:
        if isShortOfSteps { return (pc, -1) }
        return fail(.sizeLimit, EvaluationMessage.sizeLimit(limits.bytes), pc, left)
      default: return fail(error.code, error.message, pc, max(0, left))
      }
    }
  }

  /// The values of the arguments determine the overload.
  private func callDynamic(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let arguments = arguments(i)
    if let chosen = calls.choose(from: Int(i.b), arguments) {
      return call(calls.callees + chosen, arguments, i, pc, remaining)
    }
    let name = bytecode.candidateNames[Int(i.b)]
    return fail(.noSuchOverload, EvaluationMessage.noSuchOverload(name, arguments.map { $0.typeName }), pc, remaining)
  }

  /// Concatenates texts, at the cost of adding them one after another.
  func concatenate(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let callee = calls.callees + Int(i.b)
    var (left, length, bytes) = (remaining, 0, 0)
    for index in 0..<i.c1 {
      let operand = v + Int(operands[i.c0 + index])
      guard case .string(let text) = operand.pointee else { return addInTurn(callee, i, pc, remaining) }
      let count = text.utf8.count
      if index > 0 {
        left &-= callee.pointee.steps &+ length >> 3 &+ count >> 3
        bytes &+= length &+ count
      }
      length &+= count
    }
    guard left >= 0 else { return (pc, -1) }
    guard charge(bytes: bytes) else { return (pc, ~left) }
    let whole = String(unsafeUninitializedCapacity: length) { room in
      var end = 0
      for index in 0..<i.c1 {
        let operand = v + Int(operands[i.c0 + index])
        if case .string(let text) = operand.pointee { end += text.copyBytes(to: room, at: end) }
      }
      return end
    }
    v[Int(i.a)] = .string(Text(whole))
    return (pc, left)
  }

  /// The sum of the operands of any kind, added one after another.
  private func addInTurn(
    _ callee: UnsafeMutablePointer<CallTable.Callee>, _ i: Instruction, _ pc: Int, _ remaining: Int
  ) -> Next {
    var next = (pc: pc, remaining: remaining)
    var sum = v[Int(operands[i.c0])]
    for index in 1..<i.c1 {
      next = call(callee, [sum, v[Int(operands[i.c0 + index])]], i, pc, next.remaining)
      guard next.remaining >= 0 else { return next }
      sum = v[Int(i.a)]
    }
    return next
  }

  // MARK: Costs

  /// Subtracts the cost of a call from `left` and from the bytes; false if either does not suffice.
  @inline(__always)
  private func pay(
    _ cost: CallCost, _ left: inout Int, _ count: Int, _ argument: (Int) -> UnsafePointer<Value>
  ) -> Bool {
    if case .constant = cost { return left >= 0 }
    return left >= 0 && payForSize(cost, &left, count, argument)
  }

  private func payForSize(
    _ cost: CallCost, _ left: inout Int, _ count: Int, _ argument: (Int) -> UnsafePointer<Value>
  ) -> Bool {
    var (length, factor) = (0, 1)
    switch cost {
    case .constant: return true
    case .linear, .scaled, .copying:
      for index in 0..<count { length &+= argument(index).pointee.length }
      if case .scaled(let number) = cost { factor = number }
      if case .copying(let number) = cost { factor = number }
    case .deep, .sorting:
      for index in 0..<count {
        guard let more = argument(index).pointee.deepLength(within: left &- length) else { return spend(&left) }
        length &+= more
        guard length <= left else { return spend(&left) }
      }
      if case .deep(let number) = cost { factor = number }
      if case .sorting = cost {
        let elements = argument(0).pointee.length
        length &+= elements
        factor = Int.bitWidth - elements.leadingZeroBitCount
      }
    case .quadratic:
      length = 1
      factor = 1
      for index in 0..<count {
        let (product, overflow) = length.multipliedReportingOverflow(by: argument(index).pointee.length &+ 1)
        guard !overflow else { return spend(&left) }
        length = product
      }
    }
    let (steps, overflow) = length.multipliedReportingOverflow(by: factor)
    guard !overflow, steps <= left else { return spend(&left) }
    left &-= steps
    guard case .copying = cost else { return true }
    var bytes = 0
    for index in 0..<count { bytes &+= argument(index).pointee.size }
    return charge(bytes: bytes)
  }

  private func spend(_ left: inout Int) -> Bool {
    left = 0
    return false
  }

  private func finish(
    _ i: Instruction, _ callee: UnsafeMutablePointer<CallTable.Callee>, _ result: Value, _ pc: Int, _ remaining: Int
  ) -> Next {
    switch callee.pointee.cost {
    case .constant: break
    case .copying:
      if result.isContainer, !charge(inside: result) { return (pc, ~max(0, remaining)) }
    default:
      let size = result.size
      if size > 0 {
        guard charge(bytes: size), charge(inside: result) else { return (pc, ~max(0, remaining)) }
        guard let left = charge(result.length, remaining) else { return (pc, -1) }
        v[Int(i.a)] = result
        return (pc, left)
      }
    }
    v[Int(i.a)] = result
    return (pc, remaining)
  }

  /// The sum, minimum, or maximum of boxed values (decimals, durations, strings).
  func accumulate(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let (total, value) = (v[Int(i.a)], v[Int(i.b)])
    let work = min(total.length, value.length) &+ Overload.usualSteps
    guard let left = charge(work, remaining) else { return (pc, -1) }
    switch Accumulation(rawValue: i.flags) {
    case .min, .max:
      let comparison: Comparison = i.flags == Accumulation.min.rawValue ? .less : .greater
      guard let outcome = value.outcome(of: comparison, with: total) else {
        return fail(
          .noSuchOverload, EvaluationMessage.noSuchOverload(comparison.function, [value.typeName, total.typeName]), pc,
          left)
      }
      if outcome { v[Int(i.a)] = value }
      return (pc, left)
    case .sum, nil:
      // For numbers and durations only; growing values are concatenated by calls.
      guard total.size == 0, value.size == 0 else {
        return fail(
          .noSuchOverload, EvaluationMessage.noSuchOverload("_+_", [total.typeName, value.typeName]), pc, left)
      }
      do {
        v[Int(i.a)] = try OperatorFunctions.add(total, value)
        return (pc, left)
      } catch { return fail(error.code, error.message, pc, left) }
    }
  }
}

extension Machine {
  // Doubles are stored in registers by their bits.

  @inline(__always) static func double(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }

  @inline(__always) static func bits(_ double: Double) -> Int64 { Int64(bitPattern: double.bitPattern) }
}

/// A machine's own copy of the data for calls: calls do not copy overloads, and machines share none.
struct CallTable {
  /// The data for one call.
  struct Callee {
    var body: FunctionBody
    var cost: CallCost
    var steps: Int
  }

  private struct Candidate {
    var function: Int32
    var parameters: [CELType]
  }

  let callees: UnsafeMutablePointer<Callee>
  private let candidates: UnsafeMutablePointer<Candidate>
  /// For each set of candidates, the index at which it begins, followed by the end of the last set.
  private let starts: UnsafeMutablePointer<Int32>
  private let calleeCount: Int
  private let candidateCount: Int
  private let setCount: Int

  init(_ bytecode: Bytecode, types copies: UnsharedTypes) {
    calleeCount = bytecode.functions.count
    callees = .allocate(capacity: max(1, calleeCount))
    for (index, function) in bytecode.functions.enumerated() {
      (callees + index).initialize(to: Callee(body: function.body, cost: function.cost, steps: function.steps))
    }
    var all: [Candidate] = []
    setCount = bytecode.candidates.count
    starts = .allocate(capacity: setCount + 1)
    for (index, set) in bytecode.candidates.enumerated() {
      (starts + index).initialize(to: Int32(truncatingIfNeeded: all.count))
      all += set.map { function in
        Candidate(
          function: function, parameters: bytecode.functions[Int(function)].parameters.map { copies.copy($0) })
      }
    }
    (starts + setCount).initialize(to: Int32(truncatingIfNeeded: all.count))
    candidateCount = all.count
    candidates = .allocate(capacity: max(1, all.count))
    candidates.initialize(from: all, count: all.count)
  }

  func deallocate() {
    callees.deinitialize(count: calleeCount)
    callees.deallocate()
    candidates.deinitialize(count: candidateCount)
    candidates.deallocate()
    starts.deallocate()
  }

  /// The first function of the set whose parameters accept `arguments`, or nil.
  func choose(from set: Int, _ arguments: [Value]) -> Int? {
    for index in Int(starts[set])..<Int(starts[set + 1]) where accepts(candidates + index, arguments) {
      return Int(candidates[index].function)
    }
    return nil
  }

  private func accepts(_ candidate: UnsafeMutablePointer<Candidate>, _ arguments: [Value]) -> Bool {
    guard candidate.pointee.parameters.count == arguments.count else { return false }
    for index in arguments.indices where !candidate.pointee.parameters[index].acceptsKind(of: arguments[index]) {
      return false
    }
    return true
  }
}

extension CompareFlags {
  /// For each comparison four bits: its outcome for less, equal, greater, and NaN.
  private static let outcomes: UInt32 = 0xD2_6431

  /// Computed without branches, so that a recorded comparison costs little more than a plain one.
  @inline(__always) static func holds(_ flags: UInt8, _ x: Int64, _ y: Int64) -> Bool {
    var order: UInt32 = x < y ? 0 : x == y ? 1 : 2
    if flags & 96 != 0 { order = otherOrder(flags, x, y) }
    return outcomes >> (UInt32(flags & 7) << 2 | order) & 1 != 0
  }

  @inline(never) private static func otherOrder(_ flags: UInt8, _ x: Int64, _ y: Int64) -> UInt32 {
    if flags & 64 != 0 {
      let (a, b) = (UInt64(bitPattern: x), UInt64(bitPattern: y))
      return a < b ? 0 : a == b ? 1 : 2
    }
    let (a, b) = (Double(bitPattern: UInt64(bitPattern: x)), Double(bitPattern: UInt64(bitPattern: y)))
    return a < b ? 0 : a == b ? 1 : a > b ? 2 : 3
  }
}
