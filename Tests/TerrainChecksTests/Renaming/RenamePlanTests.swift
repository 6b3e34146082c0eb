import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Another name, everywhere: afterwards nothing is wrong that was right.
@Suite struct RenamePlanTests {
  private static let noRules: @Sendable (String, String) -> String? = { _, _ in nil }

  private func withSystem(_ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let schemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas").path
      let root = Conformance.packageRoot.path
      let scaffold = try Scaffold.system(
        of: ["page"], from: ("\(root)/ContentPacks/starter", "\(root)/Rules/starter"), in: folder.path, name: "my-shop",
        version: "1.0.0", schemas: schemas)
      for file in scaffold.created {
        let url = URL(fileURLWithPath: file.path)
        try url.deletingLastPathComponent().write(file.bytes, to: url.lastPathComponent)
      }
      try body(folder)
    }
  }

  private func indexes(_ folder: URL, _ store: SourceStore = SourceStore()) throws -> [NameIndex] {
    try NameIndex.load(["\(folder.path)/ContentPacks/my-shop"], from: store, ruleSet: Self.noRules)
  }

  private func plan(_ old: String, _ new: String, _ folder: URL) throws -> RenamePlan {
    let indexes = try indexes(folder)
    return try RenamePlan(RenamePlan.name(Text(old), in: indexes), to: Text(new), in: indexes)
  }

  private func validated(_ folder: URL, _ store: SourceStore) -> [Diagnostic] {
    Validator().validate(["ContentPacks", "Rules"].map { .path("\(folder.path)/\($0)") }, in: store).diagnostics
  }

  @Test(arguments: [
    (
      "late_from", "evening_from",
      ["Rules/my-shop/today.yaml:11:3", "Rules/my-shop/today.yaml:18:39", "Rules/my-shop/today.yaml:18:107"]
    ),
    (
      "today.greeting", "hello",
      [
        "Rules/my-shop/today.yaml:14:3", "Rules/my-shop/today.yaml:31:33", "Rules/my-shop/tests/today.yaml:6:15",
        "Rules/my-shop/tests/today.yaml:9:15",
      ]
    ),
    ("value:layer.base", "below", ["ContentPacks/my-shop/pack.yaml:36:9", "Rules/my-shop/tests/today.yaml:12:55"]),
  ]) func theEditsOfAName(_ old: String, _ new: String, _ expected: [String]) throws {
    try withSystem { folder in
      let plan = try plan(old, new, folder)
      let lines = plan.edits.map(\.line)
      for place in expected { #expect(lines.contains { $0.hasPrefix("\(folder.path)/\(place): ") }, "\(lines)") }
      let store = SourceStore()
      try plan.confirm(over: store, before: { validated(folder, store.edited()) }) { validated(folder, $0) }
      #expect(validated(folder, plan.store(over: store)).map(\.message) == [])
    }
  }

  @Test(arguments: [
    ("nothing_at_all", "x", "where/unknown-name"),
    ("today.page", "start", "rename/fixed-name"), ("late_from", "visits", "rename/name-taken"),
    ("late_from", "late from", "rename/bad-name"), ("late_from", "true", "rename/bad-name"),
    ("late_from", "9", "rename/bad-name"), ("note.again", "note again", "rename/bad-name"),
  ]) func whatIsRefused(_ old: String, _ new: String, _ code: String) throws {
    try withSystem { folder in
      let error = #expect(throws: DiagnosticError.self) { try plan(old, new, folder) }
      #expect(error?.diagnostics.map(\.code) == [code])
    }
  }

  /// A test may say what a page is made of.
  @Test func aDecisionInTheExpectedPartsOfAPage() throws {
    try withSystem { folder in
      let tests = try String(contentsOf: folder.appending(path: "Rules/my-shop/tests/today.yaml"), encoding: .utf8)
      let page = """
          - name: the page
            given: {}
            expect:
              page: [{ id: greeting, choose: greeting, style: title }, { id: notes, choose: notes, limit: 3 }]

        """
      try folder.write(tests + page, to: "Rules/my-shop/tests/today.yaml")
      let plan = try plan("today.greeting", "hello", folder)
      let store = SourceStore()
      try plan.confirm(over: store, before: { validated(folder, store.edited()) }) { validated(folder, $0) }
      #expect(plan.edits.map(\.line).contains { $0.hasPrefix("\(folder.path)/Rules/my-shop/tests/today.yaml:19:") })
    }
  }

  @Test func severalThingsOfOneName() throws {
    try withSystem { folder in
      let text = try String(contentsOf: folder.appending(path: "Rules/my-shop/today.yaml"), encoding: .utf8)
      try folder.write(text.replacing("id: late,", with: "id: again,"), to: "Rules/my-shop/today.yaml")
      let error = #expect(throws: DiagnosticError.self) { try plan("again", "x", folder) }
      #expect(error?.diagnostics.map(\.code) == ["rename/several-names"])
      #expect(
        error?.diagnostics.first?.fix
          == "write one of `my_shop.today.greeting.again`, `my_shop.today.notes.again`")
      #expect(try plan("today.notes.again", "x", folder).edits.count == 1)
    }
  }

  /// A decision that lists its results has an enum of its own, even where the pack has one of the same name and some of the same values.
  @Test func anEnumOfADecisionIsNotThatOfThePack() throws {
    try withSystem { folder in
      try folder.write(
        """
        rules: 1
        module: my_shop.other
        facts: { n: { type: int } }
        decisions:
          layer:
            hit: first
            rows: [{ id: many, when: { n: "> 1" }, then: base }]
            otherwise: none_at_all
        """, to: "Rules/my-shop/other.yaml")
      let manifest = folder.appending(path: "Rules/my-shop/ruleset.yaml")
      let text = try String(contentsOf: manifest, encoding: .utf8)
      let line = try #require(text.firstMatch(of: /(?m)^( *)my_shop.today:.*$/))
      try folder.write(
        text.replacing(line.0, with: "\(line.0)\n\(line.1)my_shop.other: other.yaml"), to: "Rules/my-shop/ruleset.yaml")
      let edits = try plan("value:layer.base", "below", folder).edits.map(\.line)
      #expect(edits.contains { $0.contains("pack.yaml") } && !edits.contains { $0.contains("other.yaml") }, "\(edits)")
    }
  }

  @Test func rulesWithMistakesAreNotChanged() throws {
    try withSystem { folder in
      let url = folder.appending(path: "Rules/my-shop/today.yaml")
      let text = try String(contentsOf: url, encoding: .utf8)
      try folder.write(text.replacing("= late_from", with: "= late_form"), to: "Rules/my-shop/today.yaml")
      let error = #expect(throws: DiagnosticError.self) { try plan("visits", "times", folder) }
      #expect(error?.diagnostics.map(\.code) == ["rename/rules-have-mistakes"])
    }
  }

  /// What the index does not know of is found by validating: here a schema's list of kinds.
  @Test func newProblemsAreRefused() throws {
    try withSystem { folder in
      let plan = try plan("late_from", "evening", folder)
      let store = SourceStore()
      let wrong = Diagnostic(code: "rules/any", message: "something new", place: nil)
      let error = #expect(throws: DiagnosticError.self) {
        try plan.confirm(over: store, before: { [] }) { _ in [wrong] }
      }
      #expect(error?.diagnostics.map(\.code) == ["rename/new-problems"])
      try plan.confirm(over: store, before: { [wrong] }) { _ in [wrong] }
    }
  }

  /// The id of a record that is its file has no word to replace.
  @Test func whatIsNotOneWordIsRefused() throws {
    try withSystem { folder in
      try folder.write(
        "kind: message\ntexts: { text: Hello. }\n", to: "ContentPacks/my-shop/single.yaml")
      let manifest = folder.appending(path: "ContentPacks/my-shop/pack.yaml")
      let text = try String(contentsOf: manifest, encoding: .utf8)
      try folder.write(
        text.replacing("path: messages }", with: "path: single.yaml }"), to: "ContentPacks/my-shop/pack.yaml")
      let indexes = try indexes(folder)
      let name = try #require(indexes.flatMap(\.names).first { $0.kind == .record })
      let error = #expect(throws: DiagnosticError.self) { try RenamePlan(name, to: "other", in: indexes) }
      #expect(["rename/not-written", "rename/rules-have-mistakes"].contains(error?.diagnostics.first?.code))
    }
  }

  /// Examples of a pack, which name things of it as requests do.
  private static let examples = [
    "requests/decide.json": #"{ "decision": "today.greeting", "facts": { "hour": 9 } }"#,
    "requests/explain.json":
      #"{ "method": "decide", "params": { "decision": "my_shop.today.notes", "facts": { "visits": 2 } } }"#,
    "requests/records.json": #"{ "kind": "message", "ids": ["note.again"] }"#,
    "seen.json": #"{ "seen": { "layer": "base", "messages": ["note.welcome", "greeting.day"] } }"#,
  ]

  private func addExamples(to folder: URL) throws {
    for (file, text) in Self.examples { try folder.write("\(text)\n", to: "ContentPacks/my-shop/examples/\(file)") }
  }

  /// How often examples name something.
  private func usesInExamples(of indexes: [NameIndex]) -> Int {
    indexes.flatMap(\.names).flatMap(\.uses).count { $0.part == .examples }
  }

  @Test(arguments: [
    ("fact:visits", "times", ["requests/explain.json:1:82", "today.yaml:6:3"]),
    ("today.greeting", "hello", ["requests/decide.json:1:22"]),
    ("my_shop.today", "my_shop.page_of_day", ["requests/decide.json:1:16", "requests/explain.json:1:48"]),
    ("note.again", "note.back", ["requests/records.json:1:31"]),
    ("value:layer.base", "below", ["seen.json:1:23"]),
  ]) func examplesAreRenamedToo(_ old: String, _ new: String, _ expected: [String]) throws {
    try withSystem { folder in
      try addExamples(to: folder)
      let plan = try plan(old, new, folder)
      let examples = "\(folder.path)/ContentPacks/my-shop/examples/"
      let lines = plan.edits.map(\.line).filter { $0.hasPrefix(examples) }.map {
        $0.dropFirst(examples.count).split(separator: ": ")[0]
      }
      #expect(lines.map(String.init) == expected)
    }
  }

  /// The condition of a question is the quiz's, not the rules': `goals` is no fact in it.
  @Test func conditionsOfQuestionsAreRenamedToo() throws {
    let pack = Conformance.packageRoot.appending(path: "ContentPacks/terrain").path
    let indexes = try NameIndex.load([pack], from: SourceStore(), ruleSet: Self.noRules)
    let name = try RenamePlan.name("value:menstrual_comfort", in: indexes)
    let files = Set(name.uses.map { $0.place.source.name.dropFirst(pack.count + 1) })
    #expect(files.isSuperset(of: ["quiz.yaml", "examples/requests/quiz.next.json"]), "\(files)")
    let goals = try RenamePlan.name("fact:goals", in: indexes)
    #expect(!goals.uses.contains { $0.place.source.name.hasSuffix("/quiz.yaml") })
  }

  /// One rename after the other, of anything to anything: the system stays as right as it was.
  @Test func randomRenames() throws {
    let count = TestExtent.count(30, long: 500, of: "random renames, validated")
    var random = SplitMix64(seed: 500)
    try withSystem { folder in
      try addExamples(to: folder)
      let named = try usesInExamples(of: indexes(folder))
      #expect(named == 10)
      var refused: [String: Int] = [:]
      for number in 0..<count {
        let store = SourceStore()
        let indexes = try indexes(folder, store)
        let names = indexes.flatMap(\.names)
        let name = names[Int(random.next() % UInt64(names.count))]
        let prefix = name.kind == .module ? "my_shop.new_" : "new_"
        do {
          let plan = try RenamePlan(name, to: Text("\(prefix)\(number)"), in: indexes)
          try plan.confirm(over: store, before: { [] }) { validated(folder, $0) }
          for (path, bytes) in plan.files { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
        } catch let error as DiagnosticError {
          refused["\(name.kind.rawValue) \(error.diagnostics[0].code)", default: 0] += 1
        }
        #expect(validated(folder, SourceStore()).map(\.message) == [])
        #expect(try usesInExamples(of: self.indexes(folder)) == named, "\(name.fullName)")
      }
      // What the program knows by name stays: its decision, its kind, the fact that it derives.
      let others = refused.keys.filter {
        !$0.hasSuffix("fixed-name") && !$0.hasPrefix("kind ") && !$0.hasPrefix("module ")
      }
      #expect(others.isEmpty, "\(refused)")
    }
  }
}
