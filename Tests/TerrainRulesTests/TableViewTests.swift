import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// A rule set as finite tables.
@Suite struct TableViewTests {
  static let vocabulary = PackVocabulary([
    "color": .enumeration(EnumerationType(name: "color", cases: ["red", "green", "blue"])),
    "item": .record(
      RecordType(
        name: "item",
        fields: [
          .init(name: "weight", type: .int),
          .init(
            name: "color",
            type: .optional(
              .enumeration(
                EnumerationType(name: "color", cases: ["red", "green", "blue"])))),
          .init(name: "tags", type: .list(.string)),
        ])),
  ])

  static let files = RuleFiles(
    """
    facts:
      n: { type: int, min: -10, max: 10 }
      mood: { type: int, min: 1, max: 10, optional: true }
      rate: { type: double, min: 0 }
      color: { type: color }
      goals: { type: list<string> }
      item: { type: item }
      idle: { type: int }
    parameters:
      limit: { value: 3, type: int }
      spare: { value: 3, type: int }
    decisions:
      size:
        hit: first
        rows:
          - { id: big, when: { n: ">= limit" }, then: big }
          - { id: tiny, when: { n: "< 0" }, then: tiny }
        otherwise: small
      label:
        hit: unique
        rows:
          - { id: a, when: { size: [big, tiny], mood: "> 5" }, then: 1 }
          - { id: b, when: "rate <= 0.5 && color != 'red' || 'sleep' in goals", then: 2 }
          - { id: c, when: { item.weight: "< 3", item.color: blue }, then: 3 }
          - { id: d, when: "mood.orValue(7) > 5 && size(goals) > n", then: 4 }
      flag: { value: "= size == 'big' && !('x' in item.tags)" }
    """)

  private func view() throws -> TableView { try Self.files.loaded(vocabulary: Self.vocabulary).tableView() }

  /// `-10..2`, `3`, `(0.5..)`, `absent`.
  private func words(_ valueClass: TableView.ValueClass) -> String {
    guard let witness = valueClass.witness else { return "absent" }
    if let lower = valueClass.lower, let upper = valueClass.upper, lower.value.isEqual(to: upper.value) {
      return "\(witness)"
    }
    let lower = valueClass.lower.map { "\($0.isClosed ? "[" : "(")\($0.value)" } ?? "("
    let upper = valueClass.upper.map { "\($0.value)\($0.isClosed ? "]" : ")")" } ?? ")"
    return "\(lower)..\(upper)=\(witness)"
  }

  @Test func cutsInputsIntoClasses() throws {
    let columns = try view().columns.map { "\($0.name): \($0.classes.map(words).joined(separator: " "))" }
    #expect(
      columns == [
        "n: [-10..-1]=-1 [0..2]=0 [3..10]=3",
        "shop.rules.size: \"big\" \"tiny\" \"small\"",
        "mood: [1..5]=1 [6..10]=6 absent",
        "rate: [0.0..0.5]=0.0 (0.5..)=1.0",
        "color: \"red\" \"green\" \"blue\"",
        "\"sleep\" in goals: false true",
        "item.weight: [-9223372036854775808..2]=0 [3..9223372036854775807]=3",
        "item.color: \"red\" \"green\" \"blue\" absent",
        "size(goals) > n: false true",
        "\"x\" in item.tags: false true",
      ])
  }

  /// A condition with the names of its columns and the numbers of their classes.
  private func words(_ formula: TableView.Formula, _ view: TableView) -> String {
    switch formula {
    case .constant(let truth): return "\(truth)"
    case .not(let inner): return "!\(words(inner, view))"
    case .all(let parts): return "(\(parts.map { words($0, view) }.joined(separator: " && ")))"
    case .any(let parts): return "(\(parts.map { words($0, view) }.joined(separator: " || ")))"
    case .atom(let atom):
      let classes = atom.classes.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      return "\(view.columns[atom.column].name)[\(classes.joined(separator: ","))]"
    }
  }

  @Test func writesConditionsAsSetsOfClasses() throws {
    let view = try view()
    let rows = view.tables.flatMap { table in table.rows.map { "\($0.id): \(words($0.when, view))" } }
    #expect(
      rows == [
        "big: n[2]", "tiny: n[0]",
        "a: (shop.rules.size[0-1] && (!mood[2] && mood[1]))",
        "b: ((rate[0] && !color[0]) || \"sleep\" in goals[1])",
        "c: (item.weight[0] && (!item.color[3] && item.color[2]))",
        "d: ((mood[2] || mood[1]) && size(goals) > n[1])",
      ])
    guard case .condition(let flag)? = view.tables.last?.value else {
      Issue.record("the value of `flag` is a condition")
      return
    }
    #expect(words(flag, view) == "(shop.rules.size[0] && !\"x\" in item.tags[1])")
  }

  @Test func outcomesAreClassesOfTheDecisionsOwnColumn() throws {
    let size = try #require(try view().tables.first)
    let outcomes = (size.rows.map(\.outcome) + [size.otherwise].compactMap { $0 }).map { outcome in
      if case .constant(let value, let columnClass) = outcome { return "\(value) \(columnClass ?? -1)" }
      return "?"
    }
    #expect(outcomes == ["\"big\" 0", "\"tiny\" 1", "\"small\" 2"])
  }

  @Test func saysWhichNamesNothingUses() throws {
    let unused = try view().names.filter { !$0.isUsed }.map(\.name)
    #expect(unused == ["shop.rules.idle", "shop.rules.spare", "shop.rules.label", "shop.rules.flag"])
  }

  @Test func recordsDecide() throws {
    let rules = try Self.files.loaded(vocabulary: Self.vocabulary)
    func item(_ weight: Int64, _ color: Value?) -> Value {
      .map(["weight": .int(weight), "color": .optional(color), "tags": .list(["x"])])
    }
    for (weight, color, expected) in [(1, "blue", 3), (2, "red", nil), (3, "blue", nil), (1, nil, nil)]
      as [(Int64, Value?, Int64?)]
    {
      let value = try? rules.decide(
        "rules.label",
        ["n": 3, "rate": .double(1), "color": "red", "goals": .list([]), "item": item(weight, color), "mood": 2])
      #expect(expected.map { value?.isEqual(to: .int($0)) == true } ?? (value == nil))
    }
  }
}
