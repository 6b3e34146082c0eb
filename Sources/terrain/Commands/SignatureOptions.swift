import TerrainDocuments
import TerrainServer

extension Option {
  /// The keys of SSH signatures.
  static let allowedSigners = Option(
    name: "allowed-signers", kind: .path("FILE"),
    help: "Verify with the installed `ssh-keygen`: a key in this file of allowed signers has to have made the signature"
  )
  /// Whose key of them.
  static let identity = Option(
    name: "identity", kind: .value("ID"),
    help: "With --allowed-signers: accept keys of this signer only. Without it: of all signers in the file")
  /// The key of minisign signatures.
  static let publicKey = Option(
    name: "public-key", kind: .path("FILE"),
    help: "Verify with the installed `minisign`: the key in this file has to have made the signature")
  /// Where the signature is.
  static let signature = Option(
    name: "signature", kind: .path("FILE"),
    help: "The file of the signature. Without it: PACK.sig, or PACK.minisig with --public-key")

  fileprivate static let ofSignatures = [allowedSigners, identity, publicKey, signature]
}

extension Arguments {
  /// Whose signature they require; nil where they do not name one kind of keys, which is reported.
  func signatureRequirement(_ console: Console) -> SignatureRequirement? {
    let (signers, key) = (value(of: .allowedSigners), value(of: .publicKey))
    let keys: SignatureRequirement.Keys
    switch (signers, key) {
    case (let file?, nil): keys = .allowedSigners(file: file, identity: value(of: .identity))
    case (nil, let file?) where !has(.identity): keys = .publicKey(file: file)
    default:
      let problem =
        signers != nil
        ? "`--allowed-signers` and `--public-key` are keys of different programs"
        : key != nil ? "`--identity` is one of `--allowed-signers`" : "no keys are named that may have signed"
      console.report(
        "terrain: \(problem)\nhelp: name the keys of SSH signatures with `--allowed-signers FILE`, or that of minisign with "
          + "`--public-key FILE`\n")
      return nil
    }
    return SignatureRequirement(keys, signature: value(of: .signature))
  }

  /// Whether no option about signatures is given; one that would have no effect without `option` is reported.
  func hasNoSignatureOptions(_ console: Console, besides option: Option) -> Bool {
    guard let given = Option.ofSignatures.first(where: has) else { return true }
    console.report(
      "terrain: `--\(given.name)` has no effect without `--\(option.name)`\nhelp: add `--\(option.name)`\n")
    return false
  }
}
