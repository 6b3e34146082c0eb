import TerrainEngines
import Testing

/// What `explain` reports of a merge, for each way in which two replicas can differ in a field.
@Suite struct MergeExplanationTests {
  private static let row = #"days["anna", "2026-02-05"]"#

  /// What is explained of two replicas, without the name of the row.
  private func explained(_ first: String, _ second: String) throws -> [String] {
    let tables = try MergeTests.tables()
    let (mine, theirs) = (try MergeTests.replica(first, tables), try MergeTests.replica(second, tables))
    return mine.explanations(mergedWith: theirs, names: ("a", "b")).map { one in
      "\(one.subject.replacing(Self.row, with: "")): \(one.outcome): \(one.reason)"
    }
  }

  private func document(_ replica: String, _ second: Int, _ fields: String) -> String {
    MergeTests.document(replica, fields, at: second)
  }

  @Test func equalReplicasHaveNothingToExplain() throws {
    let phone = document("phone", 1, "mood: 3, signs: [cold]")
    #expect(try explained(phone, phone) == [])
  }

  @Test func theLaterFieldCounts() throws {
    let (phone, laptop) = (document("phone", 1, "mood: 3"), document("laptop", 2, "mood: 7"))
    let reason = "wrote it later: 2026-02-05T08:00:02.000000Z laptop"
    #expect(
      try explained(phone, laptop) == [
        ".mood: b: b \(reason), a: 2026-02-05T08:00:01.000000Z phone",
        ".touched: b: b \(reason), a: 2026-02-05T08:00:01.000000Z phone",
      ])
    #expect(
      try explained(laptop, phone) == [
        ".mood: a: a \(reason), b: 2026-02-05T08:00:01.000000Z phone",
        ".touched: a: a \(reason), b: 2026-02-05T08:00:01.000000Z phone",
      ])
  }

  @Test func ofOneStampTheGreaterValueCounts() throws {
    let (first, second) = (document("phone", 1, "mood: 3"), document("phone", 1, "mood: 7"))
    let reason = "both have the stamp 2026-02-05T08:00:01.000000Z phone, and of two values the greater one counts"
    #expect(try explained(first, second) == [".mood: b: \(reason)"])
    #expect(try explained(second, first) == [".mood: a: \(reason)"])
  }

  @Test func whatOneDoesNotHaveComesFromTheOther() throws {
    let (first, second) = (document("phone", 1, ""), document("phone", 1, "signs: [cold]"))
    let stamp = "2026-02-05T08:00:01.000000Z phone"
    #expect(
      try explained(first, second) == [
        ".signs: b: a does not have it; b: \(stamp)", ".signs[cold]: b: a does not have it; b: \(stamp)",
      ])
    #expect(
      try explained(second, first) == [
        ".signs: a: b does not have it; a: \(stamp)", ".signs[cold]: a: b does not have it; a: \(stamp)",
      ])
  }

  /// Of what has the stamp of the removal itself nothing is left, either.
  @Test(arguments: [1, 2, 3]) func aRemovedRecordTakesWhatIsNotLater(second: Int) throws {
    let phone = document("laptop", second, "mood: 3")
    let gone = document("laptop", 2, "_removed: \"2026-02-05T08:00:02Z laptop\"")
    let stamp = "2026-02-05T08:00:0\(second).000000Z laptop"
    let lines = try explained(phone, gone)
    #expect(lines.first == ": removed: b took the record away: 2026-02-05T08:00:02.000000Z laptop")
    let field =
      second > 2
      ? "a: b does not have it; a: \(stamp)" : "removed: a wrote it before the record was taken away: \(stamp)"
    #expect(lines.dropFirst() == [".mood: \(field)", ".touched: \(field)"])
  }
}
