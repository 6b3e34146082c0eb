import TerrainBase

/// A machine's own copy of what calls need: no overload is copied to call it, and none is shared with other machines.
struct CallTable {
  /// What one call needs.
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
  /// For each set of candidates where it begins; one more entry for the end of the last one.
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

  /// The first function of the set whose parameters take `arguments`, or nil.
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
