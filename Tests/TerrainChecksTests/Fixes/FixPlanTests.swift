import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Misspelled words become the right ones again, byte for byte, and nothing else changes.
@Suite struct FixPlanTests {
  /// A word of a new system, and how it is misspelled.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let file: String
    let right: String
    let wrong: String
    let code: String
    var testDescription: String { "\(wrong) in \(file)" }

    init(_ code: String, _ file: String, _ right: String, _ wrong: String) {
      (self.code, self.file, self.right, self.wrong) = (code, file, right, wrong)
    }
  }

  private static let pack = "ContentPacks/my-shop/pack.yaml"
  private static let module = "Rules/my-shop/today.yaml"
  private static let tests = "Rules/my-shop/tests/today.yaml"

  static let mistakes = [
    Mistake("schema/unknown-key", pack, "supported_locales:", "suported_locales:"),
    Mistake("schema/unknown-key", module, "parameters:", "paramters:"),
    Mistake("rules/not-a-case", module, "message: note.again", "message: note.agian"),
    Mistake("rules/not-a-case", module, "layer: time, hour", "layer: tme, hour"),
    Mistake("rules/unknown-name", module, "= late_from", "= late_form"),
    Mistake("rules/bad-type", module, "list<choice>", "list<choce>"),
    Mistake("rules/unknown-name", module, ">= late_from", ">= late_form"),
    Mistake("rules/test-unknown-decision", tests, "expect: { notes", "expect: { noets"),
    Mistake("rules/test-unknown-fact", tests, "given:  { visits: 0", "given:  { vists: 0"),
  ]

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

  private func plan(_ folder: URL) -> (plan: FixPlan, before: ValidationReport, after: ValidationReport) {
    let inputs = ["ContentPacks", "Rules"].map { Validator.Input.path("\(folder.path)/\($0)") }
    let before = Validator().validate(inputs)
    var plan = FixPlan(before)
    let after = plan.confirm(before) { Validator().validate(inputs, in: $0) }
    return (plan, before, after)
  }

  @Test(arguments: mistakes) func oneMistake(_ mistake: Mistake) throws {
    try withSystem { folder in
      let url = folder.appending(path: mistake.file)
      let right = try String(contentsOf: url, encoding: .utf8)
      #expect(right.contains(mistake.right))
      try folder.write(right.replacing(mistake.right, with: mistake.wrong), to: mistake.file)
      let (plan, before, after) = plan(folder)
      #expect(before.diagnostics.contains { $0.code == mistake.code })
      #expect(after.diagnostics.map(\.message) == [])
      #expect(plan.files.map(\.path) == [url.path])
      #expect(plan.files.map { String(decoding: $0.bytes, as: UTF8.self) } == [right])
      // The file itself is as it was.
      #expect(try String(contentsOf: url, encoding: .utf8) != right)
    }
  }

  /// Fixes uncover what could not be checked before: in the end everything is as it was, comments included.
  @Test func severalMistakes() throws {
    try withSystem { folder in
      var right: [URL: String] = [:]
      for mistake in Self.mistakes.suffix(3) {
        let url = folder.appending(path: mistake.file)
        let text = try String(contentsOf: url, encoding: .utf8)
        if right[url] == nil { right[url] = text }
        try folder.write(text.replacing(mistake.right, with: mistake.wrong), to: mistake.file)
      }
      var counts: [Int] = []
      for _ in 0..<3 {
        let (plan, _, _) = plan(folder)
        counts.append(plan.edits.count)
        for (path, bytes) in plan.files { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
      }
      #expect(counts == [1, 2, 1])
      for (url, text) in right { #expect(try String(contentsOf: url, encoding: .utf8) == text) }
    }
  }

  /// What needs a decision is left to its author.
  @Test(arguments: [
    ("message: greeting.late", "message: something.else"), ("hour: \"= late_from\"", "hour: \"= late_from +\""),
    ("min: 0, max: 23, doc", "min: 24, max: 23, doc"),
  ]) func whatIsLeftAlone(_ right: String, _ wrong: String) throws {
    try withSystem { folder in
      let text = try String(contentsOf: folder.appending(path: Self.module), encoding: .utf8)
      #expect(text.contains(right))
      try folder.write(text.replacing(right, with: wrong), to: Self.module)
      let (plan, before, after) = plan(folder)
      #expect(!before.diagnostics.isEmpty)
      #expect(plan.edits.isEmpty && plan.files.isEmpty)
      #expect(after.diagnostics == before.diagnostics)
    }
  }

  @Test func theDifference() throws {
    try withSystem { folder in
      let text = try String(contentsOf: folder.appending(path: Self.tests), encoding: .utf8)
      try folder.write(text.replacing("{ visits: 0 }", with: "{ vists: 0 }"), to: Self.tests)
      let (plan, _, _) = plan(folder)
      let lines = plan.difference.split(separator: "\n").map(String.init)
      let path = "\(folder.path)/\(Self.tests)"
      #expect(lines.prefix(3) == ["--- \(path)", "+++ \(path)", "@@ -8,7 +8,7 @@"])
      #expect(lines.dropFirst(3).map { $0.prefix(1) } == [" ", " ", " ", "-", "+", " ", " ", " "])
      #expect(lines.contains { $0.hasPrefix("-") && $0.contains("{ vists: 0 }") })
      #expect(lines.contains { $0.hasPrefix("+") && $0.contains("{ visits: 0 }") })
    }
  }

  /// `patch` turns the old text into the new one, whatever was changed.
  @Test func differencesAreReadByPatch() throws {
    var random = SplitMix64(seed: 39)
    for _ in 0..<TestExtent.count(20, long: 2_000, of: "unified differences") {
      let old = (0..<Int(random.next() % 30)).map { _ in "line \(random.next() % 5)\n" }
      var new = old
      for _ in 0..<Int(random.next() % 6) {
        let at = Int(random.next() % UInt64(new.count + 1))
        if random.next() % 2 == 0 {
          new.insert("new \(random.next() % 5)\n", at: at)
        } else if at < new.count {
          new.remove(at: at)
        }
      }
      try withTemporaryDirectory { folder in
        try folder.write(old.joined(), to: "file")
        let difference = UnifiedDifference.text(SourceText(name: "file", text: old.joined()), Array(new.joined().utf8))
        #expect(difference.isEmpty == (old == new))
        try folder.write(difference, to: "difference")
        if difference.isEmpty { return }
        let patch = Process()
        patch.executableURL = URL(fileURLWithPath: "/usr/bin/git")
        patch.arguments = ["apply", "-p0", "--unidiff-zero", "difference"]
        patch.currentDirectoryURL = folder
        try patch.run()
        patch.waitUntilExit()
        #expect(patch.terminationStatus == 0, "\(difference)")
        #expect(try String(contentsOf: folder.appending(path: "file"), encoding: .utf8) == new.joined())
      }
    }
  }
}
