import TerrainDocuments
import TerrainBase

/// Bytecode while it is written: code with labels not yet placed, registers handed out, tables without duplicates.
final class Assembly {
  /// What an instruction was planned for: where an error in it is shown.
  enum Origin {
    case none
    case node(expression: Int32, Expression.ID)
    case place(Place)
  }

  /// An error between `start` and `end` goes to `target`, with 1 in the register `pending` and the error saved at
  /// `saved`.
  struct Handler {
    var start: Int32
    var end: Int32
    var target: Int32
    var pending: Int32
    var saved: Int32
  }

  struct Switch {
    var keys: [Value]
    var targets: [Int32]
    var otherwise: Int32
  }

  struct Failure {
    var code: FunctionFailure.Code
    var message: String
    var mentioning: [Int32]
  }

  var slots: SlotTable
  /// Whether conditions are recorded where they are written now; never inside of loops.
  var isTracing: Bool
  /// Whether the bytecode records anything.
  let isRecording: Bool
  var diagnostics: [Diagnostic] = []

  private(set) var code: [Instruction] = []
  private(set) var origins: [Int32] = []
  private(set) var originTable: [Origin] = [.none]
  var origin: Int32 = 0
  private(set) var labels: [Int32] = []
  var handlers: [Handler] = []
  private(set) var savedErrors: Int32 = 0

  var expressions: [TypedExpression] = []
  var localPlaces: [LocalKey: Operand] = [:]

  var functions: [Overload] = []
  var functionNames: [Text] = []
  var functionIndices: [Text: Int32] = [:]
  var candidates: [[Int32]] = []
  var candidateNames: [Text] = []
  var operands: [Int32] = []
  var optionalMarks: [Set<Int>] = []
  var texts: [Text] = []
  var textIndices: [Text: Int32] = [:]
  var vocabularies: [EnumerationType] = []
  var switches: [Switch] = []
  var jumpTables: [[Int32]] = []
  var failures: [Failure] = []
  /// The scalar kinds recorded by `recordCompare` and `recordAtom`, by instruction.
  var recordedKinds: [Int32: (kind: ScalarKind, vocabulary: EnumerationType?)] = [:]

  private var pendingMarkers: [Int32] = []
  /// Markers passed just before a condition is recorded, by its instruction.
  private(set) var markersBefore: [Int32: [Int32]] = [:]

  var registers = Registers()
  var initialScalars: [(register: Int32, bits: Int64)] = []
  var initialValues: [(register: Int32, value: Value)] = []
  var scalarConstants: [Int64: Int32] = [:]
  var textConstants: [Text: Int32] = [:]
  var truthConstants: [Bool: Int32] = [:]
  var absentConstant: Int32?

  var facts: [FactKey: FactLayout] = [:]
  var factOrder: [FactKey] = []
  /// By slot, where each decision's body begins; and in which order they were written.
  var entries: [Int32: Int32] = [:]
  var definitionOrder: [Int32] = []
  private var results: [Int32: Int32] = [:]
  /// The slots that each decision's body mentions.
  var mentioned: [Int32: Set<Int32>] = [:]
  var current: Int32 = -1
  /// Of the decisions that were written, whether they look at the candidate.
  var lookAtCandidate: [Int32: Bool] = [:]
  /// The sets of decisions' lists, and in which order they were requested.
  var codeSets: [Slot: CodeSet] = [:]
  var codeSetOrder: [Slot] = []

  struct LocalKey: Hashable {
    var expression: Int32
    var loop: Expression.ID
    var role: TypedExpression.LoopVariable
  }

  init(slots: SlotTable, isTracing: Bool) {
    self.slots = slots
    self.isTracing = isTracing
    isRecording = isTracing
  }

  // MARK: Code

  var position: Int32 { Int32(truncatingIfNeeded: code.count) }

  func emit(_ instruction: Instruction) {
    if !pendingMarkers.isEmpty { placeMarkers(before: instruction.op) }
    code.append(instruction)
    origins.append(origin)
  }

  /// Notes a marker at this place. Where a condition is recorded next, nothing is done for it when it runs: a run that
  /// reaches the condition has passed the marker, and it is put in when the trace is read.
  func record(_ marker: Int32) { pendingMarkers.append(marker) }

  private func placeMarkers(before op: Opcode?) {
    let markers = pendingMarkers
    pendingMarkers = []
    if op == .recordCompare || op == .recordAtom {
      markersBefore[position] = markers
    } else {
      for marker in markers { emit(.recordMarker, flags: MarkerKind.marker, b: marker) }
    }
  }

  func emit(_ op: Opcode, flags: UInt8 = 0, a: Int32 = 0, b: Int32 = 0, c: Int64) {
    emit(Instruction(op, flags: flags, a: registers.checked(a), b: b, c: c))
  }

  func emit(_ op: Opcode, flags: UInt8 = 0, a: Int32 = 0, b: Int32 = 0, _ c0: Int32 = 0, _ c1: Int32 = 0) {
    emit(Instruction(op, flags: flags, a: registers.checked(a), b: b, c0, c1))
  }

  func setOrigin(_ new: Origin) {
    originTable.append(new)
    origin = Int32(truncatingIfNeeded: originTable.count - 1)
  }

  func makeLabel() -> Int32 {
    labels.append(-1)
    return Int32(truncatingIfNeeded: labels.count - 1)
  }

  func bind(_ label: Int32) {
    // A jump here has not passed what precedes.
    if !pendingMarkers.isEmpty { placeMarkers(before: nil) }
    labels[Int(label)] = position
  }

  func jump(to label: Int32) { emit(.jump, b: label) }

  /// The register of a decision's result.
  func result(of slot: Slot) -> Operand {
    let type = slots[slot].type
    let register = resultRegister(of: slot)
    if let kind = type.scalarKind {
      return .scalar(Scalar(kind: kind, register: register.index, vocabulary: type.scalarVocabulary))
    }
    return .boxed(register.index)
  }

  func resultRegister(of slot: Slot) -> BytecodeBuilder.Register {
    let type = slots[slot].type
    if let register = results[slot.index] { return BytecodeBuilder.Register(type: type, index: register) }
    let index = type.scalarKind == nil ? registers.lastingBoxedRegister() : registers.lastingScalar()
    results[slot.index] = index
    return BytecodeBuilder.Register(type: type, index: index)
  }

  func makeSavedError() -> Int32 {
    savedErrors += 1
    return savedErrors - 1
  }
}
