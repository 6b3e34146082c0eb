import TerrainValues

extension Machine {
  /// Calls a function of values, its cost charged before and the size of what it makes after.
  func call(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    var left = remaining
    let callee = calls.callees + Int(i.b)
    switch i.op {
    case .callUnary:
      guard case .unary(let run) = callee.pointee.body, pay(callee.pointee.cost, v[i.c0].length, 0, &left) else {
        return (pc, -1)
      }
      do throws(FunctionFailure) {
        return finish(i, callee, try run(v[i.c0]), pc, left)
      } catch { return fail(error.code, error.message, pc, left) }
    case .callBinary:
      guard case .binary(let run) = callee.pointee.body,
        pay(callee.pointee.cost, v[i.c0].length, v[i.c1].length, &left)
      else { return (pc, -1) }
      do throws(FunctionFailure) {
        return finish(i, callee, try run(v[i.c0], v[i.c1]), pc, left)
      } catch { return fail(error.code, error.message, pc, left) }
    case .callMany: return call(callee, arguments(i), i, pc, left)
    default: return callDynamic(i, pc, left)
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
    var left = remaining
    let first = arguments.first?.length ?? 0
    let rest = arguments.dropFirst().reduce(0) { $0 &+ $1.length }
    guard pay(callee.pointee.cost, first, rest, &left) else { return (pc, -1) }
    do throws(FunctionFailure) {
      let result = try callee.pointee.body.call(arguments, limit: max(0, state.pointee.remainingBytes))
      return finish(i, callee, result, pc, left)
    } catch { return fail(error.code, error.message, pc, left) }
  }

  /// Which overload is meant shows in the values.
  private func callDynamic(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let arguments = arguments(i)
    if let chosen = calls.choose(from: Int(i.b), arguments) {
      return call(calls.callees + chosen, arguments, i, pc, remaining)
    }
    let name = program.candidateNames[Int(i.b)]
    return fail(.noSuchOverload, EvaluationMessage.noSuchOverload(name, arguments.map(\.typeName)), pc, remaining)
  }

  private func pay(_ cost: CallCost, _ first: Int, _ rest: Int, _ remaining: inout Int) -> Bool {
    switch cost {
    case .constant: return true
    case .linear: remaining = remaining &- first &- rest
    case .scaled(let factor):
      let (product, overflow) = (first &+ rest).multipliedReportingOverflow(by: factor)
      remaining = overflow ? -1 : remaining &- product
    case .quadratic:
      let (product, overflow) = (first &+ 1).multipliedReportingOverflow(by: rest &+ 1)
      remaining = overflow ? -1 : remaining &- product
    }
    return remaining >= 0
  }

  private func finish(
    _ i: Instruction, _ callee: UnsafeMutablePointer<CallTable.Callee>, _ result: Value, _ pc: Int, _ remaining: Int
  ) -> Next {
    if case .constant = callee.pointee.cost {
    } else {
      let size = result.size
      if size > 0 {
        guard charge(bytes: size), charge(inside: result) else { return (pc, ~remaining) }
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
    switch ProgramBuilder.Accumulation(rawValue: i.flags) {
    case .min, .max:
      let comparison: Comparison = i.flags == ProgramBuilder.Accumulation.min.rawValue ? .less : .greater
      guard let outcome = value.outcome(of: comparison, with: total) else {
        return fail(
          .noSuchOverload, EvaluationMessage.noSuchOverload(comparison.function, [value.typeName, total.typeName]), pc,
          remaining)
      }
      if outcome { v[Int(i.a)] = value }
      return (pc, remaining)
    case .sum, nil:
      do {
        v[Int(i.a)] = try OperatorFunctions.add(total, value)
        return (pc, remaining)
      } catch { return fail(error.code, error.message, pc, remaining) }
    }
  }
}
