import TerrainDocuments
import TerrainPlatform

/// One verification of a signature by the installed program.
///
/// The program gets copies of what was read, as descriptors: it opens nothing by a name that somebody chose, and cannot see other
/// bytes than those that are loaded later.
struct SignatureVerification {
  /// The pack's file, for messages.
  let pack: String
  /// The signature's file, for messages.
  let signature: String
  let requirement: SignatureRequirement
  let isCancelled: @Sendable () -> Bool

  /// The signature and the keys as the program opens them.
  private static let (signatureDescriptor, keysDescriptor) = ("/dev/fd/3", "/dev/fd/4")
  /// The most identities of one key that are tried.
  private static let identityLimit = 16
  /// The most characters of the program's own words in a message.
  private static let reportLimit = 300

  /// Verifies that `signature` is one of the bytes `pack` by one of `keys`.
  func run(_ pack: [UInt8], signature: [UInt8], keys: [UInt8]) throws(DiagnosticError) -> PackSignature {
    let deadline = MonotonicClock.system.now() + requirement.bounds.milliseconds * 1_000_000
    func run(_ arguments: [String]) throws(DiagnosticError) -> ChildProcess {
      try self.run(arguments, input: pack, files: [signature, keys], until: deadline)
    }
    let files = ["-s", Self.signatureDescriptor, "-f", Self.keysDescriptor]
    switch requirement.keys {
    case .publicKey:
      return PackSignature(
        signer: nil,
        report: try accepted(
          try run(["-V", "-m", "/dev/stdin", "-x", Self.signatureDescriptor, "-p", Self.keysDescriptor])))
    case .allowedSigners(_, let identity?):
      let process = try run(Self.verifying(identity) + files)
      do throws(DiagnosticError) {
        return try verified(as: identity, process)
      } catch {
        guard Self.isRefusal(error), let signer = try? verifiedAsItsSigner(files, run).signer else { throw error }
        let expected = TerminalText.harmless(identity)
        throw DiagnosticError(.otherSigner(signer, self.signature, of: self.pack, expected: expected))
      }
    case .allowedSigners(_, nil): return try verifiedAsItsSigner(files, run)
    }
  }

  /// The signature as one by whomever the key belongs to that it was made with.
  ///
  /// - Parameter run: runs the program with arguments.
  private func verifiedAsItsSigner(
    _ files: [String], _ run: ([String]) throws(DiagnosticError) -> ChildProcess
  ) throws(DiagnosticError) -> PackSignature {
    // Whose key it is, first; only then can the signature be verified as theirs.
    let found = try run(["-Y", "find-principals"] + files)
    _ = try accepted(found)
    let identities = String(decoding: found.output, as: UTF8.self).split(separator: "\n").map(String.init)
    var last: DiagnosticError?
    for identity in identities.prefix(Self.identityLimit) where !identity.hasPrefix("!") {
      do throws(DiagnosticError) {
        return try verified(as: identity, try run(Self.verifying(identity) + files))
      } catch {
        guard Self.isRefusal(error) else { throw error }
        last = error
      }
    }
    throw last ?? DiagnosticError(invalid(found))
  }

  /// Whether the program has said that the signature is not valid.
  private static func isRefusal(_ error: DiagnosticError) -> Bool {
    error.diagnostics.contains { $0.code == Diagnostic.invalidSignatureCode }
  }

  private static func verifying(_ identity: String) -> [String] {
    ["-Y", "verify", "-n", SignatureRequirement.namespace, "-I", identity]
  }

  private func verified(as identity: String, _ process: ChildProcess) throws(DiagnosticError) -> PackSignature {
    PackSignature(signer: TerminalText.harmless(identity), report: try accepted(process))
  }

  private func run(
    _ arguments: [String], input: [UInt8], files: [[UInt8]], until deadline: Int
  ) throws(DiagnosticError) -> ChildProcess {
    let left = max(0, (deadline - MonotonicClock.system.now()) / 1_000_000)
    let program = requirement.program
    do throws(ChildProcess.Failure) {
      return try ChildProcess.run(
        program, arguments, input: input, files: files,
        within: .init(milliseconds: left, bytes: requirement.bounds.bytes), isCancelled: isCancelled)
    } catch {
      switch error {
      case .notStarted(let reason): throw DiagnosticError(.verifierMissing(program, reason))
      case .tookTooLong:
        let limit = "it ran longer than \(requirement.bounds.milliseconds) ms"
        throw DiagnosticError(.verifierFailed(program, signature, limit))
      case .wroteTooMuch:
        let limit = "it wrote more than \(requirement.bounds.bytes) bytes"
        throw DiagnosticError(.verifierFailed(program, signature, limit))
      case .cancelled: throw DiagnosticError(.cancelled)
      }
    }
  }

  /// What `process` reports, where it has accepted the signature: with status 0, and in no other way.
  private func accepted(_ process: ChildProcess) throws(DiagnosticError) -> String {
    if process.status == 0 { return words(of: process) }
    // 255 is what `ssh-keygen` ends with by itself.
    if process.status < 0 || (129..<255).contains(process.status) {
      let reason = "it ended with status \(process.status)"
      throw DiagnosticError(.verifierFailed(requirement.program, signature, reason))
    }
    throw DiagnosticError(invalid(process))
  }

  private func invalid(_ process: ChildProcess) -> Diagnostic {
    .invalidSignature(
      signature, of: pack, by: requirement.keys, "`\(requirement.program)` reports: \(words(of: process))")
  }

  /// What `process` wrote, in one line.
  private func words(of process: ChildProcess) -> String {
    let text = process.errors + "\n" + String(decoding: process.output, as: UTF8.self)
    let line = text.split(whereSeparator: \.isNewline).map { TerminalText.harmless(String($0)) }.joined(separator: "; ")
    return String(line.prefix(Self.reportLimit))
  }
}

// MARK: - Diagnostics

extension Diagnostic {
  fileprivate static let invalidSignatureCode = "signature/not-valid"

  fileprivate static func invalidSignature(
    _ signature: String, of pack: String, by keys: SignatureRequirement.Keys, _ report: String
  ) -> Diagnostic {
    let command =
      switch keys {
      case .allowedSigners: "ssh-keygen -Y sign -f KEY -n \(SignatureRequirement.namespace) FILE"
      case .publicKey: "minisign -S -s KEY -m FILE"
      }
    return Diagnostic(
      code: invalidSignatureCode,
      message: "`\(signature)` is not a valid signature of `\(pack)` by a key in `\(keys.file)`. \(report)", place: nil,
      fix: "put the file there that was signed, or sign this one: `\(command)`")
  }

  fileprivate static func otherSigner(
    _ signer: String, _ signature: String, of pack: String, expected: String
  ) -> Diagnostic {
    Diagnostic(
      code: invalidSignatureCode,
      message: "`\(signature)` is a valid signature of `\(pack)`, but by `\(signer)` and not by `\(expected)`",
      place: nil,
      fix: "let `\(expected)` sign it; where `\(signer)` is whom you expect, name them")
  }

  fileprivate static func verifierMissing(_ program: String, _ reason: SystemError) -> Diagnostic {
    Diagnostic(
      code: "signature/tool-missing",
      message: "`\(program)`, which verifies signatures, cannot be run: \(reason.message)", place: nil,
      fix: "install it, and put its folder on the PATH")
  }

  fileprivate static func verifierFailed(_ program: String, _ signature: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      code: "signature/tool-failed", message: "`\(program)` did not verify `\(signature)`: \(reason)", place: nil,
      fix: "run it by hand to see why; nothing is accepted that was not verified")
  }

  static func unsignedFolder(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "signature/not-a-built-pack", message: "`\(path)` is not a file, and only a built pack has a signature",
      place: nil, fix: "build the pack and sign the file: `terrain pack build -o FILE`")
  }

  static func notARegularFile(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "signature/not-a-file", message: "`\(path)` is not a regular file", place: nil,
      fix: "name a file: a pipe or a device cannot be read again when the next version is verified")
  }

  static func fileTooLargeToVerify(_ path: String, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "signature/too-large", message: "`\(path)` has more than the \(limit) bytes that such a file may have",
      place: nil,
      fix: "check that pack, signature and keys were not confused")
  }
}
