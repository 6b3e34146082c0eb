import TerrainDocuments

/// A unary test: what an input of a row has to be.
indirect enum FEELTest {
  case anything
  case value(FEELValue)
  case comparison(String, FEELValue)
  case interval(lower: FEELValue, includesLower: Bool, upper: FEELValue, includesUpper: Bool)
  case not([FEELTest])
}

extension FEELReader {
  /// The tests `text`, of which one has to hold.
  static func tests(_ text: String, _ scope: FEELScope) throws(FEELError) -> [FEELTest] {
    var reader = try FEELReader(text, scope)
    if reader.isAtEnd { return [.anything] }
    if let only = reader.attempt({ (reader: inout FEELReader) throws(FEELError) -> Bool? in
      reader.skip("-") && reader.isAtEnd ? true : nil
    }), only {
      return [.anything]
    }
    let tests = try reader.tests()
    guard reader.isAtEnd else { throw reader.unexpected }
    return tests
  }

  private mutating func tests() throws(FEELError) -> [FEELTest] {
    let start = index
    if skip(word: "not"), skip("(") {
      var inner: [FEELTest] = []
      repeat { inner.append(try test()) } while skip(",")
      try expect(")")
      if isAtEnd { return [.not(inner)] }
      rewind(start)
    }
    rewind(start)
    var tests: [FEELTest] = []
    repeat { tests.append(try test()) } while skip(",")
    return tests
  }

  private mutating func test() throws(FEELError) -> FEELTest {
    for (sign, own) in [("<=", "<="), (">=", ">="), ("!=", "!="), ("<", "<"), (">", ">"), ("=", "==")] where skip(sign)
    {
      return .comparison(own, try sum())
    }
    if let interval = attempt({ (reader: inout FEELReader) throws(FEELError) in try reader.interval() }) {
      return interval
    }
    return .value(try expression())
  }

  private mutating func interval() throws(FEELError) -> FEELTest? {
    let includesLower: Bool
    if skip("[") { includesLower = true } else if skip("(") || skip("]") { includesLower = false } else { return nil }
    let lower = try sum()
    guard skip("..") else { return nil }
    let upper = try sum()
    if skip("]") { return .interval(lower: lower, includesLower: includesLower, upper: upper, includesUpper: true) }
    guard skip(")") || skip("[") else { return nil }
    return .interval(lower: lower, includesLower: includesLower, upper: upper, includesUpper: false)
  }
}

/// Tests as cells of the rule language.
struct FEELCell {
  /// What the input is.
  let type: FEELType
  /// Numbers as they are written in expressions.
  let number: (String) -> String

  /// The cell in YAML; nil where anything will do.
  func text(_ tests: [FEELTest]) throws(FEELError) -> String? {
    var cells: [String] = []
    for test in tests {
      guard let cell = try cell(test) else { return nil }
      cells.append(cell)
    }
    return cells.count == 1 ? cells[0] : "[\(cells.joined(separator: ", "))]"
  }

  private func cell(_ test: FEELTest) throws(FEELError) -> String? {
    switch test {
    case .anything: return nil
    case .value(let value):
      if let literal = value.literal, let text = plain(literal) { return text }
      return Self.expression(try condition(test))
    case .comparison("==", let value): return try cell(.value(value))
    case .comparison(let sign, let value):
      guard let operand = operand(value) else { return Self.expression(try condition(test)) }
      return YAMLText.quoted("\(sign) \(operand)")
    case .interval(let lower, let includesLower, let upper, let includesUpper):
      guard let first = operand(lower), let last = operand(upper) else { return Self.expression(try condition(test)) }
      if includesLower, includesUpper { return YAMLText.quoted("\(first)..\(last)") }
      return YAMLText.quoted("\(includesLower ? "[" : "(")\(first)..\(last)\(includesUpper ? "]" : ")")")
    case .not(let tests):
      if tests.count == 1, case .value(let value) = tests[0], let operand = operand(value), !value.type.isList {
        return YAMLText.quoted("!= \(operand)")
      }
      return Self.expression(try condition(test))
    }
  }

  private static func expression(_ cel: String) -> String { YAMLText.quoted("= \(cel)") }

  /// A literal that a cell means itself with.
  private func plain(_ literal: FEELValue.Literal) -> String? {
    switch literal {
    case .null: "none"
    case .boolean(let value): "\(value)"
    case .number(let digits): digits
    case .timestamp(let text), .duration(let text): YAMLText.text(text)
    case .string(let text): Self.isPlain(text) ? YAMLText.text(text) : nil
    }
  }

  /// Whether a cell with this text is a literal.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else { return false }
    return !"=<>!-".contains(first) && text != "none" && !text.contains("..")
  }

  /// What a cell compares with.
  private func operand(_ value: FEELValue) -> String? {
    switch value.literal {
    case .number(let digits): return digits
    case .timestamp(let text), .duration(let text): return text
    case .string(let text):
      return type == .enumeration && Self.isPlain(text) ? text : nil
    case .boolean, .null: return nil
    case nil: return value.usesInput || value.type.isList || value.cel.contains("..") ? nil : value.cel
    }
  }

  /// The condition over the input, which is `it`.
  private func condition(_ test: FEELTest) throws(FEELError) -> String {
    switch test {
    case .anything: return "true"
    case .value(let value):
      if value.literal == .null { throw FEELError(reason: "`null` is translated alone only") }
      if value.usesInput { return value.cel }
      if value.type.isList { return "it in \(value.cel)" }
      return "it == \(written(value))"
    case .comparison(let sign, let value): return "it \(sign) \(written(value))"
    case .interval(let lower, let includesLower, let upper, let includesUpper):
      return
        "(it \(includesLower ? ">=" : ">") \(written(lower)) && it \(includesUpper ? "<=" : "<") \(written(upper)))"
    case .not(let tests):
      var parts: [String] = []
      for test in tests { parts.append(try condition(test)) }
      return "!(\(parts.joined(separator: " || ")))"
    }
  }

  private func written(_ value: FEELValue) -> String {
    if case .number(let digits)? = value.literal { return number(digits) }
    return value.cel
  }
}
