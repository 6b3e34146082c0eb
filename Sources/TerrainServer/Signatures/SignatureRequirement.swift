import TerrainContent
import TerrainDocuments
import TerrainPlatform

/// A valid signature of a built pack.
package struct PackSignature: Sendable {
  /// The identity in the file of allowed signers whose key made it; nil for keys of minisign, which have none.
  package let signer: String?
  /// What the verifying program reports of it: the signer's identity and key, or the trusted comment.
  package let report: String
}

/// Whose signature a built pack needs, and the installed program that verifies it. No cryptography is done here.
package struct SignatureRequirement: Sendable {
  /// The keys that are accepted; their kind decides which program verifies.
  package enum Keys: Sendable {
    /// A file of allowed signers, for `ssh-keygen`; of all identities in it, or of one.
    case allowedSigners(file: String, identity: String?)
    /// A file with a public key, for `minisign`.
    case publicKey(file: String)
  }

  /// What an SSH signature has to be for: one that the same key made for something else is not one of a pack.
  package static let namespace = "terrain-pack"
  /// The most bytes of a signature.
  static let signatureLimit = 64 << 10
  /// The most bytes of a file of keys.
  static let keysLimit = 1 << 20

  let keys: Keys
  /// The signature's file; nil where it is beside the pack, under the name that the signing program gives it.
  private let signature: String?
  /// The program; looked up in `PATH` where it has no slash.
  let program: String
  /// How long all runs of the program for one pack may take together, and how much each may write.
  let bounds: ChildProcess.Bounds

  /// A requirement of a signature by one of `keys`.
  ///
  /// - Parameters:
  ///   - signature: the signature's file; nil where it is beside the pack: `PACK.sig`, `PACK.minisig`.
  ///   - program: another program than the one that verifies signatures of this kind.
  package init(
    _ keys: Keys, signature: String? = nil, program: String? = nil,
    bounds: ChildProcess.Bounds = .init(milliseconds: 10_000, bytes: 64 << 10)
  ) {
    self.keys = keys
    self.signature = signature
    self.bounds = bounds
    self.program = program ?? keys.program
  }

  /// A built pack whose signature is valid.
  package struct VerifiedPack: Sendable {
    /// The bytes that were verified.
    package let source: SourceText
    /// Their signature.
    package let signature: PackSignature
  }

  /// Reads the built pack in the file `path` once, and verifies these bytes.
  ///
  /// - Throws: `signature/not-valid` where its signature is none of these keys; `signature/tool-missing` and
  ///   `signature/tool-failed` where that cannot be found out; what is wrong with one of the files.
  package func verifiedPack(
    at path: String, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(DiagnosticError) -> VerifiedPack {
    guard Folder.kind(of: path) != .folder else { throw DiagnosticError(.unsignedFolder(path)) }
    let source = try SourceText.checked(name: path, bytes: Self.bytes(of: path, limit: SourceText.sizeLimit))
    let file = signatureFile(of: path)
    let verification = SignatureVerification(
      pack: path, signature: file, requirement: self, isCancelled: isCancelled)
    return VerifiedPack(
      source: source,
      signature: try verification.run(
        source.bytes, signature: Self.bytes(of: file, limit: Self.signatureLimit),
        keys: Self.bytes(of: keys.file, limit: Self.keysLimit)))
  }

  /// The folders in which files are that decide whether the pack `path` is accepted.
  func folders(of path: String) -> [String] { [signatureFile(of: path), keys.file].map { FilePath.folder($0) } }

  private func signatureFile(of pack: String) -> String { signature ?? pack + keys.signatureEnding }

  /// The bytes of the regular file `path`. A pipe could keep the service waiting, and nobody could read it again.
  private static func bytes(of path: String, limit: Int) throws(DiagnosticError) -> [UInt8] {
    if let status = FileStatus(path), status.kind == .file, status.size > limit {
      throw DiagnosticError(.fileTooLargeToVerify(path, limit: limit))
    }
    guard let bytes = try SourceText.bytesOfFile(path: path, limit: limit) else {
      throw DiagnosticError(.notARegularFile(path))
    }
    return bytes
  }
}

extension SignatureRequirement.Keys {
  /// The program that verifies their signatures.
  var program: String {
    switch self {
    case .allowedSigners: "ssh-keygen"
    case .publicKey: "minisign"
    }
  }

  /// The file that they are in.
  var file: String {
    switch self {
    case .allowedSigners(let file, _), .publicKey(let file): file
    }
  }

  /// What the signing program appends to the name of a file for its signature.
  fileprivate var signatureEnding: String {
    switch self {
    case .allowedSigners: ".sig"
    case .publicKey: ".minisig"
    }
  }
}
