import TerrainBase

/// The solutions of the type variables of one expression: unification as in CEL's own checker. `dyn` fits every type, and of two types that
/// fit, the more general is kept.
struct TypeInference {
  /// The solutions by the number of a ``CELType/variable(_:)``, or nil for unsolved variables.
  private(set) var solutions: [CELType?] = []

  mutating func makeVariable() -> CELType {
    solutions.append(nil)
    return .variable(Int32(truncatingIfNeeded: solutions.count - 1))
  }

  /// True if a value of type `value` may be used as a `target`. If so, the solutions of type variables are kept; otherwise they are
  /// discarded.
  mutating func assign(_ value: CELType, to target: CELType) -> Bool {
    if Self.isSimple(value), Self.isSimple(target) { return fits(value, target) }
    let before = solutions
    if fits(value, target) { return true }
    solutions = before
    return false
  }

  /// The same for several types at once.
  mutating func assign(_ values: [CELType], to targets: [CELType]) -> Bool {
    guard values.count == targets.count else { return false }
    let before = solutions
    for (value, target) in zip(values, targets) where !fits(value, target) {
      solutions = before
      return false
    }
    return true
  }

  private static func isSimple(_ type: CELType) -> Bool {
    switch type {
    case .variable, .list, .map, .optional, .type, .opaque, .wrapper: false
    default: true
    }
  }

  /// The type of a list whose elements have types `a` and `b`: the more general type, or nil if they are incompatible.
  mutating func join(_ a: CELType, _ b: CELType) -> CELType? {
    if case .enumeration(let x) = a, case .enumeration(let y) = b, x != y { return .string }
    return assign(a, to: b) ? Self.moreGeneral(a, b) : nil
  }

  // The nesting of types is bounded: by `CELType.maximumNesting` in declarations, otherwise by the expression's depth.
  private mutating func fits(_ a: CELType, _ b: CELType) -> Bool {
    if case .variable(let number) = b {
      let (valid, solution) = substitute(a, for: number)
      if valid || solution { return valid }
    }
    if case .variable(let number) = a { return substitute(b, for: number).valid }
    switch (a, b) {
    case (.dyn, _), (_, .dyn), (.error, _), (_, .error): return true
    case (.null, let other), (let other, .null): return Self.takesNull(other)
    case (.list(let x), .list(let y)): return fits(x, y)
    case (.optional(let x), .optional(let y)): return fits(x, y)
    case (.map(let k1, let v1), .map(let k2, let v2)): return fits(k1, k2) && fits(v1, v2)
    case (.type, .type): return true
    case (.opaque(let n, let x), .opaque(let m, let y)):
      guard n == m, x.count == y.count else { return false }
      for (p, q) in zip(x, y) where !fits(p, q) { return false }
      return true
    case (.wrapper(let x), .wrapper(let y)): return fits(x, y)
    case (.wrapper(let x), let y), (let y, .wrapper(let x)): return fits(x, y)
    case (.enumeration(let x), .enumeration(let y)): return x == y || x.cases.contains { y.code(of: $0) != nil }
    // A member of a vocabulary is a string. Literals are checked against the vocabulary separately, with a better message.
    case (.enumeration, .string), (.string, .enumeration): return true
    default: return a == b
    }
  }

  private static func takesNull(_ type: CELType) -> Bool {
    switch type {
    case .null, .wrapper, .opaque, .optional, .timestamp, .duration: true
    default: false
    }
  }

  /// Unifies the variable `number` with `type`. `valid` is false if that is impossible; `solution` is true if the variable had a
  /// solution before.
  private mutating func substitute(_ type: CELType, for number: Int32) -> (valid: Bool, solution: Bool) {
    if case .variable(number) = type { return (true, true) }
    if let solution = solutions[Int(number)] {
      if solution == type { return (true, true) }
      guard fits(type, solution) else { return (false, true) }
      let general = Self.moreGeneral(type, solution)
      if !occurs(number, in: general) { solutions[Int(number)] = general }
      return (true, true)
    }
    guard !occurs(number, in: type) else { return (false, false) }
    solutions[Int(number)] = type
    return (true, false)
  }

  private func occurs(_ number: Int32, in type: CELType) -> Bool {
    switch type {
    case .variable(let other):
      if other == number { return true }
      if let solution = solutions[Int(other)] { return occurs(number, in: solution) }
      return false
    case .list(let x), .optional(let x), .type(let x), .wrapper(let x): return occurs(number, in: x)
    case .map(let key, let value): return occurs(number, in: key) || occurs(number, in: value)
    case .opaque(_, let arguments): return arguments.contains { occurs(number, in: $0) }
    default: return false
    }
  }

  /// The more general of two types that fit each other.
  static func moreGeneral(_ a: CELType, _ b: CELType) -> CELType { isAtLeastAsGeneral(a, b) ? a : b }

  private static func isAtLeastAsGeneral(_ a: CELType, _ b: CELType) -> Bool {
    switch (a, b) {
    case (.dyn, _), (.error, _), (.variable, _): true
    case (_, .dyn), (_, .error), (_, .variable): false
    case (.list(let x), .list(let y)): isAtLeastAsGeneral(x, y)
    case (.optional(let x), .optional(let y)): isAtLeastAsGeneral(x, y)
    case (.map(let k1, let v1), .map(let k2, let v2)): isAtLeastAsGeneral(k1, k2) && isAtLeastAsGeneral(v1, v2)
    case (.type, .type): true
    case (.opaque(let n, let x), .opaque(let m, let y)):
      n == m && x.count == y.count && zip(x, y).allSatisfy { isAtLeastAsGeneral($0, $1) }
    // Null is allowed if a value may be absent; it does not constrain the value.
    case (_, .null): true
    case (.string, .enumeration): true
    default: a == b
    }
  }

  /// `type` with all solutions inserted; unsolved type variables become `dyn` if `final` is true.
  func resolve(_ type: CELType, final: Bool = false) -> CELType {
    switch type {
    case .variable(let number):
      if let solution = solutions[Int(number)] { return resolve(solution, final: final) }
      return final ? .dyn : type
    case .list(let x): return .list(resolve(x, final: final))
    case .optional(let x): return .optional(resolve(x, final: final))
    case .type(let x): return .type(resolve(x, final: final))
    case .wrapper(let x): return .wrapper(resolve(x, final: final))
    case .map(let key, let value): return .map(key: resolve(key, final: final), value: resolve(value, final: final))
    case .opaque(let name, let arguments): return .opaque(name, arguments.map { resolve($0, final: final) })
    default: return type
    }
  }

  /// `type` with its parameters replaced by type variables; equal parameters become the same variable.
  mutating func instantiate(_ type: CELType, _ variables: inout [(name: Text, variable: CELType)]) -> CELType {
    switch type {
    case .parameter(let name):
      if let solution = variables.first(where: { $0.name == name }) { return solution.variable }
      let variable = makeVariable()
      variables.append((name, variable))
      return variable
    case .list(let x): return .list(instantiate(x, &variables))
    case .optional(let x): return .optional(instantiate(x, &variables))
    case .type(let x): return .type(instantiate(x, &variables))
    case .wrapper(let x): return .wrapper(instantiate(x, &variables))
    case .map(let key, let value): return .map(key: instantiate(key, &variables), value: instantiate(value, &variables))
    case .opaque(let name, let arguments):
      var instantiated: [CELType] = []
      for argument in arguments { instantiated.append(instantiate(argument, &variables)) }
      return .opaque(name, instantiated)
    default: return type
    }
  }
}
