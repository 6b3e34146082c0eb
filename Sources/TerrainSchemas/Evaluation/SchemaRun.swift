import TerrainDocuments

/// One look at a document with bytecode.
///
/// It stops at the first thing that is wrong unless it records: then it continues, and records each. What is wrong inside of a
/// choice (`anyOf`, `not`, `if`) is never noted, only that the choice failed; the reason is determined later, and only then.
struct SchemaRun {
  let program: SchemaBytecode
  let view: DocumentView
  var isRecording: Bool
  private(set) var failures: [Failure] = []
  /// Failures beyond the limit.
  private(set) var uncountedFailures = 0
  /// Keys of members, and elements, that were evaluated, where a keyword depends on that.
  var trail: [Int32] = []
  /// The limit that stopped the run, if one did: it has no result then.
  private(set) var stop: Failure.Kind?
  /// Blocks run so far, and what else was counted.
  private(set) var steps = 0

  private let limits: SchemaLimits
  private var depth = 0
  /// The resources gone through, outermost first.
  private var scope: [UInt32]
  /// The scope of each choice that failed, in which its branches are evaluated again.
  private(set) var choiceScopes: [[UInt32]] = []
  private let usesScope: Bool
  private var stamps: [UInt32] = []
  private var stamp: UInt32 = 0

  let tables: SchemaTables

  init(
    _ program: SchemaBytecode, _ view: DocumentView, isRecording: Bool, limits: SchemaLimits, scope: [UInt32] = []
  ) {
    self.scope = scope
    self.program = program
    self.view = view
    self.isRecording = isRecording
    self.limits = limits
    usesScope = !program.dynamicReferences.isEmpty
    tables = program.tables
  }

  // MARK: - Blocks

  /// Whether the value at `node` passes `check`.
  @inline(__always)
  mutating func passes(_ check: Check, _ node: Int) -> Bool {
    if check.block == Check.none { return true }
    let raw = view.nodes[view.resolved(node)]
    let isOfType =
      check.types.has(tag: raw.kindTag)
      || raw.kindTag == NodeTag.number && check.types.hasWholeNumber && view.isWholeNumber(raw)
    if isOfType {
      if check.isTypeOnly { return true }
      return run(check.block, node, from: check.types == .any ? 0 : 1)
    }
    // The block begins with the type, and reports that it is wrong.
    if isRecording { _ = run(check.block, node) }
    return false
  }

  /// Whether the value at `node` passes all instructions of `block`, the first `skipped` of which it has passed.
  @inline(never)
  mutating func run(_ block: UInt32, _ node: Int, from skipped: UInt32 = 0) -> Bool {
    if block == Check.none { return true }
    let content = tables.blocks[Int(block)]
    if depth >= limits.depth || steps >= limits.steps { return isStopped(content.start, node) }
    steps += 1
    depth += 1
    if usesScope { scope.append(content.resource) }
    let marks = trail.count
    let at = view.resolved(node)
    let raw = view.nodes[at]
    var isValid = true
    var next = content.start + skipped
    while next < content.end {
      let instruction = tables.instructions[Int(next)]
      if !execute(instruction, next, node: node, at: at, raw, marks: marks) {
        isValid = false
        // Other keywords do not matter for a value of the wrong kind.
        if !isRecording || instruction.operation == .type { break }
      }
      next += 1
    }
    if content.hasUnevaluated, !content.keepsMarks { dropMarks(to: marks) }
    if usesScope { scope.removeLast() }
    depth -= 1
    return isValid
  }

  /// Counts work beside the blocks: checked in time by the next one.
  @inline(__always)
  mutating func spend(_ count: Int) { steps = steps &+ count }

  /// Whether a pattern matches somewhere in `text`; true where the limit ends the search, which is reported.
  @inline(never)
  mutating func matches(_ pattern: UInt32, _ text: Bytes, _ index: UInt32, _ node: Int) -> Bool {
    let allowed = max(0, limits.steps - steps)
    let (found, used) = tables.patterns[Int(pattern)].match(
      text, limit: allowed.multipliedOrMost(by: Self.matchedPerStep))
    steps = steps &+ used / Self.matchedPerStep
    if let found { return found }
    steps = max(steps, limits.steps)
    _ = isStopped(index, node)
    return true
  }

  /// Steps of a pattern that count as one of a schema.
  private static let matchedPerStep = 4

  /// Reports once which limit was met, even inside of a choice. Always false.
  @inline(never)
  private mutating func isStopped(_ instruction: UInt32, _ node: Int) -> Bool {
    if stop == nil {
      let kind = steps >= limits.steps ? Failure.Kind.tooManySteps : .tooDeep
      stop = kind
      failures.append(Failure(kind: kind, instruction: instruction, node: Int32(truncatingIfNeeded: node)))
    }
    return false
  }

  @inline(__always)
  private mutating func execute(
    _ instruction: Instruction, _ index: UInt32, node: Int, at: Int, _ raw: RawNode, marks: Int
  ) -> Bool {
    switch instruction.operation {
    case .type:
      let types = TypeMask(bits: instruction.a)
      if types.has(tag: raw.kindTag) { return true }
      if raw.kindTag == NodeTag.number, types.hasWholeNumber, view.isWholeNumber(raw) { return true }
      return fail(.wrongType, index, node)
    case .never: return fail(.nothingAllowed, index, node)
    case .oneOfValues: return isAmongValues(instruction.a, at, raw) || fail(.notAmongValues, index, node)
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      return raw.kindTag != NodeTag.number || checkNumber(instruction, index, node, raw)
    case .length: return raw.kindTag != NodeTag.string || checkLength(instruction, index, node, raw)
    case .pattern:
      return raw.kindTag != NodeTag.string || matches(instruction.a, view.text(of: raw), index, node)
        || fail(.patternMismatch, index, node)
    case .format:
      return raw.kindTag != NodeTag.string || isOfFormat(instruction.a, raw) || fail(.formatMismatch, index, node)
    case .list: return raw.kindTag != NodeTag.list || checkList(instruction.a, index, node, at, raw)
    case .map: return raw.kindTag != NodeTag.map || checkMap(instruction.a, index, node, at, raw)
    case .call: return run(instruction.a, node)
    case .dynamicCall: return run(target(ofDynamicReference: instruction.a), node)
    case .anyOf: return checkAnyOf(instruction, index, node)
    case .oneOf: return checkOneOf(instruction, index, node)
    case .not: return !passesSilently(instruction.a, node, keepingMarks: false) || fail(.forbidden, index, node)
    case .condition:
      let branch = passesSilently(instruction.a, node, keepingMarks: true) ? instruction.b : instruction.c
      return run(branch, node)
    case .dependents: return raw.kindTag != NodeTag.map || checkDependents(instruction, node, at)
    case .unevaluatedItems:
      return raw.kindTag != NodeTag.list || checkUnevaluatedItems(instruction, index, at, raw, marks: marks)
    case .unevaluatedProperties:
      return raw.kindTag != NodeTag.map || checkUnevaluatedProperties(instruction, index, at, raw, marks: marks)
    }
  }

  // MARK: - Choices

  /// Whether the value passes, noting nothing of what is wrong. What was evaluated counts if it passes and is needed.
  @inline(never)
  mutating func passesSilently(_ block: UInt32, _ node: Int, keepingMarks: Bool) -> Bool {
    let marks = trail.count
    let wasRecording = isRecording
    isRecording = false
    let isValid = run(block, node)
    isRecording = wasRecording
    if !isValid || !keepingMarks { dropMarks(to: marks) }
    return isValid
  }

  private mutating func branch(_ instruction: Instruction, _ number: UInt32) -> UInt32 {
    tables.blockLists[Int(instruction.a + number)]
  }

  @inline(never)
  private mutating func checkAnyOf(_ instruction: Instruction, _ index: UInt32, _ node: Int) -> Bool {
    // Where marks are kept, each branch that passes adds its own.
    let goesOn = keepsMarks(index)
    var isValid = false
    for number in 0..<instruction.b where passesSilently(branch(instruction, number), node, keepingMarks: true) {
      if !goesOn { return true }
      isValid = true
    }
    if isValid { return true }
    if goesOn { markWhatBranchesKnow(instruction, node) }
    return fail(.noBranch, index, node)
  }

  @inline(never)
  private mutating func checkOneOf(_ instruction: Instruction, _ index: UInt32, _ node: Int) -> Bool {
    var valid = 0
    for number in 0..<instruction.b where passesSilently(branch(instruction, number), node, keepingMarks: true) {
      valid += 1
      if valid > 1 { return fail(.severalBranches, index, node, detail: number) }
    }
    if valid == 1 { return true }
    if keepsMarks(index) { markWhatBranchesKnow(instruction, node) }
    return fail(.noBranch, index, node)
  }

  /// Whether the block that is running notes what is evaluated.
  private mutating func keepsMarks(_ index: UInt32) -> Bool { tables.instructions[Int(index)].c == 1 }

  /// After a choice failed: what any branch evaluates counts as known, or each key of the right branch would be reported
  /// of besides.
  @inline(never)
  private mutating func markWhatBranchesKnow(_ instruction: Instruction, _ node: Int) {
    guard isRecording else { return }
    let (found, uncounted) = (failures, uncountedFailures)
    for number in 0..<instruction.b { _ = run(branch(instruction, number), node) }
    (failures, uncountedFailures) = (found, uncounted)
  }

  @inline(never)
  private mutating func target(ofDynamicReference number: UInt32) -> UInt32 {
    let reference = program.dynamicReferences[Int(number)]
    for resource in scope {
      if let target = reference.targets[resource] { return target }
    }
    return reference.fallback
  }

  // MARK: - Marks

  /// Notes that a member (by its key) or an element was evaluated.
  @inline(__always)
  mutating func mark(_ index: Int) { trail.append(Int32(truncatingIfNeeded: index)) }

  private mutating func dropMarks(to count: Int) {
    if trail.count > count { trail.removeLast(trail.count - count) }
  }

  /// Stamps what was noted since there were `marks` marks; ``isStamped(_:)`` then distinguishes it from the rest.
  mutating func stampMarks(since marks: Int) {
    if stamps.isEmpty { stamps = [UInt32](repeating: 0, count: view.count) }
    stamp &+= 1
    for index in trail[marks...] { stamps[Int(index)] = stamp }
  }

  mutating func isStamped(_ index: Int) -> Bool { stamps[index] == stamp }

  // MARK: - Failures

  /// Notes what is wrong where it records. Always false.
  @inline(never)
  mutating func fail(_ kind: Failure.Kind, _ instruction: UInt32, _ node: Int, detail: UInt32 = 0) -> Bool {
    guard isRecording else { return false }
    if failures.count < limits.findings {
      var detail = detail
      if kind == .noBranch {
        detail = UInt32(truncatingIfNeeded: choiceScopes.count)
        if usesScope { choiceScopes.append(scope) }
      }
      failures.append(
        Failure(kind: kind, instruction: instruction, node: Int32(truncatingIfNeeded: node), detail: detail))
    } else {
      uncountedFailures += 1
    }
    return false
  }
}

extension Int {
  /// The product, or the largest number where it does not fit.
  fileprivate func multipliedOrMost(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
