/// Literals, names, lists and parentheses.
extension FEELReader {
  mutating func operand() throws(FEELError) -> FEELValue {
    skipBlanks()
    guard index < text.count else { throw unexpected }
    let character = text[index]
    if character == "\"" { return FEELValue(.string(try string())) }
    if character.isASCII, character.isNumber || character == "." { return FEELValue(.number(try digits())) }
    if skip("(") {
      let value = try expression()
      try expect(")")
      return value
    }
    if skip("[") { return try list() }
    if skip("{") { throw FEELError(reason: "a context is not translated") }
    if skip("?") {
      var value = FEELValue("it", .any)
      value.usesInput = true
      return value
    }
    if let value = name(in: scope) { return try path(value) }
    for (word, literal) in [("true", FEELValue.Literal.boolean(true)), ("false", .boolean(false)), ("null", .null)]
    where skip(word: word) {
      return FEELValue(literal)
    }
    if let call = try call() { return call }
    throw FEELError(reason: "`\(FEELScope.firstWord(String(text[index...])))` is not a name that is known here")
  }

  /// Whether a name that is known here is next.
  var isAtName: Bool {
    mutating get {
      skipBlanks()
      let start = index
      defer { index = start }
      return index < text.count && name(in: scope) != nil
    }
  }

  /// The longest name of `scope` that is next.
  private mutating func name(in scope: FEELScope) -> FEELValue? {
    for name in scope.names(FEELScope.firstWord(String(text[index...].prefix(200)))) {
      var end = index
      let isNext = name.allSatisfy { character in
        guard end < text.count else { return false }
        if character == " " {
          guard text[end].isWhitespace else { return false }
          while end < text.count, text[end].isWhitespace { end += 1 }
          return true
        }
        defer { end += 1 }
        return text[end] == character
      }
      if isNext, end == text.count || !FEELScope.isInWord(text[end]) {
        index = end
        return scope[name]
      }
    }
    return nil
  }

  private mutating func path(_ start: FEELValue) throws(FEELError) -> FEELValue {
    var value = start
    while value.type == .context {
      guard skip(".") else { throw FEELError(reason: "a whole structure is not a value of the rule language") }
      skipBlanks()
      var own = FEELScope()
      for (name, component) in value.components { own.declare(name, component) }
      guard let component = name(in: own) else { throw unexpected }
      value = component
    }
    if case .unsupported(let name) = value.type { throw FEELError(reason: "the type `\(name)` has no counterpart") }
    skipBlanks()
    if index < text.count, text[index] == "[" { throw FEELError(reason: "a filter is not translated") }
    if index + 1 < text.count, text[index] == ".", text[index + 1] != "." {
      throw FEELError(reason: "properties of values are not translated")
    }
    return value
  }

  private mutating func list() throws(FEELError) -> FEELValue {
    var elements: [FEELValue] = []
    if !skip("]") {
      repeat { elements.append(try expression()) } while skip(",")
      try expect("]")
    }
    var value = try combine(
      "[\(elements.map(\.cel).joined(separator: ", "))]", .list(elements.first?.type ?? .any), elements)
    value.elements = elements
    return value
  }

  private mutating func digits() throws(FEELError) -> String {
    var digits = ""
    while index < text.count, text[index].isASCII, text[index].isNumber || text[index] == "." {
      if text[index] == ".", digits.contains(".") || index + 1 < text.count && text[index + 1] == "." { break }
      digits.append(text[index])
      index += 1
    }
    guard digits != ".", !digits.hasSuffix(".") else { throw unexpected }
    return digits.hasPrefix(".") ? "0" + digits : digits
  }

  private mutating func string() throws(FEELError) -> String {
    index += 1
    var result = String.UnicodeScalarView()
    while index < text.count, text[index] != "\"" {
      guard text[index] == "\\", index + 1 < text.count else {
        result.append(contentsOf: text[index].unicodeScalars)
        index += 1
        continue
      }
      index += 2
      switch text[index - 1] {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "\"", "'", "\\": result.append(contentsOf: text[index - 1].unicodeScalars)
      case "u", "U":
        let count = text[index - 1] == "u" ? 4 : 6
        guard index + count <= text.count,
          let scalar = UInt32(String(text[index..<index + count]), radix: 16).flatMap(Unicode.Scalar.init)
        else { throw unexpected }
        result.append(scalar)
        index += count
      default: throw unexpected
      }
    }
    guard index < text.count else { throw unexpected }
    index += 1
    return String(result)
  }
}
