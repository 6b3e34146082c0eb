import TerrainBase

/// A function for the checker and for calls: a name and its overloads.
package struct FunctionDeclaration: Sendable {
  /// The function's name; operators have CEL's names (`_+_`, `_in_` is written `@in`).
  package var name: Text
  /// The overloads, in the order in which they are tried.
  package var overloads: [Overload]

  /// The function `name` with `overloads`.
  package init(_ name: Text, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
  }
}

/// One way to call a function.
package struct Overload: Sendable {
  /// Its name among all overloads (`add_int64`, `string_to_timestamp`), as in CEL's own declarations.
  package var id: Text
  /// True if it is called as `receiver.name(…)`; the receiver is then the first of ``parameters``.
  package var isMember: Bool
  /// The types of the parameters.
  package var parameters: [CELType]
  /// The type of the result.
  package var result: CELType
  /// The growth of a call's cost with the size of its arguments.
  package var cost: CallCost
  /// The fixed number of steps of a call: the number of instructions with the same running time.
  package var steps: Int
  /// The implementation.
  package var body: FunctionBody

  /// An overload called as `name(…)`, or as `receiver.name(…)` if `member` is true.
  package init(
    _ id: Text, member: Bool = false, _ parameters: [CELType], _ result: CELType, cost: CallCost = .constant,
    steps: Int = Overload.usualSteps, _ body: FunctionBody
  ) {
    self.id = id
    self.isMember = member
    self.parameters = parameters
    self.result = result
    self.cost = cost
    self.steps = steps
    self.body = body
  }

  /// The number of steps of a simple call: boxed values and the call itself take longer than other instructions.
  package static let usualSteps = 8
}

/// The steps of a call that depend on its arguments, in addition to ``Overload/steps``. They are charged before the function runs. The
/// result is charged after the call, unless its size is fixed: the steps of visiting it, and its bytes.
package enum CallCost: Sendable {
  /// No further steps: the function reads no text and at most one element.
  case constant
  /// A step for each eight bytes, or for each element, of all arguments together.
  case linear
  /// Like `linear`, times a factor.
  case scaled(Int)
  /// Like `scaled`, for functions whose result is as large as their arguments together: its bytes are charged in advance, too.
  case copying(Int)
  /// Like `scaled`, including nested content: for functions that compare, hash, or write elements.
  case deep(Int)
  /// Like `deep`, times the logarithm of the number of elements.
  case sorting
  /// The product of the arguments' sizes (a text and a pattern).
  case quadratic
}

/// The implementation of an overload: a pure function over values.
///
/// Arguments are of the overload's parameter types (for a `dyn` argument, the machine has chosen the overload by the values' types).
/// Functions whose results may be larger than their arguments by more than a constant factor must use `bounded`.
package enum FunctionBody: Sendable {
  case unary(@Sendable (Value) throws(FunctionFailure) -> Value)
  case binary(@Sendable (Value, Value) throws(FunctionFailure) -> Value)
  case ternary(@Sendable (Value, Value, Value) throws(FunctionFailure) -> Value)
  case variadic(@Sendable ([Value]) throws(FunctionFailure) -> Value)
  /// A function that also receives the maximum number of bytes of its result (``Value/elementSize`` for each element of a list). If the
  /// result would be larger, it fails with ``FunctionFailure/Code/sizeLimit`` before making it.
  case bounded(@Sendable ([Value], Int) throws(FunctionFailure) -> Value)
  /// As bounded, with the remaining steps, from which it subtracts the steps that it uses: for functions whose cost is known only during
  /// execution. Fails with ``FunctionFailure/Code/stepLimit`` if the steps do not suffice.
  case metered(@Sendable ([Value], Int, inout Int) throws(FunctionFailure) -> Value)
  /// No implementation: declared for the checker only.
  case none
}

/// The reason why a function failed. Becomes an ``EvaluationError`` with a location.
package struct FunctionFailure: Error, Sendable {
  /// A stable code; shown as `evaluation/…`.
  package struct Code: Hashable, Sendable {
    /// The code's text.
    package var name: String

    /// The code `name`.
    package init(_ name: String) { self.name = name }

    /// An integer, decimal, timestamp, or duration is out of range.
    package static let overflow = Code("overflow")
    /// A division or remainder by zero.
    package static let divisionByZero = Code("division-by-zero")
    /// No overload accepts these types.
    package static let noSuchOverload = Code("no-such-overload")
    /// A map has no such key, a record no such field.
    package static let noSuchKey = Code("no-such-key")
    /// A list has no such index.
    package static let indexOutOfRange = Code("index-out-of-range")
    /// The function does not accept an argument (a malformed date, pattern, number, …).
    package static let invalidArgument = Code("invalid-argument")
    /// A key occurs twice in a map literal.
    package static let duplicateKey = Code("duplicate-key")
    /// A result exceeds the size limit.
    package static let sizeLimit = Code("size-limit")
    /// `optional.none().value()`.
    package static let absentValue = Code("absent-value")
  }

  /// The kind of failure.
  package var code: Code
  /// A sentence that describes the mistake, without a location.
  package var message: String

  /// A failure with `code`, explained by `message`.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Functions by name, built once and shared by all environments.
package final class FunctionTable: Sendable {
  private let table: [Text: FunctionGroup]
  /// The names in the order of their declaration, for suggestions.
  package let names: [Text]

  /// A table of `declarations`; declarations with the same name are merged.
  package init(_ declarations: [FunctionDeclaration]) {
    var table: [Text: FunctionGroup] = [:]
    table.reserveCapacity(declarations.count)
    var names: [Text] = []
    for declaration in declarations {
      let declared = table[declaration.name]
      if declared == nil { names.append(declaration.name) }
      table[declaration.name] = FunctionGroup(declaration.name, (declared?.overloads ?? []) + declaration.overloads)
    }
    self.table = table
    self.names = names
  }

  subscript(_ name: Text) -> FunctionGroup? { table[name] }

  /// The overloads of `name` in the order in which they are tried.
  package func overloads(of name: Text) -> [Overload]? { table[name]?.overloads }
}

/// All overloads of one name, with frequently used properties for the type checker.
final class FunctionGroup: Sendable {
  let name: Text
  let overloads: [Overload]
  /// For each overload, true if all parameters are plain types: equal argument types then select it uniquely.
  let isPlain: [Bool]

  init(_ name: Text, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
    isPlain = overloads.map { $0.parameters.allSatisfy { $0.isPlain } && !$0.result.hasParameters }
  }
}

/// The possible overloads of a call of one function.
package struct OverloadSet: Sendable {
  let group: FunctionGroup
  let first: Int
  let others: [Int]

  init(_ group: FunctionGroup, first: Int, others: [Int] = []) {
    self.group = group
    self.first = first
    self.others = others
  }

  /// The function's full name.
  package var name: Text { group.name }

  /// The overloads in the order in which they are tried.
  package var overloads: [Overload] { [group.overloads[first]] + others.map { group.overloads[$0] } }

  /// The overload if the set has exactly one.
  package var single: Overload? { others.isEmpty ? group.overloads[first] : nil }
}

extension CELType {
  /// True for types without type arguments that accept only themselves.
  var isPlain: Bool {
    switch self {
    case .bool, .int, .uint, .double, .decimal, .string, .bytes: true
    default: false
    }
  }

  /// True if the type contains a type parameter of a declaration.
  var hasParameters: Bool {
    switch self {
    case .parameter: true
    case .list(let x), .optional(let x), .type(let x), .wrapper(let x): x.hasParameters
    case .map(let key, let value): key.hasParameters || value.hasParameters
    case .opaque(_, let arguments): arguments.contains(where: { $0.hasParameters })
    default: false
    }
  }
}
