import Foundation
import TestSupport
import Testing

/// Sessions with the command, as files: what is typed, what comes out, and how it ends.
///
///     $ terrain score - < answers.json       what is typed, in the checkout's folder
///     | {"pack": …                           standard output; long lines of JSON are broken at their members
///     ! error[answers/missing]: …            standard error
///     = 1                                    the exit status
///     % terrain score answers.json           the same, where standard output is a terminal
///
/// Lines that begin with `#` are remarks. `TERRAIN_RECORD=1 bin/test --filter TranscriptTests` writes what comes out now into
/// the files; read the difference before you commit it.
@Suite struct TranscriptTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let checkout = folder.deletingLastPathComponent().deletingLastPathComponent()
  static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Transcripts").path))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  @Test func thereAreTranscripts() { #expect(!Self.files.isEmpty) }

  @Test(arguments: files) func reads(_ file: String) throws {
    let url = Self.folder.appending(path: "Transcripts/\(file)")
    let expected = try String(contentsOf: url, encoding: .utf8)
    let actual = try Self.replay(expected)
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try actual.write(to: url, atomically: true, encoding: .utf8)
    } else if actual != expected {
      Issue.record("\(file) differs:\n\(Self.difference(expected, actual))")
    }
  }

  private static var hash: Regex<Substring> { /"hash":"[0-9a-f]{32}"/ }
  private static var manyFiles: Regex<Substring> { /[0-9]{3,} files:/ }

  private static var bareHash: Regex<Substring> { /[0-9a-f]{32}/ }

  /// `transcript` with every command's output as it is now.
  static func replay(_ transcript: String) throws -> String {
    var lines: [String] = []
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false) {
      if ["|", "!", "="].contains(line.prefix(1)) { continue }
      lines.append(String(line))
      guard line.hasPrefix("$ terrain") || line.hasPrefix("% terrain") else { continue }
      var words = split(String(line.dropFirst("$ terrain".count)))
      var input: [UInt8] = []
      if let arrow = words.firstIndex(of: "<"), arrow + 1 < words.count {
        input = [UInt8](try Data(contentsOf: checkout.appending(path: words[arrow + 1])))
        words.removeSubrange(arrow...(arrow + 1))
      }
      let result = try runCommand(
        words, input: input,
        environment: ["TERRAIN_HOME": nil, "NO_COLOR": line.hasPrefix("%") ? "1" : nil, "COLUMNS": nil],
        directory: checkout,
        terminal: line.hasPrefix("%"), timeout: 120)
      // A crash is no session, whatever is being recorded.
      #expect((0...2).contains(result.exitCode), "\(line)\n\(result.standardError)")
      // Hashes change with every word of a pack, and how many files are shipped with every module.
      let output = result.standardOutput.replacing(hash, with: "\"hash\":\"…\"").replacing(manyFiles, with: "… files:")
      let complaints = result.standardError.replacing(bareHash, with: "…")
      lines += marked("|", output) + marked("!", complaints)
      lines.append("= \(result.timedOut ? "timed out" : "\(result.exitCode)")")
    }
    return lines.joined(separator: "\n")
  }

  private static func marked(_ mark: String, _ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() } else { lines.append("(no line end)") }
    return lines.flatMap(JSONLayout.lines).map { $0.isEmpty ? mark : "\(mark) \($0)" }
  }

  /// Words at spaces; single quotes keep spaces.
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var began = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        began = true
      } else if character == " " && !isQuoted {
        if began || !word.isEmpty { words.append(word) }
        word = ""
        began = false
      } else {
        word.append(character)
      }
    }
    return began || !word.isEmpty ? words + [word] : words
  }

  private static func difference(_ expected: String, _ actual: String) -> String {
    let lines = actual.split(separator: "\n", omittingEmptySubsequences: false)
      .difference(from: expected.split(separator: "\n", omittingEmptySubsequences: false))
    return lines.map { change in
      switch change {
      case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
      case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
      }
    }.joined(separator: "\n")
  }
}
