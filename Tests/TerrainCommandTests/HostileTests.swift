import Foundation
import TestSupport
import Testing

/// What an author or a caller can write to do harm: each ends soon, with a complaint that says what and where, and never
/// with a crash.
@Suite struct HostileTests {
  /// Seconds after which something hangs, on a busy machine and unoptimized.
  private static let patience = 60.0

  /// Runs the command in the checkout, and expects it to complain with `code` and end with `status`.
  private func refuses(
    _ words: [String], input: String = "", _ code: String, status: Int32 = 1,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try runCommand(
      words, input: Array(input.utf8), environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil],
      directory: TranscriptTests.checkout, timeout: Self.patience)
    #expect(!result.timedOut, "it hangs", sourceLocation: location)
    let output = result.standardOutput + result.standardError
    #expect(result.exitCode == status, "\(output.prefix(400))", sourceLocation: location)
    #expect(output.contains(code), "\(output.prefix(400))", sourceLocation: location)
    #expect(output.utf8.count < 1 << 20, sourceLocation: location)
    let controls = output.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || $0.properties.generalCategory == .format
    }
    #expect(controls.isEmpty, "raw control characters", sourceLocation: location)
  }

  /// A module `r.m` in a rule set of its own, checked.
  private func refuses(
    module: String, bytes: [UInt8]? = nil,
    manifest: String = "rules: 1\nid: r\nversion: 1.0.0\nmodules: { r.m: m.yaml }\n",
    _ code: String, status: Int32 = 1, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try withTemporaryDirectory { folder in
      _ = try folder.write(bytes ?? Array(module.utf8), to: "m.yaml")
      _ = try folder.write(manifest, to: "ruleset.yaml")
      try refuses(["check", folder.path], code, status: status, location)
    }
  }

  private func value(_ expression: String) -> String {
    "rules: 1\nmodule: r.m\nfacts:\n  x: { type: int, min: 0, max: 9 }\ndecisions:\n  d: { value: \"= \(expression)\" }\n"
  }

  private static let plain = """
    rules: 1
    module: r.m
    facts:
      x: { type: int, min: 0, max: 9 }
    decisions:
      d:
        hit: first
        rows:
          - { id: a, when: { x: "> 3" }, then: a }
        otherwise: b

    """

  // MARK: Explanations

  /// What logs and requests say is shown as text in every explanation, a terminal's escapes and turned writing too.
  @Test func explanationsShowWhatIsWrittenAsText() throws {
    let item = #"\u001b[31mred\u202e\u0007\nforged"#
    let logs = (1...9).map {
      #"{"date": "2026-02-0\#($0)", "completed_routine_ids": ["\#(item)"], "quick_symptoms": []}"#
    }
    let facts =
      #"{"profile": "cold_deficient_low_flame", "modifier": "none", "cabinet": [], "need": "calm", "spelled": "\#(item)"}"#
    let request =
      #"{"person_id": "\#(item)", "now": "2026-02-09T07:30", "facts": \#(facts), "logs": [\#(logs.joined(separator: ","))]}"#
    for subject in [["trend"], ["streak"], ["page", "today"], ["suggest"], ["suggest", "--ranking", "ingredients"]] {
      let result = try runCommand(
        ["explain"] + subject + ["-"], input: Array(request.utf8), environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil],
        directory: TranscriptTests.checkout, timeout: Self.patience)
      #expect(result.exitCode == 0, "\(subject): \(result.standardError.prefix(400))")
      let raw = result.standardOutput.unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n") || $0.properties.generalCategory == .format
      }
      #expect(raw.isEmpty, "\(subject)")
      #expect(!result.standardOutput.split(separator: "\n").contains { $0.hasPrefix("forged") }, "\(subject)")
      if subject == ["trend"] {
        #expect(result.standardOutput.contains("\\u{1b}[31mred") || result.standardOutput.contains("u{1b}"))
      }
    }
  }

  // MARK: Expressions

  @Test(arguments: [
    (String(repeating: "(", count: 200_000) + "1" + String(repeating: ")", count: 200_000), "expressions/too-long"),
    (
      String(repeating: "(", count: 40_000) + "1" + String(repeating: ")", count: 40_000), "expressions/nested-too-deep"
    ),
    (String(repeating: "1 + ", count: 20_000) + "1", "expressions/too-deep"),
    (String(repeating: "x > 1 && ", count: 20_000) + "true", "expressions/too-long"),
    (String(repeating: "!", count: 20_000) + "true", "expressions/too-deep"),
    (String(repeating: "-", count: 20_000) + "1", "expressions/too-deep"),
    ("[1]" + String(repeating: "[0]", count: 20_000), "expressions/too-deep"),
    ("x" + String(repeating: ".a", count: 20_000), "expressions/too-deep"),
    (String(repeating: "[", count: 20_000), "expressions/nested-too-deep"),
  ]) func expressionsHaveLimits(_ expression: String, _ code: String) throws {
    try refuses(module: value(expression), code)
  }

  @Test func loopsInsideLoopsAreCounted() throws {
    let numbers = (0..<1000).map(String.init).joined(separator: ",")
    try refuses(
      module: value("[\(numbers)].all(a, [\(numbers)].all(b, [\(numbers)].all(c, a + b + c >= 0)))"), "rules/too-costly"
    )
    try refuses(
      ["eval", "l.all(a, l.all(b, l.all(c, a + b + c >= 0)))", "-"], input: "{\"l\": [\(numbers)]}",
      "evaluation/step-limit")
  }

  /// `a0` is `first`, each name after it is made of the one before, 60 times; then `last` of the last one.
  private func bound(_ first: String, _ next: (String) -> String, _ last: (String) -> String) -> String {
    let names = (0..<60).map { "a\($0)" }
    var expression = ""
    for (index, name) in names.enumerated() {
      expression += "cel.bind(\(name), \(index == 0 ? first : next(names[index - 1])), "
    }
    return expression + last("a59") + String(repeating: ")", count: 60)
  }

  @Test func valuesThatDoubleDoNotFillMemory() throws {
    try refuses(["eval", bound("[1]", { "\($0) + \($0)" }, { "\($0).size()" })], "evaluation/size-limit")
    try refuses(["eval", bound("'aaaaaaaaaa'", { "\($0) + \($0)" }, { "\($0).size()" })], "-limit")
    // What lists share, nobody may write out or compare as often as it is found.
    for last in ["a59", "a59 == a59", "'%s'.format([a59])"] {
      try refuses(["eval", bound("[1]", { "[\($0), \($0)]" }, { _ in last })], "evaluation/size-limit")
    }
    try refuses(
      ["eval", bound("{'a': x}", { "{'a': \($0), 'b': \($0)}" }, { $0 }), "-"], input: "{\"x\": 1}",
      "evaluation/size-limit")
  }

  @Test func numbersDoNotOverflowUnsaid() throws {
    for (expression, code) in [
      ("9223372036854775807 + 1", "evaluation/overflow"), ("x - 1", "evaluation/overflow"),
      ("x / -1", "evaluation/overflow"), ("-x", "evaluation/overflow"), ("x * 2", "evaluation/overflow"),
      ("math.abs(x)", "evaluation/overflow"), ("[x, -1].sum()", "evaluation/overflow"), ("x / 0", "division-by-zero"),
      ("9223372036854775808", "number-out-of-range"), ("decimal('1e999999999')", "invalid-argument"),
      ("lists.range(9223372036854775807)", "size-limit"), ("'%.1000000f'.format([1.0])", "invalid-argument"),
    ] {
      try refuses(["eval", "--", expression, "-"], input: "{\"x\": -9223372036854775808}", code)
    }
  }

  // MARK: Modules

  @Test func modulesOfEveryStrangeShape() throws {
    let plain = Self.plain
    for (module, code) in [
      ("", "`"), ("# nothing\n", "file/no-document"), (plain + "---\n" + plain, "file/several-documents"),
      ("[]", "rules/wrong-shape"), (plain.replacing("hit", with: "h\0it"), "yaml/control-character"),
      (plain + "# \u{1b}[31m\n", "yaml/control-character"), (plain.replacing("  ", with: "\t"), "yaml/tab-indentation"),
      (plain.replacing("> 3", with: "> zzz\u{202e}\u{2066}"), "expressions/invisible-character"),
      (plain.replacing("then: a", with: "then: " + String(repeating: "[", count: 100_000)), "yaml/nested-too-deep"),
      ("a: &a [*a]\n" + plain, "yaml/recursive-alias"),
      (plain.replacing("\"> 3\"", with: "99999999999999999999"), "rules/"),
      (plain.replacing("> 3", with: "> " + String(repeating: "9", count: 50_000)), "rules/literal-type"),
      (plain.replacing("module: r.m", with: "module: r.m\nuses: [r.m]"), "rules/module-cycle"),
    ] {
      try refuses(module: module, code)
    }
    try refuses(module: "", bytes: Array(plain.utf8) + [0x23, 0xFF], "is not UTF-8")
  }

  @Test func manifestsThatLeadElsewhere() throws {
    func manifest(_ file: String, version: String = "1.0.0") -> String {
      "rules: 1\nid: r\nversion: \(version)\nmodules: { r.m: \"\(file)\" }\n"
    }
    for file in ["/etc/passwd", "../../../etc/passwd", "..", "", "m.yaml\\0x"] {
      try refuses(module: Self.plain, manifest: manifest(file), "ruleset/path-leaves-folder")
    }
    for file in [".", "nope.yaml", "m.yaml/x"] {
      try refuses(module: Self.plain, manifest: manifest(file), "ruleset/missing-module")
    }
    try refuses(module: Self.plain, manifest: manifest("m.yaml", version: "banana"), "ruleset/not-a-version")
  }

  @Test func filesThatAreNone() throws {
    try withTemporaryDirectory { folder in
      _ = try folder.write("rules: 1\nid: r\nversion: 1.0.0\nmodules: { r.m: m.yaml }\n", to: "ruleset.yaml")
      let module = folder.appending(path: "m.yaml").path
      #expect(mkfifo(module, 0o600) == 0)
      try refuses(["check", folder.path], "ruleset/missing-module")
      unlink(module)
      symlink("m.yaml", module)
      try refuses(["check", folder.path], "file/unreadable", status: 2)
      unlink(module)
      // A file elsewhere is not shown, whatever it is.
      symlink("/etc/passwd", module)
      try refuses(["check", folder.path], "ruleset/path-leaves-folder")
      unlink(module)
      mkdir(module, 0o700)
      try refuses(["check", folder.path], "ruleset/missing-module")
    }
  }

  @Test func aThousandDecisionsInACircle() throws {
    let decisions = (0..<1000).map { "  d\($0): { value: \"= d\(($0 + 1) % 1000) + 1\" }\n" }.joined()
    try refuses(module: "rules: 1\nmodule: r.m\ndecisions:\n" + decisions, "rules/decision-cycle")
  }

  /// Loading or proving them in time that grows with the square of the rows takes minutes, and ends the test.
  @Test(arguments: [
    (
      "{ id: r#, when: { x: \"#0..#9\" }, then: r# }", "", "has no row for x = 30000"
    ),
    (
      "{ id: r#, when: { e: o# }, then: p# }", "{ id: r#, when: { x: # }, then: o# }", "no problems found"
    ),
  ]) func longTablesAreLoadedAndProvedInTime(_ row: String, _ words: String, _ finding: String) throws {
    func table(_ name: String, _ row: String, _ more: String = "") -> String {
      let rows = (0..<3000).map { "      - " + row.replacing("#", with: "\($0)") + "\n" }.joined()
      return "  \(name):\n    hit: unique\n    rows:\n\(rows)\(more)"
    }
    var module = "rules: 1\nmodule: r.m\nfacts:\n  x: { type: int, min: 0, max: 30000 }\ndecisions:\n"
    if !words.isEmpty { module += table("e", words, "    otherwise: o\n") }
    module += table("d", row, words.isEmpty ? "" : "    otherwise: p\n")
    try withTemporaryDirectory { folder in
      _ = try folder.write(module, to: "m.yaml")
      _ = try folder.write("rules: 1\nid: r\nversion: 1.0.0\nmodules: { r.m: m.yaml }\n", to: "ruleset.yaml")
      let result = try runCommand(
        ["check", folder.path], directory: TranscriptTests.checkout, timeout: Self.patience)
      #expect(!result.timedOut)
      #expect(
        result.standardOutput.contains(finding),
        "\(result.standardOutput.prefix(300))\(result.standardError.prefix(300))")
    }
  }

  // MARK: Answers and words

  @Test func answersOfEveryStrangeSize() throws {
    let long = String(repeating: "k", count: 1_000_000)
    try refuses(["score", "-"], input: "{\"answers\": {\"\(long)\": \"x\"}}", "answers/unknown-question")
    try refuses(["score", "-"], input: "{\"answers\": {\"\\u001b[31m\\u202e\": \"x\"}}", "answers/unknown-question")
    let many = (0..<100_000).map { "\"q\($0)\": \"x\"" }.joined(separator: ", ")
    try refuses(["score", "-"], input: "{\"answers\": {\(many)}}", "answers/too-many")
    let some = (0..<5000).map { "\"q\($0)\": \"é\"" }.joined(separator: ", ")
    try refuses(["score", "-"], input: "{\"answers\": {\(some)}}", "request/more-diagnostics")
    try refuses(["score", "-"], input: String(repeating: "[", count: 100_000), "json/nested-too-deep")
  }

  @Test func wordsAreShownHarmless() throws {
    try refuses(["\u{1b}[31m"], "is not a command", status: 2)
    try refuses(["score", "-", "--\u{1b}[31m"], "is not an option", status: 2)
    try refuses(["score", "-", "--pack", "\u{1b}[31m\u{202e}"], "pack/not-found", status: 2)
    try refuses(["score", "\u{1b}[31m"], "file/not-found", status: 2)
    try refuses(["eval", "-1"], "write `--` before an argument", status: 2)
    for set in ["", "=", "a"] {
      try refuses(["score", "-", "--set", set], input: "{}", "rules/set-syntax", status: 2)
    }
    for set in ["a.b=1", "types.cold_at_most=", "types.cold_at_most=\u{1b}[31m", "types.cold_at_most=1=2"] {
      try refuses(["score", "-", "--set", set], input: "{}", "rules/set")
    }
  }

  @Test func outputStaysWhatItIs() throws {
    try withTemporaryDirectory { folder in
      let pipe = folder.appending(path: "out").path
      let target = try folder.write("old", to: "target")
      symlink(target, pipe)
      let result = try runCommand(
        ["check", "--format", "json", "--output", pipe], directory: TranscriptTests.checkout)
      #expect(result.exitCode == 0)
      // The link leads where it led, and what it leads to is written.
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: pipe) == target)
      #expect(try String(contentsOfFile: target, encoding: .utf8) != "old")
      try refuses(["check", "--format", "json", "--output", "/dev/full"], "file/cannot-write", status: 2)
      var status = stat()
      #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }
  }
}
