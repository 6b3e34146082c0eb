import TerrainContent
import TerrainDocuments
import TerrainOperations
import TerrainServer
import TestSupport
import Testing

/// Programs and the people that they are nothing for.
@Suite struct ProgramGateTests {
  private static let method = AnyOperation(Operations.program)

  /// The shipped programs, each with a type that it fits and the flags that it carries.
  private func programs(_ session: OperationSession) throws -> [(record: Pack.Record, profile: String, flags: [String])]
  {
    try session.everything().pack.records(of: "program").map { record in
      let profile = try #require(record.node["terrain_fit"]?.elements.first { _ in true }?.text?.string)
      let flags = record.node["cautions"]?["flags"]?.elements.compactMap { $0.text?.string } ?? []
      return (record, profile, flags)
    }
  }

  private func request(_ profile: String, _ flags: [String], _ rest: String) -> String {
    let safety = flags.map { "\"\($0)\"" }.joined(separator: ", ")
    return #"{"date": "2026-02-05", "person": {"profile": "\#(profile)", "safety": [\#(safety)]}, \#(rest)}"#
  }

  @Test func whatAPersonMustNotHaveIsNotBegunAndNotNamed() throws {
    let session = OperationSession(try MethodFixture.served())
    let programs = try programs(session)
    #expect(programs.contains { !$0.flags.isEmpty })
    for (record, profile, flags) in programs {
      let enrol = "\"enrol\": \"\(record.id)\""
      let follow = #""enrolments": [{"program": "\#(record.id)", "started": "2026-02-05", "active": true}]"#
      let free = try MethodFixture.answer(Self.method, request(profile, [], enrol), session)
      #expect(free.contains(#""items":{""#) && !free.contains("left_out"), "\(record.id)")
      for flag in flags {
        #expect("\(record.id) \(flag)") {
          _ = try MethodFixture.answer(Self.method, request(profile, [flag], enrol), session)
        } throws: { error in
          (error as? DiagnosticError)?.diagnostics.map(\.code) == ["program/left-out"]
        }
        let followed = try MethodFixture.answer(Self.method, request(profile, [flag], follow), session)
        #expect(followed.contains(#""left_out":{"why":"safety","rule":{"#), "\(record.id) \(flag)")
        #expect(!followed.contains(#""items":{""#), "\(record.id) \(flag) names an item: \(followed)")
      }
    }
  }
}
