import TerrainDocuments

/// One validation of a document with bytecode.
///
/// A run stops at the first violation, unless it records: then it continues and records all violations. A violation inside of a choice
/// (`anyOf`, `not`, `if`) is never recorded, only the failure of the choice. The reason is determined later if it is needed.
struct SchemaRun {
  let program: SchemaBytecode
  let view: DocumentView
  var isRecording: Bool
  private(set) var failures: [Failure] = []
  /// The number of failures beyond the limit.
  private(set) var uncountedFailures = 0
  /// The evaluated members (by their keys) and elements, recorded if a keyword depends on them.
  var trail: [Int32] = []
  /// The limit that stopped the run without a result, or nil.
  private(set) var stop: Failure.Kind?
  /// The number of executed blocks and other counted steps.
  private(set) var steps = 0

  private let limits: SchemaLimits
  private var depth = 0
  /// The visited resources, outermost first.
  private var scope: [UInt32]
  /// The scope of each failed choice, in which its branches are evaluated again for explanations.
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

  /// True if the value at `node` passes `check`.
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
    // The block begins with the check of the type, which reports the failure.
    if isRecording { _ = run(check.block, node) }
    return false
  }

  /// True if the value at `node` passes all instructions of `block`. It has already passed the first `skipped` instructions.
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
        // Other keywords do not matter for a value of a wrong kind.
        if !isRecording || instruction.operation == .type { break }
      }
      next += 1
    }
    if content.hasUnevaluated, !content.keepsMarks { dropMarks(to: marks) }
    if usesScope { scope.removeLast() }
    depth -= 1
    return isValid
  }

  /// Counts work other than blocks; the next block checks the limit.
  @inline(__always)
  mutating func spend(_ count: Int) { steps = steps &+ count }

  /// True if a pattern matches somewhere in `text`, or if the limit ends the search, which is reported.
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

  /// The number of steps of a pattern that count as one step of a schema.
  private static let matchedPerStep = 4

  /// Reports an exceeded limit once, even inside of a choice. Always returns false.
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

  /// True if the value passes. Records no violations. Evaluated locations are kept if it passes and they are needed.
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
    // If evaluated locations are recorded, each branch that passes adds its own.
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

  /// True if the running block records evaluated locations.
  private mutating func keepsMarks(_ index: UInt32) -> Bool { tables.instructions[Int(index)].c == 1 }

  /// Marks the locations that any branch evaluates after a choice failed. Otherwise each key of the right branch would be reported as
  /// unknown, too.
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

  /// Records that a member (by its key) or an element was evaluated.
  @inline(__always)
  mutating func mark(_ index: Int) { trail.append(Int32(truncatingIfNeeded: index)) }

  private mutating func dropMarks(to count: Int) {
    if trail.count > count { trail.removeLast(trail.count - count) }
  }

  /// Stamps the locations that were recorded after the first `marks`, so that ``isStamped(_:)`` distinguishes them from the others.
  mutating func stampMarks(since marks: Int) {
    if stamps.isEmpty { stamps = [UInt32](repeating: 0, count: view.count) }
    stamp &+= 1
    for index in trail[marks...] { stamps[Int(index)] = stamp }
  }

  mutating func isStamped(_ index: Int) -> Bool { stamps[index] == stamp }

  // MARK: - Failures

  /// Adds a violation if the run records. Always returns false.
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
  /// The product, or the largest number if it overflows.
  fileprivate func multipliedOrMost(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

// Checks of maps.
extension SchemaRun {
  @inline(never)
  mutating func checkMap(_ number: UInt32, _ index: UInt32, _ node: Int, _ at: Int, _ raw: RawNode) -> Bool {
    let shape = tables.mapShapes + Int(number)
    var isValid = true
    var seen: UInt64 = 0
    if shape.pointee.needsMembers {
      let end = Int(raw.link)
      var key = at + 1
      while key < end {
        if !checkMember(key, of: at, shape, index, seen: &seen) {
          if !isRecording { return false }
          isValid = false
        }
        key = view.next(after: key + 1)
      }
    }
    if shape.pointee.required & ~seen != 0, !missesRequired(shape, seen, index, node) { isValid = false }
    if shape.pointee.moreRequiredCount > 0 || shape.pointee.dependentCount > 0, !checkNeededKeys(shape, index, node, at)
    {
      isValid = false
    }
    if shape.pointee.minimumCount > 0 || shape.pointee.maximumCount != .max {
      let count = view.count(of: raw, at: at)
      if count < Int(shape.pointee.minimumCount) { isValid = fail(.tooFewKeys, index, node) }
      if count > Int(shape.pointee.maximumCount) { isValid = fail(.tooManyKeys, index, node) }
    }
    return isValid
  }

  @inline(__always)
  private mutating func checkMember(
    _ key: Int, of at: Int, _ shape: UnsafePointer<MapShape>, _ index: UInt32, seen: inout UInt64
  ) -> Bool {
    let hash = view.nodes[key].hashOrCount
    var isKnown = false
    var isValid = true
    let slots = tables.propertySlots + Int(shape.pointee.slots)
    var slot = Int(hash & shape.pointee.slotMask)
    while slots[slot].hash != PropertySlot.emptyHash {
      if slots[slot].hash == hash, bytes(slots[slot].name).equals(view.text(at: key)) {
        seen |= slots[slot].requiredBit
        if slots[slot].isDeclared {
          isKnown = true
          isValid = passes(slots[slot].check, key + 1)
        }
        break
      }
      slot = (slot + 1) & Int(shape.pointee.slotMask)
    }
    if shape.pointee.patternCount > 0 {
      let patterns = tables.patternEntries + Int(shape.pointee.patterns)
      for number in 0..<Int(shape.pointee.patternCount)
      where matches(patterns[number].pattern, view.text(at: key), index, key) {
        isKnown = true
        if !passes(patterns[number].check, key + 1) { isValid = false }
      }
    }
    if !isKnown, shape.pointee.hasAdditional {
      isKnown = true
      if shape.pointee.forbidsAdditional {
        isValid = fail(.unknownKey, index, key, detail: UInt32(truncatingIfNeeded: at))
      } else if !passes(shape.pointee.additional, key + 1) {
        isValid = false
      }
    }
    if shape.pointee.names.block != Check.none, !passes(shape.pointee.names, key) { isValid = false }
    if shape.pointee.marks, isKnown { mark(key) }
    return isValid
  }

  /// Records a failure for each missing required key. Always returns false.
  @inline(never)
  private mutating func missesRequired(_ shape: UnsafePointer<MapShape>, _ seen: UInt64, _ index: UInt32, _ node: Int)
    -> Bool
  {
    guard isRecording else { return false }
    for slot in Int(shape.pointee.slots)...Int(shape.pointee.slots + shape.pointee.slotMask) {
      let bit = tables.propertySlots[slot].requiredBit
      if bit & shape.pointee.required & ~seen != 0 { _ = fail(.missingKey, index, node, detail: UInt32(slot)) }
    }
    return false
  }

  /// Checks required keys that have no bits, and keys that require others.
  @inline(never)
  private mutating func checkNeededKeys(_ shape: UnsafePointer<MapShape>, _ index: UInt32, _ node: Int, _ at: Int)
    -> Bool
  {
    var isValid = true
    for number in shape.pointee.moreRequired..<shape.pointee.moreRequired + shape.pointee.moreRequiredCount
    where !hasKey(number, at) {
      isValid = fail(.missingDependent, index, node, detail: number)
    }
    for pair in 0..<shape.pointee.dependentCount {
      let first = shape.pointee.dependents + pair * 2
      guard hasKey(first, at), !hasKey(first + 1, at) else { continue }
      isValid = fail(.missingDependent, index, node, detail: first + 1)
    }
    return isValid
  }

  private mutating func hasKey(_ number: UInt32, _ at: Int) -> Bool {
    let entry = tables.keys[Int(number)]
    spend(view.count(of: view.nodes[at], at: at) >> 2)
    return view.value(ofKey: bytes(entry.name), hash: entry.hash, inMapAt: at) != nil
  }

  @inline(never)
  mutating func checkDependents(_ instruction: Instruction, _ node: Int, _ at: Int) -> Bool {
    var isValid = true
    for number in instruction.a..<instruction.a + instruction.b where hasKey(number, at) {
      if run(tables.keys[Int(number)].block, node) { continue }
      isValid = false
      if !isRecording { break }
    }
    return isValid
  }

  @inline(never)
  mutating func checkUnevaluatedProperties(
    _ instruction: Instruction, _ index: UInt32, _ at: Int, _ raw: RawNode, marks: Int
  ) -> Bool {
    let check = tables.checks[Int(instruction.a)]
    stampMarks(since: marks)
    var isValid = true
    var key = at + 1
    // Checking a value may change the stamps, so the unevaluated keys are collected first.
    var rest: [Int] = []
    while key < Int(raw.link) {
      if !isStamped(key) { rest.append(key) }
      key = view.next(after: key + 1)
    }
    for key in rest {
      mark(key)
      if instruction.b == 1 {
        isValid = fail(.unknownKey, index, key, detail: UInt32(truncatingIfNeeded: at))
      } else if !passes(check, key + 1) {
        isValid = false
      }
      if !isValid, !isRecording { return false }
    }
    return isValid
  }
}

// Checks of lists.
extension SchemaRun {
  @inline(never)
  mutating func checkList(_ number: UInt32, _ index: UInt32, _ node: Int, _ at: Int, _ raw: RawNode) -> Bool {
    let shape = tables.listShapes + Int(number)
    var isValid = true
    if shape.pointee.prefixCount > 0 || shape.pointee.hasItems {
      if !checkElements(shape, index, at, raw) {
        if !isRecording { return false }
        isValid = false
      }
    }
    if shape.pointee.minimumCount > 0 || shape.pointee.maximumCount != .max {
      let count = view.count(of: raw, at: at)
      if count < Int(shape.pointee.minimumCount) { isValid = fail(.tooFewItems, index, node) }
      if count > Int(shape.pointee.maximumCount) { isValid = fail(.tooManyItems, index, node) }
    }
    if shape.pointee.hasContains, !checkContains(shape, index, node, at, raw) { isValid = false }
    if shape.pointee.isUnique, !checkUnique(index, at, raw) { isValid = false }
    return isValid
  }

  private mutating func checkElements(_ shape: UnsafePointer<ListShape>, _ index: UInt32, _ at: Int, _ raw: RawNode)
    -> Bool
  {
    let prefix = tables.checks + Int(shape.pointee.prefix)
    let end = Int(raw.link)
    var isValid = true
    var element = at + 1
    var position = 0
    while element < end {
      let isFirst = position < Int(shape.pointee.prefixCount)
      if !isFirst, !shape.pointee.hasItems { break }
      var passed: Bool
      if !isFirst, shape.pointee.forbidsMore {
        passed = fail(.unexpectedItem, index, element)
      } else {
        passed = passes(isFirst ? prefix[position] : shape.pointee.items, element)
      }
      if !passed {
        if !isRecording { return false }
        isValid = false
      }
      if shape.pointee.marks { mark(element) }
      element = view.next(after: element)
      position += 1
    }
    return isValid
  }

  @inline(never)
  private mutating func checkContains(
    _ shape: UnsafePointer<ListShape>, _ index: UInt32, _ node: Int, _ at: Int, _ raw: RawNode
  ) -> Bool {
    var found: UInt32 = 0
    var element = at + 1
    while element < Int(raw.link) {
      if passesSilently(shape.pointee.contains.block, element, keepingMarks: false) {
        found += 1
        if shape.pointee.marksContained { mark(element) }
        if found > shape.pointee.maximumContained { return fail(.tooManyContained, index, node) }
        if found >= shape.pointee.minimumContained, shape.pointee.maximumContained == .max,
          !shape.pointee.marksContained
        {
          return true
        }
      }
      element = view.next(after: element)
    }
    return found >= shape.pointee.minimumContained || fail(.tooFewContained, index, node)
  }

  /// Elements are compared only if their hashes are equal, so that long lists do not take quadratic time.
  @inline(never)
  private mutating func checkUnique(_ index: UInt32, _ at: Int, _ raw: RawNode) -> Bool {
    let count = view.count(of: raw, at: at)
    guard count > 1 else { return true }
    // The whole content is hashed, and the hashes are sorted.
    spend((Int(raw.link) - at) &* 2)
    var hashed: [(hash: UInt64, element: Int)] = []
    hashed.reserveCapacity(count)
    var element = at + 1
    while element < Int(raw.link) {
      hashed.append((NodeEquality.hash(element, in: view), element))
      element = view.next(after: element)
    }
    hashed.sort { ($0.hash, $0.element) < ($1.hash, $1.element) }
    var isValid = true
    var groupStart = 0
    for i in 1..<hashed.count {
      if hashed[i].hash != hashed[groupStart].hash {
        groupStart = i
        continue
      }
      spend(view.next(after: hashed[i].element) - hashed[i].element)
      for j in groupStart..<i
      where NodeEquality.areEqual(hashed[j].element, in: view, hashed[i].element, in: view) {
        isValid = fail(.repeatedItem, index, hashed[i].element, detail: UInt32(hashed[j].element))
        if !isRecording { return false }
        break
      }
    }
    return isValid
  }

  @inline(never)
  mutating func checkUnevaluatedItems(
    _ instruction: Instruction, _ index: UInt32, _ at: Int, _ raw: RawNode, marks: Int
  ) -> Bool {
    let check = tables.checks[Int(instruction.a)]
    stampMarks(since: marks)
    var rest: [Int] = []
    var element = at + 1
    while element < Int(raw.link) {
      if !isStamped(element) { rest.append(element) }
      element = view.next(after: element)
    }
    var isValid = true
    for element in rest {
      mark(element)
      if instruction.b == 1 {
        isValid = fail(.unexpectedItem, index, element)
      } else if !passes(check, element) {
        isValid = false
      }
      if !isValid, !isRecording { return false }
    }
    return isValid
  }
}

// Checks of the value itself.
extension SchemaRun {
  @inline(never)
  mutating func checkNumber(_ instruction: Instruction, _ index: UInt32, _ node: Int, _ raw: RawNode) -> Bool {
    let limit = tables.numbers[Int(instruction.a)]
    if limit.isWhole, raw.writtenForm == NodeForm.integer, let value = SchemaRun.smallWhole(view.text(of: raw)) {
      switch instruction.operation {
      case .minimum: return value >= limit.whole || fail(.belowMinimum, index, node)
      case .maximum: return value <= limit.whole || fail(.aboveMaximum, index, node)
      case .exclusiveMinimum: return value > limit.whole || fail(.notAboveMinimum, index, node)
      case .exclusiveMaximum: return value < limit.whole || fail(.notBelowMaximum, index, node)
      default: return value % limit.whole == 0 || fail(.notMultiple, index, node)
      }
    }
    if raw.writtenForm == NodeForm.special { return checkSpecial(instruction, index, node, raw) }
    spend(view.text(of: raw).count >> 3)
    let text = UnsafeBufferPointer(start: tables.names + Int(limit.text.offset), count: Int(limit.text.count))
    let bound = DecimalText(text)
    return view.withDecimal(raw) { value in
      switch instruction.operation {
      case .minimum: value.compare(to: bound) >= 0 || fail(.belowMinimum, index, node)
      case .maximum: value.compare(to: bound) <= 0 || fail(.aboveMaximum, index, node)
      case .exclusiveMinimum: value.compare(to: bound) > 0 || fail(.notAboveMinimum, index, node)
      case .exclusiveMaximum: value.compare(to: bound) < 0 || fail(.notBelowMaximum, index, node)
      default: value.isMultiple(of: bound) || fail(.notMultiple, index, node)
      }
    }
  }

  /// YAML's infinities exceed every bound; NaN satisfies no bound.
  @inline(never)
  private mutating func checkSpecial(_ instruction: Instruction, _ index: UInt32, _ node: Int, _ raw: RawNode) -> Bool {
    let value = NumberText.special(view.text(of: raw))
    switch instruction.operation {
    case .minimum: return value > 0 || fail(.belowMinimum, index, node)
    case .maximum: return value < 0 || fail(.aboveMaximum, index, node)
    case .exclusiveMinimum: return value > 0 || fail(.notAboveMinimum, index, node)
    case .exclusiveMaximum: return value < 0 || fail(.notBelowMaximum, index, node)
    default: return fail(.notMultiple, index, node)
    }
  }

  /// A whole number of at most 18 digits.
  @inline(__always)
  private static func smallWhole(_ text: Bytes) -> Int64? {
    guard text.count <= 18, let first = text.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var value: Int64 = 0
    for byte in text.dropFirst(isNegative || first == UInt8(ascii: "+") ? 1 : 0) {
      value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  @inline(never)
  mutating func checkLength(_ instruction: Instruction, _ index: UInt32, _ node: Int, _ raw: RawNode) -> Bool {
    let text = view.text(of: raw)
    // A character takes one to four bytes, so most texts need no counting.
    if text.count < Int(instruction.a) { return fail(.tooShort, index, node) }
    if (text.count + 3) / 4 >= Int(instruction.a), text.count <= Int(instruction.b) { return true }
    spend(text.count >> 3)
    var count = 0
    for byte in text where byte & 0xC0 != 0x80 { count += 1 }
    if count < Int(instruction.a) { return fail(.tooShort, index, node) }
    return count <= Int(instruction.b) || fail(.tooLong, index, node)
  }

  @inline(never)
  mutating func isAmongValues(_ number: UInt32, _ at: Int, _ raw: RawNode) -> Bool {
    let enumeration = tables.enumerations[Int(number)]
    if raw.kindTag == NodeTag.string {
      let text = view.text(of: raw)
      spend(text.count >> 3)
      let hash = KeyHash.hash(text, seed: KeyHash.seed)
      let slots = tables.stringSlots + Int(enumeration.slots)
      var slot = hash & enumeration.slotMask
      while slots[Int(slot)].hash != PropertySlot.emptyHash {
        let candidate = slots[Int(slot)]
        if candidate.hash == hash, bytes(candidate.name).equals(text) { return true }
        slot = (slot + 1) & enumeration.slotMask
      }
      return false
    }
    for index in Int(enumeration.others)..<Int(enumeration.others + enumeration.otherCount) {
      let constant = program.constants[index]
      let compared = DocumentView.with(constant.document) { other in
        (
          isEqual: NodeEquality.areEqual(at, in: view, Int(constant.index), in: other),
          size: other.next(after: Int(constant.index)) - Int(constant.index)
        )
      }
      guard let compared else { continue }
      spend(min(compared.size, view.next(after: at) - at))
      if compared.isEqual { return true }
    }
    return false
  }

  @inline(never)
  mutating func isOfFormat(_ format: UInt32, _ raw: RawNode) -> Bool {
    let text = view.text(of: raw)
    spend(text.count >> 2)
    return Format(rawValue: UInt8(truncatingIfNeeded: format))?.accepts(text) ?? true
  }

  /// The bytes of one of the bytecode's names.
  @inline(__always)
  mutating func bytes(_ run: ByteRun) -> Bytes {
    UnsafeBufferPointer(start: tables.names + Int(run.offset), count: Int(run.count))
  }
}

/// A violation: sufficient to create its diagnostic later.
struct Failure {
  enum Kind: UInt8 {
    case wrongType, nothingAllowed, notAmongValues
    case belowMinimum, aboveMaximum, notAboveMinimum, notBelowMaximum, notMultiple
    case tooShort, tooLong, patternMismatch, formatMismatch
    case tooFewItems, tooManyItems, unexpectedItem, repeatedItem, tooFewContained, tooManyContained
    case tooFewKeys, tooManyKeys, unknownKey, missingKey, missingDependent
    case noBranch, severalBranches, forbidden
    case tooDeep, tooManySteps
  }

  var kind: Kind
  /// The instruction that failed.
  var instruction: UInt32
  /// The value, key or element that failed.
  var node: Int32
  /// Another node (the earlier equal element), an entry of the bytecode's keys, or a slot of a property table.
  var detail: UInt32 = 0
}
