import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Systems and modules to begin with, and the names in one of them, which are known to the last use.
@Suite struct NewSystemTests {
  private static let schemas = Conformance.packageRoot.appending(path: "ContentPacks/Schemas").path
  private static let files = ContentFiles.disk(SourceReader.read)

  private func write(_ scaffold: Scaffold) throws {
    for file in scaffold.created + scaffold.extended {
      let url = URL(fileURLWithPath: file.path)
      try url.deletingLastPathComponent().write(file.bytes, to: url.lastPathComponent)
    }
  }

  private static func system(
    _ parts: [String] = ["page"], in folder: URL, name: String = "my-shop", schemas: String? = schemas
  ) throws(DiagnosticError) -> Scaffold {
    let root = Conformance.packageRoot
    return try Scaffold.system(
      of: parts,
      from: (root.appending(path: "ContentPacks/starter").path, root.appending(path: "Rules/starter").path),
      in: folder.path, name: name, version: "1.0.0", schemas: schemas)
  }

  private func withSystem(_ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      try write(Self.system(in: folder))
      try body(folder)
    }
  }

  private func diagnostics(_ folder: URL) -> [String] {
    Validator().validate([.path("\(folder.path)/ContentPacks"), .path("\(folder.path)/Rules")]).diagnostics
      .map { "\($0.place?.fileAndLine ?? ""): \($0.code): \($0.message)" }
  }

  private static let parts = ["page", "quiz", "suggest", "loyalty"]

  /// Whichever parts are chosen, the system is whole: nothing is left of the others, and nothing is missing.
  @Test(arguments: 1..<1 << parts.count) func aNewSystemHasNoProblems(_ chosen: Int) throws {
    try withTemporaryDirectory { folder in
      let parts = Self.parts.indices.filter { chosen >> $0 & 1 == 1 }.map { Self.parts[$0] }
      let scaffold = try Self.system(parts, in: folder)
      try write(scaffold)
      #expect(diagnostics(folder) == [], "\(parts)")
      for file in scaffold.created where !file.path.contains("/Schemas/") {
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(!text.contains("part: ") && !text.lowercased().contains("starter"), "\(parts): \(file.path)")
        #expect(!text.contains("\n\n\n") && text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(parts): \(file.path)")
      }
    }
  }

  @Test func aPartThatThereIsNot() throws {
    try withTemporaryDirectory { folder in
      let error = try #require(throws: DiagnosticError.self) { try Self.system(["quizz"], in: folder) }
      #expect(error.diagnostics.map(\.code) == ["init/no-part"])
      #expect(error.diagnostics.map(\.fix) == ["did you mean `quiz`?"])
    }
  }

  @Test func newRulesHaveNoProblems() throws {
    try withSystem { folder in
      let rules = folder.appending(path: "Rules").path
      try write(Scaffold.rules("other-rules", in: rules, files: Self.files))
      for module in ["my_shop.prices", "my_shop.prices.of_the_day", "other_rules.last"] {
        try write(Scaffold.rules(module, in: rules, files: Self.files))
      }
      #expect(diagnostics(folder) == [])
      let manifest = try String(contentsOf: folder.appending(path: "Rules/my-shop/ruleset.yaml"), encoding: .utf8)
      #expect(
        manifest.hasSuffix("  my_shop.prices: prices.yaml\n  my_shop.prices.of_the_day: prices/of-the-day.yaml\n"))
    }
  }

  /// What is in a manifest stays as it is.
  @Test(arguments: [
    (
      "modules:\n  a.one: one.yaml   # the first\n# the end\n",
      "modules:\n  a.one: one.yaml   # the first\n  a.two: two.yaml\n# the end\n"
    ),
    ("modules:\n    a.one: one.yaml", "modules:\n    a.one: one.yaml\n    a.two: two.yaml\n"),
    ("modules: { a.one: one.yaml } # one\n", "modules: { a.one: one.yaml, a.two: two.yaml } # one\n"),
  ]) func aManifestKeepsWhatIsInIt(_ before: String, _ after: String) throws {
    try withTemporaryDirectory { folder in
      let head = "rules: 1\nid: a\nversion: 1.0.0\n"
      try folder.write(head + before, to: "Rules/a/ruleset.yaml")
      let scaffold = try Scaffold.rules("a.two", in: folder.appending(path: "Rules").path, files: Self.files)
      #expect(scaffold.extended.map { String(decoding: $0.bytes, as: UTF8.self) } == [head + after])
    }
  }

  @Test(arguments: [
    ("Shop", "init/bad-name", "did you mean `shop`?"), ("my shop", "init/bad-name", "did you mean `my-shop`?"),
    ("42", "init/bad-name", nil), ("my-shop", "init/file-exists", "choose another name, or remove what is there"),
  ]) func namesThatCannotBeUsed(_ name: String, _ code: String, _ fix: String?) throws {
    try withSystem { folder in
      let error = try #require(throws: DiagnosticError.self) {
        try Self.system(in: folder, name: name)
      }
      #expect(error.diagnostics.map(\.code) == [code])
      #expect(error.diagnostics.map(\.fix) == [fix])
    }
  }

  @Test(arguments: [
    ("my_shop.while", "init/bad-name"), ("my_shop.today", "init/file-exists"), ("your_shop.today", "init/no-rule-set"),
  ]) func modulesThatCannotBe(_ name: String, _ code: String) throws {
    try withSystem { folder in
      let error = try #require(throws: DiagnosticError.self) {
        try Scaffold.rules(name, in: folder.appending(path: "Rules").path, files: Self.files)
      }
      #expect(error.diagnostics.map(\.code) == [code])
    }
  }

  @Test func schemasThatAreNotThere() throws {
    try withTemporaryDirectory { folder in
      let error = try #require(throws: DiagnosticError.self) {
        try Self.system(in: folder, schemas: nil)
      }
      #expect(error.diagnostics.map(\.code) == ["init/no-template"])
    }
  }

  // MARK: Names

  /// A name and everything that is known about it: `kind full name: declarations; part file:line:column …`.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: Text
    let known: [String]
    var testDescription: String { name.string }

    init(_ name: Text, _ known: String...) { (self.name, self.known) = (name, known) }
  }

  private static let lateFrom =
    "parameter my_shop.today.late_from today.yaml:11:3; rules today.yaml:18:39 today.yaml:18:107"
  private static let greeting =
    "decision my_shop.today.greeting today.yaml:14:3; rules today.yaml:31:33; tests today.yaml:6:15 today.yaml:9:15"

  static let cases = [
    Case("late_from", lateFrom), Case("today.late_from", lateFrom), Case("my_shop.today.late_from", lateFrom),
    Case("other.late_from"), Case("greeting", greeting), Case("today.greeting", greeting),
    Case(
      "visits",
      "fact visits today.yaml:8:3; rules today.yaml:25:32 today.yaml:26:32; tests today.yaml:11:15 today.yaml:14:15; "
        + "scenarios today.yaml:4:79 today.yaml:12:66; populations everyday.yaml:9:3; examples today.yaml:6:3"),
    Case(
      "hour", "fact hour today.yaml:7:3; rules today.yaml:18:29; tests today.yaml:5:15 today.yaml:8:15"),
    Case(
      "greeting.late", "record message.greeting.late today.yaml:7:9; rules today.yaml:18:70; tests today.yaml:9:36"),
    Case(
      "message.note.welcome",
      "record message.note.welcome today.yaml:9:9; rules today.yaml:25:66; tests today.yaml:12:34; "
        + "scenarios today.yaml:9:103"),
    Case(
      "layer.base",
      "value layer.base pack.yaml:36:9; rules today.yaml:25:87 today.yaml:26:87; tests today.yaml:12:55 today.yaml:15:53"
    ),
    Case("layer", "enum layer pack.yaml:32:3; pack pack.yaml:22:14"),
    Case("choice", "type choice pack.yaml:18:3; rules today.yaml:15:11 today.yaml:22:16"),
    Case("message", "kind message pack.yaml:14:3; pack pack.yaml:21:16 pack.yaml:29:7"),
    Case(
      "my_shop.today",
      "module my_shop.today today.yaml:3:9; rules ruleset.yaml:6:3; "
        + "tests today.yaml:2:8; scenarios today.yaml:4:17"),
    Case("late", "row my_shop.today.greeting.late today.yaml:18:15"),
    Case("today.greeting.late", "row my_shop.today.greeting.late today.yaml:18:15"),
  ]

  private func description(_ name: IndexedName) -> String {
    func location(_ place: Place) -> String {
      let position = place.source.position(at: Int(place.range.start))
      return "\(place.source.name.split(separator: "/").last ?? ""):\(position.line):\(position.column)"
    }
    var text = "\(name.kind.rawValue) \(name.fullName) \(name.declarations.map(location).joined(separator: " "))"
    for part in FilePart.allCases {
      let uses = name.uses.filter { $0.part == part }
      if !uses.isEmpty { text += "; \(part.rawValue) \(uses.map { location($0.place) }.joined(separator: " "))" }
    }
    return text
  }

  @Test(arguments: cases) func namesAreFound(_ example: Case) throws {
    try withSystem { folder in
      let index = try #require(try NameIndex.load([folder.path], from: SourceStore()) { _, _ in nil }.first)
      #expect(index.names(called: example.name).map(description) == example.known)
    }
  }
}
