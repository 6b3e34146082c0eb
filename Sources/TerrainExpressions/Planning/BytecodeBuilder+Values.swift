import TerrainDocuments
import TerrainBase

extension BytecodeBuilder {
  // MARK: Registers

  /// A new register of `type`, whose value is undefined until something is put there. It lasts as long as the decision.
  package mutating func makeRegister(_ type: CELType) -> Register {
    let index =
      type.scalarKind == nil ? assembly.registers.temporaryBoxed() : assembly.registers.temporaryScalar()
    return Register(type: type, index: index)
  }

  /// The register of a decision's result, or of a companion: what is put there can be read after the run.
  package mutating func register(of slot: Slot) -> Register { assembly.resultRegister(of: slot) }

  /// The register of a fact, only to be read; nil of a fact that is kept in no unboxed register or may be
  /// absent, and of what is not a fact.
  package mutating func register(reading slot: Slot) -> Register? {
    let entry = slots[slot]
    guard entry.role == .fact || entry.role == .candidateFact, entry.type.scalarKind != nil else { return nil }
    assembly.mention(slot.index)
    return Register(type: entry.type, index: assembly.factScalar(FactKey(slot: slot.index)))
  }

  /// Evaluates `expression` into `register`, whose type its own must fit. Returns its number in trace events.
  @discardableResult
  package mutating func evaluate(_ expression: TypedExpression, into register: Register) -> Int32 {
    statement(expression) { $0.evaluate(expression.expression.root, into: register) }
  }

  /// Puts a literal into `register`.
  package mutating func load(_ value: Value, into register: Register) {
    if let kind = register.type.scalarKind {
      let bits = value.bits(kind, register.type.scalarVocabulary)
      precondition(bits != nil, "a literal of another type than its register's")
      assembly.emit(.loadConstant, a: register.index, c: bits ?? 0)
    } else {
      assembly.emit(.moveValue, a: register.index, b: assembly.constantRegister(value))
    }
  }

  /// The register of a literal of `type`, only to be read, as part of a list or map; nil of numbers, of which a table may have one
  /// in each row.
  package mutating func constant(_ value: Value, as type: CELType) -> Register? {
    switch (type.scalarKind, value) {
    case (nil, _), (.code, .string), (.bool, .bool): Register(type: .dyn, index: assembly.constantRegister(value))
    default: nil
    }
  }

  package mutating func move(_ source: Register, into destination: Register) {
    switch (source.isScalar, destination.isScalar) {
    case (true, true): assembly.emit(.move, a: destination.index, b: source.index)
    case (false, false): assembly.emit(.moveValue, a: destination.index, b: source.index)
    case (true, false):
      assembly.emit(
        .box, flags: source.type.scalarKind?.rawValue ?? 0, a: destination.index, b: source.index,
        assembly.vocabulary(source.type.scalarVocabulary))
    case (false, true):
      assembly.emit(
        .unbox, flags: destination.type.scalarKind?.rawValue ?? 0, a: destination.index, b: source.index,
        assembly.vocabulary(destination.type.scalarVocabulary))
    }
  }

  /// Adds a constant to an `int` register (counting; no overflow is possible within the step limit).
  package mutating func add(_ amount: Int64, to register: Register) {
    assembly.emit(.addConstant, a: register.index, b: register.index, c: amount)
  }

  /// `total` becomes `total + value`, or the lesser or greater of both; a sum that overflows fails at `place`.
  /// For `int`, `uint`, `double`, `decimal` and `duration`; both of one type.
  package mutating func accumulate(_ how: Accumulation, _ value: Register, into total: Register, at place: Place?) {
    assembly.setOrigin(place.map { .place($0) } ?? .none)
    guard let kind = total.type.scalarKind else {
      assembly.emit(.accumulateValue, flags: how.rawValue, a: total.index, b: boxed(value).index)
      return
    }
    switch how {
    case .sum:
      let op: Opcode = kind == .double ? .addDouble : kind == .uint ? .addUInt : .addInt
      assembly.emit(op, a: total.index, b: total.index, value.index)
    case .min, .max:
      let keep = assembly.makeLabel()
      let scalar = Scalar(kind: kind, register: value.index, vocabulary: nil)
      // Where the new one is neither less nor greater (not a number), the old one stays.
      assembly.plainComparison(scalar, how == .min ? .less : .greater, total.index, to: keep, when: false)
      assembly.emit(.move, a: total.index, b: value.index)
      assembly.bind(keep)
    }
  }

  /// Where `score` beats `best` (or `isFirst` is true): stores it in `best`, makes `isFirst` false, and falls through.
  /// Else to `otherwise`.
  package mutating func keepHighest(score: Register, best: Register, isFirst: Register, otherwise: Label) {
    let better = assembly.makeLabel()
    assembly.emit(.jumpEqualConstant, a: isFirst.index, b: better, c: 1)
    if let kind = score.type.scalarKind, best.isScalar {
      let scalar = Scalar(kind: kind, register: score.index, vocabulary: nil)
      assembly.plainComparison(scalar, .greater, best.index, to: otherwise.index, when: false)
    } else {
      assembly.emit(
        .jumpCompareValue, flags: CompareFlags.make(.greater, sense: false), a: boxed(score).index, b: otherwise.index,
        boxed(best).index)
    }
    assembly.bind(better)
    assembly.emit(.loadConstant, a: isFirst.index, c: 0)
    move(score, into: best)
  }

  // MARK: Lists and objects

  /// Puts an empty list into `list`, with room for `count` elements, or as many as are worth it.
  package mutating func makeEmptyList(in list: Register, roomFor count: Int = 0) {
    let most = 16
    assembly.emit(.makeList, flags: UInt8(clamping: min(count, most)), a: list.index, b: 0, 0, -1)
  }

  package mutating func append(_ value: Register, to list: Register) {
    assembly.emit(.append, a: list.index, b: boxed(value).index)
  }

  /// To `label` where `list` has an element equal to `value`.
  package mutating func branch(ifList list: Register, contains value: Register, to label: Label) {
    assembly.emit(.jumpContains, flags: 1, a: boxed(value).index, b: label.index, list.index)
  }

  /// A map from field names to values: an object result.
  package mutating func makeObject(_ fields: [(name: Text, value: Register)], into register: Register) {
    var operands: [Int32] = []
    for field in fields {
      operands += [assembly.constantRegister(.string(field.name)), boxed(field.value).index]
    }
    let isDistinct = Set(fields.map { $0.name }).count == fields.count
    assembly.emit(
      .makeMap, flags: isDistinct ? 1 : 0, a: register.index, b: assembly.operandList(operands),
      Int32(truncatingIfNeeded: fields.count), -1)
  }

  /// `value` as CEL's optional, present.
  package mutating func makeOptional(of value: Register, into register: Register) {
    assembly.emit(.makeOptional, a: register.index, b: boxed(value).index)
  }

  private mutating func boxed(_ register: Register) -> Register {
    guard register.isScalar else { return register }
    let copy = Register(type: .dyn, index: assembly.registers.temporaryBoxed())
    move(register, into: copy)
    return copy
  }
}
