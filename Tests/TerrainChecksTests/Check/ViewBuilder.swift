import TerrainBase
import TerrainDocuments
import TerrainRules

/// Builds a rule set's view as loading would, with places in a made-up file.
struct ViewBuilder {
  private(set) var columns: [TableView.Column] = []
  private(set) var tables: [TableView.Table] = []
  var names: [TableView.NameUse] = []

  var view: TableView { TableView(columns: columns, tables: tables, names: names) }

  /// A place in a file of its own whose only line is `text`.
  static func place(_ text: String) -> Place {
    let bytes = Array(text.utf8)
    return Place(
      source: SourceText(name: "rules.yaml", bytes: bytes), range: SourceRange(start: 0, end: UInt32(bytes.count)))
  }

  /// An int fact cut at `starts`, the first value of each class but the first.
  mutating func int(_ name: String, _ domain: ClosedRange<Int64>, starts: [Int64], optional: Bool = false) -> Int {
    let lows = [domain.lowerBound] + starts
    var classes = lows.enumerated().map { index, low in
      let high = index + 1 < lows.count ? lows[index + 1] - 1 : domain.upperBound
      return TableView.ValueClass(
        witness: .int(min(max(0, low), high)), lower: TableView.Bound(value: .int(low), isClosed: true),
        upper: TableView.Bound(value: .int(high), isClosed: true))
    }
    if optional { classes.append(TableView.ValueClass(witness: nil)) }
    return add(name, .fact(name), classes)
  }

  /// An expression of unknown range, compared with `value`.
  mutating func expression(_ name: String, comparedWith value: Int64) -> Int {
    add(
      name, .expression,
      [
        TableView.ValueClass(
          witness: .int(0), upper: TableView.Bound(value: .int(value - 1), isClosed: true)),
        TableView.ValueClass(witness: .int(value), lower: TableView.Bound(value: .int(value), isClosed: true)),
      ])
  }

  /// An expression that is true or false, whatever the facts are.
  mutating func condition(_ name: String) -> Int {
    add(name, .expression, [false, true].map { TableView.ValueClass(witness: .bool($0)) })
  }

  /// The column of a decision whose results are words.
  mutating func decision(_ table: Int, _ words: [String]) -> Int {
    add(
      tables[table].name, .decision(table: table),
      words.map { word in
        let bound = TableView.Bound(value: .string(Text(word)), isClosed: true)
        return TableView.ValueClass(witness: bound.value, lower: bound, upper: bound)
      })
  }

  private mutating func add(_ name: String, _ origin: TableView.Origin, _ classes: [TableView.ValueClass]) -> Int {
    columns.append(TableView.Column(name: name, origin: origin, classes: classes, place: nil))
    return columns.count - 1
  }

  /// A decision whose rows and `otherwise` yield words, in the order the words are listed.
  mutating func table(
    _ name: String, _ hit: HitPolicy, inputs: [Int], words: [String],
    rows: [(id: String, when: TableView.Formula, then: String)], otherwise: String? = nil
  ) -> Int {
    func outcome(_ word: String) -> TableView.Outcome {
      .constant(.string(Text(word)), columnClass: words.firstIndex(of: word))
    }
    tables.append(
      TableView.Table(
        name: name, place: Self.place("\(name):"), hit: hit,
        rows: rows.map { row in
          TableView.Row(
            id: row.id, place: Self.place("id: \(row.id)"), whenPlace: Self.place("when: \(row.id)"), when: row.when,
            outcome: outcome(row.then))
        }, otherwise: otherwise.map(outcome), value: nil, inputs: inputs))
    return tables.count - 1
  }
}

extension TableView.Formula {
  /// The column is in one of `classes`.
  static func `in`(_ column: Int, _ classes: ClosedRange<Int>..., text: String = "comparison") -> TableView.Formula {
    .atom(TableView.Atom(column: column, classes: classes, place: ViewBuilder.place(text)))
  }
}
