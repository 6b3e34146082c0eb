import TerrainDocuments

extension Console {
  /// The codes of diagnostics about files that cannot be read or written, and names of nothing, and not about the content of files.
  private static let cannotRead: Set<String> = [
    "file/not-found", "file/is-a-directory", "file/unreadable", "file/no-match", "file/cannot-write",
    "file/changed", "file/elsewhere",
    "pack/not-found", "rules/not-found", "rules/set-syntax", "batch/unknown-method", "batch/other-run",
    "batch/other-input", "batch/other-output",
    "batch/output-in-use", "batch/no-thread", "population/not-found", "population/unknown-operation",
    "quality/not-found", "impact/no-git", "impact/no-revision", "impact/no-versions", "impact/unknown-operation",
    "impact/unknown-decision", "impact/one-subject", "impact/several-operations",
  ]

  /// Whether files could not be read or written.
  static func keepFromRunning(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { cannotRead.contains($0.code) }
  }

  /// Reports `error` on standard error, and returns the exit status.
  func report(_ error: DiagnosticError) -> ExitStatus {
    report(error.diagnostics)
    return Self.keepFromRunning(error.diagnostics) ? .couldNotRun : .failure
  }

  /// Shows diagnostics on standard error.
  func report(_ diagnostics: [Diagnostic]) {
    if !diagnostics.isEmpty {
      report(DiagnosticRenderer.text(diagnostics.sortedForReport().onePerCause(), color: errorHasColor))
    }
  }
}
