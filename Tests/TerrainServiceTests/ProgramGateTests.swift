import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
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
    return #"{"now": "2026-02-05", "facts": {"profile": "\#(profile)", "safety": [\#(safety)]}, \#(rest)}"#
  }

  /// What a person must not have is never among the items that a program plans for them: something takes its place, or the program is left out.
  @Test func whatAPersonMustNotHaveIsNotPlanned() throws {
    let session = OperationSession(try MethodFixture.served())
    let pack = try session.everything().pack
    var flagged: [Text: [String]] = [:]
    for record in pack.kinds.flatMap({ pack.records(of: $0.name) }) {
      flagged[record.id, default: []] +=
        record.node["cautions"]?["flags"]?.elements.compactMap { $0.text?.string } ?? []
    }
    var swaps = 0
    for (record, profile, flags) in try programs(session) {
      let follow = #""enrolments": [{"program": "\#(record.id)", "started": "2026-02-05", "active": true}]"#
      for flag in flags {
        let text = try MethodFixture.answer(Self.method, request(profile, [flag], follow), session)
        let active = try #require(JSONReader.read(SourceText(name: "", text: text)).document).root["active"]
        if active?["left_out"] != nil { continue }
        for day in active?["days"]?.elements.map({ $0 }) ?? [] {
          for (item, _) in day["items"]?.members.map({ ($0.key, $0.value) }) ?? [] {
            let id = item.text ?? ""
            #expect(!(flagged[id] ?? []).contains(flag), "\(record.id) plans \(id) beside \(flag)")
          }
          swaps += day["swaps"]?.count ?? 0
        }
      }
    }
    #expect(swaps > 0)
  }

  /// What takes the place of an item comes with what has to be known of it, in the language of the request.
  @Test func swapsSayWhatToDo() throws {
    let session = OperationSession(try MethodFixture.served())
    var shown = 0
    for (record, profile, flags) in try programs(session) {
      for (locale, letters) in [("en-US", "A"..."z"), ("zh-Hans", "\u{4E00}"..."\u{9FFF}")]
        as [(String, ClosedRange<Character>)]
      {
        let follow =
          #""locale": "\#(locale)", "enrolments": [{"program": "\#(record.id)", "started": "2026-02-05", "active": true}]"#
        for flag in flags {
          let text = try MethodFixture.answer(Self.method, request(profile, [flag], follow), session)
          let root = try #require(JSONReader.read(SourceText(name: "", text: text)).document).root
          for swap in try swaps(in: root) {
            shown += 1
            let (id, kind) = (try #require(swap["item"]?.text), try #require(swap["kind"]?.text))
            #expect(try session.everything().pack.record(kind, id) != nil)
            #expect(swap["label"]?.text?.string.contains { letters.contains($0) } == true, "\(id)")
            #expect(swap["label_locale"] == nil)
            if kind != "lesson" {
              #expect(swap["card"]?["do"]?.text?.string.contains { letters.contains($0) } == true, "\(id)")
              #expect((swap["card"]?["seconds"]?.int ?? 0) > 0, "\(id)")
            }
          }
        }
      }
    }
    #expect(shown > 0)
  }

  /// What takes the place of what, on all days of a response.
  private func swaps(in root: Node) throws -> [Node] {
    var swaps: [Node] = []
    guard let days = root["active"]?["days"] else { return swaps }
    for day in days.elements {
      guard let list = day["swaps"] else { continue }
      for swap in list.elements { swaps.append(swap) }
    }
    return swaps
  }

  /// Days that need attention are no days to begin anything.
  @Test func nothingBeginsWhereAttentionIsNeeded() throws {
    let session = OperationSession(try MethodFixture.served())
    let text =
      #"{"now": "2026-02-05", "facts": {"profile": "cold_deficient_low_flame", "safety": [], "signs": ["chest_pain"]}, "#
      + #""enrol": "3-day-warm-start"}"#
    #expect {
      _ = try MethodFixture.answer(Self.method, text, session)
    } throws: { error in
      (error as? DiagnosticError)?.diagnostics.map(\.code) == ["program/left-out"]
    }
  }
}
