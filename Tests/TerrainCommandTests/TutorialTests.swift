import Foundation
import TestSupport
import Testing

/// The tutorial does what it says: its files are written as a reader would write them, its commands are run in order, and what
/// it shows is what comes out, on a terminal a hundred characters wide.
///
/// `TERRAIN_RECORD=1 bin/test --filter TutorialTests` writes what comes out now into the page; read the difference.
@Suite struct TutorialTests {
  static let page = TranscriptTests.checkout.appending(path: "Documentation/tutorial/tea-shop.md")

  @Test func doesWhatItSays() throws {
    let expected = try String(contentsOf: Self.page, encoding: .utf8)
    let actual = try withTemporaryDirectory { folder in
      let schemas = folder.appending(path: "ContentPacks")
      try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: TranscriptTests.checkout.appending(path: "ContentPacks/Schemas"), to: schemas.appending(path: "Schemas"))
      return try Self.followed(expected, in: folder)
    }
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try actual.write(to: Self.page, atomically: true, encoding: .utf8)
    } else if actual != expected {
      let lines = actual.split(separator: "\n", omittingEmptySubsequences: false)
      let before = expected.split(separator: "\n", omittingEmptySubsequences: false)
      Issue.record(
        "the tutorial shows something else:\n\(lines.difference(from: before).map(Self.shown).joined(separator: "\n"))")
    }
  }

  private static func shown(_ change: CollectionDifference<Substring>.Change) -> String {
    switch change {
    case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
    case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
    }
  }

  /// `page` with every command's output as it is now, after its files have been written into `folder`.
  private static func followed(_ page: String, in folder: URL) throws -> String {
    var result: [Substring] = []
    var block: (kind: Substring, lines: [Substring])?
    var heading: Substring = ""
    var count = 0
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let open = block else {
        result.append(line)
        if line.hasPrefix("```") { block = (line.dropFirst(3), []) } else if !line.isEmpty { heading = line }
        continue
      }
      guard line == "```" else {
        block?.lines.append(line)
        if open.kind != "console" { result.append(line) }
        continue
      }
      if open.kind == "console" {
        for command in open.lines where command.hasPrefix("$ ") {
          result.append(command)
          result += try output(of: String(command.dropFirst(2)), in: folder)
          count += 1
        }
      } else if let file = heading.wholeMatch(of: /(To the end of )?`([^`]+)`:/) {
        let url = folder.appending(path: String(file.2))
        let before = file.1 == nil ? "" : try String(contentsOf: url, encoding: .utf8)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (before + open.lines.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
        count += 1
      }
      result.append(line)
      block = nil
    }
    #expect(count > 20, "the tutorial was not understood")
    return result.joined(separator: "\n")
  }

  private static var hash: Regex<Substring> { /[0-9a-f]{32}/ }

  /// What `command` writes to a terminal, line by line.
  private static func output(of command: String, in folder: URL) throws -> [Substring] {
    let path =
      terrainProgram.deletingLastPathComponent().path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let environment = ["PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil]
    let text = try onTerminal(["-c", command], environment: environment, directory: folder)
      .replacing("\r\n", with: "\n").replacing(hash, with: "…").replacing(folder.path + "/", with: "")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Substring(String($0)) }
  }

  /// What a shell writes to a terminal of its own.
  private static func onTerminal(
    _ arguments: [String], environment: [String: String?], directory: URL
  ) throws -> String {
    var terminal: Int32 = -1
    var other: Int32 = -1
    try #require(openpty(&terminal, &other, nil, nil, nil) == 0, "there is no terminal to write to")
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
    return String(decoding: bytes, as: UTF8.self)
  }
}
