import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TerrainYAML
import TestSupport
import Testing

/// Replicas of a person's records become one, whatever the order in which they meet.
@Suite struct MergeTests {
  /// A table with a field of each type.
  static let declaration = """
    kind: table
    items:
      - id: days
        key: [who, date]
        clock: [touched, made]
        fields:
          date: day
          mood: value
          signs: set
          done: { type: set, by: [at, what], instants: [at] }
          times: { type: map, of_instants: true }
          choices: map
          asked: instant
          touched: instant
          made: instant
    """

  static func tables(_ text: String = declaration) throws -> [SyncTable] { try SyncTable.all(in: pack(text)) }

  static func pack(_ text: String = declaration) throws -> Pack {
    try withTemporaryDirectory { folder in
      try folder.write(text, to: "tables.yaml")
      try folder.write(
        """
        id: small
        version: 1.0.0
        default_locale: en-US
        rules: { id: none, version: "^1.0.0" }
        kinds: { table: { path: tables.yaml } }
        """, to: "pack.yaml")
      let loader = try PackLoader(path: folder.path, documents: SourceReader.read)
      loader.load(SyncTable.kind)
      let (pack, diagnostics) = loader.finish()
      guard let pack else { throw DiagnosticError(diagnostics) }
      return pack
    }
  }

  static func replica(_ text: String, _ tables: [SyncTable]) throws -> Replica {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: "replica.yaml", bytes: Array(text.utf8)))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return try Replica(document.root, tables: tables)
  }

  /// What is known, as JSON.
  static func json(_ replica: Replica) -> String {
    var writer = JSONWriter()
    writer.object { writer in replica.writeTables(to: &writer) }
    return writer.string + "\n"
  }

  /// `texts` merged from the left, as JSON.
  static func merged(_ texts: String...) throws -> String {
    let tables = try tables()
    let replicas = try texts.map { try replica($0, tables) }
    let first = try #require(replicas.first)
    return json(replicas.dropFirst().reduce(first) { $0.merged(with: $1) })
  }

  /// One record of the table, without its stamps: what merging makes of it.
  static func record(_ texts: String...) throws -> String {
    let tables = try tables()
    let replicas = try texts.map { try replica($0, tables) }
    let first = try #require(replicas.first)
    let json = json(replicas.dropFirst().reduce(first) { $0.merged(with: $1) })
    let end = try #require(json.range(of: ",\"_changed\"") ?? json.range(of: "}]}}"))
    let start = try #require(json.range(of: "[{\"who\":\"anna\",\"date\":\"2026-02-05\"")).upperBound
    return String(json[start..<end.lowerBound].drop { $0 == "," })
  }

  static func document(_ replica: String, _ fields: String, at second: Int = 0) -> String {
    """
    { replica: \(replica), tables: { days: [{ who: anna, date: 2026-02-05, touched: "2026-02-05T08:00:0\(second)Z", \
    \(fields) }] } }
    """
  }

  // MARK: Fields

  @Test func laterFieldWins() throws {
    let phone = Self.document("phone", "mood: 3, _changed: { mood: \"2026-02-05T09:00:00Z phone\" }", at: 1)
    let laptop = Self.document("laptop", "mood: 7, asked: \"2026-02-05 06:54:06.536161+00\"", at: 5)
    #expect(
      try Self.record(phone, laptop)
        == #""mood":3,"asked":"2026-02-05T06:54:06.536161Z","touched":"2026-02-05T08:00:05.000000Z""#)
    #expect(try Self.merged(phone, laptop) == Self.merged(laptop, phone))
  }

  @Test func ofOneInstantTheGreaterReplicaWins() throws {
    let (a, b) = (Self.document("a", "mood: 9"), Self.document("b", "mood: 1"))
    #expect(try Self.record(a, b).hasPrefix(#""mood":1,"#))
    #expect(try Self.merged(a, b) == Self.merged(b, a))
  }

  /// The two ends of a day's difference between offsets, in two forms: one instant.
  @Test func equalInstantsAreEqualWhateverTheirForm() throws {
    let forms = [
      "2026-02-05T06:54:06.536161Z", "2026-02-05T14:54:06.536161+08:00", "2026-02-05 06:54:06.536161+00",
      "2026-02-05 12:24:06.536161+05:30", "2026-02-05 06:54:06.536161 +00:00", "2026-02-04T22:54:06.536161900-08:00",
    ]
    let all = try forms.map {
      try Self.merged("{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, touched: \"\($0)\", mood: 1 }] } }")
    }
    #expect(Set(all).count == 1)
    #expect(all[0].contains("\"touched\":\"2026-02-05T06:54:06.536161Z\""))
  }

  @Test func aFieldThatWasTakenAwayStaysAway() throws {
    let old = Self.document("phone", "mood: 3", at: 1)
    let new = Self.document("laptop", "asked: null, _changed: { mood: \"2026-02-05T08:00:02Z laptop\" }", at: 3)
    #expect(try Self.record(old, new) == #""asked":null,"touched":"2026-02-05T08:00:03.000000Z""#)
  }

  // MARK: Sets and maps

  @Test func bothAddToASet() throws {
    let phone = Self.document("phone", "signs: [tense, cold]", at: 1)
    let laptop = Self.document("laptop", "signs: [cold, tired]", at: 2)
    #expect(try Self.record(phone, laptop).hasPrefix(#""signs":["cold","tense","tired"]"#))
  }

  @Test func anElementThatWasTakenAwayStaysAway() throws {
    let phone = Self.document("phone", "signs: [tense, cold]", at: 1)
    let laptop = Self.document(
      "laptop", "signs: [cold], _changed: { signs: { tense: \"2026-02-05T08:00:02Z laptop\" } }", at: 3)
    #expect(try Self.record(phone, laptop).hasPrefix(#""signs":["cold"]"#))
    let again = Self.document("phone", "signs: [tense]", at: 4)
    #expect(try Self.record(phone, laptop, again).hasPrefix(#""signs":["cold","tense"]"#))
  }

  /// No signs is something that was said; nothing said is not.
  @Test func anEmptySetIsThere() throws {
    #expect(try Self.record(Self.document("a", "signs: []")).hasPrefix(#""signs":[]"#))
    #expect(try !Self.record(Self.document("a", "mood: 1")).contains("signs"))
    #expect(try !Self.record(Self.document("a", "signs: null")).contains("signs"))
  }

  @Test func anEmptyMapIsThere() throws {
    #expect(try Self.record(Self.document("a", "choices: {}")).hasPrefix(#""choices":{}"#))
    #expect(try !Self.record(Self.document("a", "choices: null")).contains("choices"))
  }

  @Test func mapsInASetAreToldApartByTheirKeys() throws {
    let phone = Self.document(
      "phone", "done: [{ at: \"2026-02-05T07:00:00Z\", what: tea, felt: same }]", at: 1)
    let laptop = Self.document(
      "laptop",
      "done: [{ at: \"2026-02-05 08:00:00+01\", what: tea, felt: better }, { at: \"2026-02-05T07:00:00Z\", what: walk }]",
      at: 2)
    #expect(
      try Self.record(phone, laptop).hasPrefix(
        #""done":[{"at":"2026-02-05T07:00:00.000000Z","what":"tea","felt":"better"},{"at":"2026-02-05T07:00:00.000000Z","what":"walk"}]"#
      ))
  }

  @Test func membersOfAMapMergeOneByOne() throws {
    let phone = Self.document(
      "phone", "choices: { a: 1, \"=\": 0 }, times: { calm: \"2026-02-05 09:00:00+00\" }", at: 1)
    let laptop = Self.document(
      "laptop", "choices: { b: [1, 2], \"=\": 5 }, _changed: { choices: { a: \"2026-02-05T08:00:00Z laptop\" } }", at: 2
    )
    #expect(
      try Self.record(phone, laptop).hasPrefix(
        #""times":{"calm":"2026-02-05T09:00:00.000000Z"},"choices":{"=":5,"a":1,"b":[1,2]}"#))
  }

  // MARK: Records

  @Test func aRecordThatWasTakenAwayStaysAwayUntilItIsWrittenAgain() throws {
    let phone = Self.document("phone", "mood: 3", at: 1)
    let gone = """
      { tables: { days: [{ who: anna, date: 2026-02-05, _removed: "2026-02-05T08:00:02Z laptop" }] } }
      """
    let removed =
      #"{"tables":{"days":[{"who":"anna","date":"2026-02-05","_removed":"2026-02-05T08:00:02.000000Z laptop"}]}}"#
      + "\n"
    #expect(try Self.merged(phone, gone) == removed)
    #expect(try Self.merged(gone, phone) == removed)
    let again = Self.document("phone", "mood: 4", at: 3)
    #expect(try Self.record(phone, gone, again).hasPrefix(#""mood":4"#))
  }

  @Test func twoRecordsOfOneKeyAreOne() throws {
    let text = """
      { replica: p, tables: { days: [
        { who: anna, date: 2026-02-05, touched: "2026-02-05T08:00:01Z", mood: 1, asked: "2026-02-05T08:00:01Z" },
        { who: anna, date: 2026-02-05, touched: "2026-02-05T08:00:02Z", mood: 2 } ] } }
      """
    #expect(
      try Self.record(text)
        == #""mood":2,"asked":"2026-02-05T08:00:01.000000Z","touched":"2026-02-05T08:00:02.000000Z""#)
  }

  @Test func theFirstClockThatIsThereCounts() throws {
    let made =
      "{ replica: p, tables: { days: [{ who: anna, date: 2026-02-05, made: \"2026-02-05T08:00:09Z\", mood: 1 }] } }"
    #expect(try Self.record(made, Self.document("q", "mood: 2", at: 8)).hasPrefix(#""mood":1"#))
  }

  @Test func whatNobodyDeclaredIsKept() throws {
    let phone = Self.document("phone", "weather: { t: 1.5, n: [null, true] }", at: 1)
    #expect(try Self.record(phone).hasSuffix(#","weather":{"t":1.5,"n":[null,true]}"#))
  }

  // MARK: Laws

  /// A replica of three in which clocks agree now and then, and anything may have been taken away.
  private static func random(_ name: String, _ generator: inout SplitMix64) -> String {
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &generator)] }
    func instant() -> String {
      let (second, micro) = (Int.random(in: 0...3, using: &generator), pick([0, 1, 500_000, 536_161]))
      let fraction = String(format: "%06d", micro)
      return pick([
        "2026-02-05T08:00:0\(second).\(fraction)Z", "2026-02-05 10:00:0\(second).\(fraction)+02",
        "2026-02-05T07:30:0\(second).\(fraction)-00:30",
      ])
    }
    func stamp() -> String { "\"\(instant()) \(pick(["a", "b", "c"]))\"" }
    func some(_ list: [String]) -> [String] { list.filter { _ in Bool.random(using: &generator) } }
    let rows = some(["2026-02-04", "2026-02-05", "2026-02-06", "2026-02-05"]).map { date in
      var fields = ["who: anna", "date: \(date)", "touched: \"\(instant())\""]
      fields += some([
        "mood: \(pick(["1", "2", "null"]))", "signs: [\(some(["x", "y", "\"=\"", "3"]).joined(separator: ", "))]",
        "done: [\(some(["{ at: \"\(instant())\", what: a, felt: \(pick(["p", "q"])) }", "{ at: k, what: b }"]).filter { !$0.contains("at: k") }.joined(separator: ", "))]",
        "times: { \(some(["k: \"\(instant())\"", "l: \"\(instant())\""]).joined(separator: ", ")) }",
        "choices: { \(some(["k: 1", "\"=\": \(pick(["1", "2"]))", "\"\": 4"]).joined(separator: ", ")) }",
        "other: \(pick(["[1, 2]", "{ a: 1 }", "1.5"]))",
      ])
      let stamps = some([
        "mood: \(stamp())", "signs: { x: \(stamp()), y: \(stamp()), \"=\": \(stamp()) }", "other: \(stamp())",
        "choices: { k: \(stamp()) }",
      ])
      if !stamps.isEmpty { fields.append("_changed: { \(stamps.joined(separator: ", ")) }") }
      if Int.random(in: 0..<4, using: &generator) == 0 { fields.append("_removed: \(stamp())") }
      return "{ \(fields.joined(separator: ", ")) }"
    }
    return "{ replica: \(name), tables: { days: [\(rows.joined(separator: ", "))] } }"
  }

  @Test func orderGroupingAndRepetitionMakeNoDifference() throws {
    let tables = try Self.tables()
    var generator = SplitMix64(seed: 20_260_205)
    var differing = 0
    for _ in 0..<2000 {
      let texts = ["a", "b", "c"].map { Self.random($0, &generator) }
      let replicas = try texts.map { try Self.replica($0, tables) }
      let (a, b, c) = (replicas[0], replicas[1], replicas[2])
      let all = Self.json(a.merged(with: b).merged(with: c))
      #expect(Self.json(a.merged(with: b)) == Self.json(b.merged(with: a)), "\(texts)")
      #expect(Self.json(a.merged(with: b.merged(with: c))) == all, "\(texts)")
      #expect(Self.json(c.merged(with: a).merged(with: b)) == all, "\(texts)")
      #expect(Self.json(a.merged(with: a)) == Self.json(a), "\(texts)")
      #expect(Self.json(a.merged(with: b).merged(with: b)) == Self.json(a.merged(with: b)), "\(texts)")
      // What is written is read as what it was, and a merge of what was written is the same merge.
      let written = try replicas.map { try Self.replica(Self.json($0), tables) }
      #expect(Self.json(written[0]) == Self.json(a), "\(texts)")
      #expect(Self.json(written[0].merged(with: written[1]).merged(with: written[2])) == all, "\(texts)")
      if Self.json(a) != all { differing += 1 }
    }
    #expect(differing > 1000, "the replicas have too little to tell each other")
  }

  // MARK: Complaints

  @Test(arguments: [
    ("{ replica: p, tables: { day: [] } }", "merge/unknown-table"),
    ("{ replica: p, tables: { days: {} } }", "content/wrong-kind"),
    ("{ replica: p, tables: { days: [{ who: a }] } }", "content/missing-field"),
    ("{ replica: p, tables: { days: [{ who: [], date: 2026-02-05 }] } }", "merge/key"),
    ("{ replica: p, tables: { days: [{ who: a, date: 2026-02-30 }] } }", "merge/day"),
    ("{ replica: p, tables: { days: [{ who: a, date: \"2026-02-05T00:00:00Z\" }] } }", "merge/day"),
    ("{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, mood: 1 }] } }", "merge/no-clock"),
    (
      "{ tables: { days: [{ who: a, date: 2026-02-05, mood: 1, touched: \"2026-02-05T00:00:00Z\" }] } }",
      "merge/replica"
    ),
    ("{ replica: \"a b\", tables: {} }", "merge/replica"),
    ("{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, touched: \"2026-02-05\" }] } }", "merge/instant"),
    (
      "{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, touched: \"2026-02-05 06:54:06\" }] } }",
      "merge/instant"
    ),
    ("{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, _removed: now }] } }", "merge/stamp"),
    (
      "{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, signs: [], touched: \"2026-02-05T00:00:00Z\", "
        + "_changed: { signs: \"2026-02-05T00:00:00Z p\" } }] } }", "merge/stamp"
    ),
    ("{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, _changed: { mood: .nan } }] } }", "merge/stamp"),
    (
      "{ replica: p, tables: { days: [{ who: a, date: 2026-02-05, mood: .nan, touched: \"2026-02-05T00:00:00Z\" }] } }",
      "merge/not-json"
    ),
  ]) func complains(_ text: String, _ code: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try Self.replica(text, Self.tables()) }
    #expect(error?.diagnostics.map(\.code).contains(code) == true, "\(error?.diagnostics.map(\.code) ?? [])")
    // What somebody wrote about themselves is not repeated.
    for diagnostic in error?.diagnostics ?? [] { #expect(!diagnostic.message.contains("2026-02-30")) }
  }

  @Test func complainsOfTypesThatThereAreNot() throws {
    let error = #expect(throws: DiagnosticError.self) {
      try Self.tables(Self.declaration.replacing("signs: set", with: "signs: sett"))
    }
    #expect(error?.diagnostics.first?.code == "merge/field-type")
    #expect(error?.diagnostics.first?.fix == "did you mean `set`?")
  }
}
