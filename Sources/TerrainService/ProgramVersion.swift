/// The program's version: what `--version`, `health`, `rpc.discover` and reports give.
public enum ProgramVersion {
  /// The version by semantic versioning.
  public static let text = "0.2.0"
}
