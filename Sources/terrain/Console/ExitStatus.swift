/// The program's exit codes, as the README and `terrain --help` tell them.
enum ExitStatus: Int32 {
  /// All is well.
  case fine = 0
  /// The data is not right: findings, wrong answers, failed tests.
  case findings = 1
  /// Could not run: usage, an unreadable file, an internal error.
  case couldNotRun = 2
}
