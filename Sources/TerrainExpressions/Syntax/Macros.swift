import TerrainBase
import TerrainDocuments

/// A function call as written, before macros are expanded.
struct WrittenCall {
  var name: Text
  var target: Expression.ID?
  var arguments: [Expression.ID]
  /// The location of its name and its opening parenthesis.
  var top: Parser.Pending
  var start: Int
  var end: Int
}

/// The macros: calls that take names and conditions unevaluated.
enum Macro {
  case has, all, exists, existsOne, map, filter, transformList, transformMap, transformMapEntry
  case bind, optMap, optFlatMap, sortBy
  /// `math.greatest` and `math.least` with more than two numbers.
  case extreme

  /// The macro called `name`, in the form `target.name(…)` if `isMember` is true.
  init?(_ name: Text, isMember: Bool) {
    switch name.string {
    case "has" where !isMember: self = .has
    case "all" where isMember: self = .all
    case "exists" where isMember: self = .exists
    case "exists_one" where isMember, "existsOne" where isMember: self = .existsOne
    case "map" where isMember: self = .map
    case "filter" where isMember: self = .filter
    case "transformList" where isMember: self = .transformList
    case "transformMap" where isMember: self = .transformMap
    case "transformMapEntry" where isMember: self = .transformMapEntry
    case "bind" where isMember: self = .bind
    case "optMap" where isMember: self = .optMap
    case "optFlatMap" where isMember: self = .optFlatMap
    case "sortBy" where isMember: self = .sortBy
    case "greatest" where isMember, "least" where isMember: self = .extreme
    default: return nil
    }
  }

  /// The names of the macros of the form `target.name(…)` if `isMember` is true, else of the form `name(…)`.
  static func names(isMember: Bool) -> [String] {
    guard isMember else { return ["has"] }
    return [
      "all", "exists", "exists_one", "map", "filter", "transformList", "transformMap", "transformMapEntry", "optMap",
      "optFlatMap", "sortBy",
    ]
  }

  /// The name that ``Expression/Comprehension/macro`` records for its loop.
  var canonicalName: Text {
    switch self {
    case .has: "has"
    case .all: "all"
    case .exists: "exists"
    case .existsOne: "exists_one"
    case .map: "map"
    case .filter: "filter"
    case .transformList: "transformList"
    case .transformMap: "transformMap"
    case .transformMapEntry: "transformMapEntry"
    case .bind: "bind"
    case .optMap: "optMap"
    case .optFlatMap: "optFlatMap"
    case .sortBy: "sortBy"
    case .extreme: "greatest"
    }
  }

  /// The allowed numbers of arguments.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .has: 1...1
    case .all, .exists, .existsOne, .map: 2...3
    case .filter, .optMap, .optFlatMap, .sortBy: 2...2
    case .transformList, .transformMap, .transformMapEntry: 3...4
    case .bind: 3...3
    case .extreme: 0...Int.max
    }
  }

  /// The correct form, for an author who wrote another form.
  var form: String {
    switch self {
    case .has: "has(a.b)"
    case .all, .exists, .existsOne: "list.\(canonicalName)(x, condition)"
    case .map: "list.map(x, value)"
    case .filter: "list.filter(x, condition)"
    case .sortBy: "list.sortBy(x, key)"
    case .extreme: "math.greatest(a, b)"
    case .transformList, .transformMap: "map.\(canonicalName)(key, value, result)"
    case .transformMapEntry: "map.transformMapEntry(key, value, {newKey: newValue})"
    case .bind: "cel.bind(name, value, result)"
    case .optMap, .optFlatMap: "optional.\(canonicalName)(x, result)"
    }
  }

  /// The names of the accumulators of loops. Authors cannot write them.
  static let accumulator: Text = "@result"
  static let optionalTarget: Text = "@target"
  static let sortedList: Text = "@sorted"
  /// The loop variable of a loop over an empty list.
  static let unusedVariable: Text = "#unused"
}

/// The expansions, as defined by CEL's language definition and cel-go.
extension Parser {
  private typealias ID = Expression.ID

  /// The node to which `call` expands, or nil if it calls a function.
  mutating func expandMacro(_ call: WrittenCall) throws(SyntaxFailure) -> Expression.ID? {
    guard let macro = Macro(call.name, isMember: call.target != nil) else { return nil }
    if macro == .bind, !isNamespace("cel", call.target) { return nil }
    if macro == .extreme, !isNamespace("math", call.target) || call.arguments.count < 3 { return nil }
    guard macro.argumentCounts.contains(call.arguments.count) else {
      throw SyntaxFailure(
        .macroArguments(call.name, expected: macro.form, at: lexer.place(call.top.nameStart, call.end)))
    }
    switch macro {
    case .has: return try expandHas(call)
    case .bind: return try expandBind(call)
    case .optMap, .optFlatMap: return try expandOptional(call, wraps: macro == .optMap)
    case .sortBy: return try expandSort(call)
    case .extreme: return try expandExtreme(call)
    default: return try expandLoop(macro, call)
    }
  }

  private func isNamespace(_ namespace: Text, _ target: ID?) -> Bool {
    guard let target, case .identifier(let name) = nodes[Int(target)].kind else { return false }
    return name == namespace
  }

  // MARK: has, bind, optMap

  private mutating func expandHas(_ call: WrittenCall) throws(SyntaxFailure) -> ID {
    let argument = nodes[Int(call.arguments[0])]
    let place = lexer.place(Int(argument.range.start), Int(argument.range.end))
    guard case .select(let operand, let field, false, let optional) = argument.kind else {
      throw SyntaxFailure(.hasArgument(at: place))
    }
    guard !optional else { throw SyntaxFailure(.hasOptionalArgument(at: place)) }
    return try add(
      .select(operand: operand, field: field, testOnly: true, optional: false), call.start, call.end,
      above: heights[Int(operand)])
  }

  private mutating func expandBind(_ call: WrittenCall) throws(SyntaxFailure) -> ID {
    let name = try variable(call, 0)
    return try bind(name, to: call.arguments[1], in: call.arguments[2], call)
  }

  /// A loop over an empty list, whose accumulator is the bound name.
  private mutating func bind(
    _ name: Text, to value: ID, in result: ID, _ call: WrittenCall
  ) throws(SyntaxFailure) -> ID {
    let range = try add(.list(elements: [], optionals: []), call.start, call.end)
    let condition = try literal(.bool(false), call)
    let step = try identifier(name, call)
    return try loop(
      Expression.Comprehension(
        variable: Macro.unusedVariable, range: range, accumulator: name, initial: value, condition: condition,
        step: step, result: result, macro: "bind"), call)
  }

  /// `target.hasValue() ? optional.of(result with the name bound to target.value()) : optional.none()`, with the target
  /// evaluated once.
  private mutating func expandOptional(_ call: WrittenCall, wraps: Bool) throws(SyntaxFailure) -> ID {
    let name = try variable(call, 0)
    guard let target = call.target else { return call.arguments[1] }
    let value = try member("value", of: try identifier(Macro.optionalTarget, call), [], call)
    var present = try bind(name, to: value, in: call.arguments[1], call)
    if wraps { present = try addCall("optional.of", [present], call.start, call.end) }
    let test = try member("hasValue", of: try identifier(Macro.optionalTarget, call), [], call)
    let absent = try addCall("optional.none", [], call.start, call.end)
    let choice = try addCall("_?_:_", [test, present, absent], call.start, call.end)
    return try bind(Macro.optionalTarget, to: target, in: choice, call)
  }

  /// Sorts the list by the list of its elements' keys, with the list evaluated once.
  private mutating func expandSort(_ call: WrittenCall) throws(SyntaxFailure) -> ID {
    let name = try variable(call, 0)
    guard let target = call.target else { return call.arguments[1] }
    let range = try identifier(Macro.sortedList, call)
    let parts = try collect(.map, call.arguments[1], nil, name, call)
    let keys = try loop(
      Expression.Comprehension(
        variable: name, range: range, accumulator: Macro.accumulator, initial: parts.initial,
        condition: parts.condition, step: parts.step, result: parts.result, macro: Macro.map.canonicalName), call)
    let list = try identifier(Macro.sortedList, call)
    let sorted = try member("@sortByAssociatedKeys", of: list, [keys], call)
    return try bind(Macro.sortedList, to: target, in: sorted, call)
  }

  /// A function takes a fixed number of arguments, so any number of numbers becomes one list.
  private mutating func expandExtreme(_ call: WrittenCall) throws(SyntaxFailure) -> ID {
    guard let target = call.target else { return call.arguments[0] }
    let list = try add(
      .list(elements: call.arguments, optionals: []), call.start, call.end, above: highest(call.arguments))
    return try member(call.name, of: target, [list], call)
  }

  // MARK: Loops

  private mutating func expandLoop(_ macro: Macro, _ call: WrittenCall) throws(SyntaxFailure) -> ID {
    guard let range = call.target else { return call.arguments[0] }
    let variable = try variable(call, 0)
    var variable2: Text?
    if takesTwoVariables(macro, call.arguments.count) {
      let second = try self.variable(call, 1)
      guard second != variable else {
        let node = nodes[Int(call.arguments[1])]
        throw SyntaxFailure(
          .sameMacroVariable(
            second, macro: call.name, at: lexer.place(Int(node.range.start), Int(node.range.end))))
      }
      variable2 = second
    }
    let body = Array(call.arguments[(variable2 == nil ? 1 : 2)...])
    let parts = try loopParts(macro, body, variable, call)
    return try loop(
      Expression.Comprehension(
        variable: variable, variable2: variable2, range: range, accumulator: Macro.accumulator,
        initial: parts.initial, condition: parts.condition, step: parts.step, result: parts.result,
        macro: macro.canonicalName), call)
  }

  private func takesTwoVariables(_ macro: Macro, _ count: Int) -> Bool {
    switch macro {
    case .all, .exists, .existsOne: count == 3
    case .transformList, .transformMap, .transformMapEntry: true
    default: false
    }
  }

  private struct LoopParts {
    var initial: ID
    var condition: ID
    var step: ID
    var result: ID
  }

  private mutating func loopParts(
    _ macro: Macro, _ body: [ID], _ variable: Text, _ call: WrittenCall
  ) throws(SyntaxFailure) -> LoopParts {
    let last = body[body.count - 1]
    switch macro {
    case .all:
      let initial = try literal(.bool(true), call)
      let condition = try this("@not_strictly_false", [try accumulator(call)], call)
      let step = try this("_&&_", [try accumulator(call), last], call)
      return LoopParts(initial: initial, condition: condition, step: step, result: try accumulator(call))
    case .exists:
      let initial = try literal(.bool(false), call)
      let stop = try this("!_", [try accumulator(call)], call)
      let condition = try this("@not_strictly_false", [stop], call)
      let step = try this("_||_", [try accumulator(call), last], call)
      return LoopParts(initial: initial, condition: condition, step: step, result: try accumulator(call))
    case .existsOne:
      let initial = try literal(.int(0), call)
      let condition = try literal(.bool(true), call)
      let more = try this("_+_", [try accumulator(call), try literal(.int(1), call)], call)
      let step = try this("_?_:_", [last, more, try accumulator(call)], call)
      let result = try this("_==_", [try accumulator(call), try literal(.int(1), call)], call)
      return LoopParts(initial: initial, condition: condition, step: step, result: result)
    default:
      let element = macro == .filter ? try identifier(variable, call) : last
      let filter = macro == .filter ? last : body.count == 2 ? body[0] : nil
      return try collect(macro, element, filter, variable, call)
    }
  }

  /// Loops that build a list or a map from the elements for which `filter` holds.
  private mutating func collect(
    _ macro: Macro, _ element: ID, _ filter: ID?, _ variable: Text, _ call: WrittenCall
  ) throws(SyntaxFailure) -> LoopParts {
    let isMap = macro == .transformMap || macro == .transformMapEntry
    let initial = try add(isMap ? .map(entries: []) : .list(elements: [], optionals: []), call.start, call.end)
    let condition = try literal(.bool(true), call)
    var step: ID
    switch macro {
    case .transformMap:
      step = try this("cel.@mapInsert", [try accumulator(call), try identifier(variable, call), element], call)
    case .transformMapEntry:
      step = try this("cel.@mapInsert", [try accumulator(call), element], call)
    default:
      let single = try add(
        .list(elements: [element], optionals: []), call.start, call.end, above: heights[Int(element)])
      step = try this("_+_", [try accumulator(call), single], call)
    }
    if let filter { step = try this("_?_:_", [filter, step, try accumulator(call)], call) }
    return LoopParts(initial: initial, condition: condition, step: step, result: try accumulator(call))
  }

  // MARK: Parts

  private func variable(_ call: WrittenCall, _ index: Int) throws(SyntaxFailure) -> Text {
    let node = nodes[Int(call.arguments[index])]
    if case .identifier(let name) = node.kind, name.utf8.first != UInt8(ascii: ".") { return name }
    throw SyntaxFailure(.macroVariable(call.name, at: lexer.place(Int(node.range.start), Int(node.range.end))))
  }

  private mutating func loop(_ loop: Expression.Comprehension, _ call: WrittenCall) throws(SyntaxFailure) -> ID {
    try add(
      .comprehension(loop), call.start, call.end,
      above: highest([loop.range, loop.initial, loop.condition, loop.step, loop.result]))
  }

  private mutating func this(_ function: Text, _ arguments: [ID], _ call: WrittenCall) throws(SyntaxFailure) -> ID {
    try addCall(function, arguments, call.start, call.end)
  }

  private mutating func member(
    _ name: Text, of target: ID, _ arguments: [ID], _ call: WrittenCall
  ) throws(SyntaxFailure) -> ID {
    try add(
      .call(function: name, target: target, arguments: arguments), call.start, call.end,
      above: highest([target] + arguments))
  }

  private mutating func accumulator(_ call: WrittenCall) throws(SyntaxFailure) -> ID {
    try identifier(Macro.accumulator, call)
  }

  private mutating func identifier(_ name: Text, _ call: WrittenCall) throws(SyntaxFailure) -> ID {
    try add(.identifier(name), call.start, call.end)
  }

  private mutating func literal(_ value: Value, _ call: WrittenCall) throws(SyntaxFailure) -> ID {
    try add(.literal(value), call.start, call.end)
  }
}

extension Diagnostic {
  static func macroVariable(_ macro: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/macro-variable", "`\(macro)` needs a plain name here, for what it calls each element", place,
      fix: "write `list.\(macro)(x, …)` with `x` in the rest")
  }

  static func sameMacroVariable(_ name: Text, macro: Text, at place: Place) -> Diagnostic {
    expression("expressions/macro-variable", "`\(macro)` needs two different names; both are `\(name)`", place)
  }

  static func macroArguments(_ macro: Text, expected: String, at place: Place) -> Diagnostic {
    expression("expressions/macro-arguments", "`\(macro)` is written `\(expected)`", place)
  }

  static func hasArgument(at place: Place) -> Diagnostic {
    expression(
      "expressions/macro-arguments", "`has` asks whether a field is there, so it needs a selection: `has(a.b)`", place)
  }

  static func hasOptionalArgument(at place: Place) -> Diagnostic {
    expression(
      "expressions/macro-arguments", "`has` takes a plain selection, not an optional one", place,
      fix: "write `has(a.b)`, or `a.?b.hasValue()`")
  }
}
