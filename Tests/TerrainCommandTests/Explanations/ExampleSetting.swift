import Foundation
import TestSupport
import Testing

/// The files and the command around an example that is not whole by itself: a case of `Fixtures/explanations/settings.txt`, in
/// which `{example}` is the example; or a case of `Fixtures/complaints`, which is an example of its own.
///
/// Where an explanation has its examples in words, lines `wrong` and `right` of the setting have what the words describe. `{repeat 300|a#, |}` is
/// its text 300 times, with the number in place of `#`.
struct ExampleSetting: Sendable {
  private let test: ComplaintTests.Case

  static let bySetting: [String: ExampleSetting] = {
    let file = TranscriptTests.folder.appending(path: "Fixtures/explanations/settings.txt")
    let cases = ComplaintTests.read((try? String(contentsOf: file, encoding: .utf8)) ?? "")
    let pairs = cases.flatMap { test in ([test.code] + test.others).map { ($0, ExampleSetting(test: test)) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  static let byComplaint: [String: ExampleSetting] = Dictionary(
    ComplaintTests.cases.map { ($0.code, ExampleSetting(test: $0)) }, uniquingKeysWith: { first, _ in first })

  /// What the command prints for the wrong example of `explanation`.
  func outputOfWrong(_ explanation: DiagnosticPage) throws -> String {
    try output(try #require(test.wrong?.joined(separator: "\n") ?? explanation.wrong.code, "\(explanation.code)"))
  }

  /// What the command prints for the right example of `explanation`.
  func outputOfRight(_ explanation: DiagnosticPage) throws -> String {
    try output(try #require(test.right?.joined(separator: "\n") ?? explanation.right.code, "\(explanation.code)"))
  }

  /// What the command prints with `example` in its place.
  func output(_ example: String = "") throws -> String {
    try withTemporaryDirectory { folder in
      let fill = { (text: String) in MarkedText(Self.filled(text, example)).text }
      try ComplaintTests.prepare(test.steps, in: folder) { text, _ in fill(text) }
      var command = fill(test.command).replacing("\"", with: "'")
      if command.hasPrefix("terrain ") { command.removeFirst("terrain ".count) }
      let result = try runCommand(
        TranscriptTests.split(command),
        input: Array(fill(test.input.map { $0 + "\n" }.joined()).utf8),
        environment: ["TERRAIN_HOME": folder.path, "NO_COLOR": nil, "COLUMNS": nil], directory: folder)
      #expect((0...2).contains(result.exitCode), "\(result.standardError)")
      return (result.standardOutput + "\n" + result.standardError).replacing("\(folder.path)/", with: "")
    }
  }

  /// Where the example is, as Markdown, and what is run: "in `FILE`, with `COMMAND`"; nil for an example of its own.
  var location: String? {
    let isIn = { (lines: [String]) in lines.contains { $0.contains("{example}") } }
    for step in test.steps {
      switch step {
      case .file(let path, let lines) where isIn(lines), .change(let path, _, let lines) where isIn(lines):
        return "in `\(path)`, with `terrain \(test.command)`"
      case .bytes(let path, let digits) where isIn([digits]): return "in `\(path)`, with `terrain \(test.command)`"
      case .run(let line) where isIn([line]):
        return "before `terrain \(test.command)`"
      default: continue
      }
    }
    if isIn(test.input) { return "in the input of `terrain \(test.command)`" }
    if test.command.hasPrefix("{example}") {
      return test.command == "{example}" ? nil : "with `…\(test.command.dropFirst("{example}".count))`"
    }
    return "with `terrain \(test.command.replacing("{example}", with: "…"))`"
  }

  /// The codes in `output`: of diagnostics as text, and as members of JSON, which may be a text of JSON itself.
  static func codes(in output: String) -> Set<String> {
    let text = output.matches(of: /(?m)^(?:error|warning|info)\[([^\]]+)\]:/).map { String($0.1) }
    return Set(text + output.matches(of: /"code\\?": ?\\?"([a-z]+\/[a-z0-9-]+)/).map { String($0.1) })
  }

  /// The severities that the diagnostics of `code` have in `output`.
  static func severities(of code: String, in output: String) -> Set<String> {
    Set(output.matches(of: /(?m)^(error|warning|info)\[([^\]]+)\]:/).filter { $0.2 == code }.map { String($0.1) })
  }

  /// The first diagnostic of `code` in `output`; nil where there is none as text.
  static func diagnostic(_ code: String, in output: String) -> String? {
    var lines: [Substring] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      let isHead = line.firstMatch(of: /^(?:error|warning|info)\[/) != nil
      if lines.isEmpty {
        if isHead, line.contains("[\(code)]") { lines = [line] }
      } else if line.isEmpty || isHead {
        break
      } else {
        lines.append(line)
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// `text` with the example in its place; further lines of it are indented as the first.
  private static func filled(_ text: String, _ example: String) -> String {
    repeated(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let indentation = String(line.prefix { $0 == " " })
        return line.replacing("{example}", with: example.replacing("\n", with: "\n\(indentation)"))
      }.joined(separator: "\n"))
  }

  /// `text` with what it repeats written out.
  private static func repeated(_ text: String) -> String {
    guard text.contains("{repeat ") else { return text }
    return text.replacing(/\{repeat (\d+)\|(.*?)\|\}/.dotMatchesNewlines()) { match in
      (0..<(Int(match.1) ?? 0)).map { match.2.replacing("#", with: "\($0 + 1)") }.joined()
    }
  }
}
