import TerrainBase

// Comparisons of unboxed registers, with where to go.
extension Assembly {
  func comparison(_ x: Scalar, _ comparison: Comparison, constant bits: Int64, to label: Int32, when sense: Bool) {
    if isTracing {
      let flags = CompareFlags.make(comparison, sense: sense) | CompareFlags.kind(x.kind) | CompareFlags.constant
      recordedKinds[position] = (x.kind, x.vocabulary)
      return emit(.recordCompare, flags: flags, a: x.register, b: label, c: bits)
    }
    switch x.kind {
    case .double:
      emit(
        .jumpCompareDouble, flags: CompareFlags.make(comparison, sense: sense), a: x.register, b: label,
        constantRegister(bits))
    case .uint where comparison != .equal && comparison != .notEqual:
      emit(
        .jumpCompareUInt, flags: CompareFlags.make(comparison, sense: sense), a: x.register, b: label,
        constantRegister(bits))
    default:
      let op: Opcode =
        switch sense ? comparison : comparison.negated {
        case .less: .jumpLessConstant
        case .lessOrEqual: .jumpLessOrEqualConstant
        case .greater: .jumpGreaterConstant
        case .greaterOrEqual: .jumpGreaterOrEqualConstant
        case .equal: .jumpEqualConstant
        case .notEqual: .jumpNotEqualConstant
        }
      emit(op, a: x.register, b: label, c: bits)
    }
  }

  func comparison(_ x: Scalar, _ comparison: Comparison, _ y: Int32, to label: Int32, when sense: Bool) {
    let flags = CompareFlags.make(comparison, sense: sense)
    if isTracing {
      recordedKinds[position] = (x.kind, x.vocabulary)
      return emit(.recordCompare, flags: flags | CompareFlags.kind(x.kind), a: x.register, b: label, y)
    }
    switch x.kind {
    case .double: emit(.jumpCompareDouble, flags: flags, a: x.register, b: label, y)
    case .uint where comparison != .equal && comparison != .notEqual:
      emit(.jumpCompareUInt, flags: flags, a: x.register, b: label, y)
    default:
      let op: Opcode =
        switch sense ? comparison : comparison.negated {
        case .less: .jumpLess
        case .lessOrEqual: .jumpLessOrEqual
        case .greater: .jumpGreater
        case .greaterOrEqual: .jumpGreaterOrEqual
        case .equal: .jumpEqual
        case .notEqual: .jumpNotEqual
        }
      emit(op, a: x.register, b: label, y)
    }
  }

  /// The same, recorded in no trace.
  func plainComparison(_ x: Scalar, _ comparison: Comparison, _ y: Int32, to label: Int32, when sense: Bool) {
    let before = isTracing
    isTracing = false
    self.comparison(x, comparison, y, to: label, when: sense)
    isTracing = before
  }
}
