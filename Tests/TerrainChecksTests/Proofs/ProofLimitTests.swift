import TerrainRules
import TestSupport
import Testing

@testable import TerrainChecks

/// Tables made to be hard: proofs of a whole rule set stay within its limits, and say what was not proved.
@Suite struct ProofLimitTests {
  /// A debug build takes thirty times as long, so the limits here are smaller than those that hold.
  private static var limits: ProofLimits {
    var limits = ProofLimits()
    limits.steps = 400_000
    limits.stepsPerRow = 50_000
    return limits
  }

  /// `count` tables of `rows` rows, each with `cells` cells over `columns` inputs of `classes` classes; a cell admits
  /// `admitted` of them.
  private func view(
    _ count: Int, rows: Int, columns: Int, cells: Int, classes: Int, admitted: Int, otherwise: Bool = false
  ) -> TableView {
    var random = SplitMix64(seed: 7)
    var view = ViewBuilder()
    let inputs = (0..<columns).map {
      view.int("x\($0)", 0...Int64(classes * 10 - 1), starts: (1..<classes).map { Int64($0) * 10 })
    }
    for table in 0..<count {
      let made = (0..<rows).map { row -> (String, TableView.Formula, String) in
        var chosen: [Int: ClosedRange<Int>] = [:]
        while chosen.count < cells {
          let low = Int(random.next() % UInt64(classes - admitted + 1))
          chosen[Int(random.next() % UInt64(columns))] = low...(low + admitted - 1)
        }
        let atoms = chosen.sorted { $0.key < $1.key }.map { TableView.Formula.in(inputs[$0.key], $0.value) }
        return ("r\(row)", .all(atoms), "a")
      }
      _ = view.table("m.d\(table)", .first, inputs: inputs, words: ["a"], rows: made, otherwise: otherwise ? "a" : nil)
    }
    return view.view
  }

  @Test(arguments: [
    // Booleans, at the density where whether anything is left open is hardest to tell.
    (rows: 40, columns: 40, cells: 2, classes: 2, admitted: 1),
    (rows: 220, columns: 45, cells: 3, classes: 2, admitted: 1),
    // Numbers in overlapping ranges.
    (rows: 200, columns: 8, cells: 3, classes: 60, admitted: 40),
    // Sets of many values.
    (rows: 150, columns: 20, cells: 5, classes: 24, admitted: 14),
  ])
  func hardTablesStayWithinTheLimits(rows: Int, columns: Int, cells: Int, classes: Int, admitted: Int) {
    for count in [1, 6] {
      let view = view(count, rows: rows, columns: columns, cells: cells, classes: classes, admitted: admitted)
      let limits = Self.limits
      // The last step of each part may be a large one.
      #expect(RuleSetProofs(view, limits: limits).steps < limits.steps * 5 / 4, "\(count) tables")
    }
  }

  /// Decisions that a row does not look at cost its proof nothing, and rows that repeat another are found at once.
  @Test func onlyWhatARowLooksAtCounts() throws {
    var view = ViewBuilder()
    var columns: [Int] = []
    for index in 0..<12 {
      let (x, y) = (view.int("x\(index)", 0...9, starts: [3, 5]), view.int("y\(index)", 0...9, starts: [3, 5]))
      let words = ["a", "b", "c"]
      let source = view.table(
        "m.s\(index)", .first, inputs: [x, y], words: words,
        rows: [("a", .any([.in(x, 0...0), .in(y, 1...2)]), "a"), ("b", .all([.in(x, 1...1), .in(y, 0...0)]), "b")],
        otherwise: "c")
      columns.append(view.decision(source, words))
    }
    let rows = columns.enumerated().map { ("r\($0)", TableView.Formula.in($1, 0...1), "z") }
    _ = view.table("m.all", .collect, inputs: columns, words: ["z"], rows: rows)
    #expect(RuleSetProofs(view.view, limits: ProofLimits()).steps < 50_000)
    let halves = self.view(1, rows: 20, columns: 40, cells: 2, classes: 2, admitted: 1)
    var twice = halves
    twice.tables[0].rows += halves.tables[0].rows
    let found = RuleAnalysis.diagnostics(for: twice, limits: Self.limits)
    #expect(found.filter { $0.code == "rules/dead-row" }.count >= 20, "\(found.map(\.message))")
  }

  /// An easy table is proved, however many hard ones there are before it, and what was not proved is said.
  @Test func hardTablesDoNotStarveEasyOnes() throws {
    var hard = view(6, rows: 220, columns: 45, cells: 3, classes: 2, admitted: 1)
    var easy = hard.tables[0]
    easy.name = "m.easy"
    easy.rows = Array(easy.rows.prefix(2))
    let column = easy.inputs[0]
    easy.rows[0].when = .in(column, 0...0)
    easy.rows[1].when = .in(column, 1...1)
    hard.tables.append(easy)
    hard.names.append(TableView.NameUse(kind: .decision, name: "m.d0", place: nil, isUsed: true))
    var limits = Self.limits
    limits.steps = 60_000
    let found = RuleAnalysis.diagnostics(for: hard, limits: limits)
    let undecided = found.filter { $0.code == "rules/undecided" }
    #expect(!undecided.isEmpty && undecided.allSatisfy { !$0.message.contains("m.easy") })
    #expect(
      undecided.allSatisfy {
        $0.message.contains("(limit `proof-steps`)") || $0.message.contains("(limit `proof-bytes`)")
      })
    #expect(undecided.contains { $0.severity == .error && $0.message.contains("`m.d0` has a row for all inputs") })
    #expect(undecided.contains { $0.severity == .warning && $0.message.contains("`m.d1` has a row for all inputs") })
  }

  @Test func theFindingsAreTheSameEveryTime() {
    let view = view(3, rows: 220, columns: 45, cells: 3, classes: 2, admitted: 1)
    let limits = Self.limits
    let first = RuleAnalysis.diagnostics(for: view, limits: limits).map(\.message)
    #expect(first == RuleAnalysis.diagnostics(for: view, limits: limits).map(\.message))
  }

  @Test func bytesAreBoundedToo() {
    var limits = Self.limits
    limits.bytes = 700_000
    let view = view(1, rows: 220, columns: 45, cells: 3, classes: 2, admitted: 1)
    let found = RuleAnalysis.diagnostics(for: view, limits: limits).map(\.message)
    #expect(found.contains { $0.contains("the proof takes more than 700000 bytes (limit `proof-bytes`)") }, "\(found)")
  }

  /// A decision with many rows, looked at by many others, is not written down for each without end.
  @Test func aLargeDecisionUnderManyOthers() {
    var limits = Self.limits
    limits.formulas = 20_000
    var view = ViewBuilder()
    let x = view.int("x", 0...9999, starts: (1..<400).map { Int64($0) * 20 })
    let y = view.int("y", 0...9, starts: [5])
    let words = (0..<400).map { "w\($0)" }
    let source = view.table(
      "m.source", .first, inputs: [x, y], words: words,
      rows: (0..<399).map { ("r\($0)", .any([.in(x, $0...$0), .in(y, 0...0)]), "w\($0)") }, otherwise: "w399")
    let column = view.decision(source, words)
    for index in 0..<5 {
      _ = view.table(
        "m.d\(index)", .first, inputs: [column], words: ["a"], rows: [("a", .in(column, 0...200), "a")])
    }
    let found = RuleAnalysis.diagnostics(for: view.view, limits: limits).map(\.message)
    #expect(
      found.contains {
        $0 == "what `m.d4` covers is not decided: the proof takes more than 20000 (limit `proof-conditions`)"
      },
      "\(found)")
  }

  // MARK: What is counted

  @Test func everyTableCounts() {
    func steps(_ count: Int) -> Int {
      RuleSetProofs(view(count, rows: 5, columns: 4, cells: 2, classes: 4, admitted: 2), limits: Self.limits).steps
    }
    #expect(steps(1) > 0)
    #expect(steps(4) > 2 * steps(1))
    // What a hard table takes of what the others left.
    var limits = Self.limits
    limits.steps = 60_000
    let hard = RuleSetProofs(view(6, rows: 220, columns: 45, cells: 3, classes: 2, admitted: 1), limits: limits)
    #expect(hard.steps > limits.steps / 2 && hard.steps < limits.steps * 5 / 4, "\(hard.steps)")
  }

  @Test func aConditionIsReadToItsDepth() {
    func codes(depth: Int) -> [String] {
      var view = ViewBuilder()
      let x = view.int("x", 0...9, starts: [5])
      let rows = [("a", TableView.Formula.not(.not(.in(x, 0...0))), "a"), ("b", .in(x, 1...1), "a")]
      _ = view.table("m.d", .first, inputs: [x], words: ["a"], rows: rows)
      var limits = Self.limits
      limits.depth = depth
      return RuleAnalysis.diagnostics(for: view.view, limits: limits).map(\.code)
    }
    #expect(codes(depth: 4) == [])
    #expect(codes(depth: 3) == ["rules/undecided"])
  }

  @Test func comparisonsAreLookedAtUpToTheLimit() {
    var table = ProofTable()
    let column = table.add(ProofColumn(name: "x", domain: ValueSet(0, 9)))
    for _ in 0..<2 {
      let parts = [3, 5].map { table.add(.comparison(column: column, values: ValueSet($0, 9))) }
      table.rows.append(table.add(.all(parts)))
    }
    #expect(table.idleComparisons().map(\.row) == [0, 1])
    var limits = ProofLimits()
    limits.redundancy = 3
    #expect(table.idleComparisons(limits: limits).map(\.row) == [0])
  }

  /// Rows with a value each are sorted by it, also where another row looks at something else.
  @Test func aRowForEachOfManyValues() {
    var view = ViewBuilder()
    let count = 300
    let x = view.int("x", 0...Int64(count * 10 - 1), starts: (1..<count).map { Int64($0) * 10 })
    let y = view.int("y", 0...9, starts: [5])
    let other = ("other", TableView.Formula.in(y, 0...0), "a")
    let rows = (0..<count).map { ("r\($0)", TableView.Formula.all([.in(x, $0...$0), .in(y, 1...1)]), "a") }
    _ = view.table("m.d", .first, inputs: [x, y], words: ["a"], rows: [other] + rows)
    #expect(RuleSetProofs(view.view, limits: Self.limits).steps < 60_000)
  }

  @Test func aSetCountsItsValues() {
    let half = Int64(Int.max / 2)
    #expect(ValueSet([KeyRange(-3, -2), KeyRange(1, 2)], absent: true).count == 5)
    #expect(ValueSet(1, half).count == Int.max / 2)
    #expect(ValueSet(0, half).count == .max)
  }
}
