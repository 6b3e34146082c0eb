import Foundation
import TestSupport
import Testing

/// Commands about rule sets: folders of them, all that is wrong with them, and documents whatever comes of it.
@Suite struct RuleSetCommandTests {
  private func run(_ words: [String], in folder: URL) throws -> CommandResult {
    try runCommand(words, environment: ["TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil], directory: folder)
  }

  /// Copies worlds of the fixtures into one folder.
  private func copy(_ worlds: [String], to folder: URL) throws {
    let files = FileManager.default
    for world in worlds {
      let source = TranscriptTests.folder.appending(path: "Fixtures/complaints/worlds/\(world)")
      for part in ["ContentPacks", "Rules"] {
        let target = folder.appending(path: part)
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: source.appending(path: part).path) {
          try files.copyItem(at: source.appending(path: "\(part)/\(name)"), to: target.appending(path: name))
        }
      }
    }
  }

  private static func write(_ text: String, to file: String, in folder: URL) throws {
    try folder.write(text, to: file)
  }

  /// Rule sets of one module, with a test each.
  private func simple(_ names: [String], in folder: URL) throws {
    for name in names {
      try folder.write(
        "rules: 1\nid: \(name)\nversion: 1.0.0\nmodules: { \(name).m: m.yaml }\n", to: "Rules/\(name)/ruleset.yaml")
      try folder.write(
        "rules: 1\nmodule: \(name).m\ndecisions: { a: { value: 1 } }\n", to: "Rules/\(name)/m.yaml")
      try folder.write(
        "tests: \(name).m\ncases: [{ name: one, expect: { a: 1 } }]\n", to: "Rules/\(name)/tests/m.yaml")
    }
  }

  @Test func aFolderOfRuleSetsIsEachOfThem() throws {
    try withTemporaryDirectory { folder in
      try simple(["one", "two"], in: folder)
      for words in [["Rules"], ["Rules/one", "Rules/two"], ["Rules/one", "Rules"]] {
        let checked = try run(["check"] + words, in: folder)
        #expect(checked.exitCode == 0, "\(checked.standardOutput)\(checked.standardError)")
        #expect(
          checked.standardOutput == "rule set `one`: no problems found\nrule set `two`: no problems found\n",
          "\(checked.standardOutput)")
        let tested = try run(["test"] + words, in: folder)
        #expect(tested.exitCode == 0, "\(tested.standardOutput)\(tested.standardError)")
        #expect(tested.standardOutput.hasSuffix("2 cases, all passed\n"), "\(tested.standardOutput)")
      }
      #expect(try run(["fmt", "--check", "Rules"], in: folder).exitCode != 2)
    }
  }

  /// What a guide asks of everybody's rules in CI.
  @Test func shippedRulesAreFormatted() throws {
    let result = try run(["fmt", "--check", "Rules"], in: TranscriptTests.checkout)
    #expect(result.exitCode == 0 && result.standardOutput.isEmpty, "\(result.standardOutput)")
  }

  /// One that cannot be used keeps the others from nothing.
  @Test func oneThatCannotBeUsed() throws {
    try withTemporaryDirectory { folder in
      try simple(["one", "two"], in: folder)
      try folder.write("rules: 1\nmodule: one.m\ndecisions: { a: { value: \"= nothing\" } }\n", to: "Rules/one/m.yaml")
      let checked = try run(["check", "Rules"], in: folder)
      #expect(checked.exitCode == 1)
      #expect(checked.standardOutput.contains("expressions/unknown-name"), "\(checked.standardOutput)")
      #expect(checked.standardOutput.contains("rule set `two`: no problems found"), "\(checked.standardOutput)")
      let tested = try run(["test", "Rules", "--junit", "NEW/SUB/tests.xml"], in: folder)
      #expect(tested.exitCode == 1)
      #expect(tested.standardOutput.contains("1 case, all passed"), "\(tested.standardOutput)")
      #expect(tested.standardError.contains("expressions/unknown-name"), "\(tested.standardError)")
      let xml = try String(contentsOf: folder.appending(path: "NEW/SUB/tests.xml"), encoding: .utf8)
      #expect(
        xml.contains("<testsuites tests=\"2\" failures=\"1\">") && xml.contains("expressions/unknown-name"), "\(xml)")
      // Formatting goes on, too.
      try folder.write("a: [", to: "Rules/one/m.yaml")
      try folder.write("rules:   1\nmodule: two.m\ndecisions: { a: { value: 1 } }\n", to: "Rules/two/m.yaml")
      let formatted = try run(["fmt", "Rules"], in: folder)
      #expect(formatted.exitCode != 0)
      #expect(formatted.standardOutput.contains("Rules/two/m.yaml"), "\(formatted.standardOutput)")
    }
  }

  @Test(arguments: ["nowhere", "empty", "empty/file.yaml"], ["check", "test", "fmt"])
  func whereThereIsNoneItIsNotFine(_ path: String, _ command: String) throws {
    try withTemporaryDirectory { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "empty"), withIntermediateDirectories: true)
      if path.hasSuffix(".yaml") { try folder.write("a: 1\n", to: path) }
      let result = try run([command, path], in: folder)
      // A file by itself may be formatted.
      #expect(result.exitCode == (path.hasSuffix(".yaml") && command == "fmt" ? 0 : 2), "\(result.standardError)")
    }
  }

  /// Mistakes in modules that only an engine finds.
  private static let mistakes: [(world: String, file: String, old: String, new: String)] = [
    ("shop", "Rules/shop/ruleset.yaml", "shop.scoring: scoring.yaml, ", ""),
    ("shop", "Rules/shop/ruleset.yaml", "shop.scoring: scoring.yaml", "shop.scorings: scoring.yaml"),
    ("shop", "Rules/shop/scoring.yaml", "half_even", "quarter_even"),
    ("shop", "Rules/shop/scoring.yaml", "rounding:", "roundings:"),
    ("points", "Rules/points/loyalty.yaml", "zone: UTC", "zone: Nowhere"),
    ("points", "Rules/points/loyalty.yaml", "cost: { value: 10 }", "cost: { value: ten }"),
    ("garden", "Rules/garden/trend.yaml", "show: grade", "show: grades"),
    ("garden", "Rules/garden/trend.yaml", "value: days.height", "value: days.heigth"),
    ("parcels", "Rules/parcels/timeline.yaml", "decisions:", "decisoins:"),
    // The engine misses the module that has another name in its file.
    ("shop", "Rules/shop/scoring.yaml", "module: shop.scoring", "module: shop.scorings"),
  ]

  /// What `validate` finds about modules, `check` finds as well.
  @Test(arguments: mistakes.indices) func findsWhatValidateFinds(_ index: Int) throws {
    let mistake = Self.mistakes[index]
    try withTemporaryDirectory { folder in
      try copy([mistake.world], to: folder)
      let file = folder.appending(path: mistake.file)
      let text = try String(contentsOf: file, encoding: .utf8)
      let wrong = text.replacing(mistake.old, with: mistake.new, maxReplacements: 1)
      try #require(wrong != text, "\(mistake.file) has no such text")
      try wrong.write(to: file, atomically: true, encoding: .utf8)
      func found(_ words: [String]) throws -> [String] {
        let result = try run(words + ["--format", "json"], in: folder)
        let root = try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) as? [String: Any]
        let all = root?["diagnostics"] as? [[String: Any]] ?? []
        return all.filter { ($0["file"] as? String)?.hasPrefix("Rules/") ?? false }.map {
          "\($0["code"] ?? "") \($0["file"] ?? "") \($0["line"] ?? "") \($0["message"] ?? "")"
        }
      }
      let validated = try found(["validate", "ContentPacks", "Rules"])
      #expect(!validated.isEmpty)
      // It reports what follows from a mistake as well.
      #expect(try Set(found(["check", "Rules"])).isSuperset(of: validated))
    }
  }

  /// Whatever comes of it, a program that reads standard output reads a document.
  @Test(arguments: ["json", "sarif", "junit", "github"]) func everyOutcomeIsADocument(_ format: String) throws {
    try withTemporaryDirectory { folder in
      try simple(["one"], in: folder)
      try folder.write("rules: 1\nmodule: one.m\ndecisions: { a: { value: \"= nothing\" } }\n", to: "Rules/one/m.yaml")
      try folder.write("a: 1\n", to: "not-a-baseline.json")
      for words in [
        ["check", "Rules"], ["check", "nowhere"], ["check"],
        ["check", "Rules", "--pack", "nowhere"], ["validate", "Rules"], ["validate", "nowhere"], ["validate"],
        ["validate", "Rules", "--pack", "nowhere"], ["validate", "Rules", "--baseline", "nowhere.json"],
        ["validate", "Rules", "--baseline", "not-a-baseline.json"], ["check", "Rules", "--set", "x"],
      ] {
        let result = try run(words + ["--format", format], in: folder)
        #expect(result.exitCode == 1 || result.exitCode == 2, "\(words)")
        let data = Data(result.standardOutput.utf8)
        switch format {
        case "json", "sarif":
          #expect(throws: Never.self, "\(words) \(result.standardError)") {
            try JSONSerialization.jsonObject(with: data)
          }
        case "junit":
          #expect(result.standardOutput.hasPrefix("<?xml"), "\(words)")
          #expect(result.standardOutput.contains("</testsuites>"), "\(words)")
        default: #expect(result.standardOutput.contains("::error"), "\(words) \(result.standardOutput)")
        }
      }
    }
  }
}
