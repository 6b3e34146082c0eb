import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

@Suite struct PackDiffTests {
  private let small = """
    id: small
    version: 1.2.3
    title: Small
    default_locale: en
    supported_locales: [en, de]
    rules: { id: small, version: "^1.0.0" }
    kinds:
      thing: { path: things.yaml }
      quiz: { path: quiz.yaml }
    enums:
      size: { values: [s, m, l], labels: { s: Small } }
    """
  private let things = """
    items:
      - { id: ball, name: Ball, tags: [a, b], deep: { list: [1, { x: 1 }] }, weight: 1.50 }
      - { id: box, name: "Box" }
    """
  private let quiz = "questions:\n  - { id: q1, options: [{ id: a }, { id: b, text: B }] }\n  - { id: q2 }\n"

  private func diff(_ changes: [(file: String, text: String, new: String)], version: String = "1.2.3") throws
    -> PackDiff
  {
    try withTemporaryDirectory { folder in
      var files = ["pack.yaml": small, "things.yaml": things, "quiz.yaml": quiz]
      for (name, text) in files { try folder.write(text, to: "old/\(name)") }
      for change in changes {
        let old = try #require(files[change.file])
        let new = old.replacing(change.text, with: change.new)
        #expect(new != old, "\(change.text)")
        files[change.file] = new
      }
      files["pack.yaml"] = files["pack.yaml"]?.replacing("1.2.3", with: version)
      for (name, text) in files { try folder.write(text, to: "new/\(name)") }
      return try PackDiff(old: folder.appending(path: "old").path, new: folder.appending(path: "new").path)
    }
  }

  @Test func formDoesNotCount() throws {
    let diff = try diff([
      ("things.yaml", "{ id: ball, name: Ball, tags: [a, b]", "{ name: 'Ball', tags: [ \"a\", b ], id: ball"),
      ("things.yaml", "weight: 1.50", "weight: 1.5"),
      ("things.yaml", "{ id: box, name: \"Box\" }", "id: box # a box\n    name: Box"),
    ])
    #expect(diff.changes.isEmpty)
    #expect(diff.impact == nil)
    #expect(diff.text == "nothing is different (1.2.3, 1.2.3)\n")
  }

  @Test(arguments: [
    (
      "things.yaml", "- { id: box, name: \"Box\" }", "- { id: crate, name: Box }",
      "major  thing box is gone\nminor  thing crate is new\n"
    ),
    ("pack.yaml", "[s, m, l]", "[s, l, xl]", "major  enum size has no `m` any more\nminor  enum size has `xl` now\n"),
    ("pack.yaml", "[s, m, l]", "[l, m, s]", "patch  enum size is in another order\n"),
    ("pack.yaml", "s: Small", "s: Little", "patch  enum size: labels.s was `Small` and is `Little`\n"),
    ("pack.yaml", "size:", "sizes:", "major  enum size is gone\nminor  enum sizes is new\n"),
    ("pack.yaml", "[en, de]", "[en, fr]", "major  locale de is gone\nminor  locale fr is new\n"),
    ("pack.yaml", "default_locale: en", "default_locale: de", "major  pack has another default locale, `de`\n"),
    ("pack.yaml", "^1.0.0", "^1.1.0", "minor  pack needs another version of its rule set\n"),
    ("pack.yaml", "rules: { id: small", "rules: { id: other", "major  pack needs another rule set\n"),
    ("pack.yaml", "title: Small", "title: Little", "patch  pack: title was `Small` and is `Little`\n"),
    ("pack.yaml", "  quiz: { path: quiz.yaml }\n", "", "major  kind quiz is gone\n"),
    (
      "things.yaml", "[a, b]", "[b, c]",
      "patch  thing ball: tags has no `a` any more\npatch  thing ball: tags has `c` now\n"
    ),
    ("things.yaml", "[a, b]", "[b, a]", "patch  thing ball: tags is in another order\n"),
    ("things.yaml", "{ x: 1 }", "{ x: 2 }", "patch  thing ball: deep.list[1].x was `1` and is `2`\n"),
    (
      "things.yaml", ", weight: 1.50", ", size: s",
      "patch  thing ball: size is new\npatch  thing ball: weight is gone\n"
    ),
    (
      "quiz.yaml", "{ id: a }", "{ id: c }",
      "major  quiz quiz: questions[q1].options[a] is gone\nminor  quiz quiz: questions[q1].options[c] is new\n"
    ),
    ("quiz.yaml", "text: B", "text: \"C\"", "patch  quiz quiz: questions[q1].options[b].text was `B` and is `C`\n"),
    (
      "quiz.yaml", "id: q2", "id: q3",
      "major  quiz quiz: questions[q2] is gone\nminor  quiz quiz: questions[q3] is new\n"
    ),
  ])
  func changes(file: String, text: String, new: String, expected: String) throws {
    let diff = try diff([(file, text, new)])
    #expect(diff.text.hasPrefix(expected), "\(diff.text)")
    #expect(diff.text.split(separator: "\n").count == expected.split(separator: "\n").count + 1, "\(diff.text)")
  }

  @Test(arguments: [
    ("things.yaml", "id: box", "id: crate", "1.3.0", "2.0.0", true),
    ("things.yaml", "id: box", "id: crate", "2.0.0", "2.0.0", false),
    ("pack.yaml", "m, l]", "m, l, xl]", "1.2.4", "1.3.0", true),
    ("pack.yaml", "m, l]", "m, l, xl]", "1.3.0", "1.3.0", false),
    ("things.yaml", "[a, b]", "[a]", "1.2.3", "1.2.4", true),
    ("things.yaml", "[a, b]", "[a]", "2.0.0-beta", "1.2.4", false),
  ])
  func versions(file: String, text: String, new: String, version: String, calledFor: String, isTooLow: Bool) throws {
    let diff = try diff([(file, text, new)], version: version)
    #expect(diff.calledFor.description == calledFor)
    #expect(
      diff.text.hasSuffix(
        isTooLow
          ? "1.2.3 to \(version): these changes call for \(calledFor), which is more\n" : "call for \(calledFor)\n"))
  }

  @Test func beforeTheFirstRelease() throws {
    let diff = try withTemporaryDirectory { folder in
      for (name, values) in [("old", "[s, m]"), ("new", "[s]")] {
        try folder.write(
          "id: x\nversion: 0.3.1\ndefault_locale: en\nkinds: {}\nenums: { size: { values: \(values) } }\n",
          to: "\(name)/pack.yaml")
      }
      return try PackDiff(old: folder.appending(path: "old").path, new: folder.appending(path: "new").path)
    }
    #expect(diff.calledFor.description == "0.4.0")
  }

  @Test func forPrograms() throws {
    let diff = try diff([("things.yaml", "id: box", "id: crate")])
    var writer = JSONWriter()
    diff.write(to: &writer)
    let root = try #require(JSONReader.read(SourceText(name: "diff.json", bytes: writer.bytes)).document?.root)
    #expect(root["impact"]?.text == "major")
    #expect(root["called_for"]?.text == "2.0.0")
    #expect(root["changes"]?.elements.map { $0["subject"]?.text } == ["thing box", "thing crate"])
    #expect(root["changes"]?.element(at: 0)?["old"]?["line"]?.int == 3)
  }

  @Test func aBuiltPackAgainstItsFolder() throws {
    try Checkout.with { checkout in
      let pack = "\(checkout.folder.path)/ContentPacks/terrain"
      let built = try PackBuilder(pack: pack, rules: "\(checkout.folder.path)/Rules/terrain").build()
      let file = try checkout.folder.write(built.bytes, to: "terrain.json")
      #expect(try PackDiff(old: file, new: pack).changes.isEmpty)
      _ = try checkout.make([.init("", in: "ContentPacks/terrain/modifiers.yaml", "Restless", "Unrest")])
      #expect(try PackDiff(old: file, new: pack).changes.map(\.subject) == ["modifier shen: label.en-US"])
    }
  }

  @Test func whatIsNoPack() throws {
    try withTemporaryDirectory { folder in
      let file = try folder.write("{}", to: "a.json")
      let error = #expect(throws: DiagnosticError.self) { try PackDiff(old: file, new: file) }
      #expect(error?.diagnostics.map(\.code) == ["pack/not-built"])
      let nothing = #expect(throws: DiagnosticError.self) { try PackDiff(old: folder.path, new: file) }
      #expect(nothing?.diagnostics.map(\.code) == ["file/not-found"])
    }
  }
}
