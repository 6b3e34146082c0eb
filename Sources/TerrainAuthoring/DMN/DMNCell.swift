import TerrainDocuments
import TerrainExpressions

/// What a module has, as texts of FEEL; nil where FEEL has nothing like it.
struct DMNCell {
  /// The parameters of the module, which an export has as decisions.
  let parameters: Set<String>

  /// The unary tests of a cell whose input has `type`; nil: not known.
  func tests(_ node: Node, _ type: CELType?) -> String? {
    switch node.kind {
    case .null, .map: return nil
    case .bool, .number: return scalar(node)
    case .list:
      var each: [String] = []
      for element in node.elements {
        guard element.kind != .list, let test = tests(element, type), test != "-", !test.hasPrefix("not(") else {
          return nil
        }
        each.append(test)
      }
      return each.isEmpty ? nil : each.joined(separator: ", ")
    case .string: return node.text.flatMap { test($0.string, type) }
    }
  }

  private func test(_ text: String, _ type: CELType?) -> String? {
    var (own, isOptional) = (type, false)
    if case .optional(let inner)? = type { (own, isOptional) = (inner, true) }
    if text == "-" { return "-" }
    if text == "none" { return isOptional ? "null" : nil }
    if text.hasPrefix("=") { return nil }
    for sign in ["<=", ">=", "!=", "<", ">"] where text.hasPrefix(sign) {
      guard let operand = operand(Self.trimmed(text.dropFirst(sign.count)), own, isEqual: sign == "!=") else {
        return nil
      }
      return sign == "!=" ? "not(\(operand))" : "\(sign) \(operand)"
    }
    if text.contains("..") { return interval(text, own) }
    return literal(text, own)
  }

  private func interval(_ text: String, _ type: CELType?) -> String? {
    var (inner, opening, closing) = (text[...], "[", "]")
    if let first = text.first, let last = text.last, "[(".contains(first), "])".contains(last) {
      (inner, opening, closing) = (text.dropFirst().dropLast(), String(first), String(last))
    }
    guard let dots = inner.firstRange(of: ".."), let lower = operand(Self.trimmed(inner[..<dots.lowerBound]), type),
      let upper = operand(Self.trimmed(inner[dots.upperBound...]), type)
    else { return nil }
    return "\(opening)\(lower)..\(upper)\(closing)"
  }

  /// What is compared with: a number, an instant, a parameter; with `isEqual` a text too.
  private func operand(_ text: String, _ type: CELType?, isEqual: Bool = false) -> String? {
    if Self.isNumber(text) || parameters.contains(text) { return text }
    if type == .timestamp { return Self.instant(text) }
    guard isEqual, case .enumeration(let values)? = type, values.cases.contains(where: { $0.string == text }) else {
      return nil
    }
    return literal(text, type)
  }

  private func literal(_ text: String, _ type: CELType?) -> String? {
    switch type {
    case .enumeration, .string, .dyn, nil: FEELCell.isPlain(text) ? Self.quoted(text) : nil
    case .timestamp: Self.instant(text)
    default: nil
    }
  }

  private static func instant(_ text: String) -> String? {
    text.contains("T") && FEELReader.timestamp(text) != nil ? "date and time(\"\(text)\")" : nil
  }

  // MARK: Results

  /// A result; nil where it is an expression, or has one.
  func result(_ node: Node) -> String? {
    switch node.kind {
    case .null, .map: return nil
    case .bool, .number: return scalar(node)
    case .string: return node.text.flatMap { $0.string.hasPrefix("=") ? nil : Self.quoted($0.string) }
    case .list:
      var elements: [String] = []
      for element in node.elements {
        guard element.kind != .list, let text = result(element) else { return nil }
        elements.append(text)
      }
      return "[\(elements.joined(separator: ", "))]"
    }
  }

  private func scalar(_ node: Node) -> String? {
    let text = node.document.source.text(of: node.range)
    return node.kind == .bool ? text == "true" || text == "false" ? text : nil : Self.isNumber(text) ? text : nil
  }

  /// Digits, as YAML, FEEL and expressions have them.
  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil
  }

  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    } + "\""
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// What a module has, in YAML on one line.
  static func yaml(_ node: Node) -> String {
    switch node.kind {
    case .null: "null"
    case .bool, .number: node.document.source.text(of: node.range)
    case .string: YAMLText.text(node.text?.string ?? "")
    case .list: "[\(node.elements.map(yaml).joined(separator: ", "))]"
    case .map:
      "{ \(node.members.map { "\(YAMLText.text($0.key.text?.string ?? "")): \(yaml($0.value))" }.joined(separator: ", ")) }"
    }
  }
}
