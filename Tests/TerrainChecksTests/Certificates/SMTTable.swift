import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

@testable import TerrainChecks

/// A proof's table as SMT-LIB 2: a constant for each column, with all values it can have, and a function for each condition.
///
/// Columns are written with their own values, not with the classes that the proofs cut them into: whole numbers as `Int`, other
/// numbers as exact `Real`, the values of an enum by their positions. A condition that cannot be decided is a free `Bool`.
struct SMTTable {
  private let table: ProofTable
  private let columns: [SMTColumn]

  /// A table of bare keys.
  init(_ table: ProofTable) {
    self.table = table
    columns = table.columns.enumerated().map { SMTColumn(keys: $1, symbol: "c\($0)") }
  }

  /// A decision's table, with the values of its inputs.
  init(_ decision: DecisionTable) {
    table = decision.proof
    columns = decision.proof.columns.enumerated().map { index, column in
      let classes = decision.viewColumns[index].map { decision.view.columns[$0].classes }
      return SMTColumn(classes, column, symbol: "c\(index)")
    }
  }

  /// What declares the columns and conditions, and asserts what holds whatever the facts are.
  var preamble: String {
    var text = ""
    for (column, smt) in zip(table.columns, columns) {
      let name = SMTColumn.comment(column.name.string)
      text += "; \(smt.symbol) is \(name)\(smt.legend.map { ": \($0)" } ?? "")\n"
      text += "(declare-const \(smt.symbol) \(smt.sort.rawValue))\n"
      if let present = smt.present { text += "(declare-const \(present) Bool)\n" }
    }
    for (column, smt) in zip(table.columns, columns) { text += "(assert \(smt.test(column.domain)))\n" }
    for (index, formula) in table.formulas.enumerated() {
      text += "(define-fun f\(index) () Bool \(term(formula)))\n"
    }
    return text + "(assert f\(table.constraint))\n"
  }

  /// The condition of a row.
  func row(_ index: Int) -> String { "f\(table.rows[index])" }

  private func term(_ formula: ProofTable.Formula) -> String {
    switch formula {
    case .constant(let truth): truth ? "true" : "false"
    case .comparison(let column, let values): columns[column].test(values)
    case .not(let operand): "(not f\(operand))"
    case .all(let operands): Self.joined("and", operands.map { "f\($0)" }, empty: "true")
    case .any(let operands): Self.joined("or", operands.map { "f\($0)" }, empty: "false")
    }
  }

  /// `terms` joined by `connective`, which takes two or more.
  static func joined(_ connective: String, _ terms: [String], empty: String) -> String {
    switch terms.count {
    case 0: empty
    case 1: terms[0]
    default: "(\(connective) \(terms.joined(separator: " ")))"
    }
  }
}

/// A column as a constant of SMT-LIB.
struct SMTColumn {
  enum Sort: String {
    case bool = "Bool"
    case int = "Int"
    case real = "Real"
  }

  let symbol: String
  let sort: Sort
  /// The constant that is true where an optional input is present.
  let present: String?
  /// What the numbers represent, where they are positions.
  let legend: String?
  /// The classes of a column of numbers; nil where the constant is the key itself.
  private let classes: [TableView.ValueClass]?

  /// A column whose constant is its key.
  init(keys column: ProofColumn, symbol: String) {
    self.symbol = symbol
    sort = .int
    present = column.domain.absent ? "\(symbol)_present" : nil
    legend = nil
    classes = nil
  }

  /// A column with the values of `classes`; nil of a condition that cannot be decided.
  init(_ classes: [TableView.ValueClass]?, _ column: ProofColumn, symbol: String) {
    self.symbol = symbol
    present = column.domain.absent ? "\(symbol)_present" : nil
    let values = (classes ?? []).filter { !$0.isAbsent }
    switch values.first?.witness {
    case nil, .bool?:
      sort = .bool
      self.classes = nil
      legend = nil
    case .int?, .uint?, .double?, .decimal?:
      if case .int? = values.first?.witness {
        sort = .int
      } else if case .uint? = values.first?.witness {
        sort = .int
      } else {
        sort = .real
      }
      self.classes = values
      legend = nil
    default:
      sort = .int
      self.classes = nil
      legend = values.enumerated().map { index, value in
        "\(index) = \(value.lower == nil ? "anything else" : Self.comment(value.witness?.asBrieflyWritten ?? ""))"
      }.joined(separator: ", ")
    }
  }

  /// That the column's value is in `values`.
  func test(_ values: ValueSet) -> String {
    let terms = values.ranges.map { interval($0) }
    let inside = SMTTable.joined("or", terms, empty: "false")
    guard let present else { return inside }
    return values.absent ? "(or (not \(present)) \(inside))" : "(and \(present) \(inside))"
  }

  private func interval(_ range: KeyRange) -> String {
    if sort == .bool {
      // Keys: 0 is false, 1 is true.
      return range.low <= 0 && range.high >= 1 ? "true" : range.low <= 0 ? "(not \(symbol))" : symbol
    }
    guard let classes else {
      if range.low == range.high { return "(= \(symbol) \(Self.number(range.low)))" }
      let lower = range.low == .min ? nil : "(>= \(symbol) \(Self.number(range.low)))"
      let upper = range.high == .max ? nil : "(<= \(symbol) \(Self.number(range.high)))"
      return SMTTable.joined("and", [lower, upper].compactMap { $0 }, empty: "true")
    }
    // Classes that do not touch have numbers between them that the type does not have.
    var parts: [String] = []
    var start = Int(range.low)
    for index in Int(range.low)...Int(range.high) {
      if index < Int(range.high), classes[index].touches(classes[index + 1], isWhole: sort == .int) { continue }
      parts.append(stretch(classes[start].lower, classes[index].upper))
      start = index + 1
    }
    return SMTTable.joined("or", parts, empty: "false")
  }

  private func stretch(_ lower: TableView.Bound?, _ upper: TableView.Bound?) -> String {
    let low = lower.map { "(\($0.isClosed ? ">=" : ">") \(symbol) \(literal($0.value)))" }
    let high = upper.map { "(\($0.isClosed ? "<=" : "<") \(symbol) \(literal($0.value)))" }
    return SMTTable.joined("and", [low, high].compactMap { $0 }, empty: "true")
  }

  private func literal(_ value: Value) -> String {
    switch value {
    case .int(let number): Self.number(number)
    case .uint(let number): "\(number)"
    case .double(let number): Self.exact(number)
    case .decimal(let number): Self.real(number.description)
    default: "0"
    }
  }

  // MARK: Numbers

  private static func number(_ number: Int64) -> String { number < 0 ? "(- \(number.magnitude))" : "\(number)" }

  private static func real(_ text: String) -> String {
    let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
    let written = digits.contains(".") ? digits : digits + ".0"
    return text.hasPrefix("-") ? "(- \(written))" : written
  }

  /// A double is a whole number times or through a power of two.
  private static func exact(_ number: Double) -> String {
    guard number != 0 else { return "0.0" }
    // Normal numbers have a leading bit that is not written.
    let isNormal = number.exponentBitPattern > 0
    let whole = number.significandBitPattern | (isNormal ? 1 << UInt64(Double.significandBitCount) : 0)
    let shift = whole.trailingZeroBitCount
    let exponent = Int(max(1, number.exponentBitPattern)) - 1075 + shift
    let numerator = "\(whole >> UInt64(shift)).0"
    let power = power(ofTwo: exponent.magnitude)
    let magnitude =
      exponent == 0 ? numerator : "(\(exponent > 0 ? "*" : "/") \(numerator) \(power))"
    return number < 0 ? "(- \(magnitude))" : magnitude
  }

  /// 2 to the power of `exponent`, in decimal digits.
  private static func power(ofTwo exponent: UInt) -> String {
    var digits: [UInt8] = [1]
    for _ in 0..<exponent {
      var carry: UInt8 = 0
      for index in digits.indices {
        let doubled = digits[index] * 2 + carry
        digits[index] = doubled % 10
        carry = doubled / 10
      }
      if carry > 0 { digits.append(carry) }
    }
    return digits.reversed().map(String.init).joined() + ".0"
  }

  /// `text` on one line.
  static func comment(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension TableView.ValueClass {
  /// Whether no number is between this class and `next`.
  fileprivate func touches(_ next: TableView.ValueClass, isWhole: Bool) -> Bool {
    guard let upper, let lower = next.lower else { return false }
    switch (upper.value, lower.value) {
    case (.int(let end), .int(let start)): return start == end + 1
    case (.uint(let end), .uint(let start)):
      return start == end ? upper.isClosed != lower.isClosed : start == end + 1 && upper.isClosed && lower.isClosed
    default: return upper.value.isEqual(to: lower.value) && upper.isClosed != lower.isClosed
    }
  }
}
