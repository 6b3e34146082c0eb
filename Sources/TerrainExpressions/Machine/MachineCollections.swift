import TerrainBase
import TerrainDocuments

// Lists and maps: construction and access.
extension Machine {
  func makeList(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let count = i.c0
    guard let left = charge(count, remaining) else { return (pc, -1) }
    guard charge(bytes: count &* Value.elementSize) else { return (pc, ~left) }
    var elements: [Value] = []
    elements.reserveCapacity(max(count, Int(i.flags)))
    let marks = i.c1 >= 0 ? bytecode.optionalMarks[i.c1] : []
    for index in 0..<count {
      let value = v[Int(operands[Int(i.b) + index])]
      guard charge(nested: value) else { return (pc, ~left) }
      guard marks.contains(index) else {
        elements.append(value)
        continue
      }
      guard case .optional(let wrapped) = value else {
        return fail(.noSuchOverload, EvaluationMessage.notOptional(value.typeName), pc, left)
      }
      if let wrapped { elements.append(wrapped) }
    }
    v[Int(i.a)] = .list(elements)
    return (pc, left)
  }

  func makeMap(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let count = i.c0
    guard var left = charge(count, remaining) else { return (pc, -1) }
    guard charge(bytes: count &* Value.entrySize) else { return (pc, ~left) }
    if i.flags == 1 { return makeObject(i, pc, left) }
    var map = ValueMap(capacity: count)
    let marks = i.c1 >= 0 ? bytecode.optionalMarks[i.c1] : []
    for index in 0..<count {
      let key = v[Int(operands[Int(i.b) + 2 * index])]
      var value = v[Int(operands[Int(i.b) + 2 * index + 1])]
      left &-= key.stepsAsKey
      guard left >= 0 else { return (pc, -1) }
      guard charge(nested: key), charge(nested: value) else { return (pc, ~left) }
      guard key.isMapKey else { return fail(.noSuchOverload, EvaluationMessage.mapKey(key.typeName), pc, left) }
      if marks.contains(index) {
        guard case .optional(let wrapped) = value else {
          return fail(.noSuchOverload, EvaluationMessage.notOptional(value.typeName), pc, left)
        }
        guard let wrapped else { continue }
        value = wrapped
      }
      guard map.insert(key, value) else { return fail(.duplicateKey, EvaluationMessage.duplicateKey, pc, left) }
    }
    v[Int(i.a)] = .map(map)
    return (pc, left)
  }

  /// Costs the same as calling a function.
  func countElements(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    guard let left = charge(Overload.usualSteps, remaining) else { return (pc, -1) }
    guard case .list(let elements) = v[Int(i.b)] else {
      return fail(
        .noSuchOverload, EvaluationMessage.wrongType(actual: v[Int(i.b)].typeName, expected: "list"), pc, left)
    }
    s[Int(i.a)] = Int64(elements.count)
    return (pc, left)
  }

  /// The set of codes of a list's elements.
  func collectCodes(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    guard case .list(let elements) = v[Int(i.b)] else {
      return fail(
        .noSuchOverload, EvaluationMessage.wrongType(actual: v[Int(i.b)].typeName, expected: "list"), pc, remaining)
    }
    guard let left = charge(elements.count, remaining) else { return (pc, -1) }
    let vocabulary = vocabularies.vocabulary(i.c1)
    for word in 0..<vocabulary.wordCount { s[i.c0 + word] = 0 }
    var content = SetContent.distinct
    for element in elements {
      guard case .string(let text) = element, let code = vocabulary.code(of: text) else {
        content = SetContent.others
        continue
      }
      let (word, bit) = (i.c0 + code >> 6, Int64(1) << Int64(code & 63))
      if s[word] & bit != 0 { content = max(content, SetContent.repeated) }
      s[word] |= bit
    }
    s[Int(i.a)] = content
    return (pc, left)
  }

  /// Makes a map whose keys are distinct texts, which the planner has verified.
  private func makeObject(_ i: Instruction, _ pc: Int, _ left: Int) -> Next {
    var bytes = 0
    // Filled in place: each append would check the capacity and the ownership.
    let entries = [(key: Value, value: Value)](unsafeUninitializedCapacity: i.c0) { room, count in
      while count < i.c0 {
        let key = v + Int(operands[Int(i.b) + 2 * count])
        let value = v + Int(operands[Int(i.b) + 2 * count + 1])
        if case .string(let text) = key.pointee { bytes &+= text.utf8.count }
        if case .string(let text) = value.pointee {
          bytes &+= text.utf8.count
        } else {
          guard charge(nested: value.pointee) else { return }
        }
        room.initializeElement(at: count, to: (key.pointee, value.pointee))
        count += 1
      }
    }
    guard entries.count == i.c0 else { return (pc, ~left) }
    guard charge(bytes: bytes) else { return (pc, ~left) }
    v[Int(i.a)] = .map(ValueMap(distinct: entries))
    return (pc, left)
  }

  /// The number of elements for which a list reserves room at its first element.
  private static let usualElements = 3

  /// The list is moved out of its register while it grows, so that it has a single owner and is not copied.
  func append(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    guard charge(bytes: Value.elementSize), charge(nested: v[Int(i.b)]) else { return (pc, ~remaining) }
    guard case .list(var elements) = (v + Int(i.a)).move() else {
      (v + Int(i.a)).initialize(to: .null)
      return fail(.wrongType, EvaluationMessage.wrongType(actual: "value", expected: "list"), pc, remaining)
    }
    // Most lists have a few elements, so room is reserved for them at once.
    if elements.isEmpty { elements.reserveCapacity(Machine.usualElements) }
    elements.append(v[Int(i.b)])
    (v + Int(i.a)).initialize(to: .list(elements))
    return (pc, remaining)
  }

  /// The cost of putting an entry into a map in addition to its key, because its table grows now and then.
  private static let insertionSteps = 40

  func insert(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let first = v[Int(i.b)]
    let second = v[i.c0]
    guard case .map(var map) = v[Int(i.a)] else {
      return fail(.wrongType, EvaluationMessage.wrongType(actual: v[Int(i.a)].typeName, expected: "map"), pc, remaining)
    }
    v[Int(i.a)] = .null
    var entries: [(key: Value, value: Value)] = [(first, second)]
    if i.flags == 1 {
      guard case .map(let several) = first else {
        return fail(
          .noSuchOverload, EvaluationMessage.wrongType(actual: first.typeName, expected: "map"), pc, remaining)
      }
      entries = several.entries
    }
    guard var left = charge(entries.count, remaining) else { return (pc, -1) }
    guard charge(bytes: entries.count &* Value.entrySize) else { return (pc, ~left) }
    for (key, value) in entries {
      left &-= key.stepsAsKey &+ Machine.insertionSteps
      guard left >= 0 else { return (pc, -1) }
      guard charge(nested: key), charge(nested: value) else { return (pc, ~left) }
      guard key.isMapKey else { return fail(.noSuchOverload, EvaluationMessage.mapKey(key.typeName), pc, left) }
      guard map.insert(key, value) else { return fail(.duplicateKey, EvaluationMessage.duplicateKey, pc, left) }
    }
    v[Int(i.a)] = .map(map)
    return (pc, left)
  }

  // MARK: Looking into

  func select(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    if i.flags == 0, let field = field(i.c0, of: v + Int(i.b)) {
      guard let left = charge(field.name >> 3, remaining) else { return (pc, -1) }
      v[Int(i.a)] = field.value
      return (pc, left)
    }
    return selectAny(i, pc, remaining)
  }

  /// The field called `texts[name]` of a small map, and the length of its name; nil for other values. The map is not copied.
  @inline(__always)
  private func field(_ name: Int, of value: UnsafePointer<Value>) -> (value: Value, name: Int)? {
    guard case .map(let map) = value.pointee else { return nil }
    return texts.withUnsafeBufferPointer { texts in
      map.entries.withUnsafeBufferPointer { entries in
        guard entries.count <= 16 else { return nil }
        for index in entries.indices {
          if case .string(let key) = entries[index].key, key == texts[name] {
            return (entries[index].value, key.utf8.count)
          }
        }
        return nil
      }
    }
  }

  private func selectAny(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let field = texts[i.c0]
    let isTest = i.flags & SelectFlags.test != 0
    var operand = v[Int(i.b)]
    var wraps = i.flags & SelectFlags.optional != 0
    if case .optional(let wrapped) = operand {
      guard let wrapped else {
        v[Int(i.a)] = isTest ? .bool(false) : .optional(nil)
        return (pc, remaining)
      }
      operand = wrapped
      wraps = !isTest
    }
    guard case .map(let map) = operand else {
      return fail(.noSuchOverload, EvaluationMessage.noFields(operand.typeName, field), pc, remaining)
    }
    let element = map[string: field]
    guard let left = charge(field.utf8.count >> 3, remaining) else { return (pc, -1) }
    if isTest {
      v[Int(i.a)] = .bool(element != nil)
    } else if wraps {
      if case .optional? = element, let element { v[Int(i.a)] = element } else { v[Int(i.a)] = .optional(element) }
    } else if let element {
      v[Int(i.a)] = element
    } else {
      return fail(.noSuchKey, EvaluationMessage.noSuchField(field), pc, left)
    }
    return (pc, left)
  }

  func index(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    var collection = v[Int(i.b)]
    let key = v[i.c0]
    var wraps = i.flags & SelectFlags.optional != 0
    if case .optional(let wrapped) = collection {
      guard let wrapped else {
        v[Int(i.a)] = .optional(nil)
        return (pc, remaining)
      }
      collection = wrapped
      wraps = true
    }
    guard let left = charge(key.stepsAsKey &+ (wraps ? Overload.usualSteps : 0), remaining) else { return (pc, -1) }
    let element: Value?
    var missing = (FunctionFailure.Code.noSuchKey, EvaluationMessage.noSuchKey)
    switch collection {
    case .list(let elements):
      guard let position = key.listIndex else {
        return fail(.noSuchOverload, EvaluationMessage.notIndexed("list", by: key.typeName), pc, left)
      }
      element = elements.indices.contains(position) ? elements[position] : nil
      if element == nil { missing = (.indexOutOfRange, EvaluationMessage.indexOutOfRange(count: elements.count)) }
    case .map(let map):
      element = key.isNumberOrKey ? map[key] : nil
    default:
      return fail(
        .noSuchOverload, EvaluationMessage.notIndexed(collection.typeName, by: key.typeName), pc, left)
    }
    if wraps {
      v[Int(i.a)] = .optional(element)
    } else if let element {
      v[Int(i.a)] = element
    } else {
      return fail(missing.0, missing.1, pc, left)
    }
    return (pc, left)
  }
}

extension Value {
  /// The position in a list that this value denotes: an int, or a number equal to one.
  var listIndex: Int? {
    switch self {
    case .int(let int): Int(exactly: int)
    case .uint(let uint): Int(exactly: uint)
    case .double(let double): Int(exactly: double)
    default: nil
    }
  }
}

extension EvaluationMessage {
  static let noSuchKey = "the map has no such key"

  static func noSuchField(_ field: Text) -> String { "there is no field `\(field)`" }

  static func noFields(_ type: Text, _ field: Text) -> String {
    "`\(field)` cannot be taken from a value of type `\(type)`"
  }

  static func notIndexed(_ type: Text, by key: Text) -> String {
    "a value of type `\(type)` cannot be indexed by one of type `\(key)`"
  }

  static func indexOutOfRange(count: Int) -> String {
    "the list has \(count.counted("element")), and none at this index"
  }

  static let duplicateKey = "the map has this key already"

  static func mapKey(_ type: Text) -> String { "the key of a map is a string, int, uint or bool, not `\(type)`" }

  static func notIterable(_ type: Text) -> String { "only lists and maps can be gone through, not `\(type)`" }

  static func notOptional(_ type: Text) -> String { "`?` takes a value that may be absent; this is `\(type)`" }
}

// Iteration over lists and maps.
extension Machine {
  /// A map is iterated by its keys. With two variables the map itself is kept for its values.
  ///
  /// For a list, the address of its elements is stored: during the loop, the list is in a register that only the loop writes, so its
  /// storage neither moves nor is freed.
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

  /// Puts the element at `position` of those at `address` into the loop's variable. Returns false and records a failure if the element is
  /// not of the kind for which the loop was planned.
  @inline(__always)
  func nextElement(_ i: UnsafeMutablePointer<Instruction>, _ address: Int64, _ position: Int) -> Bool {
    // A map has no such address: ``Opcode/loopSecond`` reads its keys and values.
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
