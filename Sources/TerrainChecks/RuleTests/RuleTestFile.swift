import TerrainDocuments
import TerrainRules
import TerrainBase

/// Tests of a rule module, written as data beside it.
package struct RuleTestFile: Sendable {
  /// One case: facts, and what decisions must make of them.
  package struct Case: Sendable {
    /// What it is called in reports.
    package var name: Text
    /// Its name in the file.
    package var place: Place
    /// The facts, by name.
    package var given: [(name: Node, value: Node)]
    /// The decisions, by name, and the value each must have.
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
