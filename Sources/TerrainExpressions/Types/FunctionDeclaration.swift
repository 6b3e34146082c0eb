import TerrainBase

/// A function as the checker sees it, and what runs when it is called: a name and its overloads.
package struct FunctionDeclaration: Sendable {
  /// The name it is called by; operators have CEL's names (`_+_`, `_in_` is written `@in`).
  package var name: Text
  /// The ways it can be called, tried in this order.
  package var overloads: [Overload]

  /// The function `name` with `overloads`.
  package init(_ name: Text, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
  }
}

/// One way to call a function.
package struct Overload: Sendable {
  /// Its name among all overloads (`add_int64`, `string_to_timestamp`), as CEL's own declarations have them.
  package var id: Text
  /// True when called as `receiver.name(…)`; the receiver is then the first of ``parameters``.
  package var isMember: Bool
  /// What it takes.
  package var parameters: [CELType]
  /// What it gives.
  package var result: CELType
  /// How the cost of a call grows with its arguments.
  package var cost: CallCost
  /// Steps of a call whatever its arguments are: as many as the work of so many instructions.
  package var steps: Int
  /// What runs.
  package var body: FunctionBody

  /// An overload called as `name(…)`, or as `receiver.name(…)` when `member`.
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

  /// Steps of a call that does little: boxed values and the call itself take longer than other instructions.
  package static let usualSteps = 8
}

/// How the steps that a call is charged grow with its arguments, beside ``Overload/steps``. All of it is charged before
/// the function runs; what it made, unless its size is fixed before, is charged after: steps for looking at it, and its
/// bytes.
package enum CallCost: Sendable {
  /// Nothing more: the function looks at no text, and at no more elements than one.
  case constant
  /// A step for each eight bytes, or each element, of all arguments together.
  case linear
  /// As linear, times a number.
  case scaled(Int)
  /// As scaled, of functions whose result is as large as their arguments together: its bytes are charged before, too.
  case copying(Int)
  /// As scaled, with all that is inside of the arguments: for functions that compare, hash or write elements.
  case deep(Int)
  /// As deep, times the logarithm of the number of elements.
  case sorting
  /// The product of the arguments' sizes (a text and a pattern).
  case quadratic
}

/// What runs when an overload is called: a pure function over values.
///
/// Arguments are of the overload's parameter types (of a `dyn` argument, the machine has chosen the overload by the
/// values' types). A result that depends on its arguments' sizes by more than a constant factor belongs in `bounded`.
package enum FunctionBody: Sendable {
  case unary(@Sendable (Value) throws(FunctionFailure) -> Value)
  case binary(@Sendable (Value, Value) throws(FunctionFailure) -> Value)
  case ternary(@Sendable (Value, Value, Value) throws(FunctionFailure) -> Value)
  case variadic(@Sendable ([Value]) throws(FunctionFailure) -> Value)
  /// Also given how many bytes its result may have at most (``Value/elementSize`` for each element of a list); beyond,
  /// it fails with ``FunctionFailure/Code/sizeLimit`` before it has made it.
  case bounded(@Sendable ([Value], Int) throws(FunctionFailure) -> Value)
  /// As bounded, and also given the steps that are left, from which it takes what it uses: for work that only shows
  /// while it is done. Fails with ``FunctionFailure/Code/stepLimit`` when they do not suffice.
  case metered(@Sendable ([Value], Int, inout Int) throws(FunctionFailure) -> Value)
  /// Declared for the checker only.
  case none
}

/// Why a function has no answer. Becomes an ``EvaluationError`` with a place.
package struct FunctionFailure: Error, Sendable {
  /// A stable code; shown as `evaluation/…`.
  package struct Code: Hashable, Sendable {
    /// The code's text.
    package var name: String

    /// The code `name`.
    package init(_ name: String) { self.name = name }

    /// An integer, decimal, timestamp or duration left its range.
    package static let overflow = Code("overflow")
    /// Division or remainder by zero.
    package static let divisionByZero = Code("division-by-zero")
    /// No overload takes these types.
    package static let noSuchOverload = Code("no-such-overload")
    /// A map has no such key, a record no such field.
    package static let noSuchKey = Code("no-such-key")
    /// A list has no such index.
    package static let indexOutOfRange = Code("index-out-of-range")
    /// An argument that the function cannot take (a malformed date, pattern, number, …).
    package static let invalidArgument = Code("invalid-argument")
    /// A key written twice in a map.
    package static let duplicateKey = Code("duplicate-key")
    /// A result larger than the size limit.
    package static let sizeLimit = Code("size-limit")
    /// `optional.none().value()`.
    package static let absentValue = Code("absent-value")
  }

  /// What kind of failure it is.
  package var code: Code
  /// A sentence about what is wrong, without a location.
  package var message: String

  /// A failure with `code`, explained by `message`.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Functions by name: built once, shared by all environments.
package final class FunctionTable: Sendable {
  private let table: [Text: FunctionGroup]
  /// Names in the order they were declared, for suggestions.
  package let names: [Text]

  /// A table of `declarations`; declarations of one name are joined.
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

  /// The overloads of `name`, in the order they are tried.
  package func overloads(of name: Text) -> [Overload]? { table[name]?.overloads }
}

/// All overloads of one name, with what the type checker needs of them again and again.
final class FunctionGroup: Sendable {
  let name: Text
  let overloads: [Overload]
  /// For each overload, whether its parameters are all plain types: then types that equal them can mean no other one.
  let isPlain: [Bool]

  init(_ name: Text, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
    isPlain = overloads.map { $0.parameters.allSatisfy { $0.isPlain } && !$0.result.hasParameters }
  }
}

/// The overloads of one function that a call may mean.
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

  /// The overloads, in the order they are tried.
  package var overloads: [Overload] { [group.overloads[first]] + others.map { group.overloads[$0] } }

  /// The overload, where there is only one.
  package var single: Overload? { others.isEmpty ? group.overloads[first] : nil }
}

extension CELType {
  /// Nothing inside, and fitting nothing but itself.
  var isPlain: Bool {
    switch self {
    case .bool, .int, .uint, .double, .decimal, .string, .bytes: true
    default: false
    }
  }

  /// True where a parameter of a declaration occurs in it.
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
