import TerrainContent
import TerrainDocuments
import TerrainServer

extension Command {
  /// `terrain pack verify`: whether a built pack is what somebody has signed.
  static let packVerify = Command(
    name: "verify", summary: "Verify the signature of a built pack with the installed `ssh-keygen` or `minisign`",
    discussion: """
      The signature is a file beside the pack, made by `ssh-keygen -Y sign -n terrain-pack`
      or `minisign -S`. The exit status is 0 where it is valid and the file is a built pack,
      1 where it is not, and 2 where that could not be found out: a file or the program is
      missing, or the program does not end within ten seconds.
      """,
    operands: [Operand(name: "PACK", help: "The built pack's file")],
    options: [.allowedSigners, .identity, .publicKey, .signature],
    examples: [
      .init(
        line: "terrain pack verify terrain.pack.json --allowed-signers signers",
        purpose: "Verify terrain.pack.json.sig, by anybody in the file"),
      .init(
        line: "terrain pack verify terrain.pack.json --public-key minisign.pub",
        purpose: "Verify terrain.pack.json.minisig"),
    ],
    run: { arguments, console in
      guard let requirement = arguments.signatureRequirement(console) else { return .couldNotRun }
      do throws(DiagnosticError) {
        let verified = try requirement.verifiedPack(at: arguments.operand(0) ?? "")
        _ = try BuiltPack(verified.source)
        console.write("\(TerminalText.harmless(verified.source.name)): \(verified.signature.report)\n")
        return .success
      } catch {
        return console.report(error)
      }
    })
}
