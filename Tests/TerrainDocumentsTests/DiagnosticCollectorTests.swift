import TerrainBase
import TerrainDocuments
import Testing

/// What is collected about a request is bounded; what is collected about a file is not.
@Suite struct DiagnosticCollectorTests {
  private static func diagnostic(_ number: Int, _ severity: Severity = .error) -> Diagnostic {
    Diagnostic(code: "test/wrong", severity: severity, message: "number \(number)", place: nil)
  }

  @Test(arguments: [
    (0, nil), (1, nil), (100, nil), (101, "1 more diagnostic is left out"),
    (5000, "4900 more diagnostics are left out"),
  ])
  func keepsAHundredAndCountsTheOthers(_ count: Int, _ closing: String?) {
    let found = DiagnosticCollector(.request)
    var made = 0
    func make(_ number: Int) -> Diagnostic {
      made += 1
      return Self.diagnostic(number)
    }
    for number in 0..<count { found.report(make(number)) }
    #expect(made == min(count, 100))
    #expect(found.errorCount == count)
    #expect(found.hasErrors == (count > 0))
    let diagnostics = found.diagnostics
    #expect(diagnostics.prefix(100).map(\.message) == (0..<min(count, 100)).map { "number \($0)" })
    #expect(diagnostics.dropFirst(100).map(\.message) == [closing].compactMap(\.self))
    #expect(diagnostics.dropFirst(100).allSatisfy { $0.code == "request/more-diagnostics" && $0.severity == .info })
  }

  @Test func keepsEverythingAboutAFile() {
    let found = DiagnosticCollector(.file)
    for number in 0..<500 { found.report(Self.diagnostic(number)) }
    #expect(found.diagnostics.count == 500)
  }

  @Test func warningsAreNoErrors() {
    let found = DiagnosticCollector(.request)
    for number in 0..<300 { found.warn(Self.diagnostic(number, .warning)) }
    #expect(!found.hasErrors)
    #expect(found.diagnostics.count == 101)
    found.report(Self.diagnostic(300))
    #expect(found.hasErrors)
    #expect(found.diagnostics.last?.message == "201 more diagnostics are left out")
  }

  @Test func takesWhatAPartHasCollected() {
    let found = DiagnosticCollector(.request)
    for number in 0..<40 { found.report(Self.diagnostic(number)) }
    let part = found.part()
    for number in 40..<190 { part.report(Self.diagnostic(number)) }
    #expect(found.errorCount == 40)
    found.take(part)
    #expect(found.errorCount == 190)
    #expect(found.diagnostics.count == 101)
    #expect(found.diagnostics.last?.message == "90 more diagnostics are left out")
  }

  @Test func readersStopWhenTooMuchIsWrong() {
    let found = DiagnosticCollector(.request)
    for number in 0..<29_999 { found.report(Self.diagnostic(number)) }
    #expect(!found.isExhausted)
    for number in 0..<200 { found.report(Self.diagnostic(number)) }
    #expect(found.isExhausted)
    #expect(found.diagnostics.last?.message == "at least 30099 more diagnostics are left out")
  }

  @Test func theClosingDiagnosticComesLast() {
    let source = SourceText(name: "a.json", text: "[1]")
    let found = DiagnosticCollector(.request)
    for number in 0..<101 {
      found.report(
        Diagnostic(
          code: "test/wrong", message: "number \(number)",
          place: Place(source: source, range: SourceRange(start: UInt32(200 - number), end: 201))))
    }
    #expect(found.diagnostics.sortedForReport().last?.code == DiagnosticCollector.closingCode)
  }

  // MARK: Suggestions

  @Test func suggestionsAreForTheFirstDistinctNames() {
    let found = DiagnosticCollector(.request)
    var asked = 0
    var names: [Text] {
      asked += 1
      return ["apple", "pear"]
    }
    for _ in 0..<3 {
      #expect(found.suggestions.fix("appel", among: names, kind: "fruit") == "did you mean `apple`?")
    }
    #expect(asked == 1)
    // Nothing is near to these; that is remembered too.
    for number in 0..<30 {
      let fix = found.suggestions.fix(Text("xyz\(number % 15)uvw"), among: names, kind: "fruit", listing: "there are")
      #expect(fix == (number % 15 < 9 ? "there are `apple`, `pear`" : nil))
    }
    #expect(asked == 10)
    #expect(found.suggestions.fix("pera", among: names, kind: "fruit") == nil)
    #expect(found.suggestions.fix("appel", among: names, kind: "fruit") == "did you mean `apple`?")
  }

  @Test func longListsOfNamesAreCut() throws {
    let names = (0..<1000).map { Text("n\($0)") }
    let found = DiagnosticCollector(.request)
    let fix = try #require(found.suggestions.fix("something else", among: names, kind: "n", listing: "there are"))
    #expect(fix.hasSuffix("`n4` and 995 more"))
    #expect(fix.utf8.count < 1000)
  }
}
