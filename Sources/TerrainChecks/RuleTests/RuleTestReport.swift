import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The results of rule tests, and their coverage.
package struct RuleTestReport: Sendable {
  /// The required coverage in percent; nil for no requirement.
  package struct Thresholds: Sendable, Equatable {
    /// The percentage of rows that fired.
    package var rows: Int?
    /// The percentage of conditions that were both true and false.
    package var conditions: Int?

    /// At least `rows` and `conditions` percent.
    package init(rows: Int? = nil, conditions: Int? = nil) {
      self.rows = rows
      self.conditions = conditions
    }
  }

  /// The files, in the order they were run.
  package private(set) var files: [RuleTestRunner.FileResult]
  /// The coverage of each tested module, in the manifest's order.
  package private(set) var coverage: [(module: Text, coverage: RuleCoverage)]
  /// Rule sets whose tests could not be run, by their folders, and why not.
  private var notRun: [(folder: String, diagnostics: [Diagnostic])] = []

  /// The report of no tests.
  package static let none = RuleTestReport(files: [])

  /// The coverage of each pack by scenarios, a sentence each.
  private var reached: [String] = []
  /// The locations of rows that fire in scenarios.
  private var rowsOfScenarios: Set<Place> = []

  /// A report on `files`, whose tests reached `coverage`.
  ///
  /// - Parameters:
  ///   - reached: the coverage by scenarios, as sentences.
  ///   - rows: the locations of rows that fire in scenarios.
  package init(
    files: [RuleTestRunner.FileResult], coverage: [(module: Text, coverage: RuleCoverage)] = [], reached: [String] = [],
    rows: Set<Place> = []
  ) {
    self.files = files
    self.coverage = coverage
    self.reached = reached
    rowsOfScenarios = rows
  }

  /// Adds the test results of another rule set.
  package mutating func add(_ other: RuleTestReport) {
    files += other.files
    coverage += other.coverage
    reached += other.reached
    rowsOfScenarios.formUnion(other.rowsOfScenarios)
    notRun += other.notRun
  }

  /// Adds that the tests of the rule set in `folder` could not be run.
  package mutating func add(notRun folder: String, because diagnostics: [Diagnostic]) {
    notRun.append((folder, diagnostics))
  }

  /// The number of cases.
  package var count: Int { files.reduce(0) { $0 + $1.cases.count } }
  /// The number of failed cases.
  package var failed: Int { files.reduce(0) { $0 + $1.cases.count { !$0.failures.isEmpty } } }

  /// Every failure, as diagnostics.
  package var failures: [Diagnostic] { files.flatMap { $0.cases.flatMap(\.failures) } }

  /// The uncovered parts of modules whose coverage is below `thresholds`.
  package func uncovered(_ thresholds: Thresholds) -> [Diagnostic] {
    coverage.flatMap { _, coverage in
      var diagnostics: [Diagnostic] = []
      if let least = thresholds.rows, coverage.rows(besides: rowsOfScenarios).percent < least {
        diagnostics += coverage.uncoveredRows(besides: rowsOfScenarios)
      }
      if let least = thresholds.conditions, coverage.conditions.percent < least {
        diagnostics += coverage.uncoveredConditions
      }
      return diagnostics
    }.sortedForReport()
  }

  /// A text for people: the failures, then a line for each module and a line for all.
  package func text(color: Bool = false) -> String {
    var text = DiagnosticRenderer.text(failures, color: color)
    if !text.isEmpty { text += "\n" }
    for (module, coverage) in coverage {
      let rows = coverage.rows()
      let conditions = coverage.conditions
      text += "\(module): \(rows.seen) of \(rows.total.counted("row")) fired, "
      text += "\(conditions.seen) of \(conditions.total.counted("condition")) seen both true and false\n"
    }
    for sentence in reached { text += "\(sentence)\n" }
    let cases = count.counted("case")
    text += failed == 0 ? "\(cases), all passed\n" : "\(cases), \(failed) failed\n"
    return text
  }

  /// JUnit XML for programs that read test reports, with a suite for each file. It contains no times, so that the same tests give the same
  /// bytes.
  package var junit: String {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites tests=\"\(count + notRun.count)\" failures=\"\(failed + notRun.count)\">\n"
    for file in files {
      let failures = file.cases.count { !$0.failures.isEmpty }
      let name = Self.attribute(file.place.source.name)
      xml += "  <testsuite name=\"\(Self.attribute(file.module.string))\" file=\"\(name)\" "
      xml += "tests=\"\(file.cases.count)\" failures=\"\(failures)\">\n"
      for test in file.cases { xml += element(test, of: file) }
      xml += "  </testsuite>\n"
    }
    for (folder, diagnostics) in notRun {
      let name = Self.attribute(folder)
      xml += "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"1\">\n"
      xml += "    <testcase name=\"the rule set can be tested\" classname=\"\(name)\">\n"
      for failure in diagnostics.sortedForReport() { xml += element(failure) }
      xml += "    </testcase>\n  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private func element(_ test: RuleTestRunner.CaseResult, of file: RuleTestRunner.FileResult) -> String {
    let line = test.place.line
    let name = Self.attribute(test.place.source.name)
    var xml = "    <testcase name=\"\(Self.attribute(test.name.string))\" "
    xml += "classname=\"\(Self.attribute(file.module.string))\" file=\"\(name)\" line=\"\(line)\""
    guard !test.failures.isEmpty else { return xml + "/>\n" }
    xml += ">\n"
    for failure in test.failures { xml += element(failure) }
    return xml + "    </testcase>\n"
  }

  private func element(_ failure: Diagnostic) -> String {
    "      <failure type=\"\(Self.attribute(failure.code))\" message=\"\(Self.attribute(failure.message))\">"
      + XMLText.escaped(DiagnosticRenderer.text([failure])) + "</failure>\n"
  }

  private static func attribute(_ text: String) -> String { XMLText.escaped(text, inAttribute: true) }
}

/// The rows that fired, and the conditions that were true or false, while tests ran.
package struct RuleCoverage: Sendable {
  /// The numbers of covered and of all items.
  package struct Count: Sendable, Equatable {
    /// The number of covered items.
    package var seen = 0
    /// The number of all items.
    package var total = 0

    /// Whole percents, rounded down, so that 100 means all; 100 if `total` is 0.
    package var percent: Int { total == 0 ? 100 : seen * 100 / total }
  }

  /// A condition: a cell, a `when`, or a comparison in one.
  private struct Condition {
    var text: Text
    var place: Place
    var seenTrue = false
    var seenFalse = false
  }

  private struct Row {
    var id: Text
    var place: Place
    var fired = false
    var conditions: [Condition]
  }

  private struct Table {
    var decision: Text
    var rows: [Row]
    var otherwise: Place?
    var otherwiseReached = false
  }

  private var tables: [Table] = []
  private var indices: [Text: Int] = [:]

  /// Creates empty coverage of the decisions of `module`.
  init(_ ruleSet: RuleSet, module: Text) {
    for decision in ruleSet.decisions where decision.typed.module == module {
      guard let table = decision.typed.table else { continue }
      indices[decision.name] = tables.count
      tables.append(
        Table(
          decision: decision.name, rows: table.rows.map(Self.row), otherwise: table.otherwise?.place))
    }
  }

  private static func row(_ row: TypedRow) -> Row {
    let conditions = row.conditions.flatMap { condition -> [Condition] in
      let leaves = condition.input == nil ? condition.expression.comparisons : []
      guard leaves.count > 1 else {
        let text = condition.input.map { Text("\($0): \(condition.text)") } ?? condition.text
        return [Condition(text: text, place: condition.place)]
      }
      let expression = condition.expression.expression
      return leaves.map { Condition(text: expression.printed($0), place: expression.place(of: $0)) }
    }
    return Row(id: row.id, place: row.place, conditions: conditions)
  }

  /// Adds the traces of one run.
  mutating func add(_ traces: [DecisionTrace]) {
    for trace in traces {
      guard let index = indices[trace.decision] else { continue }
      if trace.otherwise != nil { tables[index].otherwiseReached = true }
      for (row, seen) in trace.rows.enumerated() where tables[index].rows.indices.contains(row) {
        if seen.outcome == .fired { tables[index].rows[row].fired = true }
        for condition in seen.conditions {
          note(condition.place, condition.holds, table: index, row: row)
          for part in condition.parts { note(part.place, part.holds, table: index, row: row) }
        }
      }
    }
  }

  private mutating func note(_ place: Place, _ holds: Bool?, table: Int, row: Int) {
    guard let holds else { return }
    for index in tables[table].rows[row].conditions.indices
    where tables[table].rows[row].conditions[index].place == place {
      if holds {
        tables[table].rows[row].conditions[index].seenTrue = true
      } else {
        tables[table].rows[row].conditions[index].seenFalse = true
      }
    }
  }

  // MARK: What was seen

  /// Rows that fired in tests or are among `others`; `otherwise` counts as a row.
  package func rows(besides others: Set<Place> = []) -> Count {
    var count = Count()
    for table in tables {
      count.total += table.rows.count + (table.otherwise == nil ? 0 : 1)
      count.seen += table.rows.count { $0.fired || others.contains($0.place) } + (table.otherwiseReached ? 1 : 0)
    }
    return count
  }

  /// Conditions seen both true and false.
  package var conditions: Count {
    var count = Count()
    for row in tables.flatMap(\.rows) {
      count.total += row.conditions.count
      count.seen += row.conditions.count { $0.seenTrue && $0.seenFalse }
    }
    return count
  }

  /// Rows that fired in no test and are not among `others`, in file order.
  package func uncoveredRows(besides others: Set<Place> = []) -> [Diagnostic] {
    tables.flatMap { table -> [Diagnostic] in
      var diagnostics = table.rows.filter { !$0.fired && !others.contains($0.place) }.map {
        Diagnostic.uncoveredRow(table.decision, row: $0.id, $0.place)
      }
      if let otherwise = table.otherwise, !table.otherwiseReached {
        diagnostics.append(.uncoveredOtherwise(table.decision, otherwise))
      }
      return diagnostics
    }.sortedForReport()
  }

  /// Conditions not seen both true and false, in file order.
  package var uncoveredConditions: [Diagnostic] {
    tables.flatMap(\.rows).flatMap { row in
      row.conditions.filter { !($0.seenTrue && $0.seenFalse) }.map { condition in
        let never = (condition.seenTrue ? [] : [true]) + (condition.seenFalse ? [] : [false])
        return Diagnostic.uncoveredCondition(condition.text, row: row.id, never: never, condition.place)
      }
    }.sortedForReport()
  }
}

extension TypedExpression {
  /// The parts of a condition that are true or false by themselves: the operands of `&&`, `||`, `!`, and `?:`, as written.
  fileprivate var comparisons: [Expression.ID] {
    var undecided: [Expression.ID] = []
    var waiting = [expression.root]
    while let id = waiting.popLast() {
      switch expression.nodes[Int(id)].kind {
      case .call(let function, nil, let arguments)
      where ["_&&_", "_||_", "!_"].contains { Text($0) == function }:
        waiting += arguments.reversed()
      default: undecided.append(id)
      }
    }
    return undecided
  }
}
