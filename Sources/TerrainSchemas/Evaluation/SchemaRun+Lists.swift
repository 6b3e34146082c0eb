import TerrainDocuments

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

  /// Elements are compared where their hashes are equal, so that long lists take no square of their length.
  @inline(never)
  private mutating func checkUnique(_ index: UInt32, _ at: Int, _ raw: RawNode) -> Bool {
    let count = view.count(of: raw, at: at)
    guard count > 1 else { return true }
    // All that is inside is hashed, and the hashes are sorted.
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
