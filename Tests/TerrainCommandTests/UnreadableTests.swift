import Foundation
import TestSupport
import Testing

/// What cannot be read is complained of, and never taken for nothing.
@Suite struct UnreadableTests {
  /// Runs the command through a shell that has closed some of its standard descriptors.
  private func shell(_ line: String) throws -> CommandResult {
    try runCommand(
      ["-c", line, terrainProgram.path], program: URL(fileURLWithPath: "/bin/sh"), environment: ["TERRAIN_HOME": nil],
      directory: TranscriptTests.checkout)
  }

  @Test func closedStandardInputCannotBeRead() throws {
    let serve = try shell("exec \"$0\" serve <&-")
    #expect(!serve.timedOut)
    #expect(serve.exitCode == 0, "an input that is closed is at its end: \(serve.standardError)")
    let score = try shell("exec \"$0\" score - <&-")
    #expect(score.exitCode == 2)
    #expect(score.standardError.contains("`<stdin>` cannot be read"), "\(score.standardError)")
  }

  private static let setpriv = URL(fileURLWithPath: "/usr/bin/setpriv")

  /// Whether the command can run as somebody who may not read a file without permissions: root may read everything.
  private static let canBeUnprivileged = geteuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv.path)

  /// Runs the command as somebody who may not read a file without permissions.
  private func unprivileged(_ words: [String], in folder: URL) throws -> CommandResult {
    guard geteuid() == 0 else { return try runCommand(words, directory: folder) }
    return try runCommand(
      ["--reuid=65534", "--clear-groups", terrainProgram.path] + words, program: Self.setpriv, directory: folder)
  }

  @Test(
    .enabled(if: canBeUnprivileged, "setpriv is missing"),
    arguments: [
      ["validate", "closed"], ["validate", "."], ["fmt", "--check", "."], ["validate", "closed/**/*.yaml"],
    ]) func aClosedFolderIsNotAnEmptyOne(_ words: [String]) throws
  {
    try withTemporaryDirectory { folder in
      let manager = FileManager.default
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      let closed = folder.appendingPathComponent("closed")
      try manager.createDirectory(at: closed, withIntermediateDirectories: false, attributes: [.posixPermissions: 0])
      defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed.path) }
      let result = try unprivileged(words, in: folder)
      #expect(result.exitCode == 2)
      let said = result.standardOutput + result.standardError
      #expect(said.contains("file/unreadable"), "\(said)")
      #expect(said.contains("closed` cannot be read"), "\(said)")
    }
  }

  /// What cannot be read may use the words that would be replaced.
  @Test(.enabled(if: canBeUnprivileged, "setpriv is missing")) func nothingIsFixedBesideAClosedFile() throws {
    try withTemporaryDirectory { folder in
      let home = TranscriptTests.checkout.path
      let made = try runCommand(
        ["init", "shop", "--name", "shop"], environment: ["TERRAIN_HOME": home], directory: folder)
      #expect(made.exitCode == 0, "\(made.standardError)")
      let manager = FileManager.default
      let shop = folder.appending(path: "shop")
      for name in [""] + (manager.enumerator(atPath: shop.path)?.compactMap { $0 as? String } ?? []) {
        let path = shop.appending(path: name).path
        try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
      }
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      let module = shop.appending(path: "Rules/shop/today.yaml")
      let text = try String(contentsOf: module, encoding: .utf8).replacing("parameters:", with: "paramters:")
      try Data(text.utf8).write(to: module)
      let closed = shop.appending(path: "Rules/shop/tests/today.yaml")
      try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: closed.path)
      let result = try unprivileged(["validate", "ContentPacks", "Rules", "--fix"], in: shop)
      #expect(result.exitCode == 2)
      #expect(result.standardError.contains("nothing is replaced"), "\(result.standardError)")
      #expect(try String(contentsOf: module, encoding: .utf8) == text)
      try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: closed.path)
      let again = try unprivileged(["validate", "ContentPacks", "Rules", "--fix"], in: shop)
      #expect(again.standardError.contains("replacement"), "\(again.standardError)")
      #expect(try String(contentsOf: module, encoding: .utf8) != text)
    }
  }

  @Test(arguments: [
    (["validate", "nope.yaml"], "file/not-found"), (["validate", "nope/*.yaml"], "file/no-match"),
    (["validate", "empty"], "file/no-match"), (["validate", "empty", "--format", "json"], "file/no-match"),
  ]) func nothingToLookAtIsNotFine(_ words: [String], _ code: String) throws {
    try withTemporaryDirectory { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("empty"), withIntermediateDirectories: false)
      let result = try runCommand(words, directory: folder)
      #expect(result.exitCode == 2)
      #expect(result.standardOutput.contains(code), "\(result.standardOutput)")
    }
  }
}
