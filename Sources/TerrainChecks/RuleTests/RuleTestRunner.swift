import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML

/// Runs tests of rule modules, and notes which rows and conditions they reach.
package struct RuleTestRunner {
  /// The result of one case.
  package struct CaseResult: Sendable {
    /// The case's name.
    package var name: Text
    /// Its name in the file.
    package var place: Place
    /// The failures; empty if it passed.
    package var failures: [Diagnostic]
    /// The decisions that were not as expected, by their full names.
    package var failed: [Text] = []

    /// The case `name`, initially without failures.
    package init(name: Text, place: Place, failures: [Diagnostic] = []) {
      self.name = name
      self.place = place
      self.failures = failures
    }
  }

  /// The results of one file.
  package struct FileResult: Sendable {
    /// The module that was tested.
    package var module: Text
    /// The location of the module's name in the file.
    package var place: Place
    /// The cases, in file order.
    package var cases: [CaseResult]

    /// The file at `place`, which tests `module`.
    package init(module: Text, place: Place, cases: [CaseResult]) {
      self.module = module
      self.place = place
      self.cases = cases
    }
  }

  /// Finds a record by the name of its type and its id.
  package typealias FindRecord = @Sendable (_ type: Text, _ id: Text) -> Value?

  private let ruleSet: RuleSet
  private let session: RuleSession
  private let records: RecordFinder
  /// The coverage of every module, because tests of one module also reach rows of the modules that it uses.
  private var coverages: [(module: Text, coverage: RuleCoverage)]
  private var tested: Set<Text> = []
  private var files: [FileResult] = []
  /// The actual values that differ from expected ones, and that an author may accept.
  package private(set) var accepted: [AcceptedValue] = []

  /// A runner over `ruleSet`.
  ///
  /// - Parameter record: the value of a record that a test gives by its id.
  /// - Throws: the errors in preparing the rule set for explanations.
  package init(_ ruleSet: RuleSet, record: @escaping FindRecord = { _, _ in nil }) throws(DiagnosticError) {
    let (program, diagnostics) = ruleSet.explaining()
    guard let program else { throw DiagnosticError(diagnostics) }
    self.ruleSet = ruleSet
    records = RecordFinder(record)
    session = RuleSession(program, records: records)
    coverages = ruleSet.manifest.modules.map { ($0.module, RuleCoverage(ruleSet, module: $0.module)) }
  }

  /// Runs every case of `file`.
  package mutating func run(_ file: RuleTestFile) {
    let modules = ruleSet.manifest.modules.map(\.module)
    guard modules.contains(file.module) else {
      let unknown = Diagnostic.testUnknownModule(file.module, known: modules, file.place)
      files.append(
        FileResult(
          module: file.module, place: file.place,
          cases: file.cases.map { CaseResult(name: $0.name, place: $0.place, failures: [unknown]) }))
      return
    }
    tested.insert(file.module)
    var result = FileResult(module: file.module, place: file.place, cases: [])
    for test in file.cases {
      var outcome = CaseResult(name: test.name, place: test.place, failures: [])
      run(test, module: file.module, into: &outcome)
      do throws(DiagnosticError) {
        let traces = try session.traces()
        for entry in coverages.indices { coverages[entry].coverage.add(traces) }
      } catch {
        outcome.failures += error.diagnostics
      }
      result.cases.append(outcome)
    }
    files.append(result)
  }

  /// The results of all runs.
  package var report: RuleTestReport {
    RuleTestReport(files: files, coverage: coverages.filter { tested.contains($0.module) })
  }

  private mutating func run(_ test: RuleTestFile.Case, module: Text, into outcome: inout CaseResult) {
    session.begin()
    for (key, node) in test.given {
      if let failure = give(key, node, of: test) { outcome.failures += failure }
    }
    guard outcome.failures.isEmpty else { return }
    for (key, node) in test.expect {
      let failures = expect(key, node, of: test, module: module)
      outcome.failures += failures
      if !failures.isEmpty, let decision = decision(key.text ?? "", module) { outcome.failed.append(decision.name) }
    }
  }

  private func decision(_ name: Text, _ module: Text) -> Decision? {
    ruleSet.decision("\(module).\(name)") ?? ruleSet.decision(name)
  }

  /// Gives a fact. Returns its errors.
  private func give(_ key: Node, _ node: Node, of test: RuleTestFile.Case) -> [Diagnostic]? {
    let name = key.text ?? ""
    guard let fact = ruleSet.fact(name) else {
      return [.testUnknownFact(name, known: ruleSet.facts.map(\.name), key.place)]
    }
    // An optional fact given as null is absent.
    if fact.declaration.isOptional, node.kind == .null { return nil }
    var reader = LiteralReader(missingListsAreEmpty: true, records: records)
    guard let value = reader.read(node, as: fact.declaration.type) else {
      return reader.diagnostics
    }
    do throws(EvaluationError) {
      try session.set(fact, value)
      return nil
    } catch {
      return [.testFact(test.name, fact, error, node.place)]
    }
  }

  /// Evaluates a decision. Returns its differences from the expectation.
  private mutating func expect(_ key: Node, _ node: Node, of test: RuleTestFile.Case, module: Text) -> [Diagnostic] {
    let name = key.text ?? ""
    guard let decision = decision(name, module) else {
      let own = ruleSet.decisions.map(\.name).compactMap { $0.inside(module) }
      return [.testUnknownDecision(name, known: own, key.place)]
    }
    var reader = LiteralReader()
    guard let expected = reader.read(node, as: decision.type) else { return reader.diagnostics }
    do throws(EvaluationError) {
      let value = try session.value(decision)
      guard !value.isEqual(to: expected) else { return [] }
      let reason = session.reasons(for: decision).first
      if value.isLiteral(of: decision.type) {
        accepted += AcceptedValue.differences(node, of: key, expected: expected, found: value)
      }
      return [.testFailed(test.name, name, expected: expected, found: value, reason: reason, node.place)]
    } catch {
      return [.testError(test.name, name, error, node.place)]
    }
  }
}

extension Text {
  /// The name without `module.`, or nil without that prefix.
  fileprivate func inside(_ module: Text) -> Text? {
    let prefix = Array("\(module).".utf8)
    return utf8.starts(with: prefix) ? Text(decoding: Array(utf8.dropFirst(prefix.count))) : nil
  }
}

/// Tests of a rule module, written as data next to it.
package struct RuleTestFile: Sendable {
  /// One case: facts, and the expected results of decisions.
  package struct Case: Sendable {
    /// The name in reports.
    package var name: Text
    /// Its name in the file.
    package var place: Place
    /// The facts, by name.
    package var given: [(name: Node, value: Node)]
    /// The decisions by name, with their expected values.
    package var expect: [(name: Node, value: Node)]
  }

  /// The module it tests.
  package var module: Text
  /// Its location.
  package var place: Place
  /// The cases, in file order.
  package var cases: [Case]

  /// True of a document that is a file of tests: a map that begins with `tests`.
  package static func isTests(_ node: Node) -> Bool { node.kind == .map && node["tests" as Text] != nil }

  /// The tests in `node`; nil, with diagnostics, when something in it cannot be understood.
  package static func read(_ node: Node) -> (file: RuleTestFile?, diagnostics: [Diagnostic]) {
    var reader = Reader()
    let file = reader.file(node)
    return (reader.diagnostics.hasErrors ? nil : file, reader.diagnostics)
  }

  private struct Reader {
    var diagnostics: [Diagnostic] = []

    mutating func file(_ node: Node) -> RuleTestFile? {
      guard let fields = Fields(node, "a file of tests", allowed: ["tests", "doc", "cases"], into: &diagnostics),
        let module = fields.required("tests", into: &diagnostics),
        let cases = fields.required("cases", into: &diagnostics),
        let name = fields.text("tests", into: &diagnostics)
      else { return nil }
      guard cases.kind == .list else {
        diagnostics.append(.wrongShape("`cases`", expected: "a list", actual: cases))
        return nil
      }
      var file = RuleTestFile(module: name, place: module.place, cases: [])
      var first: [Text: Place] = [:]
      for element in cases.elements {
        guard let made = self.testCase(element) else { continue }
        if let earlier = first[made.name] { diagnostics.append(.testNamedTwice(made.name, first: earlier, made.place)) }
        first[made.name] = first[made.name] ?? made.place
        file.cases.append(made)
      }
      return file
    }

    private mutating func testCase(_ node: Node) -> Case? {
      guard let fields = Fields(node, "a test case", allowed: ["name", "note", "given", "expect"], into: &diagnostics),
        let name = fields.required("name", into: &diagnostics),
        let expect = fields.required("expect", into: &diagnostics),
        let text = fields.text("name", into: &diagnostics)
      else { return nil }
      let given = fields["given"]
      for (part, key) in [(given, "given"), (expect, "expect")] {
        if let part, part.kind != .map { diagnostics.append(.wrongShape("`\(key)`", expected: "a map", actual: part)) }
      }
      if expect.kind == .map, expect.count == 0 { diagnostics.append(.testExpectsNothing(text, expect.place)) }
      return Case(
        name: text, place: name.place, given: given.map { Array($0.members.map { ($0.key, $0.value) }) } ?? [],
        expect: expect.members.map { ($0.key, $0.value) })
    }
  }
}

/// An actual value that is to replace the expected value in a file.
package struct AcceptedValue {
  /// The expected value; it has no bytes if the file contains none yet.
  private let node: Node
  /// The key of the expectation.
  private let key: Node
  private let value: Value

  /// `value`, which is to replace `node`, the expectation of `key`.
  package init(node: Node, key: Node, value: Value) { (self.node, self.key, self.value) = (node, key, value) }

  /// Returns true if the value is expected in `source`.
  package func isIn(_ source: SourceText) -> Bool { node.place.source.name == source.name }

  /// The bytes of `source` with those of `values` that are in it.
  package static func write(_ values: [AcceptedValue], into source: SourceText) -> [UInt8] {
    var edits = SourceEdits(source)
    let bytes = source.bytes
    let own = values.filter { $0.isIn(source) }
    var written: Set<UInt32> = []
    for accepted in own.ordered(by: { $0.start > $1.start }) where written.insert(accepted.start).inserted {
      if accepted.isUnwritten {
        // Behind the colon, which may be behind a quote.
        let colon = bytes[Int(accepted.start)...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count - 1
        edits.replace(colon + 1..<colon + 1, with: " " + accepted.text)
      } else {
        edits.replace(source.clamped(accepted.node.range), with: accepted.text)
      }
    }
    return edits.bytes
  }

  private var isUnwritten: Bool { node.range.start == node.range.end }

  private var start: UInt32 { isUnwritten ? key.range.end : node.range.start }

  private var text: String { YAMLText.flow(value) }
}

extension AcceptedValue {
  /// The values that `found` has and `expected`, the value of the literal `node`, does not: of records and lists of the same form only the
  /// parts that differ, so that the rest of the file stays as its author wrote it.
  fileprivate static func differences(_ node: Node, of key: Node, expected: Value, found: Value) -> [AcceptedValue] {
    if found.isEqual(to: expected) { return [] }
    switch (expected, found) {
    case (.optional(let expected?), .optional(let found?)):
      return differences(node, of: key, expected: expected, found: found)
    case (.list(let expected), .list(let found)) where expected.count == found.count && node.count == found.count:
      return zip(node.elements, zip(expected, found)).flatMap { node, values in
        differences(node, of: key, expected: values.0, found: values.1)
      }
    case (.map(let expected), .map(let found)) where node.kind == .map && expected.count == found.count:
      let parts = found.entries.map { entry -> [AcceptedValue]? in
        guard let position = expected.position(of: entry.key) else { return nil }
        let value = expected.entries[position].value
        if entry.value.isEqual(to: value) { return [] }
        guard let (key, part) = node.members.first(where: { entry.key.isEqual(to: .string($0.key.text ?? "")) }),
          entry.value.written != nil
        else { return nil }
        return differences(part, of: key, expected: value, found: entry.value)
      }
      if !parts.contains(where: { $0 == nil }) { return parts.flatMap { $0 ?? [] } }
    default: break
    }
    return found.written.map { [AcceptedValue(node: node, key: key, value: $0)] } ?? []
  }
}

extension Value {
  /// Returns true if a file can contain the value as a literal of `type`.
  fileprivate func isLiteral(of type: CELType) -> Bool {
    let source = SourceText(name: "", text: "[\(YAMLText.flow(written ?? .null))]")
    guard let literal = YAMLReader.read(source).documents.first?.root.element(at: 0) else { return false }
    var reader = LiteralReader()
    return reader.read(literal, as: type)?.isEqual(to: self) ?? false
  }

  /// The value as a literal: present optional values are what they contain, and fields that are absent are left out. Nil if it is absent.
  fileprivate var written: Value? {
    switch self {
    case .optional(let value): return value?.written
    case .list(let elements): return .list(elements.map { $0.written ?? .null })
    case .map(let map):
      var fields = ValueMap()
      for (key, value) in map.entries { if let value = value.written { fields.insert(key, value) } }
      return .map(fields)
    default: return self
    }
  }
}

/// The differences between two records, or lists of records, by the paths of their fields.
package struct ValueDifference {
  /// A sentence for each difference, such as "`[0].count` is 3, not 4".
  private(set) var lines: [String] = []
  /// The number of all differences.
  private(set) var count = 0

  /// Differences that are listed at most (`test-differences`).
  static let mostLines = 8
  /// Characters of a value that are shown at most.
  private static let widestValue = 80

  /// The differences; nil if one of the values has no fields, or is nothing at all like the other.
  package init?(found: Value, expected: Value) {
    guard Self.hasFields(found), Self.hasFields(expected) else { return nil }
    compare(found, expected, at: "")
    guard count > 0 else { return nil }
  }

  /// The differences, as the end of a sentence.
  package var text: String {
    lines.joined(separator: "; ")
      + (count > lines.count ? "; and \((count - lines.count).counted("more difference"))" : "")
  }

  /// Returns true if a value is a record, or a list that has one.
  private static func hasFields(_ value: Value) -> Bool {
    switch value {
    case .map: true
    case .optional(let value?): hasFields(value)
    case .list(let elements): elements.contains { hasFields($0) }
    default: false
    }
  }

  /// Values nest as deep as their types do, which is bounded.
  private mutating func compare(_ found: Value, _ expected: Value, at path: String) {
    if found.isEqual(to: expected) { return }
    switch (found, expected) {
    case (.optional(let found?), .optional(let expected?)): compare(found, expected, at: path)
    case (.map(let found), .map(let expected)):
      for (key, value) in expected.entries {
        let place = Self.path(path, key)
        guard let other = Self.value(key, in: found) else {
          add("`\(place)` is missing")
          continue
        }
        compare(other, value, at: place)
      }
      for (key, value) in found.entries where expected.position(of: key) == nil {
        add("`\(Self.path(path, key))` is \(Self.shown(value)), and was not expected")
      }
    case (.list(let found), .list(let expected)):
      for index in 0..<max(found.count, expected.count) {
        let place = "\(path)[\(index)]"
        if index >= found.count {
          add("`\(place)` is missing: \(Self.shown(expected[index]))")
        } else if index >= expected.count {
          add("`\(place)` was not expected: \(Self.shown(found[index]))")
        } else {
          compare(found[index], expected[index], at: place)
        }
      }
    default: add("`\(path)` is \(Self.shown(found)), not \(Self.shown(expected))")
    }
  }

  private mutating func add(_ line: String) {
    count += 1
    if lines.count < Self.mostLines { lines.append(line) }
  }

  private static func value(_ key: Value, in map: ValueMap) -> Value? {
    map.position(of: key).flatMap { map.entries.indices.contains($0) ? map.entries[$0].value : nil }
  }

  private static func path(_ path: String, _ key: Value) -> String {
    guard case .string(let name) = key else { return "\(path)[\(key.asWritten)]" }
    return path.isEmpty ? name.string : "\(path).\(name)"
  }

  private static func shown(_ value: Value) -> String {
    let text: String
    switch value {
    case .optional(nil): text = "absent"
    case .optional(let value?): text = value.asWritten
    default: text = value.asWritten
    }
    return text.count > widestValue ? "\(text.prefix(widestValue - 1))…" : text
  }
}

// Diagnostics about rule tests that fail, cannot be run, or leave something out.

// MARK: - Files of tests

extension Diagnostic {
  static func testNamedTwice(_ name: Text, first: Place, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/test-named-twice", message: "there is a case `\(name)` already, and a report could mean either",
      place: place, related: [Related(message: "first here", place: first)], fix: "give it another name")
  }

  static func testExpectsNothing(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/test-expects-nothing", message: "the case `\(name)` expects nothing, and so cannot fail",
      place: place,
      fix: "name a decision and its value, or remove the case")
  }
}

// MARK: - Names in cases

extension Diagnostic {
  package static let testUnknownModuleCode = "rules/test-unknown-module"

  static func testUnknownModule(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    unknown("module", name, known, place, code: testUnknownModuleCode)
  }

  static func testUnknownFact(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    unknown("fact", name, known, place, code: "rules/test-unknown-fact")
  }

  package static let testUnknownDecisionCode = "rules/test-unknown-decision"

  static func testUnknownDecision(_ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    unknown("decision", name, known, place, code: testUnknownDecisionCode)
  }

  /// The key of the cause that `name` is unknown in tests.
  package static func unknownCause(_ what: String, _ name: Text) -> String { "tests of the \(what) \(name)" }

  private static func unknown(
    _ what: String, _ name: Text, _ known: [Text], _ place: Place, code: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, message: "there is no \(what) `\(name)`", place: place, fix: Suggestion.fix(name, among: known)
    ).caused(by: Cause(unknownCause(what, name)))
  }
}

// MARK: - Failures

extension Diagnostic {
  package static let testFailedCode = "rules/test-failed"

  static func testFailed(
    _ test: Text, _ decision: Text, expected: Value, found: Value, reason: Reason?, _ place: Place
  ) -> Diagnostic {
    let difference = ValueDifference(found: found, expected: expected).map { "\(decision) differs: \($0.text)" }
    return Diagnostic(
      code: testFailedCode,
      message:
        "`\(test)`: \(difference ?? "\(decision) is \(found.asBrieflyWritten), not \(expected.asBrieflyWritten)")",
      place: place,
      related: reason.map { [Related(message: $0.sentence, place: $0.place)] } ?? [])
  }

  static func testError(_ test: Text, _ decision: Text, _ error: EvaluationError, _ place: Place) -> Diagnostic {
    let seen = error.seen.isEmpty ? "" : " (\(error.seen.map(\.words).joined(separator: ", ")))"
    return Diagnostic(
      code: testFailedCode, message: "`\(test)`: \(decision) has no value: \(error.message)\(seen)", place: place,
      related: error.place.map { [Related(message: "the rule", place: $0)] } ?? [])
  }

  /// The prefix of the keys of causes that are the declaration of a fact.
  private static let valuesOfFact = "values of the fact "

  /// The fact whose declared values exclude the value of a test, if that is the subject of the diagnostic.
  package var factWithOtherValues: Text? {
    guard code == "rules/test-fact", let key = cause?.key, key.hasPrefix(Self.valuesOfFact) else { return nil }
    return Text(String(key.dropFirst(Self.valuesOfFact.count)))
  }

  static func testFact(_ test: Text, _ fact: Fact, _ error: EvaluationError, _ place: Place) -> Diagnostic {
    // A fact that several tests give otherwise than it is declared is more likely declared wrong.
    let declaration = fact.declaration.place
    let mistake = Diagnostic(
      code: "rules/test-fact", message: "tests give `\(fact.name)` values that it may not have", place: declaration)
    return Diagnostic(
      code: "rules/test-fact", message: "`\(test)`: \(error.message)", place: place,
      related: error.place.map { [Related(message: "declared here", place: $0)] } ?? []
    ).caused(by: Cause(Self.valuesOfFact + fact.name.string, mistake: mistake))
  }
}

// MARK: - Coverage

extension Diagnostic {
  static func uncoveredRow(_ decision: Text, row: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/uncovered-row", severity: .warning, message: "no test makes row `\(row)` of `\(decision)` fire",
      place: place, fix: "add a case that it decides")
  }

  static func uncoveredOtherwise(_ decision: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/uncovered-row", severity: .warning, message: "no test reaches `otherwise` of `\(decision)`",
      place: place, fix: "add a case for which no row holds")
  }

  static func uncoveredCondition(_ text: Text, row: Text, never truths: [Bool], _ place: Place) -> Diagnostic {
    let what = truths.count == 2 ? "looks at" : "sees \(truths.first == true ? "true" : "false")"
    return Diagnostic(
      code: "rules/uncovered-condition", severity: .warning,
      message: "no test \(what) `\(text)` of row `\(row)`", place: place,
      fix:
        "add a case in which it is \(truths.map { $0 ? "true" : "false" }.joined(separator: ", and one in which it is "))"
    )
  }
}
