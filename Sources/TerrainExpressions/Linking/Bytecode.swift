import TerrainBase
import TerrainDocuments

/// Flat bytecode: all decisions of a rule set, or one expression. Immutable; every worker's ``Machine`` copies it.
package final class Bytecode: Sendable {
  /// The facts and decisions of the bytecode.
  package let slots: SlotTable

  let code: [Instruction]
  /// For each instruction, the entry of ``originTable`` for which it was planned.
  let origins: [Int32]
  let originTable: [Assembly.Origin]
  let handlers: [Assembly.Handler]
  let savedErrors: Int
  let expressions: [TypedExpression]
  let localPlaces: [Assembly.LocalKey: Operand]
  let functions: [Overload]
  let functionNames: [Text]
  let candidates: [[Int32]]
  let candidateNames: [Text]
  let operands: [Int32]
  let optionalMarks: [Set<Int>]
  let texts: [Text]
  let vocabularies: [EnumerationType]
  let switches: [Assembly.Switch]
  let jumpTables: [[Int32]]
  let failures: [Assembly.Failure]
  let recordedKinds: [Int32: (kind: ScalarKind, vocabulary: EnumerationType?)]
  let markersBefore: [Int32: [Int32]]
  let registers: Registers
  let initialScalars: [(register: Int32, bits: Int64)]
  let initialValues: [(register: Int32, value: Value)]
  let facts: [(key: FactKey, layout: FactLayout)]
  /// The decisions in the order of their bodies in the code.
  let decisions: [DecisionLayout]
  /// The position in ``decisions`` by slot, or -1.
  let decisionIndices: [Int32]

  /// The registers of companions by slot.
  let companions: [Int32: BytecodeBuilder.Register]

  init(_ assembly: Assembly, _ linked: BytecodeLinker) {
    slots = assembly.slots
    code = linked.code
    origins = assembly.origins
    originTable = assembly.originTable
    handlers = assembly.handlers
    savedErrors = Int(assembly.savedErrors)
    expressions = assembly.expressions
    localPlaces = assembly.localPlaces
    functions = assembly.functions
    functionNames = assembly.functionNames
    candidates = assembly.candidates
    candidateNames = assembly.candidateNames
    operands = assembly.operands
    optionalMarks = assembly.optionalMarks
    texts = assembly.texts
    vocabularies = assembly.vocabularies
    switches = linked.switches
    jumpTables = linked.jumpTables
    failures = assembly.failures
    recordedKinds = assembly.recordedKinds
    markersBefore = assembly.markersBefore
    registers = assembly.registers
    initialScalars = assembly.initialScalars
    initialValues = assembly.initialValues
    facts = assembly.factOrder.compactMap { key in assembly.facts[key].map { (key, $0) } }
    decisions = linked.decisions
    var companions: [Int32: BytecodeBuilder.Register] = [:]
    for (index, entry) in assembly.slots.entries.enumerated() {
      guard case .companion = entry.role else { continue }
      companions[Int32(index)] = assembly.resultRegister(of: Slot(index: Int32(index)))
    }
    self.companions = companions
    decisionIndices = linked.decisionIndices
  }

  func decision(_ slot: Slot) -> DecisionLayout? {
    guard decisionIndices.indices.contains(Int(slot.index)), decisionIndices[Int(slot.index)] >= 0 else { return nil }
    return decisions[Int(decisionIndices[Int(slot.index)])]
  }

  /// The facts that computing `decision` may read on any path.
  package func facts(neededBy decision: Slot) -> [Slot] {
    self.decision(decision)?.facts.map { Slot(index: $0) } ?? []
  }

  /// True if `decision` must be computed again for each candidate.
  package func dependsOnCandidate(_ decision: Slot) -> Bool { self.decision(decision)?.dependsOnCandidate ?? false }
}

extension BytecodeBuilder {
  /// The bytecode, or diagnostics about the whole of it (too many registers, a decision without a body, a cycle).
  package consuming func finish() -> (bytecode: Bytecode?, diagnostics: [Diagnostic]) {
    defineCodeSets()
    for (index, entry) in assembly.slots.entries.enumerated() {
      let slot = Slot(index: Int32(truncatingIfNeeded: index))
      switch entry.role {
      case .companion: _ = assembly.resultRegister(of: slot)
      // Also for facts that no instruction reads, so that setting them is as fast as setting others.
      case .fact, .candidateFact: if entry.type.scalarKind != nil { assembly.keep(slot) }
      case .decision: break
      }
    }
    let linked = BytecodeLinker(assembly)
    let diagnostics = assembly.diagnostics + linked.diagnostics
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    return (Bytecode(assembly, linked), diagnostics)
  }
}

/// Makes a finished assembly executable: resolves labels, numbers decisions, and computes their dependencies.
struct BytecodeLinker {
  private(set) var code: [Instruction]
  private(set) var switches: [Assembly.Switch]
  private(set) var jumpTables: [[Int32]]
  private(set) var decisions: [DecisionLayout] = []
  private(set) var decisionIndices: [Int32]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ assembly: Assembly) {
    code = assembly.code
    switches = assembly.switches
    jumpTables = assembly.jumpTables
    decisionIndices = Array(repeating: -1, count: assembly.slots.entries.count)
    if assembly.registers.isExhausted || code.count > Int(Int32.max) / 2 { diagnostics.append(.programTooLarge()) }
    orderDecisions(assembly)
    guard diagnostics.isEmpty else { return }
    resolveLabels(assembly)
    resolveDecisions()
  }

  // MARK: Labels

  private mutating func resolveLabels(_ assembly: Assembly) {
    let labels = assembly.labels
    // A jump to a jump goes directly to the final target.
    func place(_ label: Int32) -> Int32 {
      var target = labels[Int(label)]
      for _ in 0..<8 {
        guard target >= 0, Int(target) < code.count, code[Int(target)].op == .jump else { break }
        let next = labels[Int(assembly.code[Int(target)].b)]
        if next == target { break }
        target = next
      }
      return max(target, 0)
    }
    for index in code.indices where code[index].op.jumps {
      let target = place(assembly.code[index].b)
      code[index].b = target
      // A jump to the end of a decision is replaced by that end.
      if code[index].op == .jump, assembly.code[Int(target)].op == .complete {
        code[index] = assembly.code[Int(target)]
      }
    }
    for index in switches.indices {
      switches[index].otherwise = place(switches[index].otherwise)
      switches[index].targets = switches[index].targets.map(place)
    }
    for index in jumpTables.indices { jumpTables[index] = jumpTables[index].map(place) }
  }

  // MARK: Decisions

  /// Orders decisions so that each comes after those that it uses, and computes all their dependencies.
  private mutating func orderDecisions(_ assembly: Assembly) {
    var layouts: [Int32: DecisionLayout] = [:]
    var state: [Int32: Bool] = [:]  // false: begun, true: done
    for root in assembly.definitionOrder {
      var pending = [root]
      while let slot = pending.last {
        if state[slot] == true {
          pending.removeLast()
          continue
        }
        let needed = assembly.mentioned[slot, default: []].sorted().filter {
          assembly.slots.entries[Int($0)].role == .decision
        }
        if state[slot] == nil {
          state[slot] = false
          for other in needed where state[other] != true {
            if state[other] == false {
              diagnostics.append(.decisionCycle(assembly.slots.entries[Int(slot)].name))
              return
            }
            guard assembly.entries[other] != nil else {
              diagnostics.append(.decisionWithoutBody(assembly.slots.entries[Int(other)].name))
              return
            }
            pending.append(other)
          }
          continue
        }
        state[slot] = true
        pending.removeLast()
        layouts[slot] = layout(slot, assembly, layouts)
      }
    }
    for slot in assembly.definitionOrder {
      guard let layout = layouts[slot] else { continue }
      decisionIndices[Int(slot)] = Int32(truncatingIfNeeded: decisions.count)
      decisions.append(layout)
    }
  }

  private func layout(_ slot: Int32, _ assembly: Assembly, _ layouts: [Int32: DecisionLayout]) -> DecisionLayout {
    var facts: Set<Int32> = []
    var dependsOnCandidate = false
    for other in assembly.mentioned[slot, default: []] {
      switch assembly.slots.entries[Int(other)].role {
      case .fact: facts.insert(other)
      case .candidateFact:
        facts.insert(other)
        dependsOnCandidate = true
      case .decision:
        guard let inner = layouts[other] else { continue }
        facts.formUnion(inner.facts)
        dependsOnCandidate = dependsOnCandidate || inner.dependsOnCandidate
      case .companion: break
      }
    }
    let register = assembly.resultRegister(of: Slot(index: slot))
    return DecisionLayout(
      slot: slot, entry: assembly.entries[slot] ?? 0, scalar: register.isScalar ? register.index : -1,
      boxed: register.isScalar ? -1 : register.index, dependsOnCandidate: dependsOnCandidate, facts: facts.sorted())
  }

  private mutating func resolveDecisions() {
    for index in code.indices where code[index].op == .ensure || code[index].op == .complete {
      let decision = decisionIndices[Int(code[index].b)]
      let layout = decisions[Int(decision)]
      code[index].b = decision
      code[index].flags = layout.dependsOnCandidate ? 1 : 0
      code[index].c = Int64(layout.entry)
    }
  }
}

extension Opcode {
  /// True if `b` is a place in the code.
  var jumps: Bool {
    switch self {
    case .jump, .jumpLessConstant, .jumpLessOrEqualConstant, .jumpGreaterConstant, .jumpGreaterOrEqualConstant,
      .jumpEqualConstant, .jumpNotEqualConstant, .jumpLess, .jumpLessOrEqual, .jumpGreater, .jumpGreaterOrEqual,
      .jumpEqual, .jumpNotEqual, .jumpBit, .jumpBitOfCode, .jumpMeet, .jumpCompareDouble, .jumpCompareUInt,
      .recordCompare,
      .jumpValue, .jumpEqualValue, .jumpCompareValue, .jumpContains, .jumpEqualText, .jumpContainsText, .jumpPresent,
      .loopNext:
      true
    default: false
    }
  }
}

extension Diagnostic {
  static func programTooLarge() -> Diagnostic {
    Diagnostic(
      code: "expressions/program-too-large", severity: .error,
      message:
        "all decisions together use more values at once than bytecode can hold; the limit is `registers`, 32767",
      place: nil, fix: "split the rule set")
  }

  static func decisionCycle(_ name: Text) -> Diagnostic {
    Diagnostic(
      code: "expressions/cycle", severity: .error, message: "the decision `\(name)` needs its own outcome", place: nil)
  }

  static func decisionWithoutBody(_ name: Text) -> Diagnostic {
    Diagnostic(
      code: "expressions/no-body", severity: .error, message: "the decision `\(name)` is used but never made",
      place: nil)
  }
}
