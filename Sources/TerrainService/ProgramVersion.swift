/// The program's version, as in `--version`, `health`, `rpc.discover`, and reports.
package enum ProgramVersion {
  /// The version by semantic versioning.
  package static let text = "0.3.0"
  /// The version of the protocol of `terrain serve`: it grows when a client that works has to be changed.
  package static let ofProtocol = 1
}
