import TerrainDocuments

extension Console {
  /// Codes of what keeps the program from reading at all, as opposed to what is wrong with what it read.
  private static let cannotRead: Set<String> = [
    "file/not-found", "file/is-a-directory", "file/unreadable", "file/no-match", "file/cannot-write",
    "pack/not-found", "rules/not-found", "rules/set-syntax", "batch/unknown-method", "batch/other-run",
    "batch/other-input", "batch/other-output",
    "batch/output-in-use", "batch/no-thread",
  ]

  /// Whether files could not be read or written.
  static func keepFromRunning(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { cannotRead.contains($0.code) }
  }

  /// Shows what went wrong on standard error; the exit status it calls for.
  func report(_ error: DiagnosticError) -> ExitStatus {
    report(error.diagnostics)
    return Self.keepFromRunning(error.diagnostics) ? .couldNotRun : .findings
  }

  /// Shows diagnostics on standard error.
  func report(_ diagnostics: [Diagnostic]) {
    if !diagnostics.isEmpty {
      report(DiagnosticRenderer.text(diagnostics.sortedForReport().onePerCause(), color: errorHasColor))
    }
  }
}
