import Foundation
import TestSupport
import Testing

/// `terrain pack verify` and `terrain serve --require-signature`, with keys of the installed programs that live as long as a test.
@Suite struct SignatureCommandTests {
  private static let small = TranscriptTests.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/small")

  private func terrain(
    _ arguments: [String], in folder: URL, path: String? = nil
  ) throws -> CommandResult {
    var environment = BatchCommandTests.environment
    if let path { environment["PATH"] = path }
    return try runCommand(arguments, environment: environment, directory: folder)
  }

  /// Calls `body` with a folder that has `pack.json`, `signers`, and `pack.json.sig`; not at all where OpenSSH is not installed.
  private func withSignedPack(_ body: (URL) throws -> Void) throws {
    guard let program = installedProgram("ssh-keygen") else {
      print("SKIPPED: ssh-keygen is not installed: its signatures are not tried")
      return
    }
    try withTemporaryDirectory { folder in
      for name in ["ContentPacks", "Rules"] {
        try FileManager.default.copyItem(at: Self.small.appending(path: name), to: folder.appending(path: name))
      }
      #expect(try terrain(["pack", "build", "small", "-o", "pack.json"], in: folder).exitCode == 0)
      for arguments in [
        ["-q", "-t", "ed25519", "-N", "", "-f", "key"],
        ["-q", "-Y", "sign", "-f", "key", "-n", "terrain-pack", "pack.json"],
      ] {
        #expect(try runCommand(arguments, program: program, directory: folder).exitCode == 0)
      }
      let key = try String(contentsOf: folder.appending(path: "key.pub"), encoding: .utf8)
      try folder.write("anna@example.com \(key)", to: "signers")
      try body(folder)
    }
  }

  @Test func statusesTellWhatIsWrong() throws {
    try withSignedPack { folder in
      let valid = try terrain(["pack", "verify", "pack.json", "--allowed-signers", "signers"], in: folder)
      #expect(valid.exitCode == 0 && valid.standardError.isEmpty, "\(valid)")
      #expect(valid.standardOutput.hasPrefix("pack.json: Good \"terrain-pack\" signature for anna@example.com"))

      let other = try terrain(
        ["pack", "verify", "pack.json", "--allowed-signers", "signers", "--identity", "otto@example.com"], in: folder)
      #expect(other.exitCode == 1 && other.standardOutput.isEmpty, "\(other)")
      let said = "`pack.json.sig` is a valid signature of `pack.json`, but by `anna@example.com`"
      #expect(other.standardError.contains("error[signature/not-valid]: \(said)"), "\(other)")

      let none = try terrain(
        ["pack", "verify", "pack.json", "--allowed-signers", "signers"], in: folder, path: folder.path)
      #expect(none.exitCode == 2, "\(none)")
      #expect(none.standardError.contains("error[signature/tool-missing]: `ssh-keygen`"), "\(none)")
      let missing = try terrain(
        ["pack", "verify", "pack.json", "--allowed-signers", "signers", "--signature", "none"], in: folder)
      #expect(missing.exitCode == 2 && missing.standardError.contains("file/not-found"), "\(missing)")
      let unbuilt = try terrain(["pack", "verify", "ContentPacks/small", "--allowed-signers", "signers"], in: folder)
      #expect(unbuilt.exitCode == 2 && unbuilt.standardError.contains("signature/not-a-built-pack"), "\(unbuilt)")
      // A program that exits with 0 and does nothing has to be the operator's own: the first on the PATH counts.
      let usage = [
        ["pack.json"], ["pack.json", "--identity", "anna@example.com"],
        ["pack.json", "--allowed-signers", "signers", "--public-key", "key.pub"],
        ["pack.json", "--public-key", "key.pub", "--identity", "anna@example.com"],
      ]
      for arguments in usage {
        let result = try terrain(["pack", "verify"] + arguments, in: folder)
        #expect(
          result.exitCode == 2 && result.standardError.contains("--allowed-signers FILE"), "\(arguments): \(result)")
      }
    }
  }

  /// Names never reach the program as options, or a shell.
  @Test func namesAreNames() throws {
    try withSignedPack { folder in
      let names = ["-n", "--version", "$(touch ran)", "a;touch ran", "a b\"'", "-"]
      for name in names {
        let place = folder.appending(path: name)
        for (file, target) in [("pack.json", ""), ("pack.json.sig", ".sig"), ("signers", ".signers")] {
          try FileManager.default.copyItem(
            at: folder.appending(path: file), to: URL(fileURLWithPath: place.path + target))
        }
        let result = try terrain(
          ["pack", "verify", "--allowed-signers=\(name).signers", "--signature=\(name).sig", "--", name], in: folder)
        #expect(result.exitCode == 0, "\(name): \(result)")
        let beside = try terrain(["pack", "verify", "--allowed-signers=\(name).signers", "--", name], in: folder)
        #expect(beside.exitCode == 0, "\(name): \(beside)")
      }
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "ran").path))
    }
  }

  /// A file that is signed and not a built pack is not one.
  @Test func whatIsSignedHasToBeABuiltPack() throws {
    try withSignedPack { folder in
      try folder.write("{}", to: "other.json")
      let program = try #require(installedProgram("ssh-keygen"))
      let signed = try runCommand(
        ["-q", "-Y", "sign", "-f", "key", "-n", "terrain-pack", "other.json"], program: program, directory: folder)
      #expect(signed.exitCode == 0)
      let result = try terrain(["pack", "verify", "other.json", "--allowed-signers", "signers"], in: folder)
      #expect(result.exitCode == 1 && result.standardError.contains("pack/not-built"), "\(result)")
    }
  }

  @Test func aServiceBeginsOnlyWithAValidSignature() throws {
    try withSignedPack { folder in
      let serve = ["serve", "--log-format", "json", "--pack", "pack.json"]
      let signed = serve + ["--require-signature", "--allowed-signers", "signers"]
      let valid = try terrain(signed, in: folder)
      #expect(valid.exitCode == 0, "\(valid)")
      let started = valid.standardError.split(separator: "\n").first { $0.contains(#""event":"started""#) }
      #expect(started?.contains(#""signature":"Good \"terrain-pack\" signature for anna@example.com"#) == true)

      let other = try terrain(signed + ["--identity", "otto@example.com"], in: folder)
      #expect(other.exitCode == 1 && other.standardError.contains("signature/not-valid"), "\(other)")
      #expect(!other.standardError.contains("started"))
      let unbuilt = try terrain(
        ["serve", "--pack", "small", "--require-signature", "--allowed-signers", "signers"], in: folder)
      #expect(unbuilt.exitCode == 2 && unbuilt.standardError.contains("signature/not-a-built-pack"), "\(unbuilt)")
      // An option that would do nothing is not one that protects.
      let ignored = try terrain(serve + ["--allowed-signers", "signers"], in: folder)
      #expect(
        ignored.exitCode == 2 && ignored.standardError.contains("no effect without `--require-signature`"), "\(ignored)"
      )
      let keyless = try terrain(serve + ["--require-signature"], in: folder)
      #expect(keyless.exitCode == 2 && keyless.standardError.contains("no keys are named"), "\(keyless)")
    }
  }

  /// Whoever starts the program may ignore the end of its children; their statuses count all the same.
  @Test func aParentThatIgnoresChildrenChangesNothing() throws {
    try withSignedPack { folder in
      let python = try #require(installedProgram("python3"))
      func status(_ identity: String) throws -> Int32 {
        let script = """
          import os, signal, sys
          signal.signal(signal.SIGCHLD, signal.SIG_IGN)
          os.execv(sys.argv[1], sys.argv[1:])
          """
        return try runCommand(
          [
            "-c", script, terrainProgram.path, "pack", "verify", "pack.json", "--allowed-signers", "signers",
            "--identity", identity,
          ], program: python, directory: folder
        ).exitCode
      }
      #expect(try status("anna@example.com") == 0)
      #expect(try status("otto@example.com") == 1)
    }
  }

  /// The same pack has the same bytes wherever, whenever and in whatever order its files were written.
  @Test func builtPacksAreReproducible() throws {
    try withTemporaryDirectory { folder in
      var built: [Data] = []
      for (index, home) in ["one", "two/c#/e?r"].enumerated() {
        let home = folder.appending(path: home)
        var files = try FileManager.default.subpathsOfDirectory(atPath: Self.small.path).sorted()
        if index == 1 { files.reverse() }
        for file in files where file.hasPrefix("ContentPacks/") || file.hasPrefix("Rules/") {
          guard let bytes = FileManager.default.contents(atPath: Self.small.appending(path: file).path) else {
            continue
          }
          let path = try home.write([UInt8](bytes), to: file)
          if index == 1 {
            try FileManager.default.setAttributes(
              [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
          }
        }
        let places = [
          ("small", home), ("ContentPacks/small", home), ("./ContentPacks/../ContentPacks/small", home),
          (home.appending(path: "ContentPacks/small").path, folder),
          ("../ContentPacks/small", home.appending(path: "Rules")), (".", home.appending(path: "ContentPacks/small")),
        ]
        for (name, from) in places {
          let result = try terrain(["pack", "build", name], in: from)
          #expect(result.exitCode == 0, "\(name): \(result.standardError)")
          built.append(Data(result.standardOutput.utf8))
        }
      }
      #expect(built.count == 12 && Set(built).count == 1 && built[0].count > 10_000)
    }
  }
}
