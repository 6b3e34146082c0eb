import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension ModuleReader {
  /// The fact declared at `node`. It is one also where its declaration is wrong: then its type is an error, and what
  /// mentions it is not diagnosed.
  mutating func fact(_ name: Mention, _ node: Node) -> FactDeclaration {
    let allowed = [
      "type", "min", "max", "max_size", "values", "ordered", "optional", "default", "per", "secret", "window", "doc",
    ]
    guard let fields = Fields(node, "a fact", allowed: allowed, expressions: ["type"], into: &diagnostics) else {
      return FactDeclaration(
        name: name.name, type: .error, isOptional: false, isPerCandidate: false, minimum: nil, maximum: nil,
        maximumSize: nil, doc: nil, place: name.place)
    }
    var type = fields.required("type", into: &diagnostics).map { self.type($0) } ?? .error
    type = valuesType(name.name, type, fields)
    var fact = FactDeclaration(
      name: name.name, type: type, isOptional: fields.flag("optional", into: &diagnostics), isPerCandidate: false,
      minimum: nil, maximum: nil, maximumSize: nil, doc: fields.text("doc", into: &diagnostics), place: name.place)
    if case .optional(let wrapped) = type {
      // `type: optional<int>` means the same as `optional: true`.
      fact.type = wrapped
      fact.isOptional = true
    }
    fact.isSecret = fields.flag("secret", into: &diagnostics)
    (fact.minimum, fact.maximum) = range(fields, fact.type)
    // Of what these contradict, it is not known which is wrong.
    let isContradicted = !fact.type.isOrdered && (fields["min"] ?? fields["max"]) != nil
    if isContradicted || fields["optional"].map({ $0.bool == nil }) == true { fact.type = .error }
    if fields["max_size"] != nil {
      fact.maximumSize = fields.count("max_size", atLeast: 0, into: &diagnostics)
      if !fact.type.hasSize, fact.type != .error { diagnostics.append(.noSize(fact.type, fields["max_size"]?.place)) }
    }
    if let per = fields["per"] {
      if per.text == "candidate" { fact.isPerCandidate = true } else { diagnostics.append(.unknownPer(per)) }
    }
    if let window = fields["window"] {
      fact.window = window
      if window.kind != .map { diagnostics.append(.wrongShape("`window`", expected: "a map", actual: window)) }
      if fact.isPerCandidate { diagnostics.append(.windowPerCandidate(window)) }
    }
    if let node = fields["default"] { fact.usual = usual(node, of: fact) }
    return fact
  }

  /// The default at `node`, where `fact` can be that. Ids of records are looked up where the records are known.
  private mutating func usual(_ node: Node, of fact: FactDeclaration) -> Node? {
    if fact.isOptional || fact.isPerCandidate || fact.window != nil {
      diagnostics.append(.defaultOfNothing(fact, node))
      return nil
    }
    if case .record = fact.type { return node }
    guard let value = literal(node, as: fact.type) else { return nil }
    if !fact.admits(value) {
      diagnostics.append(.defaultOutOfRange(fact, node))
      return nil
    }
    return node
  }

  /// The parameter declared at `node`. It is one also where its declaration is wrong: see ``fact(_:_:)``.
  mutating func parameter(_ name: Mention, _ node: Node) -> ParameterDeclaration {
    let unknown = ParameterDeclaration(
      name: name.name, type: .error, value: .null, minimum: nil, maximum: nil, doc: nil, place: name.place)
    let allowed = ["value", "type", "min", "max", "values", "ordered", "doc"]
    guard let fields = Fields(node, "a parameter", allowed: allowed, expressions: ["type"], into: &diagnostics) else {
      return unknown
    }
    var type = fields.required("type", into: &diagnostics).map { self.type($0) } ?? .error
    let valueNode = fields.required("value", into: &diagnostics)
    type = valuesType(name.name, type, fields)
    let (minimum, maximum) = range(fields, type)
    let isContradicted = !type.isOrdered && (fields["min"] ?? fields["max"]) != nil
    guard let valueNode, !isContradicted else { return unknown }
    guard let value = literal(valueNode, as: type) else {
      if valueNode.text?.isWorkedOut == true, let last = diagnostics.indices.last {
        diagnostics[last].fix = "what is worked out is a decision; a parameter is a plain value"
      }
      return unknown
    }
    let parameter = ParameterDeclaration(
      name: name.name, type: type, value: value, minimum: minimum, maximum: maximum,
      doc: fields.text("doc", into: &diagnostics), place: name.place)
    if !parameter.allows(value) { diagnostics.append(.parameterOutOfRange(parameter, value, valueNode.place)) }
    return parameter
  }

  /// `min` and `max`, as values of `type`.
  private mutating func range(_ fields: Fields, _ type: CELType) -> (Value?, Value?) {
    var ends: [Value?] = []
    for key in ["min", "max"] {
      guard let node = fields[key] else {
        ends.append(nil)
        continue
      }
      guard type.isOrdered else {
        if type != .error { diagnostics.append(.noRange(type, key, node.place)) }
        return (nil, nil)
      }
      ends.append(literal(node, as: type))
    }
    if let least = ends[0], let greatest = ends[1], least.compare(to: greatest) == .greater, let node = fields["max"] {
      diagnostics.append(.emptyRange(least, greatest, node.place))
      return (nil, nil)
    }
    return (ends[0], ends[1])
  }

  /// `values: [a, b]`: a vocabulary of the module's own; `ordered: true` where the first of them is the least.
  private mutating func valuesType(_ name: Text, _ type: CELType, _ fields: Fields) -> CELType {
    let isOrdered = fields.flag("ordered", into: &diagnostics)
    guard let node = fields["values"] else {
      if isOrdered { diagnostics.append(.orderOfNothing(fields["ordered"]?.place)) }
      return type
    }
    guard type == .string else {
      if type != .error { diagnostics.append(.valuesNeedString(type, node.place)) }
      return type
    }
    guard node.kind == .list else {
      diagnostics.append(.wrongShape("`values`", expected: "a list of words", actual: node))
      return type
    }
    var cases: [Text] = []
    for element in node.elements {
      guard let text = element.text else {
        diagnostics.append(
          .wrongShape("`values`", expected: "a word (in quotes, if it looks like a number)", actual: element))
        continue
      }
      cases.append(text)
    }
    return cases.isEmpty ? type : .enumeration(EnumerationType(name: name, cases: cases, isOrdered: isOrdered))
  }
}

extension Text {
  /// True of a text with the signs of an expression in it.
  fileprivate var isWorkedOut: Bool { utf8.contains { "=+*/<>()".utf8.contains($0) } }
}

extension ParameterDeclaration {
  /// True when `value` is within `min` and `max`.
  func allows(_ value: Value) -> Bool {
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    return true
  }
}

extension CELType {
  /// True of the types `min`, `max` and `<` mean something for.
  var isOrdered: Bool {
    switch self {
    case .int, .uint, .double, .decimal, .timestamp, .duration: true
    default: false
    }
  }

  /// True of the types that have elements or characters to count.
  var hasSize: Bool {
    switch self {
    case .list, .map, .string, .bytes: true
    default: false
    }
  }
}

extension Diagnostic {
  static func noRange(_ type: CELType, _ key: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`\(key)` means nothing for `\(type)`: its values have no order", place: place)
  }

  static func noSize(_ type: CELType, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`max_size` means nothing for `\(type)`: it has no elements to count",
      place: place)
  }

  static func emptyRange(_ minimum: Value, _ maximum: Value, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-range", message: "no value is at least \(minimum) and at most \(maximum)", place: place,
      fix: "put the lesser number under `min`")
  }

  static func orderOfNothing(_ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`ordered` is about `values`, and none are listed here", place: place,
      fix: "list the values here, or declare the order where the type is declared")
  }

  static func valuesNeedString(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`values` lists words, and goes with `type: string`, not `\(type)`",
      place: place)
  }

  static func unknownPer(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "`per` must be `candidate`, not \(node.described)", place: node.place,
      fix: "leave `per` out for a fact that is given once a request")
  }

  static func windowPerCandidate(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "a fact with a `window` is one per request, not one per candidate",
      place: node.place, fix: "leave `per` out")
  }

  static func defaultOfNothing(_ fact: FactDeclaration, _ node: Node) -> Diagnostic {
    let why =
      if fact.isOptional { "may be absent" } else if fact.isPerCandidate { "is each candidate's own" } else {
        "is computed from an account's events"
      }
    return Diagnostic(
      code: "rules/fact-default", message: "`\(fact.name)` \(why), so that it has no default", place: node.place,
      fix: fact.isOptional ? "leave `default` out, or `optional`" : "leave `default` out")
  }

  static func defaultOutOfRange(_ fact: FactDeclaration, _ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/fact-default", message: "the default of `\(fact.name)` has to be \(fact.limits)", place: node.place)
  }

  static func parameterOutOfRange(_ parameter: ParameterDeclaration, _ value: Value, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/parameter-range",
      message: "`\(parameter.name)` is \(value), but must be \(rangeWords(parameter.minimum, parameter.maximum))",
      place: place)
  }
}
