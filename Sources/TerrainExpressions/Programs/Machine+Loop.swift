import TerrainValues

extension Machine {
  /// What stopped an unboxed instruction.
  private enum Trap {
    case steps, overflow, divisionByZero, remainderByZero, cycle, called
  }

  /// The loop. Runs decision `decision`, whose body begins at `entry`, unless it is computed already.
  ///
  /// Everything that can be kept in a register of the processor is: `pc`, the steps left and the frames' addresses. Instructions
  /// that need more are calls (``perform(_:_:_:)``).
  func execute(from entry: Int, decision: Int) -> EvaluationError? {
    let code = self.code
    let s = self.s
    let stamps = self.stamps
    let epochs = self.epochs
    let returns = self.returns
    let begun = self.begun
    let kind = facts.dependsOnCandidate(decision) ? 1 : 0
    if stamps[decision] == epochs[kind] { return nil }
    begun[decision] = epochs[kind]
    returns[0] = 0
    var depth = 1
    var pc = entry
    var remaining = self.remaining
    while true {
      let i = code[pc]
      let a = Int(i.a)
      let b = Int(i.b)
      pc &+= 1
      remaining &-= 1
      let trap: Trap
      if remaining < 0 {
        trap = .steps
      } else {
        switch i.op {
        case .halt:
          self.remaining = remaining
          return nil
        case .jump:
          pc = b
          continue
        case .complete:
          stamps[b] = epochs[Int(i.flags)]
          depth &-= 1
          pc = Int(returns[depth])
          continue
        case .ensure:
          if stamps[b] == epochs[Int(i.flags)] { continue }
          if depth < returnCapacity {
            begun[b] = epochs[Int(i.flags)]
            returns[depth] = Int32(truncatingIfNeeded: pc)
            depth &+= 1
            pc = Int(i.c)
            continue
          }
          trap = .cycle
        case .switchCode:
          pc = jumpTables.target(b, s[a])
          continue
        case .switchInt:
          pc = jumpTables.target(b, int: s[a])
          continue

        case .jumpLessConstant:
          if s[a] < i.c { pc = b }
          continue
        case .jumpLessOrEqualConstant:
          if s[a] <= i.c { pc = b }
          continue
        case .jumpGreaterConstant:
          if s[a] > i.c { pc = b }
          continue
        case .jumpGreaterOrEqualConstant:
          if s[a] >= i.c { pc = b }
          continue
        case .jumpEqualConstant:
          if s[a] == i.c { pc = b }
          continue
        case .jumpNotEqualConstant:
          if s[a] != i.c { pc = b }
          continue
        case .jumpLess:
          if s[a] < s[i.c0] { pc = b }
          continue
        case .jumpLessOrEqual:
          if s[a] <= s[i.c0] { pc = b }
          continue
        case .jumpGreater:
          if s[a] > s[i.c0] { pc = b }
          continue
        case .jumpGreaterOrEqual:
          if s[a] >= s[i.c0] { pc = b }
          continue
        case .jumpEqual:
          if s[a] == s[i.c0] { pc = b }
          continue
        case .jumpNotEqual:
          if s[a] != s[i.c0] { pc = b }
          continue
        case .jumpBit:
          if (s[a] >> i.c) & 1 == Int64(i.flags) { pc = b }
          continue
        case .jumpBitOfCode:
          let bit = s[i.c0]
          if (s[a &+ Int(bit >> 6)] >> (bit & 63)) & 1 == Int64(i.flags) { pc = b }
          continue
        case .jumpCompareDouble:
          let x = Double(bitPattern: UInt64(bitPattern: s[a]))
          let y = Double(bitPattern: UInt64(bitPattern: s[i.c0]))
          if CompareFlags.comparison(i.flags).holds(x, y) == (i.flags & CompareFlags.sense != 0) { pc = b }
          continue
        case .jumpCompareUInt:
          let (x, y) = (UInt64(bitPattern: s[a]), UInt64(bitPattern: s[i.c0]))
          if CompareFlags.comparison(i.flags).holds(x, y) == (i.flags & CompareFlags.sense != 0) { pc = b }
          continue
        case .recordCompare:
          let y = i.flags & CompareFlags.constant != 0 ? i.c : s[i.c0]
          let holds = CompareFlags.holds(i.flags, s[a], y)
          trace.append(TraceBuffer.Event(place: Int32(truncatingIfNeeded: pc &- 1), kind: .scalar, holds: holds, bits: s[a]))
          if holds == (i.flags & CompareFlags.sense != 0) { pc = b }
          continue
        case .recordMarker:
          // What is recorded costs no steps: a run has the same limit whether it is explained or not.
          remaining &+= 1
          trace.append(TraceBuffer.Event(place: i.b, kind: .marker(i.flags), holds: false, bits: 0))
          continue

        case .loadConstant:
          s[a] = i.c
          continue
        case .move:
          s[a] = s[b]
          continue
        case .addConstant:
          let (sum, overflow) = s[b].addingReportingOverflow(i.c)
          s[a] = sum
          if !overflow { continue }
          trap = .overflow
        case .addInt:
          let (result, overflow) = s[b].addingReportingOverflow(s[i.c0])
          if !overflow {
            s[a] = result
            continue
          }
          trap = .overflow
        case .subtractInt:
          let (result, overflow) = s[b].subtractingReportingOverflow(s[i.c0])
          if !overflow {
            s[a] = result
            continue
          }
          trap = .overflow
        case .multiplyInt:
          let (result, overflow) = s[b].multipliedReportingOverflow(by: s[i.c0])
          if !overflow {
            s[a] = result
            continue
          }
          trap = .overflow
        case .divideInt:
          let divisor = s[i.c0]
          let (result, overflow) = s[b].dividedReportingOverflow(by: divisor)
          if !overflow {
            s[a] = result
            continue
          }
          trap = divisor == 0 ? .divisionByZero : .overflow
        case .remainderInt:
          let divisor = s[i.c0]
          let (result, overflow) = s[b].remainderReportingOverflow(dividingBy: divisor)
          if !overflow {
            s[a] = result
            continue
          }
          trap = divisor == 0 ? .remainderByZero : .overflow
        case .negateInt:
          if s[b] != .min {
            s[a] = 0 &- s[b]
            continue
          }
          trap = .overflow
        case .addUInt:
          let (result, overflow) = UInt64(bitPattern: s[b]).addingReportingOverflow(UInt64(bitPattern: s[i.c0]))
          if !overflow {
            s[a] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .subtractUInt:
          let (result, overflow) = UInt64(bitPattern: s[b]).subtractingReportingOverflow(UInt64(bitPattern: s[i.c0]))
          if !overflow {
            s[a] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .multiplyUInt:
          let (result, overflow) = UInt64(bitPattern: s[b]).multipliedReportingOverflow(by: UInt64(bitPattern: s[i.c0]))
          if !overflow {
            s[a] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .divideUInt:
          let divisor = UInt64(bitPattern: s[i.c0])
          if divisor != 0 {
            s[a] = Int64(bitPattern: UInt64(bitPattern: s[b]) / divisor)
            continue
          }
          trap = .divisionByZero
        case .remainderUInt:
          let divisor = UInt64(bitPattern: s[i.c0])
          if divisor != 0 {
            s[a] = Int64(bitPattern: UInt64(bitPattern: s[b]) % divisor)
            continue
          }
          trap = .remainderByZero
        case .addDouble:
          s[a] = Machine.bits(Machine.double(s[b]) + Machine.double(s[i.c0]))
          continue
        case .subtractDouble:
          s[a] = Machine.bits(Machine.double(s[b]) - Machine.double(s[i.c0]))
          continue
        case .multiplyDouble:
          s[a] = Machine.bits(Machine.double(s[b]) * Machine.double(s[i.c0]))
          continue
        case .divideDouble:
          s[a] = Machine.bits(Machine.double(s[b]) / Machine.double(s[i.c0]))
          continue
        case .negateDouble:
          s[a] = Machine.bits(-Machine.double(s[b]))
          continue
        case .intToDouble:
          s[a] = Machine.bits(Double(s[b]))
          continue

        default:
          let next = perform(i, pc, remaining)
          if next.remaining >= 0 {
            pc = next.pc
            remaining = next.remaining
            continue
          }
          remaining = ~next.remaining
          trap = .called
        }
      }
      note(trap)
      guard let target = handle(pc &- 1, &depth, &remaining) else {
        self.remaining = remaining
        return take(at: pc &- 1)
      }
      pc = target
    }
  }

  @inline(__always) private static func double(_ bits: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: bits)) }

  @inline(__always) private static func bits(_ double: Double) -> Int64 { Int64(bitPattern: double.bitPattern) }

  @inline(never) private func note(_ trap: Trap) {
    switch trap {
    case .steps: failure = Failure(code: .stepLimit, message: EvaluationMessage.stepLimit(limits.steps))
    case .overflow: failure = Failure(code: .overflow, message: EvaluationMessage.overflow)
    case .divisionByZero: failure = Failure(code: .divisionByZero, message: EvaluationMessage.divisionByZero)
    case .remainderByZero: failure = Failure(code: .divisionByZero, message: EvaluationMessage.remainderByZero)
    case .cycle: failure = Failure(code: .cycle, message: EvaluationMessage.cycle)
    case .called:
      if failure == nil, rethrown == nil { note(.steps) }
    }
  }
}

extension CompareFlags {
  @inline(__always) static func holds(_ flags: UInt8, _ x: Int64, _ y: Int64) -> Bool {
    let comparison = comparison(flags)
    if flags & 32 != 0 {
      return comparison.holds(
        Double(bitPattern: UInt64(bitPattern: x)), Double(bitPattern: UInt64(bitPattern: y)))
    }
    if flags & 64 != 0 { return comparison.holds(UInt64(bitPattern: x), UInt64(bitPattern: y)) }
    return comparison.holds(x, y)
  }
}
