import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Finds the mistakes in decisions that make values in the cells of others unknown: a result that is misspelled, or one
/// that is missing because a row or `otherwise` is.
struct ValueMistakes {
  private let decisions: [LinkedDecision]
  private let written: [DecisionDeclaration]

  init(_ decisions: [LinkedDecision], written: [DecisionDeclaration]) {
    self.decisions = decisions
    self.written = written
  }

  /// `diagnostics`, in which a mistake in a decision's results takes the place of the unknown values that it leads to.
  func attributed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var causes: [String: Diagnostic.Cause] = [:]
    let attributed = diagnostics.map { diagnostic in
      guard let cause = diagnostic.cause, let value = cause.value, let enumeration = cause.enumeration else {
        return diagnostic
      }
      let attributed = causes[cause.key] ?? self.cause(cause, value, enumeration)
      causes[cause.key] = attributed
      return diagnostic.caused(by: attributed)
    }
    func hasMistake(_ diagnostic: Diagnostic) -> Bool { diagnostic.cause?.mistake.isEmpty == false }
    return attributed.filter { !hasMistake($0) } + attributed.filter(hasMistake).onePerCause()
  }

  private func cause(_ cause: Diagnostic.Cause, _ value: Text, _ enumeration: Text) -> Diagnostic.Cause {
    let candidates = decisions.filter { decision in
      guard decision.typed.name == enumeration, case .enumeration(let type) = decision.typed.type else { return false }
      return type.name == enumeration && type.code(of: value) == nil
    }
    // A declared type has its own values, and of two decisions with one name either may be meant.
    guard let decision = candidates.first, candidates.count == 1, case .rows(let table) = decision.typed.body,
      case .enumeration(let type) = decision.typed.type,
      !written.contains(where: { $0.place == decision.typed.place && $0.type != nil })
    else { return cause }
    var result = cause
    if let nearest = Suggestion.nearest(to: value.string, among: type.cases.map({ $0.string })).map({ Text($0) }) {
      guard !isCompared(enumeration, with: nearest), let place = table.place(of: nearest) else { return cause }
      result.mistake = [.misspelledResult(nearest, meant: value, of: decision.typed, place)]
    } else {
      result.mistake = [.missingResult(value, of: decision.typed, hasOtherwise: table.otherwise != nil)]
      // With `otherwise` the table may be whole, and the one cell wrong.
      result.leastCount = table.otherwise == nil ? 1 : 2
    }
    return result
  }

  /// Whether a cell compares the decision called `name` with `value`.
  private func isCompared(_ name: Text, with value: Text) -> Bool {
    written.contains { declaration in
      guard case .rows(let table) = declaration.body else { return false }
      return table.rows.contains { row in
        guard case .cells(let cells) = row.when else { return false }
        return cells.contains { cell in
          let input = cell.input.text.trimmed.string
          return (input == name.string || input.hasSuffix(".\(name)")) && cell.test.mentions(value)
        }
      }
    }
  }
}

extension CellTest {
  /// Whether the test is, or has in its list, the literal `value`.
  fileprivate func mentions(_ value: Text) -> Bool {
    switch self {
    case .literal(let node): node.text == value
    case .oneOf(let tests): tests.contains { $0.test.mentions(value) }
    case .comparison(_, let operand): operand.source.text.trimmed == value
    default: false
    }
  }
}

extension TypedTable {
  /// Where a row, or `otherwise`, yields `value`.
  fileprivate func place(of value: Text) -> Place? {
    for result in rows.map({ $0.then }) + [otherwise] {
      if case .constant(.string(let text), let place)? = result, text == value { return place }
    }
    return nil
  }
}

extension Diagnostic {
  static func misspelledResult(_ result: Text, meant: Text, of decision: TypedDecision, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-result",
      message: "no cell asks whether `\(decision.name)` is `\(result)`, and no row yields `\(meant)`", place: place,
      fix: "did you mean `\(meant)`?")
  }

  static func missingResult(_ value: Text, of decision: TypedDecision, hasOtherwise: Bool) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-result",
      message: hasOtherwise
        ? "no row of `\(decision.fullName)` yields `\(value)`"
        : "`\(decision.fullName)` has no `otherwise`, and no row of it yields `\(value)`", place: decision.place,
      fix: hasOtherwise ? "add a row that yields `\(value)`" : "add `otherwise: \(value)`, or a row that yields it")
  }
}
