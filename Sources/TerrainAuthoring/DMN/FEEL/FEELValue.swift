import TerrainDocuments

/// Types of FEEL, as far as the rule language has them.
indirect enum FEELType: Equatable {
  case number, string, enumeration, boolean, timestamp, duration
  case list(FEELType)
  /// A context: its value has components.
  case context
  /// One that is not known.
  case any
  /// One that the rule language lacks, by its name.
  case unsupported(String)

  var isText: Bool { self == .string || self == .enumeration }
  var isList: Bool { if case .list = self { true } else { false } }
}

/// An expression of FEEL as one of CEL.
struct FEELValue {
  /// A literal.
  enum Literal: Equatable {
    case null
    case boolean(Bool)
    /// Its digits, without an exponent.
    case number(String)
    case string(String)
    /// RFC 3339.
    case timestamp(String)
    /// Seconds: `5400s`.
    case duration(String)
  }

  /// CEL, in parentheses where it has an operator.
  var cel: String
  var type: FEELType
  /// What it is, where it is a literal.
  var literal: Literal?
  /// Its elements, where it is a list that is written out.
  var elements: [FEELValue]?
  /// What it is under which condition, where in all other cases it is `null`; it is no expression then.
  var cases: [(condition: String, value: FEELValue)] = []
  /// Its components by their names, where it is a context.
  var components: [String: FEELValue] = [:]
  /// Whether it looks at the input of its cell, which FEEL calls `?`.
  var usesInput = false

  init(_ cel: String, _ type: FEELType) {
    self.cel = cel
    self.type = type
  }

  init(_ literal: Literal) {
    self.literal = literal
    switch literal {
    case .null: (cel, type) = ("null", .any)
    case .boolean(let value): (cel, type) = ("\(value)", .boolean)
    case .number(let digits): (cel, type) = ("decimal('\(digits)')", .number)
    case .string(let text): (cel, type) = (Self.quoted(text), .string)
    case .timestamp(let text): (cel, type) = ("timestamp('\(text)')", .timestamp)
    case .duration(let text): (cel, type) = ("duration('\(text)')", .duration)
    }
  }

  init(components: [String: FEELValue]) {
    cel = ""
    type = .context
    self.components = components
  }

  /// A text in CEL.
  static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}

/// Why an expression of FEEL has no counterpart: a sentence.
struct FEELError: Error { let reason: String }

/// How many functions were called and structures were opened, which may call and hold others.
final class FEELBudget {
  /// How many there are at most (`dmnCalls`).
  static let limit = 10_000

  private var count = 0

  /// Counts one more; false where that is too many.
  func spend() -> Bool {
    count += 1
    return count <= Self.limit
  }
}

/// A function that an expression is the whole of.
struct FEELFunction {
  let parameters: [String]
  let body: String
}

/// The names that an expression may use.
struct FEELScope {
  /// Functions of the model by their names.
  var functions: [String: FEELFunction] = [:]
  /// What is left for calls of them.
  let budget: FEELBudget
  private(set) var values: [String: FEELValue] = [:]
  /// Names by their first word, the longest first.
  private var byWord: [String: [String]] = [:]

  init(_ budget: FEELBudget = FEELBudget()) { self.budget = budget }

  subscript(name: String) -> FEELValue? { values[name] }

  mutating func declare(_ name: String, _ value: FEELValue) {
    let name = Self.normal(name)
    if values.updateValue(value, forKey: name) == nil {
      let word = Self.firstWord(name)
      let others = byWord[word] ?? []
      let index = others.firstIndex { $0.utf8.count < name.utf8.count } ?? others.count
      byWord[word, default: []].insert(name, at: index)
    }
  }

  /// The names that may begin with `word`, the longest first.
  func names(_ word: String) -> [String] { byWord[word] ?? [] }

  /// Blanks as one space.
  static func normal(_ name: String) -> String { name.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The letters, digits and `_` that a name begins with.
  static func firstWord(_ name: some StringProtocol) -> String { String(name.prefix(while: isInWord)) }

  static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
