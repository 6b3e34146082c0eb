import TerrainBase

extension Machine {
  /// Calls a function of values, its cost charged before and the size of what it makes after.
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
    // Looking at what was made takes steps too: where they, not the bytes, are what keeps it small, they are named.
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

  /// Which overload is meant shows in the values.
  private func callDynamic(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let arguments = arguments(i)
    if let chosen = calls.choose(from: Int(i.b), arguments) {
      return call(calls.callees + chosen, arguments, i, pc, remaining)
    }
    let name = bytecode.candidateNames[Int(i.b)]
    return fail(.noSuchOverload, EvaluationMessage.noSuchOverload(name, arguments.map { $0.typeName }), pc, remaining)
  }

  /// Puts texts together, at the cost of adding them one after another.
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

  /// The total of the operands, added one after another, of whatever kind they are.
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

  /// Takes what a call costs from `left` and from the bytes; false when either does not suffice.
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

  /// Sum, least and greatest of values that are kept boxed (decimals, durations, strings).
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
      // Numbers and durations alone: what grows is put together by calls.
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
  // Fractions are in registers by their bits.

  @inline(__always) static func double(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }

  @inline(__always) static func bits(_ double: Double) -> Int64 { Int64(bitPattern: double.bitPattern) }
}
