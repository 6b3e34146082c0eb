import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainService

/// A run that was ended anywhere, and begun again, leaves the same bytes as one that was not.
@Suite struct ResumingTests {
  private static let lines = BatchFixture.lines(20_000, seed: 3)
  private static let text = BatchFixture.expected(lines)
  private static let expected = Array(text.utf8)

  /// A folder in which a run has come to its end.
  private func withFinishedRun(_ body: (BatchFixture) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: Self.lines)
      _ = try fixture.batch().run()
      try #require(fixture.gives(Self.text))
      try body(fixture)
    }
  }

  private func cut(_ path: String, to count: Int) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.truncate(atOffset: UInt64(count))
    try file.close()
  }

  /// What a kill leaves: so much of the output, and the record up to some byte (never more than was written by then, and
  /// in the worst of worlds anything).
  @Test func cutAnywhereItGoesOn() throws {
    try withFinishedRun { fixture in
      let record = try fixture.record
      #expect(record.count { $0 == UInt8(ascii: "\n") } > 5, "there are checkpoints")
      var random = SplitMix64(seed: 4)
      let whole = Self.expected.count
      let ends = [0, 1, 2, whole - 1, whole] + (0..<60).map { _ in Int.random(in: 0...whole, using: &random) }
      for end in ends {
        try cut(fixture.output, to: end)
        let kept = Int.random(in: 0...record.count, using: &random)
        try Data(record[..<kept]).write(to: URL(fileURLWithPath: BatchRecord.path(for: fixture.output)))
        let summary = try fixture.batch().run()
        #expect(fixture.gives(Self.text), "cut after \(end) bytes, the record after \(kept)")
        let isSameRecord = try fixture.record == record
        #expect(isSameRecord)
        #expect(summary.lines == 20_000)
      }
    }
  }

  /// With its record, little is answered again; without it everything is, and compared.
  @Test func whatIsKnownToBeRightIsPassedOver() throws {
    try withFinishedRun { fixture in
      var before = fixture.answered.value
      try cut(fixture.output, to: Self.expected.count - 10)
      let summary = try fixture.batch().run()
      #expect(summary.passedOver > 15_000 && summary.passedOver + summary.answered + summary.wrong <= 20_000)
      #expect(fixture.answered.value - before < 5000)
      before = fixture.answered.value
      try FileManager.default.removeItem(atPath: BatchRecord.path(for: fixture.output))
      try cut(fixture.output, to: Self.expected.count - 10)
      #expect(try fixture.batch().run().passedOver == 0)
      #expect(fixture.answered.value - before > 19_000)
      #expect(fixture.gives(Self.text))
    }
  }

  @Test func inputThatGrewIsAddedTo() throws {
    try withFinishedRun { fixture in
      let more = Self.lines + "one more\n"
      try Data(more.utf8).write(to: URL(fileURLWithPath: fixture.input))
      #expect(try fixture.batch().run().answered == 1)
      #expect(fixture.gives(BatchFixture.expected(more)))
    }
  }

  private func refuses(_ code: String, _ batch: Batch, _ location: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: DiagnosticError.self, sourceLocation: location) { try batch.run() }
    #expect(error?.diagnostics.map(\.code) == [code], sourceLocation: location)
  }

  @Test func anotherRunIsRefused() throws {
    try withFinishedRun { fixture in
      refuses("batch/other-run", fixture.batch(rules: "2"))
      #expect(fixture.gives(Self.text), "nothing was changed")
    }
  }

  /// A byte that is not as it was: before the last checkpoint, after it, and without a record.
  @Test func anotherOutputIsRefused() throws {
    try withFinishedRun { fixture in
      let record = try fixture.record
      for place in [5, Self.expected.count / 2, Self.expected.count - 5] {
        for keepsRecord in [true, false] {
          var changed = Self.expected
          changed[place] ^= 1
          try Data(changed).write(to: URL(fileURLWithPath: fixture.output))
          let head = record.firstIndex(of: UInt8(ascii: "\n")).map { record[...$0] } ?? []
          try Data(keepsRecord ? record[...] : head).write(
            to: URL(fileURLWithPath: BatchRecord.path(for: fixture.output)))
          refuses("batch/other-output", fixture.batch())
          #expect(fixture.gives(String(decoding: changed, as: UTF8.self)), "nothing was changed")
        }
      }
      try Data(Self.expected + Array("[extra]\n".utf8)).write(to: URL(fileURLWithPath: fixture.output))
      refuses("batch/other-output", fixture.batch())
    }
  }

  @Test func anotherInputIsRefused() throws {
    try withFinishedRun { fixture in
      try Data(("0 other\n" + Self.lines).utf8).write(to: URL(fileURLWithPath: fixture.input))
      refuses("batch/other-input", fixture.batch())
      try Data("0 short\n".utf8).write(to: URL(fileURLWithPath: fixture.input))
      refuses("batch/other-input", fixture.batch())
      // A change behind the last checkpoint shows in what it gives.
      try Data(Self.lines.dropLast(2).utf8 + Array("~\n".utf8)).write(to: URL(fileURLWithPath: fixture.input))
      #expect(throws: DiagnosticError.self) { try fixture.batch().run() }
    }
  }

  @Test func onlyOneRunWritesAnOutput() throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: "a\n")
      let holder = try Descriptor.changing(fixture.output)
      #expect(holder.hold())
      refuses("batch/output-in-use", fixture.batch())
      holder.closeHeld()
      _ = try fixture.batch().run()
      #expect(fixture.result == "[a]\n")
    }
  }

  /// A child that another thread starts has a copy of every open file for a moment: a run that is over leaves no lock in it.
  @Test func childrenThatStartKeepNoOutput() throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: "a\n")
      let isOver = Mutex(false)
      let starting = WorkerThread {
        while !isOver.withLock({ $0 }) { _ = try? ChildProcess.run("/bin/true", []) }
      }
      defer {
        isOver.withLock { $0 = true }
        starting?.join()
      }
      for _ in 0..<300 { _ = try fixture.batch().run() }
      #expect(fixture.result == "[a]\n")
    }
  }

  /// Errors in the part that an earlier run has done count: the output has them, whoever wrote it.
  @Test func errorsOfAnEarlierRunCount() throws {
    try withFinishedRun { fixture in
      let errors = Self.text.split(separator: "\n").count { $0 == "no" }
      let again = try fixture.batch().run()
      #expect(again.wrong + again.wrongBefore == errors && again.hasWrong)
      #expect(again.answered == 0 && again.wrongBefore == errors)
      try Data((Self.lines + "1 more\n").utf8).write(to: URL(fileURLWithPath: fixture.input))
      let more = try fixture.batch().run()
      #expect(more.wrong == 0 && more.wrongBefore == errors && more.answered == 1 && more.hasWrong)
    }
  }

  /// A record of a version that did not count errors is none: the output is compared whole, and its errors are counted.
  @Test func olderRecordsAreNotTrusted() throws {
    try withFinishedRun { fixture in
      let path = URL(fileURLWithPath: BatchRecord.path(for: fixture.output))
      let record = try String(contentsOf: path, encoding: .utf8)
      try Data(record.replacing(/"errorLines":[0-9]+,/, with: "").utf8).write(to: path)
      let again = try fixture.batch().run()
      #expect(again.wrongBefore == 0 && again.wrong > 100)
      #expect(fixture.gives(Self.text))
    }
  }
}
