import TerrainBase

extension Machine {
  /// The position to continue from, and the steps left; those are inverted (negative) where the instruction failed.
  typealias Next = (pc: Int, remaining: Int)

  /// Does an instruction that works on boxed registers.
  @inline(never)
  func perform(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let a = Int(i.a)
    let b = Int(i.b)
    switch i.op {
    case .jumpEqualText:
      guard let left = charge(stepsOfEquality(v + a, v + i.c0), remaining) else { return (pc, -1) }
      return (isText(v + a, v + i.c0) == (i.flags & 1 != 0) ? b : pc, left)
    case .jumpContainsText: return jumpContainsText(i, pc, remaining)
    case .jumpContains: return jumpContains(i, pc, remaining)
    case .beginLoop: return beginLoop(i, pc, remaining)
    case .loopSecond: return loopSecond(i, pc, remaining)
    case .jumpEqualValue:
      var left = remaining
      guard let isEqual = v[a].isEqual(to: v[i.c0], steps: &left) else { return (pc, -1) }
      return (isEqual == (i.flags & 1 != 0) ? b : pc, left)
    case .jumpCompareValue: return jumpCompare(i, pc, remaining)
    case .jumpValue:
      guard case .bool(let bool) = v[a] else {
        return fail(.noSuchOverload, EvaluationMessage.notACondition(v[a].typeName), pc, remaining)
      }
      return (bool == (i.flags & 1 != 0) ? b : pc, remaining)
    case .switchValue: return (switchTarget(i), remaining)
    case .box:
      box(i)
      return (pc, remaining)
    case .unbox: return unbox(i, pc, remaining)
    case .moveValue:
      v[a] = v[b]
      return (pc, remaining)
    case .callUnary, .callBinary, .callMany, .callDynamic: return call(i, pc, remaining)
    case .countElements: return countElements(i, pc, remaining)
    case .concatenate: return concatenate(i, pc, remaining)
    case .collectCodes: return collectCodes(i, pc, remaining)
    case .makeOptional:
      v[a] = .optional(v[b])
      return (pc, remaining)
    case .unwrapOptional:
      if case .optional(let wrapped?) = v[b] { v[a] = wrapped }
      return (pc, remaining)
    case .jumpPresent:
      guard case .optional(let wrapped) = v[a] else {
        return fail(
          .noSuchOverload, EvaluationMessage.wrongType(actual: v[a].typeName, expected: "optional"), pc, remaining)
      }
      return ((wrapped != nil) == (i.flags & 1 != 0) ? b : pc, remaining)
    case .makeList: return makeList(i, pc, remaining)
    case .makeMap: return makeMap(i, pc, remaining)
    case .append: return append(i, pc, remaining)
    case .insert: return insert(i, pc, remaining)
    case .select: return select(i, pc, remaining)
    case .index: return index(i, pc, remaining)
    case .accumulateValue: return accumulate(i, pc, remaining)
    case .fail:
      let described = bytecode.failures[b]
      return fail(described.code, described.message, pc, remaining)
    case .rethrow:
      guard s[a] == 1, let error = state.pointee.savedErrors[b] else { return (pc, remaining) }
      state.pointee.rethrown = error
      return (pc, ~remaining)
    case .recordAtom:
      let place = Int32(truncatingIfNeeded: pc - 1)
      switch i.flags {
      case 1: state.pointee.trace.append(place: place, holds: s[a] == 1, seen: v[i.c0])
      case 2:
        state.pointee.trace.append(TraceBuffer.Event(place: place, kind: .scalar, holds: s[a] == 1, bits: s[i.c0]))
      default: state.pointee.trace.append(TraceBuffer.Event(place: place, kind: .plain, holds: s[a] == 1, bits: 0))
      }
      return (pc, remaining &+ 1)
    default:
      // Every other instruction is in the loop.
      return fail(.noSuchOverload, EvaluationMessage.declaredOnly, pc, remaining)
    }
  }

  func fail(_ code: FunctionFailure.Code, _ message: String, _ pc: Int, _ remaining: Int) -> Next {
    state.pointee.failure = Failure(code: code, message: message)
    return (pc, ~remaining)
  }

  /// Takes from the steps left; nil when they do not suffice.
  func charge(_ steps: Int, _ remaining: Int) -> Int? { remaining >= steps ? remaining &- steps : nil }

  /// Takes from the bytes left; false, with the failure noted, when they do not suffice.
  func charge(bytes: Int) -> Bool {
    state.pointee.remainingBytes -= bytes
    if state.pointee.remainingBytes >= 0 { return true }
    state.pointee.failure = Failure(code: .sizeLimit, message: EvaluationMessage.sizeLimit(limits.bytes))
    return false
  }

  /// Takes what is inside `value` from the bytes left, when it is put into another value; false, with the failure
  /// noted, when they do not suffice or the whole is nested too deep.
  @inline(__always)
  func charge(nested value: Value) -> Bool {
    switch value {
    // Fields that may be absent: most are, or have a text.
    case .optional(nil): true
    case .optional(.string(let text)?), .string(let text): charge(bytes: text.utf8.count)
    case .list, .map, .optional: chargeInside(value)
    case .bytes(let bytes): charge(bytes: bytes.count)
    default: true
    }
  }

  @inline(never)
  private func chargeInside(_ value: Value) -> Bool {
    if let size = sizes.size(inside: value) { return charge(bytes: value.size &+ size) }
    return charge(bytes: value.size) && charge(inside: value, depth: 1)
  }

  /// Takes what is inside `value`, but not its own size, from the bytes left. `depth` is its nesting depth.
  func charge(inside value: Value, depth: Int = 0) -> Bool {
    guard let size = size(inside: value, depth: depth) else {
      state.pointee.failure = Failure(code: .sizeLimit, message: EvaluationMessage.sizeLimit(limits.bytes))
      return false
    }
    return charge(bytes: size)
  }

  /// As ``Value/nestedSize(within:depth:)`` of the bytes left.
  private func size(inside value: Value, depth: Int) -> Int? {
    let limit = state.pointee.remainingBytes
    guard depth == 0, case .list(let elements) = value else { return value.nestedSize(within: limit, depth: depth) }
    var total = 0
    let fits = elements.withUnsafeBufferPointer { elements in
      for index in elements.indices {
        if let known = sizes.size(inside: elements[index]) {
          total &+= elements[index].size &+ known
        } else if let size = Value.sizeInside(elements[index], within: limit &- total, depth: 1) {
          total &+= size
        } else {
          return false
        }
        guard total <= limit else { return false }
      }
      return true
    }
    return fits ? total : nil
  }

  // MARK: Texts

  /// Steps that comparing two texts takes: none where their lengths differ.
  @inline(__always)
  private func stepsOfEquality(_ x: UnsafePointer<Value>, _ y: UnsafePointer<Value>) -> Int {
    guard case .string(let text) = x.pointee, case .string(let other) = y.pointee else { return 0 }
    return text.utf8.count == other.utf8.count ? text.utf8.count >> 3 : 0
  }

  @inline(__always)
  private func isText(_ x: UnsafePointer<Value>, _ y: UnsafePointer<Value>) -> Bool {
    guard case .string(let text) = x.pointee, case .string(let other) = y.pointee else { return false }
    return text == other
  }

  private func jumpContainsText(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let sense = i.flags & 1 != 0
    guard case .list(let elements) = v[Int(i.a)] else {
      return jumpContains(Instruction(.jumpContains, flags: i.flags, a: Int16(i.c0), b: i.b, Int32(i.a)), pc, remaining)
    }
    guard case .string(let text) = v[i.c0] else {
      return jumpContains(Instruction(.jumpContains, flags: i.flags, a: Int16(i.c0), b: i.b, Int32(i.a)), pc, remaining)
    }
    guard var left = charge(elements.count, remaining) else { return (pc, -1) }
    let count = text.utf8.count
    // Where the elements are: a loop over the array would count references to each of them.
    let contains = elements.withUnsafeBufferPointer { elements -> Bool? in
      for index in elements.indices {
        guard case .string(let element) = elements[index], element.utf8.count == count else { continue }
        left &-= count >> 3
        guard left >= 0 else { return nil }
        if element == text { return true }
      }
      return false
    }
    guard let contains else { return (pc, -1) }
    return (contains == sense ? Int(i.b) : pc, left)
  }

  private func jumpContains(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let sense = i.flags & 1 != 0
    if case .string = v[Int(i.a)], case .list = v[i.c0] {
      return jumpContainsText(
        Instruction(.jumpContainsText, flags: i.flags, a: Int16(i.c0), b: i.b, Int32(i.a)), pc, remaining)
    }
    let element = v[Int(i.a)]
    switch v[i.c0] {
    case .list(let elements):
      guard var left = charge(elements.count, remaining) else { return (pc, -1) }
      var contains = false
      for candidate in elements {
        guard let isEqual = candidate.isEqual(to: element, steps: &left) else { return (pc, -1) }
        if isEqual {
          contains = true
          break
        }
      }
      return (contains == sense ? Int(i.b) : pc, left)
    case .map(let map):
      guard let left = charge(element.stepsAsKey, remaining) else { return (pc, -1) }
      return ((element.isNumberOrKey && map[element] != nil) == sense ? Int(i.b) : pc, left)
    case let other:
      return fail(
        .noSuchOverload, EvaluationMessage.noSuchOverload("@in", [element.typeName, other.typeName]), pc, remaining)
    }
  }

  private func jumpCompare(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let comparison = CompareFlags.comparison(i.flags)
    let (x, y) = (v[Int(i.a)], v[i.c0])
    guard let left = charge(min(x.length, y.length), remaining) else { return (pc, -1) }
    guard let outcome = x.outcome(of: comparison, with: y) else {
      return fail(
        .noSuchOverload, EvaluationMessage.noSuchOverload(comparison.function, [x.typeName, y.typeName]), pc, left)
    }
    return (outcome == (i.flags & CompareFlags.sense != 0) ? Int(i.b) : pc, left)
  }

  /// A text longer than every case is not compared, so that this takes no longer than the rules are long.
  private func switchTarget(_ i: Instruction) -> Int {
    switch v[Int(i.a)] {
    case .string(let text):
      var string = text.string
      return string.withUTF8 { jumpTables.target(Int(i.b), text: $0) }
    case .int(let int): return jumpTables.target(Int(i.b), int: int)
    default: return jumpTables.otherwise(Int(i.b))
    }
  }

  // MARK: Boxes

  private func box(_ i: Instruction) {
    let bits = s[Int(i.b)]
    switch ScalarKind(rawValue: i.flags) {
    case .bool: v[Int(i.a)] = .bool(bits != 0)
    case .uint: v[Int(i.a)] = .uint(UInt64(bitPattern: bits))
    case .double: v[Int(i.a)] = .double(Double(bitPattern: UInt64(bitPattern: bits)))
    case .code: v[Int(i.a)] = vocabularies.member(i.c0, Int(bits))
    case .int, nil: v[Int(i.a)] = .int(bits)
    }
  }

  private func unbox(_ i: Instruction, _ pc: Int, _ remaining: Int) -> Next {
    let kind = ScalarKind(rawValue: i.flags) ?? .int
    let vocabulary = i.c0 >= 0 ? vocabularies.vocabulary(i.c0) : nil
    let value = v[Int(i.b)]
    if let bits = value.bits(kind, vocabulary) {
      s[Int(i.a)] = bits
      return (pc, remaining)
    }
    if kind == .code, case .string = value {
      return fail(.wrongType, EvaluationMessage.notAMember(vocabulary?.name ?? ""), pc, remaining)
    }
    let expected = kind == .code ? vocabulary?.name.string ?? "" : kind.name
    return fail(
      .noSuchOverload, EvaluationMessage.wrongType(actual: value.typeName, expected: expected), pc, remaining)
  }
}

extension Value {
  /// Steps that finding this as a key of a map takes: its bytes are hashed, or compared with a few keys.
  var stepsAsKey: Int {
    if case .string(let text) = self { return 1 &+ text.utf8.count >> 1 }
    return 1
  }

  /// What may be looked for among a map's keys: a double that is a whole number is one, too.
  var isNumberOrKey: Bool { isMapKey || isNumber }
}

extension Comparison {
  /// CEL's name of the operator.
  var function: Text {
    switch self {
    case .less: "_<_"
    case .lessOrEqual: "_<=_"
    case .greater: "_>_"
    case .greaterOrEqual: "_>=_"
    case .equal: "_==_"
    case .notEqual: "_!=_"
    }
  }
}

extension EvaluationMessage {
  static func notACondition(_ type: Text) -> String { "a condition is true or false; this is `\(type)`" }

  static func notAMember(_ vocabulary: Text) -> String { "this is none of `\(vocabulary)`" }
}
