import TerrainBase

// Iteration over lists and maps.
extension Machine {
  /// A map is iterated by its keys; with two variables the map itself stays, for its values.
  ///
  /// Of a list its elements' address is noted: as long as the loop runs the list is in a register of the loop's own,
  /// which nothing else writes, so its storage neither moves nor ends.
  func beginLoop(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    var left = remaining
    let count: Int
    switch v[Int(i.a)] {
    case .list(let elements): count = elements.count
    case .map(let map):
      count = map.count
      if i.flags == 0 {
        left &-= count
        guard left >= 0 else { return (pc, -1) }
        guard charge(bytes: count &* Value.elementSize) else { return (pc, ~left) }
        v[Int(i.a)] = .list(map.entries.map { $0.key })
      }
    case let other: return fail(.noSuchOverload, EvaluationMessage.notIterable(other.typeName), pc, remaining)
    }
    s[Int(i.b)] = 0
    s[Int(i.b) + 1] = Int64(count)
    s[Int(i.b) + 2] = 0
    if case .list(let elements) = v[Int(i.a)] {
      s[Int(i.b) + 2] = elements.withUnsafeBufferPointer { Int64(Int(bitPattern: $0.baseAddress)) }
    }
    return (pc, left)
  }

  /// Puts the element at `position` of those at `address` into the loop's variable; false, with the failure
  /// noted, where it is not of the kind the loop was planned for.
  @inline(__always)
  func nextElement(_ i: UnsafeMutablePointer<Instruction>, _ address: Int64, _ position: Int) -> Bool {
    // A map has no such address: its keys and values are had by ``Opcode/loopSecond``.
    guard let elements = UnsafePointer<Value>(bitPattern: Int(address)) else { return true }
    if i.pointee.flags == ScalarKind.int.rawValue &+ 1, case .int(let int) = elements[position] {
      s[Int(i.pointee.a)] = int
      return true
    }
    return nextElement(i, elements + position)
  }

  @inline(never)
  private func nextElement(_ i: UnsafeMutablePointer<Instruction>, _ element: UnsafePointer<Value>) -> Bool {
    guard i.pointee.flags > 0 else {
      v[Int(i.pointee.a)] = element.pointee
      return true
    }
    let kind = ScalarKind(rawValue: i.pointee.flags &- 1) ?? .int
    guard let bits = element.pointee.bits(kind, nil) else {
      let message = EvaluationMessage.wrongType(actual: element.pointee.typeName, expected: kind.name)
      state.pointee.failure = Failure(code: .noSuchOverload, message: message)
      return false
    }
    s[Int(i.pointee.a)] = bits
    return true
  }

  func loopSecond(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let position = Int(s[i.c1]) - 1
    switch v[i.c0] {
    case .map(let map):
      v[Int(i.a)] = map.entries[position].key
      v[Int(i.b)] = map.entries[position].value
    case .list(let elements):
      v[Int(i.a)] = .int(Int64(position))
      v[Int(i.b)] = elements[position]
    default: break
    }
    return (pc, remaining)
  }
}
