// The keys that parts of bytecode name.
extension SchemaBytecode {
  /// The keys a map shape declares, in the order they were written.
  func declaredNames(ofShape number: UInt32) -> [String] {
    let shape = tables.mapShapes[Int(number)]
    return (Int(shape.slots)...Int(shape.slots + shape.slotMask)).map { tables.propertySlots[$0] }
      .filter(\.isDeclared).sorted { $0.name.offset < $1.name.offset }.map { text($0.name) }
  }

  /// The keys that `block`, and the blocks it applies to the same map, declare.
  func namesApplied(from block: UInt32) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    var visited: Set<UInt32> = [block]
    var waiting = [block]
    var next = 0
    while next < waiting.count {
      let content = tables.blocks[Int(waiting[next])]
      next += 1
      for index in content.start..<content.end {
        let instruction = tables.instructions[Int(index)]
        if instruction.operation == .map {
          for name in declaredNames(ofShape: instruction.a) where known.insert(name).inserted { names.append(name) }
        }
        for successor in successors(of: instruction) where visited.insert(successor).inserted {
          waiting.append(successor)
        }
      }
    }
    return names
  }

  private func successors(of instruction: Instruction) -> [UInt32] {
    var run: Range<UInt32> { instruction.a..<instruction.a + instruction.b }
    let found: [UInt32] =
      switch instruction.operation {
      case .call: [instruction.a]
      case .anyOf, .oneOf: run.map { tables.blockLists[Int($0)] }
      case .condition: [instruction.a, instruction.b, instruction.c]
      case .dependents: run.map { tables.keys[Int($0)].block }
      case .dynamicCall: dynamicReferences[Int(instruction.a)].targets.values.sorted()
      default: []
      }
    return found.filter { $0 != Check.none }
  }
}
