/// Properties of blocks that are computed when all blocks are there.
enum SchemaLinker {
  /// Fills in the checks, and gives the block to begin with.
  static func link(_ parts: inout SchemaParts, root: UInt32) -> UInt32 {
    // A scope is made of the resources gone through, so none may be skipped.
    let mayShorten = parts.dynamicReferences.isEmpty
    let blocks = parts.blocks
    let instructions = parts.instructions

    func target(_ block: UInt32) -> UInt32 {
      guard mayShorten else { return block }
      var at = block
      // A chain longer than there are blocks would be a ring, and those were refused.
      for _ in 0..<blocks.count {
        guard at != Check.none else { return at }
        let content = blocks[Int(at)]
        if content.start == content.end { return Check.none }
        let first = instructions[Int(content.start)]
        guard content.end - content.start == 1, first.operation == .call, !content.hasUnevaluated else { return at }
        at = first.a
      }
      return at
    }

    func linked(_ check: Check) -> Check {
      var check = check
      check.block = target(check.block)
      check.types = .any
      check.isTypeOnly = check.block == Check.none
      guard check.block != Check.none else { return check }
      let content = blocks[Int(check.block)]
      guard content.start < content.end else { return check }
      let first = instructions[Int(content.start)]
      if first.operation == .type {
        check.types = TypeMask(bits: first.a)
        check.isTypeOnly = content.end - content.start == 1
      }
      return check
    }

    for i in parts.checks.indices { parts.checks[i] = linked(parts.checks[i]) }
    for i in parts.propertySlots.indices { parts.propertySlots[i].check = linked(parts.propertySlots[i].check) }
    for i in parts.patternEntries.indices { parts.patternEntries[i].check = linked(parts.patternEntries[i].check) }
    for i in parts.mapShapes.indices {
      parts.mapShapes[i].additional = linked(parts.mapShapes[i].additional)
      parts.mapShapes[i].names = linked(parts.mapShapes[i].names)
    }
    for i in parts.listShapes.indices {
      parts.listShapes[i].items = linked(parts.listShapes[i].items)
      parts.listShapes[i].contains = linked(parts.listShapes[i].contains)
    }
    return target(root)
  }

  /// A block that leads to itself without going into the value: looking at anything would never end.
  static func endlessReference(in parts: SchemaParts) -> UInt32? {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: parts.blocks.count)
    for first in parts.blocks.indices where states[first] == .new {
      var path: [(block: Int, next: [UInt32])] = [(first, successors(of: first, in: parts))]
      states[first] = .open
      while let last = path.indices.last {
        guard let next = path[last].next.popLast() else {
          states[path[last].block] = .done
          path.removeLast()
          continue
        }
        switch states[Int(next)] {
        case .open: return next
        case .done: break
        case .new:
          states[Int(next)] = .open
          path.append((Int(next), successors(of: Int(next), in: parts)))
        }
      }
    }
    return nil
  }

  /// The blocks that `block` applies to the same value. Where dynamic references lead is determined when they run.
  private static func successors(of block: Int, in parts: SchemaParts) -> [UInt32] {
    let content = parts.blocks[block]
    var found: [UInt32] = []
    for instruction in parts.instructions[Int(content.start)..<Int(content.end)] {
      switch instruction.operation {
      case .call, .not: found.append(instruction.a)
      case .anyOf, .oneOf: found += parts.blockLists[Int(instruction.a)..<Int(instruction.a + instruction.b)]
      case .condition: found += [instruction.a, instruction.b, instruction.c]
      case .dependents: found += parts.keys[Int(instruction.a)..<Int(instruction.a + instruction.b)].map(\.block)
      default: break
      }
    }
    return found.filter { $0 != Check.none }
  }
}
