/// Shows diagnostics to people (``text(_:color:)``) and to programs (``json(_:)``).
///
/// Both keep the order they are given; see ``Swift/Array/sortedForReport()``.
package enum DiagnosticRenderer {}
