import Foundation
import TerrainDocuments
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// Signatures of built packs, made by the programs that make them.
@Suite struct SignatureTests {
  @Test(arguments: Signer.installed) func aValidSignatureIsReported(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      let verified = try fixture.requirement().verifiedPack(at: fixture.path("pack.json"))
      #expect(verified.source.bytes == [UInt8](try Data(contentsOf: fixture.folder.appending(path: "pack.json"))))
      let words = signer == .openSSH ? SignatureFixture.identity : "signed by a test"
      #expect(verified.signature.report.contains(words), "\(verified.signature.report)")
      #expect(!verified.signature.report.contains("\n"))

      try fixture.sign("pack.json", as: "elsewhere")
      try FileManager.default.removeItem(atPath: fixture.path("pack.json" + fixture.ending))
      #expect(fixture.codes(fixture.requirement(signature: "elsewhere")) == [])
    }
  }

  @Test(arguments: Signer.installed) func anotherSignatureIsNotValid(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      let invalid = ["signature/not-valid"]
      try fixture.makeKey("other")
      #expect(fixture.codes(fixture.requirement(keys: "other.keys")) == invalid, "another key")

      try fixture.folder.write("another file", to: "another")
      try fixture.sign("another")
      #expect(fixture.codes(fixture.requirement(signature: "another" + fixture.ending)) == invalid, "of another file")

      let signature = try Data(contentsOf: fixture.folder.appending(path: "pack.json" + fixture.ending))
      let broken: [(String, Data)] = [
        ("empty", Data()), ("random", Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 167) })),
        ("half", signature.prefix(signature.count / 2)), ("twice", signature + signature),
        ("keys", try Data(contentsOf: fixture.folder.appending(path: "key.keys"))),
      ]
      for (name, bytes) in broken {
        try bytes.write(to: fixture.folder.appending(path: name))
        let codes = fixture.codes(fixture.requirement(signature: name))
        // What follows a whole signature is not read by either program.
        #expect(codes == invalid || name == "twice" && codes == [], "\(name): \(codes)")
      }
      for name in ["empty", "random", "half"] {
        #expect(fixture.codes(fixture.requirement(keys: name)) == invalid, "keys: \(name)")
      }

      var bytes = try Data(contentsOf: fixture.folder.appending(path: "pack.json"))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: fixture.folder.appending(path: "pack.json"))
      #expect(fixture.codes(fixture.requirement()) == invalid, "a bit is another one")
    }
  }

  @Test func identitiesAndNamespacesCount() throws {
    guard Signer.installed.contains(.openSSH) else { return }
    try SignatureFixture.with(.openSSH) { fixture in
      let invalid = ["signature/not-valid"]
      #expect(fixture.codes(fixture.requirement(identity: SignatureFixture.identity)) == [])
      for identity in ["somebody@example.com", "", "-f", "*", "release@example.com,x", "release@example.com\nx"] {
        #expect(fixture.codes(fixture.requirement(identity: identity)) == invalid, "\(identity)")
      }
      for namespace in ["file", "git", "terrain-pack2"] {
        try fixture.sign("pack.json", as: "other", namespace: namespace)
        #expect(fixture.codes(fixture.requirement(signature: "other")) == invalid, "\(namespace)")
      }
      let key = try String(contentsOfFile: fixture.path("key.pub"), encoding: .utf8)
      let lines: [(String, [String])] = [
        ("*@example.com \(key)", []), ("a@b,\(SignatureFixture.identity) \(key)", []),
        ("!a@b,*@b \(key)", []), ("!a@b \(key)", invalid),
        ("\(SignatureFixture.identity) namespaces=\"git\" \(key)", invalid),
        ("\(SignatureFixture.identity) namespaces=\"terrain-pack\" \(key)", []),
        ("\(SignatureFixture.identity) valid-before=\"20200101\" \(key)", invalid),
        ("# \(SignatureFixture.identity) \(key)", invalid),
      ]
      for (line, codes) in lines {
        try fixture.folder.write(line, to: "lines")
        #expect(fixture.codes(fixture.requirement(keys: "lines")) == codes, "\(line)")
      }
    }
  }

  @Test(arguments: Signer.installed) func filesThatAreNoneAreRefusedBeforeAnythingRuns(_ signer: Signer) throws {
    try SignatureFixture.with(signer) { fixture in
      let ran = fixture.path("ran")
      let program = try fixture.program("touch '\(ran)'")
      let huge = fixture.path("huge")
      _ = FileManager.default.createFile(atPath: huge, contents: nil)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: huge))
      try file.truncate(atOffset: 4 << 30)
      try file.close()
      #expect(mkfifo(fixture.path("pipe"), 0o600) == 0)
      let cases = [
        ("Rules", "file/is-a-directory"), ("missing", "file/not-found"), ("huge", "signature/too-large"),
        ("pipe", "signature/not-a-file"),
      ]
      for (name, code) in cases {
        #expect(fixture.codes(fixture.requirement(signature: name, program: program)) == [code], "\(name)")
        #expect(fixture.codes(fixture.requirement(keys: name, program: program)) == [code], "\(name)")
        let pack = name == "Rules" ? "signature/not-a-built-pack" : code
        #expect(fixture.codes(fixture.requirement(program: program), pack: name) == [pack], "\(name)")
      }
      #expect(!FileManager.default.fileExists(atPath: ran))
    }
  }

  /// The codes where the shell commands `script` are run to verify.
  private func codes(_ script: String, _ fixture: SignatureFixture, milliseconds: Int) throws -> [String] {
    let program = try fixture.program(script)
    let began = ContinuousClock.now
    let codes = fixture.codes(fixture.requirement(program: program, milliseconds: milliseconds, bytes: 10_000))
    #expect(ContinuousClock.now - began < .seconds(20), "\(script)")
    return codes
  }

  /// Whatever the program does instead of verifying, in bounded time.
  @Test func aProgramThatDoesNotVerifyAcceptsNothing() throws {
    guard let signer = Signer.installed.first else { return }
    try SignatureFixture.with(signer) { fixture in
      let failed = ["signature/tool-failed"]
      func verify(_ script: String, _ milliseconds: Int) throws -> [String] {
        try codes(script, fixture, milliseconds: milliseconds)
      }
      #expect(try verify("sleep 1000", 400) == failed, "it hangs")
      #expect(try verify("sleep 1000 & wait", 400) == failed, "what it has started hangs")
      #expect(try verify("sleep 1000 &\nexit 0", 400) == failed, "what it has started holds its output open")
      #expect(try verify("exec >/dev/null 2>&1 </dev/null\nsleep 1000", 400) == failed, "it hangs in silence")
      #expect(try verify("trap '' TERM INT HUP\nwhile :; do sleep 1; done", 400) == failed, "it ignores signals")
      #expect(try verify("yes", 20_000) == failed, "it writes without end")
      #expect(try verify("kill -SEGV $$", 20_000) == failed, "it crashes")
      for status in [1, 2, 127, 255] {
        #expect(try verify("exit \(status)", 20_000) == ["signature/not-valid"], "\(status)")
      }
      #expect(fixture.codes(fixture.requirement(program: fixture.path("none"))) == ["signature/tool-missing"])
      #expect(fixture.codes(fixture.requirement(program: fixture.path("key.keys"))) == ["signature/tool-missing"])
      let hanging = fixture.requirement(program: try fixture.program("sleep 1000"), milliseconds: 20_000)
      #expect(fixture.codes(hanging, isCancelled: true) == ["rpc/cancelled"])
    }
  }

  /// A child process that is ended leaves nothing behind that runs.
  @Test func whatAHangingProgramStartedIsEnded() throws {
    guard let signer = Signer.installed.first else { return }
    try SignatureFixture.with(signer) { fixture in
      let program = try fixture.program("sleep 1000 & echo $! > '\(fixture.path("pid"))'\nwait")
      #expect(fixture.codes(fixture.requirement(program: program, milliseconds: 1000)) == ["signature/tool-failed"])
      let text = try String(contentsOfFile: fixture.path("pid"), encoding: .utf8)
      let started = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      for _ in 0..<200 where kill(started, 0) == 0 { usleep(20_000) }
      // A process without a parent that waits for it may be left as a zombie, which does nothing.
      let state = (try? String(contentsOfFile: "/proc/\(started)/stat", encoding: .utf8))?.split(separator: " ")
      #expect(kill(started, 0) != 0 || state?.count ?? 0 > 2 && state?[2] == "Z")
    }
  }
}
