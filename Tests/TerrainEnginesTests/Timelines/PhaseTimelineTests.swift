import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Phases in a window: where each lies, which one it is, how much is done.
@Suite struct PhaseTimelineTests {
  static func at(_ text: String) throws -> Timestamp { try Timestamp(rfc3339: Text("2026-11-21T\(text):00Z")) }

  /// Processing for 15 minutes, roasting for 45, shipping for the rest, then there.
  static func order(until ends: String) throws -> PhaseTimeline {
    try PhaseTimeline(
      [
        ("first", .lasts(ExactDuration(seconds: 900))), ("second", .lasts(ExactDuration(seconds: 2700))),
        ("third", .rest), ("last", .stays),
      ], begins: at("09:00"), ends: at(ends))
  }

  @Test(arguments: [
    ("11:00", "08:00", "first", "0"), ("11:00", "09:00", "first", "0"), ("11:00", "09:14", "first", "0.1166"),
    ("11:00", "09:15", "second", "0.125"), ("11:00", "09:59", "second", "0.4916"), ("11:00", "10:00", "third", "0.5"),
    ("11:00", "10:59", "third", "0.9916"), ("11:00", "11:00", "last", "1"), ("11:00", "23:00", "last", "1"),
    // A window of 40 minutes: 15, then 25 of the 45, nothing for the rest.
    ("09:40", "09:15", "second", "0.375"), ("09:40", "09:39", "second", "0.975"), ("09:40", "09:40", "last", "1"),
    // Of exactly an hour: nothing for the rest either.
    ("10:00", "09:59", "second", "0.9833"), ("10:00", "10:00", "last", "1"),
    // Of none, or less.
    ("09:00", "09:00", "last", "1"), ("08:00", "08:30", "last", "1"),
  ])
  func stands(_ ends: String, _ now: String, _ phase: Text, _ fraction: String) throws {
    let timeline = try Self.order(until: ends)
    let position = try #require(timeline.position(at: Self.at(now)))
    #expect(timeline.spans[position].id == phase)
    #expect(timeline.fraction(at: try Self.at(now)).description == fraction)
  }

  @Test func saysWhatIsOdd() throws {
    #expect(try Self.order(until: "11:00").oddity == nil)
    #expect(try Self.order(until: "10:00").oddity == nil)
    #expect(try Self.order(until: "09:59").oddity == .shortWindow)
    #expect(try Self.order(until: "09:00").oddity == .emptyWindow)
    #expect(try Self.order(until: "08:00").oddity == .emptyWindow)
  }

  @Test func withoutAWindowPhasesTakeTheirTime() throws {
    let timeline = try PhaseTimeline(
      [("a", .lasts(ExactDuration(seconds: 1200))), ("b", .stays)], begins: Self.at("09:00"), ends: nil)
    #expect(timeline.spans.map(\.id) == ["a", "b"])
    #expect(timeline.change(after: 0) == (try Self.at("09:20")))
    #expect(timeline.change(after: 1) == nil)
  }

  @Test func leavesTheCalendarWithAnError() throws {
    let phases: [(id: Text, length: PhaseTimeline.Length)] = [
      ("a", .lasts(try ExactDuration(seconds: 300_000_000_000))), ("b", .stays),
    ]
    #expect(throws: ArithmeticError.self) { try PhaseTimeline(phases, begins: Self.at("09:00"), ends: nil) }
  }

  /// Whatever the phases, window and clock: spans follow each other within the window, nothing goes back as time goes on, and it is
  /// over when the window is.
  @Test func holdsForAnyPhases() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<2000 {
      var phases: [(id: Text, length: PhaseTimeline.Length)] = []
      let rest = Int(random.next() % 5)
      for index in 0..<Int(random.next() % 5) {
        let seconds = Int64(random.next() % 5000)
        phases.append(
          (Text("p\(index)"), index == rest ? .rest : .lasts(try ExactDuration(seconds: seconds))))
      }
      phases.append(("over", .stays))
      let begins = try Timestamp(seconds: Int64(random.next() % 1_000_000))
      let window = Int64(random.next() % 20_000) - 2000
      let ends = try begins.adding(ExactDuration(seconds: window))
      let timeline = try PhaseTimeline(phases, begins: begins, ends: ends)
      #expect(timeline.spans.map(\.id) == phases.map(\.id))
      var at = begins
      for span in timeline.spans {
        #expect(span.begins == at)
        at = span.ends ?? at
        #expect(span.begins <= at)
      }
      #expect(at <= max(begins, ends))
      if phases.contains(where: { $0.length == .rest }) { #expect(at == max(begins, ends)) }
      var last = (position: 0, fraction: ExactDecimal.zero)
      for step in 0..<40 {
        let now = try begins.adding(ExactDuration(seconds: Int64(step) * 600 - 1800))
        let position = try #require(timeline.position(at: now))
        let fraction = timeline.fraction(at: now)
        #expect(position >= last.position && fraction >= last.fraction)
        #expect(fraction >= .zero && fraction <= 1)
        #expect((fraction == 1) == (position == phases.count - 1))
        if let change = timeline.change(after: position), now >= begins { #expect(now < change) }
        last = (position, fraction)
      }
    }
  }
}
