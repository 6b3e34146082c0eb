import TerrainBase

extension Planner {
  mutating func call(_ id: ID, _ function: Text, _ target: ID?, _ arguments: [ID]) -> Operand {
    guard case .function(let set, let namespaced) = reference(id) else {
      if target == nil, LogicOperator(function: function) != nil { return truthOrChoice(id, function, arguments) }
      // The operands come first: an error in one of them is the error.
      for operand in (target.map { [$0] } ?? []) + arguments { _ = value(operand) }
      return failing(.noSuchOverload, EvaluationMessage.unknownFunction(function), id)
    }
    if let target, !namespaced { return call(id, set, [target] + arguments) }
    return call(id, set, arguments)
  }

  private mutating func truthOrChoice(_ id: ID, _ function: Text, _ arguments: [ID]) -> Operand {
    guard function == "_?_:_", arguments.count == 3 else { return truth(id) }
    let otherwise = assembly.makeLabel()
    let end = assembly.makeLabel()
    let type = self.type(id)
    if let kind = type.scalarKind, kind != .code || arguments[1...].allSatisfy({ self.type($0) == type }) {
      let result = BytecodeBuilder.Register(type: type, index: assembly.registers.temporaryScalar())
      choose(arguments, into: result, otherwise, end)
      return .scalar(Scalar(kind: kind, register: result.index, vocabulary: type.scalarVocabulary))
    }
    let result = BytecodeBuilder.Register(type: .dyn, index: assembly.registers.temporaryBoxed())
    choose(arguments, into: result, otherwise, end)
    return .boxed(result.index)
  }

  private mutating func choose(
    _ arguments: [ID], into result: BytecodeBuilder.Register, _ otherwise: Int32, _ end: Int32
  ) {
    branch(arguments[0], to: otherwise, when: false)
    evaluate(arguments[1], into: result)
    assembly.jump(to: end)
    assembly.bind(otherwise)
    evaluate(arguments[2], into: result)
    assembly.bind(end)
  }

  /// Evaluates a node into a register.
  mutating func evaluate(_ id: ID, into register: BytecodeBuilder.Register) {
    let operand = value(id)
    mark(id)
    store(operand, into: register)
  }

  private mutating func call(_ id: ID, _ set: OverloadSet, _ operands: [ID]) -> Operand {
    switch operands.count {
    case 1:
      if set.name == "size", let count = countOfFiltered(operands[0]) ?? countOfList(id, operands[0]) { return count }
      if let done = optionalCall(id, set, operands) ?? memberCall(id, set, operands[0]) { return done }
    case 2:
      if Comparison(function: set.name) != nil || set.name == "@in" { return truth(id) }
      if let done = optionalCall(id, set, operands) { return done }
      if set.name == "_[_]" || set.name == "_[?_]" { return index(id, set.name, operands) }
    default: break
    }
    // The left sides of a long chain, without recursion.
    var chain: [(id: ID, set: OverloadSet, operands: [ID])] = [(id, set, operands)]
    while let top = chain.last, let next = top.operands.first, let step = chainStep(next) { chain.append(step) }
    var left = concatenation(&chain)
    while let step = chain.popLast() {
      var values: [Operand] = []
      for (index, operand) in step.operands.enumerated() {
        if index == 0, let left { values.append(left) } else { values.append(value(operand)) }
      }
      left = apply(step.id, step.set, values)
    }
    return left ?? .constant(.null)
  }

  /// The number of elements of a list, unboxed; nil where `operand` is none.
  private mutating func countOfList(_ id: ID, _ operand: ID) -> Operand? {
    guard case .list = type(operand) else { return nil }
    let list = value(operand)
    if case .constant(.list(let elements)) = list { return .constant(.int(Int64(elements.count))) }
    let register = boxed(list)
    let result = assembly.registers.temporaryScalar()
    mark(id)
    assembly.emit(.countElements, a: result, b: register)
    return .scalar(Scalar(kind: .int, register: result))
  }

  /// A call that is the left operand of another one and needs no special care.
  private func chainStep(_ id: ID) -> (id: ID, set: OverloadSet, operands: [ID])? {
    guard case .call(let function, let target, let arguments) = kind(id),
      case .function(let set, let namespaced) = reference(id), !Planner.isSpecial(function)
    else { return nil }
    let operands = target.map { namespaced ? arguments : [$0] + arguments } ?? arguments
    return (id, set, operands)
  }

  private static func isSpecial(_ function: Text) -> Bool {
    switch function.string {
    case "_[_]", "_[?_]", "@in", "orValue", "or", "hasValue", "value", "next", "previous", "position": true
    default: Comparison(function: function) != nil
    }
  }

  /// A call of operands already had: folded, unboxed, or a call of the function.
  private mutating func apply(_ id: ID, _ set: OverloadSet, _ operands: [Operand]) -> Operand {
    if let folded = Planner.fold(set, operands) { return .constant(folded) }
    mark(id)
    if let done = arithmetic(id, set.name, operands) { return done }
    let result = assembly.registers.temporaryBoxed()
    if operands.count == 2, case .constant(let second) = operands[1], let overload = set.single,
      let prepared = PreparedCalls.prepare(overload, with: second)
    {
      let first = boxed(operands[0])
      assembly.emit(.callUnary, a: result, b: assembly.function(prepared, named: set.name), first)
      return unboxedResult(result, type(id), id)
    }
    let registers = operands.map { boxed($0) }
    mark(id)
    guard let overload = set.single else {
      let list = assembly.operandList(registers)
      assembly.emit(
        .callDynamic, a: result, b: assembly.candidates(set), list, Int32(truncatingIfNeeded: registers.count))
      return unboxedResult(result, type(id), id)
    }
    let function = assembly.function(overload, named: set.name)
    switch (overload.body, registers.count) {
    case (.unary, 1): assembly.emit(.callUnary, a: result, b: function, registers[0])
    case (.binary, 2): assembly.emit(.callBinary, a: result, b: function, registers[0], registers[1])
    default:
      let list = assembly.operandList(registers)
      assembly.emit(.callMany, a: result, b: function, list, Int32(truncatingIfNeeded: registers.count))
    }
    return unboxedResult(result, type(id), id)
  }

  // MARK: Unboxed arithmetic

  private mutating func arithmetic(_ id: ID, _ function: Text, _ operands: [Operand]) -> Operand? {
    guard let kind = type(id).scalarKind else { return nil }
    if function == "double", operands.count == 1, case .scalar(let source) = operands[0], source.kind == .int {
      let result = assembly.registers.temporaryScalar()
      assembly.emit(.intToDouble, a: result, b: source.register)
      return .scalar(Scalar(kind: .double, register: result))
    }
    let extreme = kind == .int && operands.count == 2 ? MathFunctions.extremes[function] : nil
    let op = Planner.arithmeticOpcode(function, kind, operands.count)
    guard op != nil || extreme != nil else { return nil }
    for operand in operands {
      switch operand {
      case .scalar(let scalar) where scalar.kind == kind: break
      case .constant(let value) where value.bits(kind, nil) != nil: break
      default: return nil
      }
    }
    guard let op else { return extreme.map { self.extreme($0, operands) } }
    let result = assembly.registers.temporaryScalar()
    if op == .addInt || op == .subtractInt, case .scalar(let x) = operands[0],
      case .constant(.int(let constant)) = operands[1], constant != .min
    {
      assembly.emit(
        .addConstant, a: result, b: x.register, c: op == .addInt ? constant : -constant)
    } else {
      let registers = operands.map { scalar($0, kind).register }
      assembly.emit(op, a: result, b: registers[0], registers.count > 1 ? registers[1] : 0)
    }
    return .scalar(Scalar(kind: kind, register: result))
  }

  /// The first of two ints, unless the second one compares to it as `comparison`.
  private mutating func extreme(_ comparison: Comparison, _ operands: [Operand]) -> Operand {
    let registers = operands.map { scalar($0, .int).register }
    let result = Scalar(kind: .int, register: assembly.registers.temporaryScalar())
    let end = assembly.makeLabel()
    assembly.emit(.move, a: result.register, b: registers[0])
    assembly.plainComparison(Scalar(kind: .int, register: registers[1]), comparison, registers[0], to: end, when: false)
    assembly.emit(.move, a: result.register, b: registers[1])
    assembly.bind(end)
    return .scalar(result)
  }

  private static func arithmeticOpcode(_ function: Text, _ kind: ScalarKind, _ count: Int) -> Opcode? {
    switch (function.string, kind, count) {
    case ("_+_", .int, 2): .addInt
    case ("_-_", .int, 2): .subtractInt
    case ("_*_", .int, 2): .multiplyInt
    case ("_/_", .int, 2): .divideInt
    case ("_%_", .int, 2): .remainderInt
    case ("-_", .int, 1): .negateInt
    case ("_+_", .uint, 2): .addUInt
    case ("_-_", .uint, 2): .subtractUInt
    case ("_*_", .uint, 2): .multiplyUInt
    case ("_/_", .uint, 2): .divideUInt
    case ("_%_", .uint, 2): .remainderUInt
    case ("_+_", .double, 2): .addDouble
    case ("_-_", .double, 2): .subtractDouble
    case ("_*_", .double, 2): .multiplyDouble
    case ("_/_", .double, 2): .divideDouble
    case ("-_", .double, 1): .negateDouble
    default: nil
    }
  }

  // MARK: Constants

  /// What a call of constants yields, where it yields anything: a failing one is left to fail at its own position.
  static func fold(_ set: OverloadSet, _ operands: [Operand]) -> Value? {
    var values: [Value] = []
    for operand in operands {
      guard case .constant(let value) = operand, isCheap(value) else { return nil }
      values.append(value)
    }
    guard let overload = set.single ?? set.overloads.first(where: { $0.accepts(values) }) else { return nil }
    var steps = foldedSteps
    guard let result = try? overload.body.call(values, limit: foldedSizeLimit, steps: &steps),
      result.size <= foldedSizeLimit, result.nestedSize(within: foldedSizeLimit) != nil
    else {
      return nil
    }
    return result
  }

  /// Larger results are made when they are needed.
  static let foldedSizeLimit = 4096
  private static let foldedSteps = 100_000

  /// What takes long to look at is left to the run, which counts: an expression has room for many calls.
  static func isCheap(_ value: Value) -> Bool { value.deepLength(within: 1000) != nil }

  /// Lists and maps of constants are constants, unless bound names make far more of them than is written: that is left
  /// to the run, which counts.
  private static func isFolded(_ value: Value) -> Bool { value.nestedSize(within: 4 << 20) != nil }

  // MARK: Elements

  private mutating func index(_ id: ID, _ function: Text, _ operands: [ID]) -> Operand {
    let collection = value(operands[0])
    let key = value(operands[1])
    let (x, y) = (boxed(collection), boxed(key))
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(.index, flags: function == "_[?_]" ? SelectFlags.optional : 0, a: result, b: x, y)
    return unboxedResult(result, type(id), id)
  }

  mutating func list(_ id: ID, _ elements: [ID], _ optionals: [Int]) -> Operand {
    let values = elements.map { value($0) }
    if optionals.isEmpty {
      let constants = values.compactMap { if case .constant(let value) = $0 { value } else { nil } }
      if constants.count == values.count, Planner.isFolded(.list(constants)) { return .constant(.list(constants)) }
    }
    let registers = values.map { boxed($0) }
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(
      .makeList, a: result, b: assembly.operandList(registers), Int32(truncatingIfNeeded: registers.count),
      assembly.optionalMarks(optionals))
    return .boxed(result)
  }

  mutating func map(_ id: ID, _ entries: [Expression.MapEntry]) -> Operand {
    var values: [Operand] = []
    for entry in entries { values += [value(entry.key), value(entry.value)] }
    if let constant = constantMap(entries, values), Planner.isFolded(.map(constant)) {
      return .constant(.map(constant))
    }
    let registers = values.map { boxed($0) }
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(
      .makeMap, a: result, b: assembly.operandList(registers), Int32(truncatingIfNeeded: entries.count),
      assembly.optionalMarks(entries.indices.filter { entries[$0].optional }))
    return .boxed(result)
  }

  private func constantMap(_ entries: [Expression.MapEntry], _ values: [Operand]) -> ValueMap? {
    var map = ValueMap(capacity: entries.count)
    for (index, entry) in entries.enumerated() {
      guard !entry.optional, case .constant(let key) = values[2 * index],
        case .constant(let value) = values[2 * index + 1], key.isMapKey, map.insert(key, value)
      else { return nil }
    }
    return map
  }
}

extension EvaluationMessage {
  static func unknownFunction(_ name: Text) -> String { "there is no function `\(name)` that takes these arguments" }
}
