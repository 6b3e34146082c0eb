import TerrainBase
import TerrainDocuments

// Diagnostics about calls that no overload accepts.
extension TypeCheckPass {
  /// - Parameter namespace: The prefix of the function's name, if other functions begin with it, as with `math`.
  mutating func reportUnknownFunction(_ id: Expression.ID, _ function: Text, isMember: Bool, namespace: Text?) {
    let name = namespace.map { "\($0).\(function)" } ?? function.string
    report(
      .unknownFunction(
        Text(name), suggestion: meantFunction(name, isMember: isMember && namespace == nil), at: focus(id)))
  }

  /// The function or macro that the unknown name `name` probably means.
  private func meantFunction(_ name: String, isMember: Bool) -> String? {
    // In a call on a value, only the last part of a name is written.
    let names = environment.functionNames.map { $0.string } + Macro.names(isMember: isMember)
    let word = name.filter { $0 != "." }
    if let meant = ForeignNames.meant(by: word), names.contains(meant) { return meant }
    return Suggestion.nearest(to: name, among: names)
  }

  /// True if a call of an unknown function on a value was meant to be a macro, whose variable is then unknown: uses of the variable are not
  /// reported.
  func isMistypedMacro(_ function: Text, _ arguments: [Expression.ID]) -> Bool {
    guard mode == .checking, arguments.count >= 2, case .identifier = node(arguments[0]).kind, isUnknown(function),
      let meant = meantFunction(function.string, isMember: true)
    else { return false }
    return Macro.names(isMember: true).contains(meant)
  }

  private func isUnknown(_ function: Text) -> Bool {
    environment.candidates(for: function).allSatisfy { environment.group($0) == nil }
  }

  /// The namespace of functions that `target` names, or nil if it names something else.
  func namespace(_ target: Expression.ID) -> Text? {
    guard case .identifier(let name) = node(target).kind, !locals.contains(where: { $0.name == name }),
      environment.candidates(for: name).allSatisfy({ environment.variable($0) == nil }),
      CELType(named: name) == nil
    else { return nil }
    let prefix = "\(name)."
    return environment.functionNames.contains { $0.string.hasPrefix(prefix) } ? name : nil
  }

  mutating func reportNoOverload(
    _ id: Expression.ID, _ group: FunctionGroup, _ operands: [Expression.ID], _ actual: [CELType], isMember: Bool
  ) {
    let sameForm = group.overloads.filter { $0.isMember == isMember }
    if sameForm.isEmpty {
      return report(.wrongForm(group.name, isMember: isMember, at: focus(id)))
    }
    let sameCount = sameForm.filter { $0.parameters.count == operands.count }
    if sameCount.isEmpty {
      let counts = Set(sameForm.map { $0.parameters.count - (isMember ? 1 : 0) }).sorted()
      return report(
        .argumentCount(group.name, expected: counts, actual: operands.count - (isMember ? 1 : 0), at: focus(id)))
    }
    if isMember, case .list? = actual.first, ["contains", "includes"].contains(group.name.string), operands.count == 2 {
      return report(.listContains(written(operands[1]), in: written(operands[0]), at: focus(id)).fixed(at: place(id)))
    }
    if isMember, operands.count == 1, ["value", "hasValue"].contains(group.name.string), let only = actual.first {
      return report(.alwaysThere(written(operands[0]), only, group.name, at: focus(id)).fixed(at: place(id)))
    }
    if actual.count == 2, let a = actual[0].vocabulary, let b = actual[1].vocabulary, a.name != b.name {
      return report(.neverEqual(a, b, at: focus(id)))
    }
    if let optional = bareOptional(sameCount, actual) {
      return report(
        .bareOptional(written(operands[optional.index]), wrapped: optional.wrapped, at: place(operands[optional.index]))
      )
    }
    let fix = fix(sameCount, operands, actual)
    if let sign = BinaryOperator(function: group.name)?.sign, actual.count == 2 {
      report(.operatorTypes(sign, actual[0], actual[1], fix: fix, at: focus(id)))
    } else if group.name == "-_", let only = actual.first {
      report(.operatorType("-", only, at: focus(id)))
    } else if group.name == "_[_]" || group.name == "_[?_]", actual.count == 2 {
      report(.indexTypes(actual[0], actual[1], at: focus(id)))
    } else {
      let accepted = sameCount.map { $0.parameters.dropFirst(isMember ? 1 : 0).map { $0.description } }
      report(
        .argumentTypes(
          group.name, receiver: isMember ? actual.first : nil, Array(actual.dropFirst(isMember ? 1 : 0)),
          accepted: accepted.map { "(\($0.joined(separator: ", ")))" }, fix: fix, at: focus(id)))
    }
  }

  /// The operand that would fit if it were not optional.
  private mutating func bareOptional(_ overloads: [Overload], _ actual: [CELType]) -> (index: Int, wrapped: CELType)? {
    for (index, type) in actual.enumerated() {
      guard case .optional(let wrapped) = type else { continue }
      let unwrapped = actual.map { if case .optional(let inner) = $0 { inner } else { $0 } }
      if overloads.contains(where: { fits(unwrapped, $0) }) { return (index, wrapped) }
    }
    return nil
  }

  /// The correct literal or the missing conversion, if changing one operand suffices.
  private mutating func fix(_ overloads: [Overload], _ operands: [Expression.ID], _ actual: [CELType]) -> String? {
    for index in operands.indices {
      guard case .literal(.string(let name)) = node(operands[index]).kind, let declared = environment.variable(name)
      else {
        continue
      }
      var changed = actual
      changed[index] = declared.type
      if overloads.contains(where: { fits(changed, $0) }) {
        return "`\(written(operands[index]))` is a text; did you mean `\(name)`, without quotes?"
      }
    }
    for index in operands.indices {
      for type in [CELType.int, .double, .uint, .decimal, .string, .timestamp, .duration] where type != actual[index] {
        guard let fix = literalFix(operands[index], type) else { continue }
        var changed = actual
        changed[index] = type
        if overloads.contains(where: { fits(changed, $0) }) { return fix }
      }
    }
    for index in operands.indices.reversed() where actual[index] == .int || actual[index] == .uint {
      for type in [CELType.double, .int, .decimal] where type != actual[index] {
        var changed = actual
        changed[index] = type
        if overloads.contains(where: { fits(changed, $0) }) {
          return "convert it: `\(type)(\(written(operands[index])))`"
        }
      }
    }
    return nil
  }

  private mutating func fits(_ types: [CELType], _ overload: Overload) -> Bool {
    var trial = inference
    var variables: [(name: Text, variable: CELType)] = []
    var parameters: [CELType] = []
    for parameter in overload.parameters { parameters.append(trial.instantiate(parameter, &variables)) }
    return trial.assign(types, to: parameters)
  }
}

extension Diagnostic {
  static func unknownFunction(_ name: Text, suggestion: String?, at place: Place) -> Diagnostic {
    let isConditional = ["if", "iif", "ifelse", "cond"].contains(name.string.lowercased())
    return expression(
      "expressions/unknown-function", "there is no function `\(name)`", place,
      fix: isConditional
        ? "write `condition ? value : otherwise`" : name == "not" ? "write `!(…)`" : didYouMean(suggestion))
  }

  static func bareOptional(_ written: String, wrapped: CELType, at place: Place) -> Diagnostic {
    expression(
      "expressions/bare-optional", "`\(written)` may be absent, and then has no value to use here", place,
      fix: "give a default: `\(written).orValue(\(wrapped.exampleLiteral))`")
  }

  static func operatorTypes(_ sign: String, _ a: CELType, _ b: CELType, fix: String?, at place: Place) -> Diagnostic {
    expression("expressions/no-such-overload", "`\(sign)` does not take `\(a)` and `\(b)`", place, fix: fix)
  }

  static func operatorType(_ sign: String, _ type: CELType, at place: Place) -> Diagnostic {
    expression("expressions/no-such-overload", "`\(sign)` does not take `\(type)`", place)
  }

  static func indexTypes(_ list: CELType, _ index: CELType, at place: Place) -> Diagnostic {
    switch list {
    case .list: expression("expressions/no-such-overload", "a list is indexed by `int`, not by `\(index)`", place)
    case .map(let key, _):
      expression("expressions/no-such-overload", "the keys of this map are `\(key)`, not `\(index)`", place)
    default:
      expression("expressions/no-such-overload", "`\(list)` has no elements; only lists and maps are indexed", place)
    }
  }

  static func argumentTypes(
    _ function: Text, receiver: CELType?, _ actual: [CELType], accepted: [String], fix: String?, at place: Place
  ) -> Diagnostic {
    let given = actual.isEmpty ? "a call without arguments" : actual.quoted
    let on = receiver.map { " on `\($0)`" } ?? ""
    var distinct: [String] = []
    for form in accepted where !distinct.contains(form) { distinct.append(form) }
    let declared = distinct.prefix(4).map { "`\(function)\($0)`" }.joined(separator: ", ")
    return expression(
      "expressions/no-such-overload", "`\(function)`\(on) does not take \(given); it is \(declared)", place, fix: fix)
  }

  static func listContains(_ element: String, in list: String, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-such-overload", "a list has no `contains`: `in` asks whether an element is in it", place,
      fix: "write `\(element) in \(list)`")
  }

  static func alwaysThere(_ written: String, _ type: CELType, _ function: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-such-overload",
      "`\(function)()` is for values that may be absent, and `\(written)` is always there, as `\(type)`", place,
      fix: function == "value" ? "write `\(written)`" : "leave this test out"
    ).caused(by: .alwaysThere(written))
  }

  static func argumentCount(_ function: Text, expected: [Int], actual: Int, at place: Place) -> Diagnostic {
    let counts = expected.map(String.init).joined(separator: " or ")
    let noun = expected == [1] ? "argument" : "arguments"
    return expression("expressions/argument-count", "`\(function)` takes \(counts) \(noun), not \(actual)", place)
  }

  static func wrongForm(_ function: Text, isMember: Bool, at place: Place) -> Diagnostic {
    isMember
      ? expression(
        "expressions/wrong-form", "`\(function)` is not called on a value", place, fix: "write `\(function)(value)`")
      : expression(
        "expressions/wrong-form", "`\(function)` is called on a value", place, fix: "write `value.\(function)(…)`")
  }

  static func neverEqual(_ a: EnumerationType, _ b: EnumerationType, at place: Place) -> Diagnostic {
    expression(
      "expressions/never-equal", "`\(a.name)` and `\(b.name)` have no word in common, so they are never equal", place)
  }
}

extension CELType {
  /// A literal of this type for a fix.
  fileprivate var exampleLiteral: String {
    switch self {
    case .bool: "false"
    case .int: "0"
    case .uint: "0u"
    case .double: "0.0"
    case .decimal: "decimal(\"0\")"
    case .string: "\"\""
    case .enumeration(let type): "\"\(type.cases.first?.string ?? "")\""
    case .list: "[]"
    case .map: "{}"
    case .duration: "duration(\"0s\")"
    default: "…"
    }
  }
}

/// Names of other languages for functions and macros of CEL, for authors who know those.
enum ForeignNames {
  /// The name in CEL for the name `name` of another language.
  static func meant(by name: String) -> String? { byName[name.lowercased().filter { $0 != "_" }] }

  /// The names in CEL by the other name, in lowercase letters and without `_`.
  private static let byName: [String: String] = [
    "length": "size", "len": "size", "count": "size", "getlength": "size",
    "any": "exists", "some": "exists", "anymatch": "exists", "every": "all", "allmatch": "all", "forall": "all",
    "where": "filter", "select": "filter", "findall": "filter", "collect": "map", "foreach": "map",
    "existsone": "exists_one", "one": "exists_one", "single": "exists_one", "defined": "has", "isset": "has",
    "includes": "contains", "include": "contains", "containstext": "contains",
    "tolower": "lowerAscii", "tolowercase": "lowerAscii", "lower": "lowerAscii", "lowercase": "lowerAscii",
    "toupper": "upperAscii", "touppercase": "upperAscii", "upper": "upperAscii", "uppercase": "upperAscii",
    "casefold": "folded", "foldcase": "folded", "unaccent": "folded", "removediacritics": "folded",
    "strip": "trim", "beginswith": "startsWith", "hasprefix": "startsWith", "hassuffix": "endsWith",
    "substr": "substring", "slice": "substring", "tostring": "string", "str": "string", "toint": "int",
    "parseint": "int", "integer": "int", "float": "double", "number": "double", "parsefloat": "double",
    "max": "math.greatest", "maximum": "math.greatest", "min": "math.least", "minimum": "math.least",
    "mathmax": "math.greatest", "mathmin": "math.least",
    "abs": "math.abs", "floor": "math.floor", "ceil": "math.ceil", "ceiling": "math.ceil", "round": "math.round",
    "sqrt": "math.sqrt", "otherwise": "orValue", "getorelse": "orValue", "unwrapor": "orValue", "coalesce": "orValue",
    "ispresent": "hasValue", "issome": "hasValue", "sorted": "sort", "orderby": "sortBy", "unique": "distinct",
    "uniq": "distinct",
  ]
}
