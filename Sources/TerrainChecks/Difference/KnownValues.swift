import TerrainExpressions
import TerrainRules
import TerrainBase

/// What is known of the columns of a view beyond what their types and conditions say: the numbers that a decision may yield, and the
/// records that a fact may be, whose fields have their values together.
struct KnownValues {
  /// All records that facts of the record type `type` may be, as rules see them; nil where others may be given.
  typealias Records = @Sendable (_ type: Text) -> [Value]?

  private let view: TableView
  /// The old version of a rule set and the new one, whose tables the view has in this order.
  private let rules: [RuleSet]
  private let numbers: [PossibleNumbers]
  private let records: Records

  /// The most ways in which the fields of a fact are together.
  private static let mostCombinations = 256

  /// What is known of `view`, which is of `old` and `new`.
  init(_ view: TableView, _ old: RuleSet, _ new: RuleSet, records: @escaping Records) {
    self.view = view
    self.rules = [old, new]
    self.numbers = [PossibleNumbers(old), PossibleNumbers(new)]
    self.records = records
  }

  /// What holds in any case of the columns that `formulas` look at, themselves or through decisions.
  func facts(about formulas: [TableView.Formula]) -> [TableView.Formula] {
    let columns = columns(of: formulas)
    return columns.compactMap(possibleNumbers) + recordColumns(columns).compactMap(combinations)
  }

  private func columns(of formulas: [TableView.Formula]) -> [Int] {
    var columns: [Int] = []
    var seen: Set<Int> = []
    var waiting = formulas
    while let formula = waiting.popLast() {
      switch formula {
      case .constant, .undecided: break
      case .not(let inner): waiting.append(inner)
      case .all(let parts), .any(let parts): waiting += parts
      case .atom(let atom): if seen.insert(atom.column).inserted { columns.append(atom.column) }
      }
    }
    var next = 0
    while next < columns.count {
      if case .decision(let table) = view.columns[columns[next]].origin {
        for input in view.tables[table].inputs where seen.insert(input).inserted { columns.append(input) }
      }
      next += 1
    }
    return columns.ordered()
  }

  // MARK: Decisions

  private func possibleNumbers(_ column: Int) -> TableView.Formula? {
    guard case .decision(let table) = view.columns[column].origin else { return nil }
    let count = rules[0].linkedDecisions.count
    let known = table < count ? numbers[0].numbers(ofDecision: table) : numbers[1].numbers(ofDecision: table - count)
    guard let known else { return nil }
    let classes = Set(known.compactMap { view.columns[column].index(of: .int($0)) }).ordered()
    return .atom(TableView.Atom(column: column, classes: classes.map { $0...$0 }, place: nil))
  }

  // MARK: Facts

  /// A column that looks at a field of a record.
  private struct Field {
    let column: Int
    let name: Text
    /// Looked for in a list; nil where the column is the field itself.
    let element: Value?
  }

  /// The columns that look at fields of facts that are records, by fact.
  private func recordColumns(_ columns: [Int]) -> [(type: Text, fields: [Field])] {
    var fields: [Text: [Field]] = [:]
    for column in columns {
      let path: String
      var element: Value?
      switch view.columns[column].origin {
      case .fact(let name): path = name
      case .membership(let list, let value):
        path = list
        element = value
      case .decision, .expression: continue
      }
      let parts = path.split(separator: ".", maxSplits: 1)
      guard parts.count == 2 else { continue }
      fields[Text(String(parts[0])), default: []].append(
        Field(column: column, name: Text(String(parts[1])), element: element))
    }
    return fields.ordered { $0.key < $1.key }.compactMap { name, fields in
      guard let fact = rules[0].fact(name)?.declaration, !fact.isOptional, case .record(let type) = fact.type else {
        return nil
      }
      return (type.name, fields.filter { type.index(of: $0.name) != nil })
    }
  }

  /// How the columns of `fields` are together in one of the records; nil where that is unknown.
  private func combinations(_ type: Text, _ fields: [Field]) -> TableView.Formula? {
    guard !fields.isEmpty, let records = records(type), !records.isEmpty else { return nil }
    var all: Set<[Int]> = []
    for record in records {
      guard case .map(let values) = record else { return nil }
      var classes: [Int] = []
      for field in fields {
        guard let value = value(of: field, in: values), let index = view.columns[field.column].index(of: value) else {
          return nil
        }
        classes.append(index)
      }
      all.insert(classes)
      guard all.count <= Self.mostCombinations else { return nil }
    }
    return .any(
      all.ordered { $0.lexicographicallyPrecedes($1) }.map { classes in
        .all(
          zip(fields, classes).map { .atom(TableView.Atom(column: $0.column, classes: [$1...$1], place: nil)) })
      })
  }

  private func value(of field: Field, in record: ValueMap) -> Value? {
    let value = record[string: field.name] ?? .optional(nil)
    guard let element = field.element else { return value }
    guard case .list(let elements) = value else { return nil }
    return .bool(elements.contains { $0.isEqual(to: element) })
  }
}
