import Foundation
import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainPlatform
import TerrainServer
import TestSupport

/// A program that makes and verifies signatures.
enum Signer: String, CaseIterable, Sendable {
  case openSSH = "ssh-keygen"
  case minisign

  /// Those that are installed; the others are named.
  static var installed: [Signer] {
    allCases.filter { signer in
      let isInstalled = installedProgram(signer.rawValue) != nil
      if !isInstalled { print("SKIPPED: \(signer.rawValue) is not installed: its signatures are not tried") }
      return isInstalled
    }
  }

  fileprivate func run(_ arguments: [String], input: [UInt8] = []) throws {
    guard let program = installedProgram(rawValue) else { throw CocoaError(.executableNotLoadable) }
    let result = try runCommand(arguments, program: program, input: input)
    guard result.exitCode == 0 else { throw CocoaError(.executableLoad, userInfo: ["why": result.standardError]) }
  }
}

/// A folder with a built pack, throwaway keys and signatures.
struct SignatureFixture {
  let signer: Signer
  let folder: URL
  let copy: ReloadTests.Copy

  static let identity = "release@example.com"

  static func with(_ signer: Signer, _ body: (SignatureFixture) throws -> Void) throws {
    try ReloadTests.withCopy { copy in
      let fixture = SignatureFixture(signer: signer, folder: copy.folder, copy: copy)
      try fixture.build()
      try fixture.makeKey("key")
      try fixture.sign("pack.json")
      try body(fixture)
    }
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Builds the pack as it is now.
  func build(_ name: String = "pack.json") throws {
    let built = try PackBuilder(pack: path("ContentPacks/small"), rules: path("Rules/small")).build()
    try Data(built.bytes).write(to: folder.appending(path: name))
  }

  /// The ending of a signature's file.
  var ending: String { signer == .openSSH ? ".sig" : ".minisig" }

  /// Makes a key, and a file of keys that accepts it: `NAME.keys`.
  func makeKey(_ name: String, identity: String = identity) throws {
    switch signer {
    case .openSSH:
      try signer.run(["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", path(name)])
      let key = try String(contentsOfFile: path("\(name).pub"), encoding: .utf8)
      try folder.write("\(identity) \(key)", to: "\(name).keys")
    case .minisign:
      try signer.run(["-G", "-W", "-p", path("\(name).keys"), "-s", path(name)])
    }
  }

  /// Signs the file `name`, beside it or as `output`.
  func sign(_ name: String, key: String = "key", as output: String? = nil, namespace: String = "terrain-pack") throws {
    let signature = path(output ?? name + ending)
    try? FileManager.default.removeItem(atPath: signature)
    switch signer {
    case .openSSH:
      // It writes beside the file, and asks before it replaces one.
      let temporary = path("to-sign")
      try? FileManager.default.removeItem(atPath: temporary + ".sig")
      try Data(contentsOf: folder.appending(path: name)).write(to: URL(fileURLWithPath: temporary))
      try signer.run(["-q", "-Y", "sign", "-f", path(key), "-n", namespace, temporary])
      try FileManager.default.moveItem(atPath: temporary + ".sig", toPath: signature)
    case .minisign:
      try signer.run(["-S", "-s", path(key), "-m", path(name), "-x", signature, "-t", "signed by a test"])
    }
  }

  func requirement(
    keys: String = "key.keys", identity: String? = nil, signature: String? = nil, program: String? = nil,
    milliseconds: Int = 10_000, bytes: Int = 64 << 10
  ) -> SignatureRequirement {
    let file = path(keys)
    return SignatureRequirement(
      signer == .openSSH ? .allowedSigners(file: file, identity: identity) : .publicKey(file: file),
      signature: signature.map { path($0) }, program: program,
      bounds: ChildProcess.Bounds(milliseconds: milliseconds, bytes: bytes))
  }

  /// The codes of what is wrong with the pack; none where it is verified.
  func codes(_ requirement: SignatureRequirement, pack: String = "pack.json", isCancelled: Bool = false) -> [String] {
    do throws(DiagnosticError) {
      _ = try requirement.verifiedPack(at: path(pack), isCancelled: { isCancelled })
      return []
    } catch {
      return error.diagnostics.map(\.code)
    }
  }

  func served(_ requirement: SignatureRequirement) throws -> ServedSystem {
    let locator = PackLocator(home: nil, workingFolder: "/nowhere", program: nil)
    return try ServedSystem(SystemPlace(pack: path("pack.json"), locator: locator, signature: requirement))
  }

  /// A program of the shell commands `script`.
  func program(_ script: String) throws -> String {
    // Written by another process: a child that another thread starts meanwhile would have the file open for writing, and a file that
    // is written to cannot be run.
    let written = try runCommand(
      ["-c", #"cat > "$1" && chmod 755 "$1""#, "sh", path("verifier")], program: URL(fileURLWithPath: "/bin/sh"),
      input: Array("#!/bin/sh\n\(script)\n".utf8))
    guard written.exitCode == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path("verifier")
  }
}
