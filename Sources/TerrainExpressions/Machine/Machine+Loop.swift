import TerrainBase

extension Machine {
  /// The loop. Runs decision `decision`, whose body begins at `entry`, unless it is computed already.
  ///
  /// Registers of the processor hold `pc`, the steps left and the frames' addresses; what needs more is a call (``perform(_:_:_:)``).
  func execute(from entry: Int, decision: Int) -> EvaluationError? {
    let code = self.code
    let s = self.s
    let kind = facts.dependsOnCandidate(decision) ? 1 : 0
    if stamps[decision] == epochs[kind] { return nil }
    begun[decision] = epochs[kind]
    var depth = 1
    var next = code + entry
    var remaining = state.pointee.remaining
    var lookBelow = remaining &- Machine.stepsPerLook
    while true {
      // Fields are read where they are used: not every instruction uses all of them.
      let i = next
      next += 1
      // Only ever left out to measure what counting costs (Benchmarks).
      #if TERRAIN_UNMETERED
        let isSpent = false
      #else
        remaining &-= 1
        let isSpent = remaining < 0
      #endif
      let trap: Trap
      if isSpent {
        trap = .steps
      } else {
        switch i.pointee.op {
        case .jump:
          next = code + Int(i.pointee.b)
          continue
        case .complete:
          stamps[Int(i.pointee.b)] = epochs[Int(i.pointee.flags)]
          depth &-= 1
          if depth == 0 {
            state.pointee.remaining = remaining
            return nil
          }
          next = code + Int(returns[depth])
          continue
        case .ensure:
          if stamps[Int(i.pointee.b)] == epochs[Int(i.pointee.flags)] { continue }
          if depth < returnCapacity {
            begun[Int(i.pointee.b)] = epochs[Int(i.pointee.flags)]
            returns[depth] = Int32(truncatingIfNeeded: next - code)
            depth &+= 1
            next = code + Int(i.pointee.c)
            continue
          }
          trap = .cycle
        case .switchCode:
          next = code + jumpTables.target(Int(i.pointee.b), s[Int(i.pointee.a)])
          continue
        case .switchInt:
          next = code + jumpTables.target(Int(i.pointee.b), int: s[Int(i.pointee.a)])
          continue

        case .jumpLessConstant:
          if s[Int(i.pointee.a)] < i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpLessOrEqualConstant:
          if s[Int(i.pointee.a)] <= i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreaterConstant:
          if s[Int(i.pointee.a)] > i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreaterOrEqualConstant:
          if s[Int(i.pointee.a)] >= i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpEqualConstant:
          if s[Int(i.pointee.a)] == i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpNotEqualConstant:
          if s[Int(i.pointee.a)] != i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpLess:
          if s[Int(i.pointee.a)] < s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpLessOrEqual:
          if s[Int(i.pointee.a)] <= s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreater:
          if s[Int(i.pointee.a)] > s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreaterOrEqual:
          if s[Int(i.pointee.a)] >= s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpEqual:
          if s[Int(i.pointee.a)] == s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpNotEqual:
          if s[Int(i.pointee.a)] != s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpBit:
          if (s[Int(i.pointee.a)] >> i.pointee.c) & 1 == Int64(i.pointee.flags) { next = code + Int(i.pointee.b) }
          continue
        case .jumpBitOfCode:
          let bit = s[i.pointee.c0]
          if (s[Int(i.pointee.a) &+ Int(bit >> 6)] >> (bit & 63)) & 1 == Int64(i.pointee.flags) {
            next = code + Int(i.pointee.b)
          }
          continue
        case .jumpMeet:
          var common: Int64 = 0
          for word in 0..<i.pointee.c1 { common |= s[Int(i.pointee.a) &+ word] & s[i.pointee.c0 &+ word] }
          if (common != 0) == (i.pointee.flags == 1) { next = code + Int(i.pointee.b) }
          continue
        case .jumpCompareDouble:
          let x = Double(bitPattern: UInt64(bitPattern: s[Int(i.pointee.a)]))
          let y = Double(bitPattern: UInt64(bitPattern: s[i.pointee.c0]))
          if CompareFlags.comparison(i.pointee.flags).holds(x, y) == (i.pointee.flags & CompareFlags.sense != 0) {
            next = code + Int(i.pointee.b)
          }
          continue
        case .jumpCompareUInt:
          let (x, y) = (UInt64(bitPattern: s[Int(i.pointee.a)]), UInt64(bitPattern: s[i.pointee.c0]))
          if CompareFlags.comparison(i.pointee.flags).holds(x, y) == (i.pointee.flags & CompareFlags.sense != 0) {
            next = code + Int(i.pointee.b)
          }
          continue
        case .recordCompare:
          let y = i.pointee.flags & CompareFlags.constant != 0 ? i.pointee.c : s[i.pointee.c0]
          let holds = CompareFlags.holds(i.pointee.flags, s[Int(i.pointee.a)], y)
          state.pointee.trace.append(
            TraceBuffer.Event(
              place: Int32(truncatingIfNeeded: i - code), kind: .scalar, holds: holds, bits: s[Int(i.pointee.a)]))
          if holds == (i.pointee.flags & CompareFlags.sense != 0) { next = code + Int(i.pointee.b) }
          continue
        case .recordMarker:
          // What is recorded costs no steps: a run has the same limit whether it is explained or not.
          remaining &+= 1
          state.pointee.trace.append(
            TraceBuffer.Event(place: i.pointee.b, kind: .marker(i.pointee.flags), holds: false, bits: 0))
          continue

        case .loadConstant:
          s[Int(i.pointee.a)] = i.pointee.c
          continue
        case .move:
          s[Int(i.pointee.a)] = s[Int(i.pointee.b)]
          continue
        case .addConstant:
          let (sum, overflow) = s[Int(i.pointee.b)].addingReportingOverflow(i.pointee.c)
          s[Int(i.pointee.a)] = sum
          if !overflow { continue }
          trap = .overflow
        case .addInt:
          let (result, overflow) = s[Int(i.pointee.b)].addingReportingOverflow(s[i.pointee.c0])
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = .overflow
        case .subtractInt:
          let (result, overflow) = s[Int(i.pointee.b)].subtractingReportingOverflow(s[i.pointee.c0])
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = .overflow
        case .multiplyInt:
          let (result, overflow) = s[Int(i.pointee.b)].multipliedReportingOverflow(by: s[i.pointee.c0])
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = .overflow
        case .divideInt:
          let divisor = s[i.pointee.c0]
          let (result, overflow) = s[Int(i.pointee.b)].dividedReportingOverflow(by: divisor)
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = divisor == 0 ? .divisionByZero : .overflow
        case .remainderInt:
          let divisor = s[i.pointee.c0]
          let (result, overflow) = s[Int(i.pointee.b)].remainderReportingOverflow(dividingBy: divisor)
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = divisor == 0 ? .remainderByZero : .overflow
        case .negateInt:
          if s[Int(i.pointee.b)] != .min {
            s[Int(i.pointee.a)] = 0 &- s[Int(i.pointee.b)]
            continue
          }
          trap = .overflow
        case .addUInt:
          let (result, overflow) = UInt64(bitPattern: s[Int(i.pointee.b)]).addingReportingOverflow(
            UInt64(bitPattern: s[i.pointee.c0]))
          if !overflow {
            s[Int(i.pointee.a)] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .subtractUInt:
          let (result, overflow) = UInt64(bitPattern: s[Int(i.pointee.b)]).subtractingReportingOverflow(
            UInt64(bitPattern: s[i.pointee.c0]))
          if !overflow {
            s[Int(i.pointee.a)] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .multiplyUInt:
          let (result, overflow) = UInt64(bitPattern: s[Int(i.pointee.b)]).multipliedReportingOverflow(
            by: UInt64(bitPattern: s[i.pointee.c0]))
          if !overflow {
            s[Int(i.pointee.a)] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .divideUInt:
          let divisor = UInt64(bitPattern: s[i.pointee.c0])
          if divisor != 0 {
            s[Int(i.pointee.a)] = Int64(bitPattern: UInt64(bitPattern: s[Int(i.pointee.b)]) / divisor)
            continue
          }
          trap = .divisionByZero
        case .remainderUInt:
          let divisor = UInt64(bitPattern: s[i.pointee.c0])
          if divisor != 0 {
            s[Int(i.pointee.a)] = Int64(bitPattern: UInt64(bitPattern: s[Int(i.pointee.b)]) % divisor)
            continue
          }
          trap = .remainderByZero
        case .addDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) + Machine.double(s[i.pointee.c0]))
          continue
        case .subtractDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) - Machine.double(s[i.pointee.c0]))
          continue
        case .multiplyDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) * Machine.double(s[i.pointee.c0]))
          continue
        case .divideDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) / Machine.double(s[i.pointee.c0]))
          continue
        case .negateDouble:
          s[Int(i.pointee.a)] = Machine.bits(-Machine.double(s[Int(i.pointee.b)]))
          continue
        case .intToDouble:
          s[Int(i.pointee.a)] = Machine.bits(Double(s[Int(i.pointee.b)]))
          continue
        case .countCommon:
          var common = 0
          for word in 0..<i.pointee.c1 {
            common &+= (s[Int(i.pointee.b) &+ word] & s[i.pointee.c0 &+ word]).nonzeroBitCount
          }
          s[Int(i.pointee.a)] = Int64(common)
          continue

        case .loopNext:
          let counter = s + i.pointee.c1
          let position = counter[0]
          guard position < counter[1] else {
            next = code + Int(i.pointee.b)
            continue
          }
          counter[0] = position &+ 1
          if remaining >= lookBelow {
            if nextElement(i, counter[2], Int(position)) { continue }
            trap = .called
          } else {
            lookBelow = remaining &- Machine.stepsPerLook
            if !limits.isInterrupted() {
              if nextElement(i, counter[2], Int(position)) { continue }
              trap = .called
            } else {
              trap = .interrupted
            }
          }
        default:
          let done = perform(i.pointee, next - code, remaining)
          if done.remaining >= 0 {
            next = code + done.pc
            remaining = done.remaining
            continue
          }
          remaining = ~done.remaining
          trap = .called
        }
      }
      // By way of memory of the machine: what is lent out could not stay in a register.
      note(trap)
      state.pointee.depth = depth
      state.pointee.remaining = remaining
      let target = recover(at: i - code)
      if target < 0 { return take(at: ~target) }
      next = code + target
      depth = state.pointee.depth
      remaining = state.pointee.remaining
    }
  }
}
