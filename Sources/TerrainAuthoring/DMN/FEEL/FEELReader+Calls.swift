import TerrainValues

/// Functions of FEEL that CEL has too.
extension FEELReader {
  /// The name, and how many arguments.
  private static let functions: [(name: String, counts: ClosedRange<Int>)] = [
    ("date and time", 1...1), ("date", 1...1), ("duration", 1...1), ("not", 1...1), ("list contains", 2...2),
    ("string length", 1...1), ("starts with", 2...2), ("ends with", 2...2), ("contains", 2...2), ("string", 1...1),
    ("count", 1...1), ("flatten", 1...1), ("sum", 1...100), ("min", 1...100), ("max", 1...100), ("floor", 1...1),
    ("ceiling", 1...1), ("abs", 1...1), ("decimal", 2...2), ("round half even", 2...2), ("round half up", 2...2),
    ("round up", 2...2), ("round down", 2...2),
  ]

  /// A call of a function; nil where none is next.
  mutating func call() throws(FEELError) -> FEELValue? {
    for function in Self.functions {
      let start = index
      guard skip(word: function.name), skip("(") else {
        rewind(start)
        continue
      }
      var arguments: [FEELValue] = []
      if !skip(")") {
        repeat { arguments.append(try expression()) } while skip(",")
        try expect(")")
      }
      guard function.counts.contains(arguments.count), let result = try Self.apply(function.name, arguments) else {
        throw FEELError(reason: "`\(function.name)` is not translated with these arguments")
      }
      return try combine(result.cel, result.type, arguments).with(literal: result.literal)
    }
    return try ownCall()
  }

  /// A call of a function of the model: its body, with the arguments in place of the parameters.
  private mutating func ownCall() throws(FEELError) -> FEELValue? {
    let start = index
    for name in scope.functions.keys.sorted(by: { ($1.utf8.count, $0) < ($0.utf8.count, $1) }) {
      guard let function = scope.functions[name], skip(word: name), skip("(") else {
        rewind(start)
        continue
      }
      guard scope.budget.spend() else {
        throw FEELError(reason: "functions are called more often than the limit `dmnCalls` of \(FEELBudget.limit)")
      }
      var own = FEELScope(scope.budget)
      own.functions = scope.functions
      for (number, parameter) in function.parameters.enumerated() {
        if number > 0 { try expect(",") }
        own.declare(parameter, try expression())
      }
      try expect(")")
      return try Self.expression(function.body, own, depth: depth + 1)
    }
    return nil
  }

  private static func apply(_ name: String, _ arguments: [FEELValue]) throws(FEELError) -> FEELValue? {
    guard let first = arguments.first else { return nil }
    let second = arguments.count > 1 ? arguments[1] : first
    switch name {
    case "date", "date and time", "duration":
      guard case .string(let text)? = first.literal else { return nil }
      return name == "duration" ? duration(text) : timestamp(text)
    case "not": return FEELValue("!\(first.cel)", .boolean)
    case "list contains": return FEELValue("(\(second.cel) in \(first.cel))", .boolean)
    case "string length": return FEELValue("decimal(\(first.cel).size())", .number)
    case "starts with": return FEELValue("\(first.cel).startsWith(\(second.cel))", .boolean)
    case "ends with": return FEELValue("\(first.cel).endsWith(\(second.cel))", .boolean)
    case "contains": return FEELValue("\(first.cel).contains(\(second.cel))", .boolean)
    case "string": return first.type.isText ? first : FEELValue("string(\(first.cel))", .string)
    case "count": return FEELValue("decimal(\(first.cel).size())", .number)
    case "sum", "min", "max":
      let isList = arguments.count == 1 && first.type.isList
      let list = isList ? first.cel : "[\(arguments.map(\.cel).joined(separator: ", "))]"
      return FEELValue("\(list).\(name)()", .number)
    case "floor", "ceiling": return FEELValue("round(\(first.cel), 0, '\(name)')", .number)
    case "abs": return FEELValue("math.abs(\(first.cel))", .number)
    case "decimal", "round half even", "round half up", "round up", "round down":
      guard case .number(let digits)? = second.literal, let places = Int(digits) else { return nil }
      let modes = ["round half up": "half_away_from_zero", "round up": "up", "round down": "down"]
      return FEELValue("round(\(first.cel), \(places), '\(modes[name] ?? "half_even")')", .number)
    case "flatten":
      guard let lists = flattened(first, depth: 0) else { return nil }
      return FEELValue("(\(lists.joined(separator: " + ")))", .list(.any))
    default: return nil
    }
  }

  /// Lists whose elements are those of `value`, the elements of lists in it too.
  private static func flattened(_ value: FEELValue, depth: Int) -> [String]? {
    guard depth < depthLimit else { return nil }
    guard let elements = value.elements else {
      if case .list(let element) = value.type { return element.isList ? nil : [value.cel] }
      return ["[\(value.cel)]"]
    }
    var lists: [String] = []
    for element in elements {
      guard let own = flattened(element, depth: depth + 1) else { return nil }
      lists += own
    }
    return lists
  }

  /// An instant of `2026-01-31`, of a date and a time; without a zone in UTC.
  static func timestamp(_ text: String) -> FEELValue? {
    guard let time = text.split(separator: "T", maxSplits: 1).last, !text.contains("@") else { return nil }
    var written = text
    if text.utf8.count == 10 {
      written += "T00:00:00Z"
    } else if !time.contains(where: { "Zz+-".contains($0) }) {
      written += "Z"
    }
    return (try? Timestamp(rfc3339: Text(written))) == nil ? nil : FEELValue(.timestamp(written))
  }

  /// Days, hours, minutes and whole seconds: `P1DT2H`.
  static func duration(_ text: String) -> FEELValue? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var (seconds, isTime, hasPart) = (0, false, false)
    while let next = rest.first {
      if next == "T", !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix(while: \.isNumber)
      rest = rest.dropFirst(digits.count)
      let units: [Character: Int] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["D": 86_400]
      guard let count = Int(digits), count < 1 << 30, let unit = rest.first.flatMap({ units[$0] }) else { return nil }
      seconds += count * unit
      hasPart = true
      rest = rest.dropFirst()
    }
    return hasPart ? FEELValue(.duration("\(isNegative ? "-" : "")\(seconds)s")) : nil
  }
}

extension FEELValue {
  fileprivate func with(literal: Literal?) -> FEELValue {
    var value = self
    value.literal = literal
    return value
  }
}
