import Foundation
import TestSupport
import Testing

/// A page of documentation that a test follows as a reader would: it writes the page's files and runs its commands, in
/// order, in one folder, on a terminal a hundred characters wide.
///
/// - A block `console` has commands after `$ `, each with its output below it.
/// - A block `sh` is a script to paste, which has to succeed. A block `text` right below it is its output.
/// - A block below "`FILE`:" or "To the end of `FILE`:" is a file, or its end.
///
/// A last line `…` represents the rest of an output. Blocks may be indented, as in numbered steps.
struct ExecutablePage {
  var url: URL
  /// The number of files and commands that the page has at least, so that a page which is not understood fails.
  var leastSteps: Int
  /// Where the program's own packs are; nil where it is to find none.
  var home: URL?
  /// Scripts that take long and change nothing that later ones need: they are run by `bin/test --long`.
  var slowScripts: Set<String> = []

  /// Follows the page in `folder` and compares; with `TERRAIN_RECORD` set, writes the present output into the page.
  func check(in folder: URL) throws {
    let expected = try String(contentsOf: url, encoding: .utf8)
    let actual = try followed(expected, in: folder)
    // A page may show an author's mistake, but it makes none itself.
    for mistake in ["is not a field of a request", "is not an option of", "is not a command of"] {
      #expect(!actual.contains(mistake), "\(url.lastPathComponent)")
    }
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try actual.write(to: url, atomically: true, encoding: .utf8)
    } else if actual != expected {
      let before = expected.split(separator: "\n", omittingEmptySubsequences: false)
      let difference = actual.split(separator: "\n", omittingEmptySubsequences: false).difference(from: before)
      Issue.record("\(url.lastPathComponent) differs:\n\(difference.map(Self.shown).joined(separator: "\n"))")
    }
  }

  private static func shown(_ change: CollectionDifference<Substring>.Change) -> String {
    switch change {
    case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
    case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
    }
  }

  private struct Block {
    var kind: Substring
    var indent: Substring
    var lines: [Substring] = []
    /// The last line with text above the block.
    var heading: Substring
    /// The output of the script above, where nothing but blank lines is between.
    var output: [Substring]?

    var text: String { lines.joined(separator: "\n") }
  }

  /// `page` with each command's present output.
  private func followed(_ page: String, in folder: URL) throws -> String {
    var result: [Substring] = []
    var block: Block?
    var heading: Substring = ""
    var scriptOutput: [Substring]?
    var steps = 0
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if block == nil {
        result.append(line)
        if text.hasPrefix("```") {
          let indent = line.prefix(upTo: text.startIndex)
          block = Block(kind: text.dropFirst(3), indent: indent, heading: heading, output: scriptOutput)
        } else if !text.isEmpty {
          heading = text
          scriptOutput = nil
        }
      } else if text != "```" {
        let indent = block?.indent.count ?? 0
        block?.lines.append(line.dropFirst(indent))
      } else if let finished = block {
        block = nil
        scriptOutput = nil
        var lines = finished.lines
        switch finished.kind {
        case "console":
          let cutAt = lines.last == "…" ? lines.count - 1 : nil
          lines = []
          for command in finished.lines where command.hasPrefix("$ ") {
            lines.append(command)
            lines += try run(String(command.dropFirst(2)), in: folder).lines
            steps += 1
          }
          if let cutAt { lines = lines.prefix(cutAt) + ["…"] }
        case "sh" where slowScripts.contains(finished.text) && TestExtent.count(0, long: 1, of: finished.text) == 0:
          steps += 1
        case "sh":
          let script = try run("set -e\n\(finished.text)", in: folder)
          #expect(
            script.status == 0, "\(url.lastPathComponent): \(finished.text)\n\(script.lines.joined(separator: "\n"))")
          scriptOutput = script.lines
          steps += 1
        case "text":
          let isCut = lines.last == "…"
          lines = finished.output.map { isCut ? $0.prefix(lines.count - 1) + ["…"] : $0 } ?? lines
        default:
          if let file = finished.heading.wholeMatch(of: /(To the end of )?`([^`]+)`:/) {
            let path = folder.appending(path: String(file.2))
            let before = file.1 == nil ? "" : try String(contentsOf: path, encoding: .utf8)
            try folder.write(before + finished.text + "\n", to: String(file.2))
            steps += 1
          }
        }
        result += lines.map { $0.isEmpty ? $0 : finished.indent + $0 }
        result.append(line)
      }
    }
    #expect(steps >= leastSteps, "\(url.lastPathComponent) was not understood")
    return result.joined(separator: "\n")
  }

  private static var hash: Regex<Substring> { /[0-9a-f]{32}/ }
  /// What a terminal erases again: lines of progress, which are shown or not, as fast as the machine is.
  private static var erased: Regex<Substring> { /[^\n]*\r\x1B\[K/ }

  /// The lines that `script` writes to a terminal, and its exit status.
  private func run(_ script: String, in folder: URL) throws -> (lines: [Substring], status: Int32) {
    let path =
      terrainProgram.deletingLastPathComponent().path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let environment = [
      "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERRAIN_HOME": home?.path, "GITHUB_ACTIONS": nil,
    ]
    let (output, status) = try Self.onTerminal(["-c", script], environment: environment, directory: folder)
    let text = output.replacing("\r\n", with: "\n").replacing(Self.erased, with: "").replacing(Self.hash, with: "…")
      .replacing(folder.path + "/", with: "")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return (lines.map { Substring(String($0)) }, status)
  }

  /// The text that a shell writes to a terminal of its own, and its exit status.
  private static func onTerminal(
    _ arguments: [String], environment: [String: String?], directory: URL
  ) throws -> (output: String, status: Int32) {
    var terminal: Int32 = -1
    var other: Int32 = -1
    try #require(openpty(&terminal, &other, nil, nil, nil) == 0, "no terminal could be opened")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.currentDirectoryURL = directory
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: other, closeOnDealloc: false)
    try process.run()
    close(other)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    process.waitUntilExit()
    close(terminal)
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
