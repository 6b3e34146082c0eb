import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Decisions that write out nearly all values of a vocabulary by hand: what is added to the vocabulary later, nobody notices.
///
/// Reported is (1) a decision with an `otherwise` whose rows have a value each and leave one or two over; (2) a list of
/// constants that lacks one or two; (3) a decision that yields all values of an ordered vocabulary but one or two. At least
/// ``fewest`` values have to be written out: of fewer, `otherwise` is a choice and no omission.
package struct EnumeratedByHand {
  /// The most values that are taken for left out, and not for meant.
  private static let mostLeftOut = 2
  /// The fewest values written out, of a vocabulary without an order; of an ordered one a comparison is shorter from two on.
  private static let fewest = 4
  private static let fewestOrdered = 2

  private let ruleSet: RuleSet
  private let view: TableView

  package init(_ ruleSet: RuleSet, _ view: TableView) {
    self.ruleSet = ruleSet
    self.view = view
  }

  /// A warning for each.
  package func diagnostics() -> [Diagnostic] {
    zip(ruleSet.linkedDecisions, view.tables).flatMap { linked, table in
      let found = linked.derive { Lists(diagnostics: lists(linked.typed)) }
      return rows(table) + found.diagnostics + results(linked.typed, table)
    }
  }

  /// The diagnostics of the lists in a decision.
  private struct Lists: Sendable { let diagnostics: [Diagnostic] }

  // MARK: Values asked for

  private func rows(_ table: TableView.Table) -> [Diagnostic] {
    guard table.otherwise != nil, table.hit.isSingle else { return [] }
    return table.inputs.compactMap { column in
      guard let vocabulary = vocabulary(of: view.columns[column]) else { return nil }
      var single: Set<Int> = []
      var all: Set<Int> = []
      for row in table.rows {
        guard let classes = row.when.classes(of: column, count: view.columns[column].classes.count) else { continue }
        if classes.count == 1 { single.formUnion(classes) }
        all.formUnion(classes)
      }
      guard single.count >= fewest(vocabulary) else { return nil }
      let values = all.compactMap { view.columns[column].classes[$0].witness }
      guard let left = left(of: vocabulary, without: values) else { return nil }
      return .valueLeftOut(
        "`\(table.name)` has a row for each value of `\(vocabulary.name)` but \(left), for which `otherwise` counts",
        fix: vocabulary.isOrdered
          ? "compare by the order (`\">= \(vocabulary.cases.last ?? "")\"`), or give every value a row and leave out `otherwise`"
          : "give every value a row and leave out `otherwise`: a value that is added is then a gap", table.place)
    }
  }

  /// The declared vocabulary of a column.
  private func vocabulary(of column: TableView.Column) -> EnumerationType? {
    guard case .fact(let name) = column.origin else { return nil }
    let parts = name.split(separator: ".", maxSplits: 1).map { Text(String($0)) }
    guard let fact = ruleSet.fact(Text(name)) ?? parts.first.flatMap({ ruleSet.fact($0) }) else { return nil }
    var type = fact.declaration.type
    if fact.name != Text(name), case .record(let record) = type, let field = record.index(of: parts[1]) {
      type = record.fields[field].type
    }
    if case .optional(let wrapped) = type { type = wrapped }
    if case .enumeration(let vocabulary) = type { return vocabulary }
    return nil
  }

  // MARK: Values listed and yielded

  private func lists(_ decision: TypedDecision) -> [Diagnostic] {
    guard case .value(let result) = decision.body, case .list(.enumeration(let vocabulary)) = decision.type else {
      return []
    }
    let values: [Value]
    switch result {
    case .constant(.list(let elements), _): values = elements
    case .list(let items, _):
      values = items.compactMap { if case .constant(let value, _) = $0 { value } else { nil } }
      guard values.count == items.count else { return [] }
    default: return []
    }
    guard values.count >= Self.fewest, let left = left(of: vocabulary, without: values) else { return [] }
    return [
      .valueLeftOut(
        "`\(decision.fullName)` lists every value of `\(vocabulary.name)` but \(left)", fix: "add it", decision.place)
    ]
  }

  private func results(_ decision: TypedDecision, _ table: TableView.Table) -> [Diagnostic] {
    var type = decision.type
    if case .optional(let wrapped) = type { type = wrapped }
    guard case .enumeration(let vocabulary) = type, vocabulary.isOrdered, !table.rows.isEmpty, table.hit.isSingle else {
      return []
    }
    var values: [Value] = []
    for outcome in table.rows.map(\.outcome) + [table.otherwise].compactMap({ $0 }) {
      guard case .constant(let value, _) = outcome else { return [] }
      values.append(value)
    }
    guard Set(values.compactMap(\.member)).count >= Self.fewestOrdered, let left = left(of: vocabulary, without: values)
    else { return [] }
    return [
      .valueLeftOut(
        "`\(table.name)` yields every value of `\(vocabulary.name)` but \(left)", fix: "add a row that yields it",
        table.place)
    ]
  }

  // MARK: What is left

  private func fewest(_ vocabulary: EnumerationType) -> Int {
    vocabulary.isOrdered ? Self.fewestOrdered : Self.fewest
  }

  /// The values of `vocabulary` that are not among `values`, in words; nil where there are none, or too many.
  private func left(of vocabulary: EnumerationType, without values: [Value]) -> String? {
    let written = Set(values.compactMap(\.member))
    let left = vocabulary.cases.filter { !written.contains($0) }
    guard !left.isEmpty, left.count <= Self.mostLeftOut else { return nil }
    return left.map { "`\($0)`" }.joined(separator: " and ")
  }
}

extension Value {
  /// The member of a vocabulary that it is, or holds.
  fileprivate var member: Text? {
    switch self {
    case .string(let text), .optional(.string(let text)?): text
    default: nil
    }
  }
}

extension TableView.Formula {
  /// The classes of `column` for which it holds, where it looks at nothing else; nil otherwise.
  fileprivate func classes(of column: Int, count: Int) -> Set<Int>? {
    switch self {
    case .constant(let truth): truth ? Set(0..<count) : []
    case .atom(let atom): atom.column == column ? Set(atom.classes.flatMap { Array($0) }) : nil
    case .not(let inner): inner.classes(of: column, count: count).map { Set(0..<count).subtracting($0) }
    case .all(let parts): combined(parts, column, count, from: Set(0..<count)) { $0.formIntersection($1) }
    case .any(let parts): combined(parts, column, count, from: []) { $0.formUnion($1) }
    case .undecided: nil
    }
  }

  private func combined(
    _ parts: [TableView.Formula], _ column: Int, _ count: Int, from start: Set<Int>,
    _ combine: (inout Set<Int>, Set<Int>) -> Void
  ) -> Set<Int>? {
    var result = start
    for part in parts {
      guard let classes = part.classes(of: column, count: count) else { return nil }
      combine(&result, classes)
    }
    return result
  }
}

extension Diagnostic {
  static func valueLeftOut(_ message: String, fix: String, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/value-left-out", severity: .warning, message: message, place: place,
      fix: "\(fix); where it is meant, write `# terrain:ignore rules/value-left-out` and why")
  }
}
