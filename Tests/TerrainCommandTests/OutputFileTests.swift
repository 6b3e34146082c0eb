import Foundation
import TestSupport
import Testing

/// Files that commands write: whole or not at all, in folders that are made, and with nothing beside them.
@Suite struct OutputFileTests {
  private let small = TranscriptTests.folder.appending(path: "Fixtures/small/ContentPacks/small").path

  private func run(_ words: [String], in folder: URL) throws -> CommandResult {
    try runCommand(
      words, environment: ["TERRAIN_HOME": TranscriptTests.checkout.path, "GITHUB_ACTIONS": nil], directory: folder)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Every option that names a file, or a folder, to write.
  @Test func foldersOnTheWayAreMade() throws {
    try withTemporaryDirectory { folder in
      let example = TranscriptTests.checkout.appending(path: "ContentPacks/terrain/examples/requests/trend.json").path
      let wrong = try folder.write("{\"answers\": {}}\n", to: "wrong.json")
      for (words, file) in [
        (["schema", "--all", "-o", "a/b"], "a/b/requests/score.schema.json"),
        (["build", small, "-o", "c/d/small.json"], "c/d/small.json"),
        (["report", example, "-o", "e/f/page.html"], "e/f/page.html"),
        (["validate", wrong, "--format", "json", "--output", "g/h/found.json"], "g/h/found.json"),
        (["validate", wrong, "--write-baseline", "i/j/accepted.json"], "i/j/accepted.json"),
      ] {
        let result = try run(words, in: folder)
        #expect(result.exitCode < 2, "\(words) \(result.standardError)")
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: file).path), "\(words)")
      }
      #expect(try names(in: folder.appending(path: "c/d")) == ["small.json"])
    }
  }

  /// A process that is ended in the midst of writing leaves nothing: here by the system, as the file becomes too large for it.
  @Test(arguments: ["", "trap '' XFSZ; "]) func endedWhileWriting(_ before: String) throws {
    try withTemporaryDirectory { folder in
      let program = terrainProgram.path
      // What goes to standard error has no place in a file of a few blocks.
      let line = "\(before)ulimit -f 8; exec \"$0\" build \"$1\" -o made/small.json 2>/dev/null"
      let result = try runCommand(
        ["-c", line, program, small], program: URL(fileURLWithPath: "/bin/sh"),
        environment: ["TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil], directory: folder)
      #expect(result.exitCode != 0)
      // Whoever is ended cannot remove the folder that was made before; no part of the file is in it.
      let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(left == [] || before.isEmpty && left == ["made"], "\(left)")
      if !before.isEmpty { #expect(result.exitCode == 2) }
    }
  }

  /// Of many files the first are not written either, where a later one cannot be: here because it is too large.
  @Test func allFilesOrNone() throws {
    try withTemporaryDirectory { folder in
      let line = "trap '' XFSZ; ulimit -f 16; exec \"$0\" schema --all -o made 2>/dev/null"
      let result = try runCommand(
        ["-c", line, terrainProgram.path], program: URL(fileURLWithPath: "/bin/sh"),
        environment: ["TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil], directory: folder)
      #expect(result.exitCode == 2)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [])
    }
  }

  /// What somebody saves while a command works is not replaced: here after it has read the module, and before it has the whole sheet.
  @Test func changedMeanwhile() throws {
    try withTemporaryDirectory { folder in
      for name in ["ContentPacks", "Rules"] {
        let copy = folder.appending(path: name)
        try FileManager.default.copyItem(
          at: TranscriptTests.folder.appending(path: "Fixtures/small/\(name)"), to: copy)
      }
      let module = "Rules/small/clock.yaml"
      // More than a pipe holds: once it is written, the command reads its standard input, and has read the module before.
      let line = """
        "$0" table export clock.season --pack small > sheet.csv
        { head -1 sheet.csv; tail -n +2 sheet.csv | sort -r; head -c 200000 /dev/zero | tr '\\0' '\\n'; } > changed.csv
        { cat changed.csv; echo '# saved meanwhile' >> \(module); echo; } \
          | "$0" table import clock.season - --pack small
        """
      let before = try String(contentsOf: folder.appending(path: module), encoding: .utf8)
      let result = try runCommand(
        ["-c", line, terrainProgram.path], program: URL(fileURLWithPath: "/bin/sh"),
        environment: ["TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil], directory: folder)
      #expect(result.exitCode == 2 && result.standardError.contains("[file/changed]: `\(module)`"), "\(result)")
      let after = try String(contentsOf: folder.appending(path: module), encoding: .utf8)
      #expect(after == before + "# saved meanwhile\n")
    }
  }

  /// A command writes all of its files, even where nobody hears of them.
  @Test func closedOutput() throws {
    try withTemporaryDirectory { folder in
      let line = "exec \"$0\" init new-shop --name new-shop >&- 2>&-"
      let result = try runCommand(
        ["-c", line, terrainProgram.path], program: URL(fileURLWithPath: "/bin/sh"),
        environment: ["TERRAIN_HOME": TranscriptTests.checkout.path, "GITHUB_ACTIONS": nil], directory: folder)
      #expect(result.exitCode == 2)
      for file in ["ContentPacks/new-shop/pack.yaml", "Rules/new-shop/tests/today.yaml"] {
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "new-shop/\(file)").path), "\(file)")
      }
    }
  }

  /// What was left of the same file by a process that is no more is removed; what belongs to others stays.
  @Test func whatWasLeftIsRemoved() throws {
    try withTemporaryDirectory { folder in
      // No process has so high a number.
      try folder.write("half", to: ".small.json.999999999.partial")
      try folder.write("half", to: ".small.json.\(getpid()).partial")
      try folder.write("mine", to: ".small.json.partial")
      let result = try run(["build", small, "-o", "small.json"], in: folder)
      #expect(result.exitCode == 0, "\(result.standardError)")
      #expect(try names(in: folder) == [".small.json.\(getpid()).partial", ".small.json.partial", "small.json"])
    }
  }

  @Test func permissionsAndLinksStay() throws {
    try withTemporaryDirectory { folder in
      let files = FileManager.default
      try folder.write("old", to: "real/small.json")
      try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.appending(path: "real/small.json").path)
      try files.createSymbolicLink(
        atPath: folder.appending(path: "link.json").path, withDestinationPath: "real/small.json")
      let result = try run(["build", small, "-o", "link.json"], in: folder)
      #expect(result.exitCode == 0, "\(result.standardError)")
      let attributes = try files.attributesOfItem(atPath: folder.appending(path: "real/small.json").path)
      #expect(attributes[.posixPermissions] as? Int == 0o666)
      #expect(
        try files.destinationOfSymbolicLink(atPath: folder.appending(path: "link.json").path) == "real/small.json")
      #expect(try names(in: folder.appending(path: "real")) == ["small.json"])
    }
  }

  @Test func whatCannotBeWrittenLeavesNoFolders() throws {
    try withTemporaryDirectory { folder in
      try folder.write("a file", to: "file")
      for path in ["file/x.json", "new/folder/"] {
        let result = try run(["build", small, "-o", path], in: folder)
        #expect(result.exitCode == 2, "\(result.standardError)")
        #expect(result.standardError.contains("file/cannot-write"), "\(result.standardError)")
      }
      #expect(try names(in: folder) == ["file"])
    }
  }

  /// A file that cannot be written is no reason to withhold what goes to standard output.
  @Test func oneOutputOfSeveralFails() throws {
    try withTemporaryDirectory { folder in
      let wrong = try folder.write("{\"answers\": {}}\n", to: "wrong.json")
      let words = ["validate", wrong, "--format", "sarif", "--output", "/dev/full", "--format", "json"]
      let result = try run(words, in: folder)
      #expect(result.exitCode == 2 && result.standardError.contains("file/cannot-write"), "\(result.standardError)")
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.standardOutput.utf8)) }
    }
  }
}
