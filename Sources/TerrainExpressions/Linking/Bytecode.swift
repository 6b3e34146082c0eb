import TerrainDocuments
import TerrainBase

/// Flat bytecode: all decisions of a rule set, or one expression. Immutable; every worker's ``Machine`` copies it.
package final class Bytecode: Sendable {
  /// The facts and decisions it is about.
  package let slots: SlotTable

  let code: [Instruction]
  /// For each instruction, the entry of ``originTable`` it was planned for.
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
  /// In the order of their bodies in the code.
  let decisions: [DecisionLayout]
  /// By slot, the position in ``decisions``, or -1.
  let decisionIndices: [Int32]

  /// By slot, the registers of companions.
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

  /// The facts that computing `decision` may read, whichever way it goes.
  package func facts(neededBy decision: Slot) -> [Slot] {
    self.decision(decision)?.facts.map { Slot(index: $0) } ?? []
  }

  /// Whether `decision` must be computed again for each candidate.
  package func dependsOnCandidate(_ decision: Slot) -> Bool { self.decision(decision)?.dependsOnCandidate ?? false }
}

extension BytecodeBuilder {
  /// The bytecode, or what is wrong with the whole of it (too many registers; a decision without a body; a cycle).
  package consuming func finish() -> (bytecode: Bytecode?, diagnostics: [Diagnostic]) {
    defineCodeSets()
    for (index, entry) in assembly.slots.entries.enumerated() {
      let slot = Slot(index: Int32(truncatingIfNeeded: index))
      switch entry.role {
      case .companion: _ = assembly.resultRegister(of: slot)
      // Also one that no instruction reads: setting it is then as quick as setting another.
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
