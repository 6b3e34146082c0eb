import TerrainBase
import Testing

@testable import TerrainDocuments

/// Diagnostics with one cause become one.
@Suite struct DiagnosticCauseTests {
  private let source = SourceText(name: "a.yaml", text: String(repeating: "x", count: 100))

  private func diagnostic(
    _ code: String, at start: UInt32, _ cause: Diagnostic.Cause?, severity: Severity = .error
  ) -> Diagnostic {
    let place = Place(source: source, range: SourceRange(start: start, end: start + 1))
    var diagnostic = Diagnostic(code: code, severity: severity, message: "wrong \(code)", place: place)
    diagnostic.cause = cause
    return diagnostic
  }

  @Test func theFirstStandsForAll() {
    let cause = Diagnostic.Cause("a")
    let found = [
      diagnostic("x/one", at: 1, cause), diagnostic("x/other", at: 2, nil), diagnostic("x/one", at: 3, cause),
      diagnostic("x/two", at: 4, cause),
    ].onePerCause()
    #expect(found.map(\.code) == ["x/one", "x/other"])
    #expect(found[0].related.map(\.message) == ["also here", "wrong x/two"])
    #expect(found[0].related.map(\.place.range.start) == [3, 4])
  }

  @Test func theMistakeTakesTheirPlace() {
    let cause = Diagnostic.Cause("a", mistake: diagnostic("x/mistake", at: 9, nil), from: 2)
    #expect([diagnostic("x/one", at: 1, cause)].onePerCause().map(\.code) == ["x/one"])
    let found = [diagnostic("x/one", at: 1, cause), diagnostic("x/one", at: 2, cause, severity: .warning)].onePerCause()
    #expect(found.map(\.code) == ["x/mistake"] && found.map(\.severity) == [.error])
    #expect(found[0].related.map(\.place.range.start) == [1, 2])
  }

  @Test func theGravestIsShown() {
    let cause = Diagnostic.Cause("a")
    let found = [diagnostic("x/w", at: 1, cause, severity: .warning), diagnostic("x/e", at: 2, cause)].onePerCause()
    #expect(found.map(\.code) == ["x/e"])
  }

  @Test func locationsAreLimited() {
    let cause = Diagnostic.Cause("a")
    let found = (0..<50).map { diagnostic("x/one", at: UInt32($0), cause) }.onePerCause()
    #expect(found.count == 1 && found[0].related.count == 10)
    #expect(
      found[0].related.last?.message == "also here; and at 39 more locations (limit `diagnostic-locations` of 10)")
  }

  @Test func causesOfOtherPacksAreOthers() {
    let cause = Diagnostic.Cause("a")
    let found =
      [diagnostic("x/one", at: 1, cause)].withCauses(in: "p") + [diagnostic("x/one", at: 2, cause)].withCauses(in: "q")
    #expect(found.onePerCause().count == 2)
  }
}
