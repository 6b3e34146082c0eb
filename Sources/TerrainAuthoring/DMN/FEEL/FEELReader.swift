import TerrainDocuments

/// Reads expressions and unary tests of FEEL, and writes them as CEL.
struct FEELReader {
  /// How long an expression is at most, as FEEL and as CEL (`feelLength`).
  static let lengthLimit = 20_000
  /// How deep expressions nest at most (`feelDepth`).
  static let depthLimit = 60

  let scope: FEELScope
  let text: [Character]
  var index = 0
  private(set) var depth: Int

  init(_ text: String, _ scope: FEELScope, depth: Int = 0) throws(FEELError) {
    guard text.utf8.count <= Self.lengthLimit else {
      throw FEELError(reason: "it is longer than the limit `feelLength` of \(Self.lengthLimit)")
    }
    self.text = Array(text)
    self.scope = scope
    self.depth = depth
  }

  /// The expression `text`.
  static func expression(_ text: String, _ scope: FEELScope, depth: Int = 0) throws(FEELError) -> FEELValue {
    var reader = try FEELReader(text, scope, depth: depth)
    let value = try reader.expression()
    guard reader.isAtEnd else { throw reader.unexpected }
    guard value.cel.utf8.count <= lengthLimit else {
      throw FEELError(reason: "as CEL it is longer than the limit `feelLength` of \(lengthLimit)")
    }
    return value
  }

  // MARK: Characters

  mutating func skipBlanks() { while index < text.count, text[index].isWhitespace { index += 1 } }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return index >= text.count
    }
  }

  var unexpected: FEELError {
    FEELError(reason: index < text.count ? "`\(text[index])` is not expected here" : "it ends too early")
  }

  mutating func skip(_ symbol: String) -> Bool {
    skipBlanks()
    guard text[index...].starts(with: symbol) else { return false }
    index += symbol.count
    return true
  }

  /// Steps over `word`, where it is next and a word of its own.
  mutating func skip(word: String) -> Bool {
    skipBlanks()
    guard text[index...].starts(with: word) else { return false }
    let end = index + word.count
    if end < text.count, FEELScope.isInWord(text[end]) { return false }
    index = end
    return true
  }

  mutating func expect(_ symbol: String) throws(FEELError) { if !skip(symbol) { throw unexpected } }

  /// Goes back to `start`.
  mutating func rewind(_ start: Int) { index = start }

  /// Runs `body`, and goes back where it finds nothing.
  mutating func attempt<R>(_ body: (inout FEELReader) throws(FEELError) -> R?) -> R? {
    let start = index
    if let result = try? body(&self) { return result }
    index = start
    return nil
  }

  // MARK: Operators

  mutating func expression() throws(FEELError) -> FEELValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw FEELError(reason: "it nests deeper than the limit `feelDepth` of \(Self.depthLimit)")
    }
    // A name may begin with such a word.
    let isAtName = isAtName
    for word in ["for", "some", "every", "function"] where !isAtName && skip(word: word) {
      throw FEELError(reason: "`\(word)` is not translated")
    }
    if !isAtName, skip(word: "if") {
      let condition = try expression()
      guard skip(word: "then") else { throw unexpected }
      let first = try expression()
      guard skip(word: "else") else { throw unexpected }
      let second = try expression()
      if second.literal == .null || !second.cases.isEmpty, first.literal != .null, first.cases.isEmpty {
        var value = try combine("", first.type, [condition, first])
        value.cases = [(condition.cel, first)] + second.cases
        return value
      }
      return try combine("(\(condition.cel) ? \(first.cel) : \(second.cel))", first.type, [condition, first, second])
    }
    var value = try conjunction()
    while skip(word: "or") {
      let other = try conjunction()
      value = try combine("(\(value.cel) || \(other.cel))", .boolean, [value, other])
    }
    return value
  }

  private mutating func conjunction() throws(FEELError) -> FEELValue {
    var value = try comparison()
    while skip(word: "and") {
      let other = try comparison()
      value = try combine("(\(value.cel) && \(other.cel))", .boolean, [value, other])
    }
    return value
  }

  private mutating func comparison() throws(FEELError) -> FEELValue {
    let value = try sum()
    if skip(word: "between") {
      let lower = try sum()
      guard skip(word: "and") else { throw unexpected }
      let upper = try sum()
      return try combine(
        "(\(lower.cel) <= \(value.cel) && \(value.cel) <= \(upper.cel))", .boolean, [lower, value, upper])
    }
    if skip(word: "in") {
      let list = try sum()
      guard list.type.isList || list.type == .any else { throw FEELError(reason: "`in` is translated for lists only") }
      return try combine("(\(value.cel) in \(list.cel))", .boolean, [value, list])
    }
    for (sign, own) in [("!=", "!="), ("<=", "<="), (">=", ">="), ("=", "=="), ("<", "<"), (">", ">")] where skip(sign)
    {
      let other = try sum()
      if value.literal == .null || other.literal == .null {
        throw FEELError(reason: "facts are not compared with null")
      }
      return try combine("(\(value.cel) \(own) \(other.cel))", .boolean, [value, other])
    }
    return value
  }

  mutating func sum() throws(FEELError) -> FEELValue {
    var value = try product()
    while true {
      skipBlanks()
      if skip("+") {
        let other = try product()
        if value.type.isText || other.type.isText {
          value = try combine("(\(Self.text(value)) + \(Self.text(other)))", .string, [value, other])
        } else {
          value = try combine("(\(value.cel) + \(other.cel))", value.type, [value, other])
        }
      } else if index < text.count, text[index] == "-", skip("-") {
        let other = try product()
        value = try combine("(\(value.cel) - \(other.cel))", value.type, [value, other])
      } else {
        return value
      }
    }
  }

  private static func text(_ value: FEELValue) -> String {
    value.type == .enumeration ? "string(\(value.cel))" : value.cel
  }

  private mutating func product() throws(FEELError) -> FEELValue {
    var value = try power()
    while true {
      skipBlanks()
      if !text[index...].starts(with: "**"), skip("*") {
        let other = try power()
        value = try combine("(\(value.cel) * \(other.cel))", .number, [value, other])
      } else if skip("/") {
        let other = try power()
        // FEEL's numbers have 34 digits.
        value = try combine("divide(\(value.cel), \(other.cel), 20, 'half_even')", .number, [value, other])
      } else {
        return value
      }
    }
  }

  private mutating func power() throws(FEELError) -> FEELValue {
    let value = try sign()
    guard skip("**") else { return value }
    let other = try sign()
    return try combine(
      "decimal(string(math.pow(double(\(value.cel)), double(\(other.cel)))))", .number, [value, other])
  }

  private mutating func sign() throws(FEELError) -> FEELValue {
    guard skip("-") else { return try operand() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw unexpected }
    let value = try sign()
    if case .number(let digits)? = value.literal {
      return FEELValue(.number(digits.hasPrefix("-") ? String(digits.dropFirst()) : "-\(digits)"))
    }
    return try combine("(-\(value.cel))", value.type, [value])
  }

  /// A value made of `parts`.
  func combine(_ cel: String, _ type: FEELType, _ parts: [FEELValue]) throws(FEELError) -> FEELValue {
    // Bounded on the way, since names may be replaced by expressions.
    guard cel.utf8.count <= Self.lengthLimit else {
      throw FEELError(reason: "as CEL it is longer than the limit `feelLength` of \(Self.lengthLimit)")
    }
    if parts.contains(where: { $0.literal == .null || !$0.cases.isEmpty }) {
      throw FEELError(reason: "`null` is not a value of a fact")
    }
    var value = FEELValue(cel, type)
    value.usesInput = parts.contains(where: \.usesInput)
    return value
  }
}
