import TerrainBase
import TerrainDocuments

// The diagnostics of a batch.

extension Diagnostic {
  static func noThread() -> Diagnostic {
    Diagnostic(code: "batch/no-thread", message: "the system has no thread to give", place: nil)
  }

  // MARK: Going on

  static func outputHeld(_ name: String) -> Diagnostic {
    Diagnostic(
      code: "batch/output-in-use", message: "another run is writing `\(name)`", place: nil,
      fix: "wait for its end, or stop it")
  }

  static func otherRun(_ name: String, record: String, differs: [String]) -> Diagnostic {
    Diagnostic(
      code: "batch/other-run",
      message: "`\(name)` was made with another \(differs.joined(separator: ", ")), by `\(record)`", place: nil,
      fix: "go on with the same command, pack and rules; or name another output")
  }

  static func otherInput(_ name: String, lines: Int) -> Diagnostic {
    Diagnostic(
      code: "batch/other-input",
      message: "the input does not begin with the \(lines.counted("line")) that `\(name)` was made from", place: nil,
      fix: "go on with the same input, or name another output")
  }

  static func otherOutput(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      code: "batch/other-output", message: "line \(line) of `\(name)` is not what this run gives there", place: nil,
      fix: "it was made by another input, pack or rules, or changed since: name another output")
  }

  static func otherOutput(_ name: String, from first: Int, to last: Int) -> Diagnostic {
    Diagnostic(
      code: "batch/other-output", message: "lines \(first) to \(last) of `\(name)` are not as they were written",
      place: nil, fix: "the file was changed since: name another output")
  }

  static func outputTooLong(_ name: String, lines: Int) -> Diagnostic {
    Diagnostic(
      code: "batch/other-output", message: "`\(name)` has more than the \(lines.counted("line")) that this run gives",
      place: nil,
      fix: "it was made from another input, or changed since: name another output")
  }
}
