import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// Work is charged in proportion to what is looked at, and bytes to what is made: of every function and operator there
/// is.
@Suite struct WorkTests {
  /// Functions that take texts or collections and look at no more than an element of them.
  private static let constantTime: Set<Text> = [
    "size_bytes", "size_list", "size_map", "bytes_size", "list_size", "map_size", "list_first", "list_last", "to_dyn",
    "type", "string_to_string", "bytes_to_bytes", "optional_of", "optional_ofNonZeroValue", "optional_orValue_value",
    "optional_none", "optional_hasValue", "optional_value", "optional_or_optional",
  ]
  /// Functions that take collections and look at each element, but at nothing inside of one.
  private static let shallow: Set<Text> = [
    "add_list", "list_reverse", "list_slice", "optional_unwrap", "optional_unwrapOpt", "list_int_sum", "list_uint_sum",
    "list_double_sum", "list_decimal_sum", "list_duration_sum", "math_@max_list_int", "math_@max_list_uint",
    "math_@max_list_double", "math_@max_list_decimal", "math_@min_list_int", "math_@min_list_uint",
    "math_@min_list_double", "math_@min_list_decimal",
  ]

  /// Functions of the values of an ordered enum: the type checker lets nothing else pass, and a declaration sets the size.
  private static let ofMembers: Set<Text> = ["enum_next", "enum_previous", "enum_position"]

  private static var overloads: [(name: Text, overload: Overload)] {
    FunctionTable.standard.names.flatMap { name in
      (FunctionTable.standard.overloads(of: name) ?? []).filter { !ofMembers.contains($0.id) }.map { (name, $0) }
    }
  }

  /// A function that is added has to declare how its cost grows.
  @Test func whatLooksAtMoreSaysSo() {
    for (name, overload) in Self.overloads {
      if case .none = overload.body { continue }
      let sized = overload.parameters.filter(\.hasSize)
      guard !sized.isEmpty else { continue }
      switch overload.cost {
      case .constant:
        if case .metered = overload.body { continue }
        #expect(
          Self.constantTime.contains(overload.id), "\(name): \(overload.id) takes no time for its arguments' sizes")
      case .deep, .sorting: break
      case .linear, .scaled, .copying, .quadratic:
        guard sized.contains(where: \.isCollection) else { continue }
        #expect(Self.shallow.contains(overload.id), "\(name): \(overload.id) takes no time for what is in its elements")
      }
    }
  }

  /// Each function and operator, with larger and larger arguments of the types it declares: it ends with a result, an
  /// error of its own or a named limit, and what it used of the limits is at least what it looked at and made.
  @Test func everyCallIsCharged() throws {
    let limits = EvaluationLimits(steps: 300_000, bytes: 2 << 20)
    var results = 0
    for (name, overload) in Self.overloads {
      let parameters = overload.parameters.map(\.concrete)
      guard let machine = Self.machine(name, overload, parameters, limits) else {
        Issue.record("\(name): \(overload.id) is not planned")
        continue
      }
      for size in [1, 64, 1024, 8192] {
        for inner in [1, 512] where inner == 1 || overload.parameters.contains(where: \.isCollection) {
          let values = parameters.map { $0.given.sample(size, inner) }
          machine.begin()
          for (index, value) in values.enumerated() { try machine.set(Slot(fact: index), value) }
          let found = "\(name): \(overload.id) of \(size) by \(inner)"
          do throws(EvaluationError) {
            try machine.run(Slot(fact: values.count))
          } catch {
            switch error.code {
            case .stepLimit:
              #expect(error.message == "this takes more than 300000 steps; the limit is `steps`", "\(found)")
            case .sizeLimit:
              #expect(error.message == "this makes values of more than 2097152 bytes; the limit is `bytes`", "\(found)")
            default: break
            }
            continue
          }
          guard let result = machine.value(Slot(fact: values.count)) else { continue }
          results += 1
          #expect(machine.steps >= Self.least(name, overload, values), "\(found): \(machine.steps) steps")
          if !Self.givesWhatItTakes(overload) {
            #expect(machine.bytes >= result.ownBytes, "\(found): \(machine.bytes) bytes")
          }
        }
      }
    }
    #expect(results > 300)
  }

  /// The least that a call may be charged: a step for each eight bytes or element looked at.
  private static func least(_ name: Text, _ overload: Overload, _ values: [Value]) -> Int {
    switch overload.cost {
    case .constant:
      // Comparisons are instructions; these texts and lists are equal.
      let compares = ["_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_"].contains(name)
      return compares ? (values.first?.insideLength ?? 0) : 1
    case .deep, .sorting: return values.reduce(0) { $0 + $1.insideLength }
    default: return values.reduce(0) { $0 + $1.ownLength }
    }
  }

  private static func givesWhatItTakes(_ overload: Overload) -> Bool {
    if case .constant = overload.cost { return true }
    if case .none = overload.body { return true }
    switch overload.result {
    // One of the elements.
    case .string, .bytes: return overload.id.string.hasSuffix("_min") || overload.id.string.hasSuffix("_max")
    default: return false
    }
  }

  /// A machine whose decision, after facts of `parameters`, is the call.
  private static func machine(
    _ name: Text, _ overload: Overload, _ parameters: [CELType], _ limits: EvaluationLimits
  ) -> Machine? {
    var slots = SlotTable()
    var environment = Environment()
    var nodes: [Expression.Node] = []
    let nowhere = SourceRange(start: 0, end: 0)
    for (index, type) in parameters.enumerated() {
      let fact = Text("f\(index)")
      environment.declare(fact, type, .slot(slots.addFact(fact, type)))
      nodes.append(Expression.Node(kind: .identifier(fact), range: nowhere))
    }
    let arguments = parameters.indices.map { Expression.ID($0) }
    nodes.append(
      Expression.Node(
        kind: .call(
          function: name, target: overload.isMember ? arguments.first : nil,
          arguments: overload.isMember ? Array(arguments.dropFirst()) : arguments), range: nowhere))
    let expression = Expression(
      nodes: nodes, root: Expression.ID(nodes.count - 1), source: ExpressionSource(text: "call"))
    guard let typed = TypeChecker.check(expression, environment).typed else { return nil }
    let decision = slots.addDecision("d", .dyn)
    var builder = BytecodeBuilder(slots: slots)
    builder.define(decision) { builder, register, _ in builder.evaluate(typed, into: register) }
    return builder.finish().bytecode.map { Machine($0, limits: limits) }
  }

  // MARK: Expressions made to hang

  private static let long = "'" + String(repeating: "a", count: 512) + "'"

  /// `final` of what `seed` becomes when it is doubled `count` times; `V` is its name there.
  private static func doubled(_ seed: String, _ count: Int, _ final: String) -> String {
    var text = final.replacing("V", with: "x\(count)")
    for level in (0..<count).reversed() { text = "cel.bind(x\(level + 1), x\(level) + x\(level), \(text))" }
    return "cel.bind(x0, \(seed), \(text))"
  }

  @Test(arguments: [
    "lists.range(10000000)", "lists.range(9000000000000000000)",
    doubled(long, 9, "lists.range(300).map(x, V).sort()"), doubled(long, 9, "lists.range(3000).map(x, V).max()"),
    doubled(long, 9, "lists.range(30000).all(x, V == V + '')"),
    doubled(long, 9, "lists.range(30000).all(x, V + '' <= V)"),
    doubled(long, 9, "lists.range(30000).all(x, [[V]] == [[V + '']])"),
    doubled(long, 9, "lists.range(30000).all(x, V + '' in [V])"),
    doubled(long, 9, "lists.range(30000).all(x, V + '' in {V: 1})"),
    doubled(long, 9, "lists.range(30000).all(x, {V: 1}[V] == 1)"),
    doubled(long, 9, "lists.range(300).map(x, V).join().size()"),
    doubled(long, 9, "lists.range(300).map(x, V)"),
    doubled(long, 9, "'%s'.format([lists.range(300).map(x, V)])"),
    doubled(long, 9, "V.replace('', V)"), doubled(long, 9, "lists.range(30000).all(x, V.indexOf('b') < 0)"),
    doubled(long, 9, "lists.range(30000).all(x, V.reverse() != 'b')"),
    doubled(long, 9, "lists.range(30000).all(x, V.split('').size() > 0)"),
    doubled(long, 12, "V.matches('(a?){900}b')"),
    doubled(long, 9, "lists.range(30000).all(x, V.matches('b') == false)"),
    "lists.range(3000).all(x, 'b'.matches('(a{100}){9' + string(x % 10) + '}') == false)",
    doubled("lists.range(100)", 9, "lists.range(3000).all(x, V.reverse().size() > 0)"),
    doubled("lists.range(100)", 9, "lists.range(3000).all(x, V == V + [])"),
    doubled("lists.range(100)", 9, "lists.range(3000).all(x, V.distinct().size() > 0)"),
    doubled("lists.range(100)", 9, "lists.range(3000).all(x, !(200 in V))"),
    doubled("[[]]", 12, "lists.range(3000).all(x, V.map(y, V).flatten().size() > 0)"),
    "lists.range(100000).transformMapEntry(i, x, {string(x): i}) == {}",
  ])
  func aLimitEnds(text: String) {
    let limits = EvaluationLimits(steps: 1_000_000, bytes: 8 << 20)
    let found = outcome(text, limits: limits)
    #expect(["step-limit", "size-limit"].contains(found), "\(found.prefix(100)): \(text.suffix(100))")
  }

  /// Values that hash alike would each be compared with all before.
  @Test(arguments: [
    "{'a': x}", "[[[x]]]", "[{'a': [x]}]", "optional.of(x)", "decimal(1) + decimal(x) * decimal('1e-30')",
    "9223372036854775808u + uint(x)", "0.0 / 0.0", "[0.0 / 0.0]", "{'a': 0.0 / 0.0}", "{x: 1}",
    "b'a' + bytes(string(x))",
  ])
  func nothingIsMadeToCollide(element: String) {
    #expect(outcome("lists.range(3000).map(x, \(element)).distinct().size()") == "3000")
  }

  @Test func equalValuesAreFoundWhateverTheirTypes() {
    let text = """
      [1, 1u, 1.0, decimal(1), 9223372036854775808u, 9223372036854775808.0, decimal('9223372036854775808'), 0.5, decimal('0.5'), \
      decimal('0.1'), 0.1, 9223372036854775809u, decimal('9223372036854775809')].distinct().size()
      """
    #expect(outcome(text) == "6")
    #expect(outcome("[{1: [2], 'a': 0.5}, {'a': decimal('0.5'), 1u: [2.0]}].distinct().size()") == "1")
  }

  @Test func whatIsInsideCountsAsOftenAsItIsFound() throws {
    var decided = Decided()
    decided.fact("t", .string)
    decided.decision("d", .list(.string), "[t, t, t]")
    let machine = try #require(decided.machine(limits: EvaluationLimits(bytes: 2_500)))
    machine.begin()
    try machine.set(decided["t"], .string(Text(String(repeating: "a", count: 800))))
    try machine.run(decided["d"])
    #expect(machine.bytes == 3 * 24 + 2400)
    machine.begin()
    try machine.set(decided["t"], .string(Text(String(repeating: "a", count: 900))))
    #expect(throws: EvaluationError.self) { try machine.run(decided["d"]) }
  }

  /// An error shows the beginning of a value, and never looks at the rest: this one has 2^60 elements, written out.
  @Test func aMessageTakesNoLongerThanItIs() throws {
    var value: Value = .list([1, .string(Text(String(repeating: "é", count: 1_000_000)))])
    for _ in 0..<60 { value = .list([value, value]) }
    let seen = EvaluationError.Seen(name: "x", value: value)
    let diagnostic = Diagnostic(EvaluationError(.overflow, "too large", seen: [seen]))
    #expect(diagnostic.message.utf8.count < 300)
    #expect(diagnostic.message.hasSuffix("…)"))
    #expect(Value.string("é").description(limit: 2) == "\"…")
    #expect(Value.string("é").description(limit: 3) == "\"é…")
    #expect(Value.string("é").description(limit: 4) == "\"é\"")
    for sample: Value in [.list([1, 2, .map(["a": .optional(.bytes([1, 65]))]), .optional(nil), "a\"\u{202E}\n"])] {
      let whole = sample.description
      for limit in 0...whole.utf8.count + 1 {
        let shown = sample.description(limit: limit)
        #expect(shown == whole || shown.hasSuffix("…") && whole.hasPrefix(shown.dropLast()), "\(limit)")
      }
    }
  }
}

extension Slot {
  /// The slot made as the `position`th.
  fileprivate init(fact position: Int) { self.init(index: Int32(position)) }
}

extension CELType {
  /// What a fact of the type is given: of an optional one, the value itself.
  fileprivate var given: CELType {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }

  fileprivate var hasSize: Bool {
    switch self {
    case .string, .bytes, .list, .map, .parameter, .dyn: true
    case .optional(let wrapped): wrapped.hasSize
    default: false
    }
  }

  fileprivate var isCollection: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }

  /// The type with texts for whatever may be anything.
  fileprivate var concrete: CELType {
    switch self {
    case .parameter, .variable: .string
    case .list(let element): .list(element.concrete)
    case .map(let key, let value): .map(key: key.concrete, value: value.concrete)
    case .optional(let wrapped): .optional(wrapped.concrete)
    default: self
    }
  }

  /// A value of `size` bytes or elements, each of `inner` bytes or elements.
  fileprivate func sample(_ size: Int, _ inner: Int) -> Value {
    switch self {
    case .bool: true
    case .int: .int(Int64(min(size, 2)))
    case .uint: .uint(3)
    case .double: .double(1.5)
    case .decimal: .decimal(ExactDecimal(12))
    case .string: .string(Text(String(repeating: "7", count: size)))
    case .bytes: .bytes([UInt8](repeating: 55, count: size))
    case .timestamp: .timestamp(.epoch)
    case .duration: .duration(.zero)
    case .list(let element): .list([Value](repeating: element.sample(inner, 1), count: size))
    case .map(_, let value):
      .map(ValueMap((0..<min(size, 4096)).map { (.string(Text("key \($0)")), value.sample(inner, 1)) }))
    case .optional(let wrapped): .optional(wrapped.sample(size, inner))
    default: .string(Text(String(repeating: "7", count: size)))
    }
  }
}

extension Value {
  /// Steps of looking at it without what is inside of its elements, counted here once more.
  fileprivate var ownLength: Int {
    switch self {
    case .string(let text): text.utf8.count / 8
    case .bytes(let bytes): bytes.count / 8
    case .list(let elements): elements.count
    case .map(let map): map.count
    default: 0
    }
  }

  /// Steps of looking at all of it.
  fileprivate var insideLength: Int {
    switch self {
    case .list(let elements): elements.reduce(elements.count) { $0 + $1.insideLength }
    case .map(let map): map.values.reduce(map.count) { $0 + $1.insideLength }
    case .optional(let wrapped?): wrapped.insideLength
    default: ownLength
    }
  }

  /// Bytes of it without what is inside of its elements.
  fileprivate var ownBytes: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .list(let elements): elements.count * 24
    case .map(let map): map.count * 64
    default: 0
    }
  }
}
