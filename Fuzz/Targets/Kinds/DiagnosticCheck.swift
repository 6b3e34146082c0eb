import TerrainDocuments

/// What holds for diagnostics about any input: bounded, at a location that exists, and possible to print.
enum DiagnosticCheck {
  /// The longest message: names are quoted whole, a value never more than a part.
  private static let longestMessage = 20_000
  /// How many are printed: printing reads lines, and most of the code is seen after a few.
  private static let printed = 3

  /// Checks `diagnostics`.
  static func check(_ diagnostics: [Diagnostic]) throws(FuzzFailure) {
    for diagnostic in diagnostics {
      try require(!diagnostic.code.isEmpty && !diagnostic.message.isEmpty, "a diagnostic without code or message")
      try require(
        diagnostic.message.utf8.count <= longestMessage,
        "\(diagnostic.code) has a message of \(diagnostic.message.utf8.count) bytes")
      for place in [diagnostic.place].compactMap(\.self) + diagnostic.related.map(\.place) {
        try require(place.range.start <= place.range.end, "\(diagnostic.code) ends before it begins")
        try require(Int(place.range.start) <= place.source.bytes.count, "\(diagnostic.code) is behind the end")
      }
    }
    let some = Array(diagnostics.prefix(printed))
    _ = DiagnosticRenderer.text(some)
    _ = DiagnosticRenderer.json(some)
  }

  /// What `body` returns; nil where it throws errors, which are checked then.
  static func result<Value>(
    _ what: String, _ body: () throws(DiagnosticError) -> Value
  ) throws(FuzzFailure) -> Value? {
    let failure: DiagnosticError
    do throws(DiagnosticError) { return try body() } catch { failure = error }
    try checkErrors(failure.diagnostics, what)
    return nil
  }

  /// Checks that something was diagnosed as an error, and the diagnostics.
  static func checkErrors(_ diagnostics: [Diagnostic], _ what: String) throws(FuzzFailure) {
    try require(diagnostics.hasErrors, "\(what), and no error is diagnosed")
    try check(diagnostics)
  }
}
