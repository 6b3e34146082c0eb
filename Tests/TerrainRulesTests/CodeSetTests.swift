import TerrainBase
import TerrainExpressions
import TerrainRules
import TestSupport
import Testing

/// Bytecode that decides has lists of an enum's values as sets of codes, puts texts together at once and skips absent maps. Bytecode
/// that records does nothing of it, so that one is the measure of the other.
@Suite struct CodeSetTests {
  static let tags = ["a", "b", "c", "d"]
  static let vocabulary = PackVocabulary([
    "tag": .enumeration(EnumerationType(name: "tag", cases: tags.map { Text($0) })),
    "thing": .record(
      RecordType(
        name: "thing",
        fields: [
          .init(name: "id", type: .string),
          .init(
            name: "tags", type: .list(.enumeration(EnumerationType(name: "tag", cases: tags.map { Text($0) })))),
          .init(name: "main", type: .enumeration(EnumerationType(name: "tag", cases: tags.map { Text($0) }))),
        ])),
  ])
  static let files = RuleFiles(
    """
    facts:
      item: { type: thing, per: candidate }
      asked: { type: list<tag>, max_size: 9 }
      number: { type: int, min: -9, max: 9 }
      effects: { type: "map<string, double>", optional: true }
      fails: { type: bool }
      name: { type: string }
    decisions:
      none_at_all: { type: list<tag>, value: [] }
      twice: { type: list<tag>, value: [b, c, b] }
      wanted:
        type: list<tag>
        hit: first
        rows:
          - { id: failing, when: { fails: true }, then: "= [asked[8]]" }
          - { id: some, when: { number: "> 0" }, then: [d, a] }
        otherwise: "= asked"
      # Of values that are known only when it is evaluated, which need not be of the enum.
      open: { type: list<tag>, value: "= fails ? asked : [dyn(name)]" }
      open_exists: { value: "= open.exists(t, t in item.tags)" }
      open_exists_and: { value: "= open.exists(t, t in item.tags) && number > 0" }
      open_exists_or: { value: "= open.exists(t, t in item.tags) || number > 0" }
      open_all: { value: "= open.all(t, !(t in item.tags))" }
      open_all_and: { value: "= open.all(t, !(t in item.tags)) && number > 0" }
      open_all_or: { value: "= open.all(t, !(t in item.tags)) || number > 0" }
      open_count: { value: "= open.filter(t, t in item.tags).size()" }
      exists_1: { value: "= wanted.exists(t, t in item.tags)" }
      exists_2: { value: "= item.tags.exists(t, t in wanted)" }
      exists_3: { value: "= ['a', 'c'].exists(t, t in item.tags)" }
      exists_4: { value: "= item.tags.exists(t, t in ['d', 'c'])" }
      exists_5: { value: "= none_at_all.exists(t, t in item.tags) || twice.exists(t, t in item.tags)" }
      all_1: { value: "= wanted.all(t, !(t in item.tags))" }
      all_2: { value: "= item.tags.all(t, !(t in wanted))" }
      all_3: { value: "= item.tags.all(t, !(t in ['b']))" }
      count_1: { value: "= wanted.filter(t, t in item.tags).size()" }
      count_2: { value: "= item.tags.filter(t, t in wanted).size()" }
      count_3: { value: "= twice.filter(t, t in item.tags).size() * 10 + asked.filter(t, t in item.tags).size()" }
      count_4: { value: "= ['a', 'b'].filter(t, t in item.tags).size() + ['a', 'a'].filter(t, t in item.tags).size() * 10" }
      count_5: { value: "= none_at_all.filter(t, t in item.tags).size()" }
      member_1: { value: "= size(item.tags) > 1 && 'a' in wanted" }
      member_2: { value: "= item.main in wanted" }
      size_1: { value: "= item.tags.size() > 0 && !(size(item.tags) == 0)" }
      size_2: { value: "= item.tags.size() >= 1 || asked.size() < 1" }
      joined: { value: "= item.id + ' ' + item.main + '-' + string(number) + item.id" }
      short: { value: "= item.id + string(number)" }
      effect: { value: "= effects[?item.id].orValue(-1.5) + effects[?'y'].orValue(0.25)" }
    """)

  @Test func decideAsRecorded() throws {
    let rules = try Self.files.loaded(vocabulary: Self.vocabulary)
    let session = RuleSession(rules)
    let recording = try session.recording()
    var random = SplitMix64(seed: 7)
    func list() -> Value {
      .list(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          .string(Text(Self.tags.randomElement(using: &random) ?? "a"))
        })
    }
    for _ in 0..<400 {
      let effects = Bool.random(using: &random) ? Value.map(["x": 2.5, "y": 0.5].mapValue()) : nil
      let given: [(Text, Value)] = [
        ("asked", list()), ("number", .int(.random(in: -9...9, using: &random))),
        ("fails", .bool(Int.random(in: 0..<10, using: &random) == 0)),
        ("name", .string(Text(["a", "b", "no tag"].randomElement(using: &random) ?? "a"))),
      ]
      for rules in [session, recording] {
        rules.begin()
        for (name, value) in given { try rules.set(try #require(rules.ruleSet.fact(name)), value) }
        if let effects { try rules.set(try #require(rules.ruleSet.fact("effects")), effects) }
      }
      for _ in 0..<2 {
        let item = Value.map([
          "id": ["x", "y", "a longer one, of more than fifteen bytes"].randomElement(using: &random) ?? "x",
          "tags": list(), "main": .string(Text(Self.tags.randomElement(using: &random) ?? "a")),
        ])
        for rules in [session, recording] {
          rules.nextCandidate()
          try rules.set(try #require(rules.ruleSet.fact("item")), item)
        }
        for decision in rules.decisions {
          #expect(Self.outcome(decision, session) == Self.outcome(decision, recording), "\(decision.name)")
        }
      }
    }
  }

  /// The value of `decision`, or what it fails with and where.
  private static func outcome(_ decision: Decision, _ session: RuleSession) -> String {
    do {
      return try session.value(decision).description
    } catch {
      let place = error.place.map { "\($0.line)" }
      return "\(error.code.name) \(error.message) \(place ?? "nowhere")"
    }
  }
}

extension [Text: Double] {
  fileprivate func mapValue() -> ValueMap {
    ValueMap(sorted { $0.key < $1.key }.map { (.string($0.key), .double($0.value)) })
  }
}
