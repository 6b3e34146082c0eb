import TerrainDocuments

extension Console {
  /// Codes of what keeps the program from reading at all, as opposed to what is wrong with what it read.
  private static let cannotRead: Set<String> = [
    "file/not-found", "file/is-a-directory", "file/unreadable", "pack/not-found", "rules/not-found",
  ]

  /// Shows what went wrong on standard error; the exit status it calls for.
  func report(_ error: DiagnosticError) -> ExitStatus {
    report(error.diagnostics)
    return error.diagnostics.contains { Self.cannotRead.contains($0.code) } ? .couldNotRun : .findings
  }

  /// Shows diagnostics on standard error.
  func report(_ diagnostics: [Diagnostic]) {
    if !diagnostics.isEmpty { report(DiagnosticRenderer.text(diagnostics.sortedForReport(), color: errorHasColor)) }
  }

  /// Prints what a check of `subject` found, as its result: to standard output, with a line that sums it up.
  ///
  /// - Parameter least: findings of this severity or above make the exit status 1.
  func conclude(
    _ diagnostics: [Diagnostic], about subject: String, json: Bool, failingOn least: Severity
  ) -> ExitStatus {
    let sorted = diagnostics.sortedForReport()
    if json {
      write(DiagnosticRenderer.json(sorted))
    } else {
      if !sorted.isEmpty { write(DiagnosticRenderer.text(sorted, color: outputHasColor) + "\n") }
      write("\(subject): \(Self.summary(sorted))\n")
    }
    return sorted.contains { $0.severity >= least } ? .findings : .fine
  }

  private static func summary(_ diagnostics: [Diagnostic]) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = diagnostics.count { $0.severity == severity }
      let noun = severity == .info ? "remark" : severity.rawValue
      return count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? "nothing to complain of" : counts.joined(separator: ", ")
  }
}
