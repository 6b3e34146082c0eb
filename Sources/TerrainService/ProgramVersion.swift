/// The program's version, as in `--version`, `health`, `rpc.discover`, and reports.
package enum ProgramVersion {
  /// The version by semantic versioning.
  package static let text = "0.3.0"
  /// The version of the protocol of `terrain serve`, which increases when existing clients have to be changed.
  package static let ofProtocol = 1
}
