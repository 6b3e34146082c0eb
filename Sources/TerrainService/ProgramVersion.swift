/// The program's version: what `--version`, `health`, `rpc.discover` and reports give.
package enum ProgramVersion {
  /// The version by semantic versioning.
  package static let text = "0.2.0"
}
