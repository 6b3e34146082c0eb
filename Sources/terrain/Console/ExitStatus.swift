/// The program's exit codes, as in the README and `terrain --help`.
enum ExitStatus: Int32 {
  /// Success.
  case success = 0
  /// The data has errors: diagnostics, refused requests, failed tests.
  case failure = 1
  /// Could not run: usage, an unreadable file, an internal error.
  case couldNotRun = 2
}
