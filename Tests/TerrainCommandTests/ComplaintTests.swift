import Foundation
import TestSupport
import Testing

/// Complaints as an author meets them: files that fail a check, the command that finds it, its code and its range.
///
/// A file under `Fixtures/complaints` has cases such as this one. What is complained of stands between the marks 1 and 2;
/// without marks, the complaint has no place.
///
///     == rules/unused-parameter         the code, and no other; `with CODE` for one that comes along
///     from plain                        a folder of `worlds` or of `Fixtures` is copied; `from shipped NAME` a system
///     file Rules/r/m.yaml               a file is written
///     | parameters: { 1️⃣most2️⃣: 3 }
///     change Rules/r/m.yaml             a text in a file becomes another
///     - value: 3
///     + value: 4
///     bytes notes.yaml c3 28            a file that is not text is written
///     run git init -q .                 a shell's line, in the folder as it is by then; `terrain` is the program
///     $ terrain check Rules/r     the command
///     < { "n": 3 }                      its standard input
@Suite struct ComplaintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    enum Step: Sendable {
      case copy(String)
      case file(String, [String])
      case change(String, old: [String], new: [String])
      case bytes(String, String)
      case run(String)
    }

    var code: String
    var others: [String]
    var steps: [Step] = []
    var command = ""
    var input: [String] = []
    /// The examples of a code whose explanation has them in words.
    var wrong: [String]?
    var right: [String]?
    var testDescription: String { code }
  }

  private static let folder = TranscriptTests.folder.appending(path: "Fixtures/complaints")
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasSuffix(".txt") }.sorted() ?? []
  static let cases: [Case] = names.flatMap { name in
    read((try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "")
  }

  @Test func thereAreCases() { #expect(Self.cases.count > 50) }

  @Test(arguments: cases) func isFoundWhereItIs(_ test: Case) throws {
    try withTemporaryDirectory { folder in
      var expected: Finding.Place?
      func unmarked(_ text: String, _ name: String) -> String {
        let marked = MarkedText(text)
        if !marked.offsets.isEmpty { expected = Finding.Place(name, marked) }
        return marked.text
      }
      try Self.prepare(test.steps, in: folder) { unmarked($0, $1) }
      let input = unmarked(test.input.map { $0 + "\n" }.joined(), "<stdin>")
      let words = TranscriptTests.split(test.command).map { unmarked($0, "<expression>") }
      let result = try runCommand(
        words, input: Array(input.utf8), environment: ["TERRAIN_HOME": folder.path, "NO_COLOR": nil, "COLUMNS": nil],
        directory: folder)
      #expect((0...2).contains(result.exitCode))
      let output = result.standardOutput + "\n" + result.standardError
      let found = Finding.read(output.replacing("\(folder.path)/", with: ""))
      #expect(found.map(\.code).sorted() == ([test.code] + test.others).sorted(), "\(output)")
      let place = found.first { $0.code == test.code }?.place
      if place?.width == 0 { expected?.width = 0 }
      #expect(place == expected, "\(output)")
    }
  }

  /// Copies and writes what `steps` name into `folder`; `fill` returns what is written of a text to a path.
  static func prepare(
    _ steps: [Case.Step], in folder: URL, filling fill: (_ text: String, _ path: String) -> String
  ) throws {
    var texts: [String: String] = [:]
    func write() throws {
      for (path, text) in texts { try folder.write(fill(text, path), to: path) }
      texts = [:]
    }
    for step in steps {
      switch step {
      case .copy(let world): try copy(world, to: folder)
      case .file(let path, let lines): texts[path] = lines.joined(separator: "\n") + "\n"
      case .change(let path, let old, let new):
        let text = try texts[path] ?? String(contentsOf: folder.appending(path: path), encoding: .utf8)
        let changed = text.replacing(old.joined(separator: "\n"), with: new.joined(separator: "\n"), maxReplacements: 1)
        try #require(changed != text, "\(path) has no such text")
        texts[path] = changed
      case .bytes(let path, let digits):
        let bytes = try fill(digits, path).split(whereSeparator: \.isWhitespace).map {
          try #require(UInt8($0, radix: 16), "\($0) is not a byte")
        }
        try folder.write(bytes, to: path)
      case .run(let line):
        try write()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try runCommand(
          ["-c", fill(line, "")], program: URL(fileURLWithPath: "/bin/sh"),
          environment: [
            "PATH": "\(terrainProgram.deletingLastPathComponent().path):\(path)", "TERRAIN_HOME": folder.path,
          ], directory: folder)
        try #require((0...1).contains(result.exitCode), "\(line): \(result.standardError)")
      }
    }
    try write()
  }

  private static func copy(_ world: String, to folder: URL) throws {
    let files = FileManager.default
    if world.hasPrefix("shipped ") {
      let name = world.dropFirst("shipped ".count)
      for part in ["ContentPacks/Schemas", "ContentPacks/\(name)", "Rules/\(name)"] {
        let copy = folder.appending(path: part)
        try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(at: TranscriptTests.checkout.appending(path: part).resolvingSymlinksInPath(), to: copy)
      }
      return
    }
    let own = self.folder.appending(path: "worlds/\(world)")
    let source =
      files.fileExists(atPath: own.path) ? own : TranscriptTests.folder.appending(path: "Fixtures/\(world)")
    for part in try files.contentsOfDirectory(atPath: source.path) {
      try files.copyItem(at: source.appending(path: part), to: folder.appending(path: part))
    }
  }

  static func read(_ text: String) -> [Case] {
    var cases: [Case] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("== ") {
        let words = line.dropFirst(3).split(separator: " ").map(String.init).filter { $0 != "with" }
        cases.append(Case(code: words[0], others: Array(words.dropFirst())))
        continue
      }
      guard !cases.isEmpty, line.first != "#" else { continue }
      let last = cases.count - 1
      let rest = String(line.drop { $0 != " " }.dropFirst())
      switch line.prefix(while: { $0 != " " }) {
      case "from": cases[last].steps.append(.copy(rest))
      case "file": cases[last].steps.append(.file(rest, []))
      case "change": cases[last].steps.append(.change(rest, old: [], new: []))
      case "bytes":
        let path = rest.prefix { $0 != " " }
        cases[last].steps.append(.bytes(String(path), String(rest.dropFirst(path.count))))
      case "run": cases[last].steps.append(.run(rest))
      case "wrong": cases[last].wrong = (cases[last].wrong ?? []) + [rest]
      case "right": cases[last].right = (cases[last].right ?? []) + [rest]
      case "$": cases[last].command = rest.hasPrefix("terrain ") ? String(rest.dropFirst("terrain ".count)) : rest
      case "<": cases[last].input.append(rest)
      default: cases[last].steps.append(more(of: cases[last].steps.popLast(), line.first, rest))
      }
    }
    return cases
  }

  private static func more(of step: Case.Step?, _ mark: Character?, _ line: String) -> Case.Step {
    switch (step, mark) {
    case (.file(let path, let lines), "|"): .file(path, lines + [line])
    case (.change(let path, let old, let new), "-"): .change(path, old: old + [line], new: new)
    case (.change(let path, let old, let new), "+"): .change(path, old: old, new: new + [line])
    default: .copy("a line that is none: \(line)")
    }
  }

  /// A complaint as the command shows it.
  struct Finding {
    struct Place: Equatable {
      var file: String
      var line: Int
      /// From 1, in characters.
      var column: Int
      /// How many characters are underlined: up to the end of the first line.
      var width: Int

      init(file: String, line: Int, column: Int, width: Int) {
        (self.file, self.line, self.column, self.width) = (file, line, column, width)
      }

      /// What stands between the marks 1 and 2 of a file.
      init(_ file: String, _ marked: MarkedText) {
        let range = marked.range(1, 2)
        let bytes = Array(marked.text.utf8)
        func text(_ range: some RangeExpression<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let before = text(..<range.lowerBound).split(separator: "\n", omittingEmptySubsequences: false)
        let first = text(range).split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
        self.init(file: file, line: before.count, column: (before.last?.count ?? 0) + 1, width: max(1, first.count))
      }
    }

    var code: String
    var place: Place?

    static func read(_ output: String) -> [Finding] {
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().compactMap { index, line in
        guard let head = line.firstMatch(of: /^(?:error|warning|info)\[([^\]]+)\]:/) else { return nil }
        var finding = Finding(code: String(head.1))
        guard index + 1 < lines.count, let at = lines[index + 1].firstMatch(of: /^ *--> (.*):(\d+):(\d+)$/) else {
          return finding
        }
        // A line of a file of people is shown without its text.
        let mark = index + 4 < lines.count ? lines[index + 4].firstMatch(of: /^ *\| *(\^+)/) : nil
        let width = mark?.1.count ?? 0
        var (file, line) = (String(at.1), Int(at.2) ?? 0)
        // A line of a file of lines is a file of its own.
        if let of = file.firstMatch(of: /^(.*):(\d+)$/) { (file, line) = (String(of.1), Int(of.2) ?? 0) }
        finding.place = Place(file: file, line: line, column: Int(at.3) ?? 0, width: width)
        return finding
      }
    }
  }
}
