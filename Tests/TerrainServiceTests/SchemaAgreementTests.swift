import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainSchemas
import TestSupport
import Testing

@testable import TerrainService

/// A request is accepted exactly if the published schema of the pack accepts it.
///
/// Every example of every pack is mutated: members are removed, renamed, added, and given other values. The schema that `terrain schema
/// METHOD --pack PACK` writes and the method itself judge each mutant. A method may refuse a request that its schema accepts only with a
/// code of ``beyondSchemas``, which `Documentation/reference/requests.md` lists.
@Suite struct SchemaAgreementTests {
  /// The codes for what the schemas do not say: names of a pack's records, decisions, and files; zones; relations of fields; ranges of
  /// exact numbers, texts, and instants; what an account document, a replica, or a program needs; and what rules refuse.
  private static let beyondSchemas: Set<String> = [
    "decide/unknown-decision", "records/unknown-kind", "records/unknown-field", "records/unknown-id",
    "records/wrong-values", "check/unknown-kind", "check/no-kind", "rules/contract-module", "media/not-found",
    "media/unknown-type", "request/unknown-record", "request/moment", "timeline/no-instant", "request/fact-range",
    "rules/unknown-record", "request/no-candidates", "program/unknown", "program/not-active", "answers/missing",
    "answers/not-a-locale",
  ]

  private static func isBeyondSchemas(_ diagnostic: Diagnostic, of method: String) -> Bool {
    let area = diagnostic.code.prefix { $0 != "/" }
    if beyondSchemas.contains(diagnostic.code) || ["evaluation", "account", "merge"].contains(area) { return true }
    let path = diagnostic.path ?? ""
    // Documents that callers pass back as they were returned, and the words of a timeline.
    if area == "content" {
      // An event, or an instant that time passes to.
      let isNothingToApply = method == "loyalty.apply" && path.isEmpty
      return path.hasPrefix("account") || path.hasPrefix("budgets") || isNothingToApply
    }
    return diagnostic.code == "request/wrong-fact" && ["state", "move"].contains(path)
  }

  @Test(arguments: MethodFixture.packs) func mutantsAreAcceptedExactlyIfTheirSchemaAcceptsThem(_ pack: String) throws {
    let served = try MethodFixture.served("ContentPacks/\(pack)")
    let session = MethodFixture.session(served)
    let declarations = Declarations(try session.everything())
    let count = TestExtent.count(40, long: 1200, of: "mutants of each example request of \(pack)")
    var refusedOnlyBySchema: [String: String] = [:]
    var refusedOnlyByMethod: [String: String] = [:]
    for method in AnyOperation.evaluating {
      guard let example = served.examples[method.name] else { continue }
      let schema = try MethodFixture.schema(method.parameters, isRequest: true, declarations: declarations)
      var mutation = RequestMutation(seed: StableHash.xxHash64(Array("\(pack) \(method.name)".utf8)))
      var original = try MethodFixture.document(example.text(of: example.wholeRange)).root.value
      if case .map(let map) = original {
        original = .map(ValueMap(distinct: map.entries.filter { !$0.key.isIdentical(to: "$schema") }))
      }
      for _ in 0..<count {
        let mutant = mutation.mutant(of: original)
        var writer = JSONWriter(.compact)
        try writer.value(mutant)
        let bytes = writer.bytes
        guard let document = JSONReader.read(SourceText(name: "mutant", bytes: bytes)).document
        else { continue }
        let isAccepted = schema.accepts(document.root)
        let errors = self.errors(method, document.root, session)
        let text = String(decoding: bytes, as: UTF8.self)
        if !isAccepted, errors.isEmpty {
          let reason = schema.validate(document.root).first.map { "\($0.path ?? "") \($0.message)" } ?? ""
          refusedOnlyBySchema["\(method.name): \(reason)"] = text
        }
        if isAccepted, let error = errors.first(where: { !Self.isBeyondSchemas($0, of: method.name) }) {
          refusedOnlyByMethod["\(method.name): \(error.code) \(error.path ?? "")"] = text
        }
      }
    }
    for (what, text) in refusedOnlyBySchema.sorted(by: { $0.key < $1.key }) {
      Issue.record("only the schema refuses: \(what)\n\(text)")
    }
    for (what, text) in refusedOnlyByMethod.sorted(by: { $0.key < $1.key }) {
      Issue.record("only the method refuses: \(what)\n\(text)")
    }
  }

  @Test(arguments: [
    ("score", #"{"answers": {}, "partial": true, "goals": ["sleeep"]}"#, "goals[0] request/unknown-value"),
    ("quiz.next", #"{"answers": {}, "goals": ["sleeep"]}"#, "goals[0] request/unknown-value"),
    (
      "page", #"{"page": "report", "now": "2026-02-05", "facts": {"cold_heat": "hot"}}"#,
      "facts.cold_heat request/wrong-fact"
    ),
    (
      "suggest", #"{"now": "2026-02-05", "ranking": "ingredients", "facts": {"sleep": "badly"}}"#,
      "facts.sleep request/wrong-fact"
    ),
    ("page", #"{"page": "today", "now": "2026-02-05", "locale": "not a locale!"}"#, "locale answers/not-a-locale"),
    ("records", #"{"kind": "routine", "where": {"tier": "light"}}"#, "where.tier records/wrong-values"),
  ])
  func whatNothingReadIsRefusedToo(_ name: String, _ parameters: String, _ expected: String) throws {
    let session = MethodFixture.session(try MethodFixture.served())
    let method = try #require(AnyOperation.named(name))
    let errors = errors(method, try MethodFixture.document(parameters).root, session)
    #expect(errors.map { "\($0.path ?? "") \($0.code)" }.contains(expected), "\(errors)")
  }

  /// The errors of `method` for the request at `node`; none if it answers.
  private func errors(_ method: AnyOperation, _ node: Node, _ session: OperationSession) -> [Diagnostic] {
    var writer = JSONWriter(.compact)
    do throws(DiagnosticError) {
      try method.run(session, node, to: &writer)
      return []
    } catch {
      return error.diagnostics.filter { $0.severity == .error }
    }
  }
}

/// Seeded changes of a request, each of one place.
private struct RequestMutation {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// `request` with one or two changes.
  mutating func mutant(of request: Value) -> Value {
    var mutant = changed(request)
    if random.next() % 4 == 0 { mutant = changed(mutant) }
    return mutant
  }

  private mutating func changed(_ value: Value) -> Value {
    switch value {
    case .map(let map) where !map.entries.isEmpty && random.next() % 5 != 0:
      var entries = map.entries
      let index = Int(random.next() % UInt64(entries.count))
      switch random.next() % 8 {
      case 0: entries.remove(at: index)
      case 1:
        if case .string(let key) = entries[index].key { entries[index].key = .string(misspelled(key)) }
      case 2: entries.append((key: .string("added_member"), value: other(.null)))
      default: entries[index].value = changed(entries[index].value)
      }
      return .map(ValueMap(distinct: entries))
    case .list(let list) where !list.isEmpty && random.next() % 4 != 0:
      var elements = list
      let index = Int(random.next() % UInt64(elements.count))
      switch random.next() % 5 {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = changed(elements[index])
      }
      return .list(elements)
    default: return other(value)
    }
  }

  /// A value in the place of `value`: often of the same type, and nearly the same.
  private mutating func other(_ value: Value) -> Value {
    if case .string(let text) = value, random.next() % 2 == 0 { return .string(misspelled(text)) }
    if case .int(let int) = value, random.next() % 2 == 0 {
      return [.int(int &+ 1), .int(-int), .int(int &* 1000), .double(Double(int) + 0.5)][Int(random.next() % 4)]
    }
    let others: [Value] = [
      .null, .bool(true), .int(0), .int(-1), .int(1_000_000), .double(1.5), .string(""), .string("other"), .list([]),
      .list([.string("other")]), .map(ValueMap()),
    ]
    return others[Int(random.next() % UInt64(others.count))]
  }

  /// `text` without, or with twice, one of its characters.
  private mutating func misspelled(_ text: Text) -> Text {
    var characters = Array(text.string)
    guard !characters.isEmpty else { return "x" }
    let index = Int(random.next() % UInt64(characters.count))
    if random.next() % 2 == 0 { characters.remove(at: index) } else { characters.insert(characters[index], at: index) }
    return Text(String(characters))
  }
}
