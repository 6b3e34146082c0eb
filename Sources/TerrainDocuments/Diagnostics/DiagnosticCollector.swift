import TerrainBase

/// Collects the diagnostics about one file or one request from several readers.
///
/// Requests are untrusted, so the diagnostics about a request are bounded: the first ``mostDiagnostics`` are kept, and the others are
/// counted but never created. ``Suggestions`` bounds the search for similar names. Diagnostics about a request contain its paths and the
/// allowed values, but never its values. Diagnostics about files are all kept, and quote the source.
package final class DiagnosticCollector {
  /// The kind of input that the diagnostics are about.
  package enum Subject: Sendable {
    /// A file of an author.
    case file
    /// A request.
    case request
  }

  /// The maximum number of diagnostics about one request that are kept.
  package static let mostDiagnostics = 100
  /// The maximum number of further errors of a request that are counted; then reading stops.
  static let mostCounted = 30_000
  /// The code of the diagnostic that reports the number of omitted diagnostics.
  package static let closingCode = "request/more-diagnostics"

  /// The kind of input that the diagnostics are about.
  package let subject: Subject
  /// Finds declared names that are similar to misspelled ones.
  package let suggestions: Suggestions
  private var kept: [Diagnostic] = []
  private var counted = 0
  private var countedErrors = 0
  /// The number of errors, including those that were only counted.
  package private(set) var errorCount = 0
  private let most: Int
  private var isStopped = false

  /// A collector of diagnostics about `subject`.
  package convenience init(_ subject: Subject) {
    self.init(
      subject, suggestions: Suggestions(subject == .request ? Suggestions.mostNames : .max),
      most: subject == .request ? Self.mostDiagnostics : .max)
  }

  private init(_ subject: Subject, suggestions: Suggestions, most: Int) {
    self.subject = subject
    self.suggestions = suggestions
    self.most = most
  }

  /// A collector for a part of the same document. The caller can inspect its diagnostics before it takes them.
  ///
  /// - Parameter most: The maximum number of diagnostics to keep; zero if this collector is full.
  package func part(keeping most: Int = DiagnosticCollector.mostDiagnostics) -> DiagnosticCollector {
    DiagnosticCollector(subject, suggestions: suggestions, most: subject == .request ? isFull ? 0 : most : .max)
  }

  // MARK: Collecting

  /// Collects an error. `make` is called only if the diagnostic is kept.
  package func report(_ make: @autoclosure () -> Diagnostic) {
    guard kept.count < most else {
      count(isError: true)
      return
    }
    append(make())
  }

  /// Collects a warning. `make` is called only if the diagnostic is kept.
  package func warn(_ make: @autoclosure () -> Diagnostic) {
    guard kept.count < most else {
      count(isError: false)
      return
    }
    append(make())
  }

  /// Collects existing diagnostics.
  package func report(contentsOf diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      if kept.count < most { append(diagnostic) } else { count(isError: diagnostic.severity == .error) }
    }
  }

  /// Adds the diagnostics of `part`.
  package func take(_ part: DiagnosticCollector) {
    report(contentsOf: part.kept)
    counted += part.counted
    countedErrors += part.countedErrors
    errorCount += part.countedErrors
  }

  /// Calls `body`. If it throws, collects the error and returns nil.
  package func collect<T>(_ body: () throws(DiagnosticError) -> T) -> T? {
    do throws(DiagnosticError) {
      return try body()
    } catch {
      report(contentsOf: error.diagnostics)
      return nil
    }
  }

  private func append(_ diagnostic: Diagnostic) {
    kept.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  /// Counts errors without creating diagnostics.
  package func count(errors: Int) {
    guard errors > 0 else { return }
    counted += errors
    countedErrors += errors
    errorCount += errors
  }

  private func count(isError: Bool) {
    counted += 1
    guard isError else { return }
    countedErrors += 1
    errorCount += 1
  }

  // MARK: Results

  /// The number of diagnostics, including those that were only counted.
  package var count: Int { kept.count + counted }
  /// True if a diagnostic is an error.
  package var hasErrors: Bool { errorCount > 0 }
  /// The first diagnostic.
  package var first: Diagnostic? { kept.first }
  /// True if further diagnostics are only counted.
  package var isFull: Bool { kept.count >= most }
  /// True if readers may stop, because the request has so many errors that it is rejected anyway.
  package var isExhausted: Bool { isStopped || countedErrors >= Self.mostCounted }

  /// Tells readers to stop. The remainder of the input stays unchecked.
  package func stop() { isStopped = true }

  /// The kept diagnostics, followed by a diagnostic with the number of omitted diagnostics if there are any.
  package var diagnostics: [Diagnostic] {
    guard counted > 0 else { return kept }
    return kept + [.moreDiagnostics(counted, isAtLeast: isExhausted)]
  }

  /// The diagnostics as an error.
  package var error: DiagnosticError { DiagnosticError(diagnostics) }
}

extension Diagnostic {
  fileprivate static func moreDiagnostics(_ count: Int, isAtLeast: Bool) -> Diagnostic {
    Diagnostic(
      code: DiagnosticCollector.closingCode, severity: .info,
      message:
        "\(isAtLeast ? "at least " : "")\(count) more \(count == 1 ? "diagnostic is" : "diagnostics are") left out",
      place: nil, fix: "fix these first")
  }
}
