import TerrainDocuments
import Testing

@testable import TerrainService

@Suite struct BatchReportTests {
  private static func summary(_ change: (inout Batch.Summary) -> Void = { _ in }) -> Batch.Summary {
    var summary = Batch.Summary()
    summary.lines = 1_250_000
    summary.answered = 1_249_997
    summary.inputBytes = 500_000_000
    change(&summary)
    return summary
  }

  @Test func progressHasRateAndTimeLeft() {
    #expect(
      BatchReport.progress(Self.summary(), total: 2_000_000_000, seconds: 5)
        == "1,250,000 lines, 250,000 a second, 25%, 15 s left")
    #expect(
      BatchReport.progress(Self.summary { $0.wrong = 3 }, total: nil, seconds: 5)
        == "1,250,000 lines, 250,000 a second, 3 wrong")
    #expect(
      BatchReport.progress(Self.summary { $0.inputBytes = 100_000_000 }, total: 100_000_000_000, seconds: 5)
        == "1,250,000 lines, 250,000 a second, 0%, 1 h 23 min left")
    #expect(
      BatchReport.progress(Self.summary { $0.lines = 0 }, total: 0, seconds: 0)
        == "0 lines, 0 a second")
  }

  @Test func theSummaryNamesPackAndRules() {
    let origin = [(name: "method", value: "score"), (name: "pack", value: "p 1.0.0 (ab)")]
    #expect(
      BatchReport.summary(Self.summary { $0.warnings = 1 }, origin: origin, stopped: false)
        == "1,249,997 lines answered, 1 warning\n  method: score\n  pack: p 1.0.0 (ab)\n")
    let wrong = Self.summary {
      $0.wrong = 3
      $0.firstWrong = (17, ["a/b at answers.q", "c/d"])
    }
    #expect(
      BatchReport.summary(wrong, origin: [], stopped: false, seconds: 12.34)
        == """
        1,249,997 lines answered, 3 wrong, in 12.3 s (101,296 a second)
          the first wrong one is line 17: a/b at answers.q, c/d

        """)
    #expect(
      BatchReport.summary(wrong, origin: [], stopped: true)
        == """
        1,249,997 lines answered, 3 wrong
          stopped at line 17: a/b at answers.q, c/d

        """)
  }

  @Test func aSignalLeavesACount() {
    let undelivered = BatchStop.Undelivered(delivered: 1, undelivered: 12_345)
    let text = "ended by SIGTERM after 1 line; the responses to 12,345 lines that were read were not delivered\n"
    #expect(BatchReport.ended(by: "SIGTERM", undelivered) == text)
  }
}
