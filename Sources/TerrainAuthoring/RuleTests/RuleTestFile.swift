import TerrainDocuments
import TerrainValues

/// Tests of a rule module, written as data beside it.
public struct RuleTestFile: Sendable {
  /// One case: facts, and what decisions must make of them.
  public struct Case: Sendable {
    /// What it is called in reports.
    public var name: Text
    /// Its name in the file.
    public var place: Place
    /// The facts, by name.
    public var given: [(name: Node, value: Node)]
    /// The decisions, by name, and the value each must have.
    public var expect: [(name: Node, value: Node)]
  }

  /// The module it tests.
  public var module: Text
  /// Where the file says so.
  public var place: Place
  /// The cases, in file order.
  public var cases: [Case]

  /// True of a document that is a file of tests: a map that begins with `tests`.
  public static func isTests(_ node: Node) -> Bool { node.kind == .map && node["tests" as Text] != nil }

  /// The tests in `node`; nil, with diagnostics, when something in it cannot be understood.
  public static func read(_ node: Node) -> (file: RuleTestFile?, diagnostics: [Diagnostic]) {
    var reader = Reader()
    let file = reader.file(node)
    return (reader.diagnostics.hasErrors ? nil : file, reader.diagnostics)
  }

  private struct Reader {
    var diagnostics: [Diagnostic] = []

    mutating func file(_ node: Node) -> RuleTestFile? {
      guard isMap(node, "a file of tests", known: ["tests", "doc", "cases"]) else { return nil }
      guard let module = required("tests", of: "a file of tests", node),
        let cases = required("cases", of: "a file of tests", node)
      else { return nil }
      guard let name = module.text else {
        diagnostics.append(.testShape("`tests`", expected: "the name of a module", module))
        return nil
      }
      guard cases.kind == .list else {
        diagnostics.append(.testShape("`cases`", expected: "a list", cases))
        return nil
      }
      var file = RuleTestFile(module: name, place: module.place, cases: [])
      var first: [Text: Place] = [:]
      for element in cases.elements {
        guard let made = self.testCase(element) else { continue }
        if let known = first[made.name] { diagnostics.append(.testNamedTwice(made.name, first: known, made.place)) }
        first[made.name] = first[made.name] ?? made.place
        file.cases.append(made)
      }
      return file
    }

    private mutating func testCase(_ node: Node) -> Case? {
      guard isMap(node, "a test case", known: ["name", "note", "given", "expect"]),
        let name = required("name", of: "a test case", node), let expect = required("expect", of: "a test case", node)
      else { return nil }
      guard let text = name.text else {
        diagnostics.append(.testShape("`name`", expected: "text", name))
        return nil
      }
      let given = node["given" as Text]
      for (part, key) in [(given, "given"), (expect, "expect")] {
        if let part, part.kind != .map { diagnostics.append(.testShape("`\(key)`", expected: "a map", part)) }
      }
      if expect.kind == .map, expect.count == 0 { diagnostics.append(.testExpectsNothing(text, expect.place)) }
      return Case(
        name: text, place: name.place, given: given.map { Array($0.members.map { ($0.key, $0.value) }) } ?? [],
        expect: expect.members.map { ($0.key, $0.value) })
    }

    private mutating func required(_ key: String, of what: String, _ node: Node) -> Node? {
      let value = node[Text(key)]
      if value == nil { diagnostics.append(.testMissingKey(key, of: what, node)) }
      return value
    }

    private mutating func isMap(_ node: Node, _ what: String, known: [String]) -> Bool {
      guard node.kind == .map else {
        diagnostics.append(.testShape(what, expected: "a map", node))
        return false
      }
      for (key, _) in node.members {
        guard let name = key.text, !known.contains(where: { Text($0) == name }) else { continue }
        diagnostics.append(.testUnknownKey(name, of: what, known: known, key.place))
      }
      return true
    }
  }
}
