import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// What cells mean: for each, the values of its input it holds for.
@Suite struct CellTests {
  struct Case: CustomTestStringConvertible {
    var type: String
    var cell: String
    var holds: [Value]
    var fails: [Value]
    var testDescription: String { "\(type) \(cell)" }

    init(_ type: String, _ cell: String, holds: [Value], fails: [Value]) {
      self.type = type
      self.cell = cell
      self.holds = holds
      self.fails = fails
    }
  }

  static func money(_ text: Text) -> Value { .decimal((try? ExactDecimal(parsing: text)) ?? .zero) }
  static func time(_ text: Text) -> Value {
    (try? Timestamp(rfc3339: text)).map { .timestamp($0) } ?? .null
  }
  static func length(_ text: Text) -> Value { (try? ExactDuration(parsing: text)).map { .duration($0) } ?? .null }

  static let cases: [Case] = [
    Case("int", "3", holds: [3], fails: [2, 4, -3]),
    Case("int", "-3", holds: [-3], fails: [3]),
    Case("int", "[1, 3, 5]", holds: [1, 3, 5], fails: [0, 2, 4]),
    Case("int", "\"<= 3\"", holds: [3, 2, -10], fails: [4]),
    Case("int", "\"< 3\"", holds: [2], fails: [3]),
    Case("int", "\">= 3\"", holds: [3, 4], fails: [2]),
    Case("int", "\">3\"", holds: [4], fails: [3]),
    Case("int", "\"!= 3\"", holds: [2, 4], fails: [3]),
    Case("int", "\">= limit\"", holds: [5, 6], fails: [4]),
    Case("int", "\"> limit + 1\"", holds: [7], fails: [6]),
    Case("int", "\"< -limit\"", holds: [-6], fails: [-5]),
    Case("int", "1..3", holds: [1, 2, 3], fails: [0, 4]),
    Case("int", "-3..-1", holds: [-3, -1], fails: [-4, 0]),
    Case("int", "\"[1..3)\"", holds: [1, 2], fails: [0, 3]),
    Case("int", "\"(1..3]\"", holds: [2, 3], fails: [1, 4]),
    Case("int", "\"(1..3)\"", holds: [2], fails: [1, 3]),
    Case("int", "\"[1..3]\"", holds: [1, 3], fails: [0, 4]),
    Case("int", "\"-limit..limit\"", holds: [-5, 0, 5], fails: [-6, 6]),
    Case("int", "\"(limit - 1)..(limit + 1)\"", holds: [4, 5, 6], fails: [3, 7]),
    Case("int", "\"-\"", holds: [0, 1, -1], fails: []),
    Case("int", "\"= it % 2 == 0\"", holds: [0, 2], fails: [1, 3]),
    Case("int", "\"= it > limit || it == other\"", holds: [6, 1], fails: [5, 0]),
    Case("int", "[1, \"> 3\", \"-3..-2\"]", holds: [1, 4, -3, -2], fails: [3, 0, -1]),
    Case("uint", "\"<= 3\"", holds: [.uint(3)], fails: [.uint(4)]),
    Case("double", "3", holds: [.double(3)], fails: [.double(3.5)]),
    Case("double", "\"<= 2.5\"", holds: [.double(2.5)], fails: [.double(2.6)]),
    Case("double", "[0, 0.5]", holds: [.double(0), .double(0.5)], fails: [.double(0.25)]),
    Case("double", "0..1", holds: [.double(0), .double(0.3), .double(1)], fails: [.double(1.1), .double(-0.1)]),
    Case("decimal", "\">= 12.50\"", holds: [money("12.5"), money("13")], fails: [money("12.49")]),
    Case("decimal", "12.50", holds: [money("12.5")], fails: [money("12.51")]),
    Case("bool", "true", holds: [true], fails: [false]),
    Case("bool", "false", holds: [false], fails: [true]),
    Case("string", "tea", holds: ["tea"], fails: ["teas", ""]),
    Case("string", "[tea, \"3\"]", holds: ["tea", "3"], fails: ["coffee"]),
    Case("string", "\"!= 'tea'\"", holds: ["coffee"], fails: ["tea"]),
    Case("string", "\"= it.startsWith('te')\"", holds: ["tea"], fails: ["coffee"]),
    Case("string", "none", holds: ["none"], fails: ["tea"]),
    Case("color", "red", holds: ["red"], fails: ["blue", "none"]),
    Case("color", "[red, blue]", holds: ["red", "blue"], fails: ["none"]),
    Case("color", "\"!= red\"", holds: ["blue", "none"], fails: ["red"]),
    Case("color", "none", holds: ["none"], fails: ["red"]),
    Case("color", "\"= it in ['red', 'blue']\"", holds: ["red", "blue"], fails: ["none"]),
    Case("list<color>", "\"= 'red' in it\"", holds: [.list(["red", "blue"])], fails: [.list(["blue"]), .list([])]),
    Case(
      "timestamp", "\">= 2026-02-04T12:00:00Z\"", holds: [time("2026-02-04T12:00:00Z")],
      fails: [time("2026-02-04T11:59:59Z")]),
    Case("duration", "\"< 1h30m\"", holds: [length("1h")], fails: [length("90m")]),
    Case("duration", "15m", holds: [length("900s")], fails: [length("1h")]),
  ]

  static let colors = PackVocabulary([
    "color": .enumeration(EnumerationType(name: "color", cases: ["red", "blue", "none"]))
  ])

  @Test(arguments: cases) func holds(_ testCase: Case) throws {
    let rules = try RuleFiles(
      """
      facts:
        x: { type: \(testCase.type) }
        other: { type: int }
      parameters:
        limit: { value: 5, type: int }
      decisions:
        d:
          hit: first
          rows: [{ id: yes, when: { x: \(testCase.cell) }, then: true }]
          otherwise: false
      """
    ).loaded(vocabulary: Self.colors)
    for value in testCase.holds {
      #expect(try rules.decide("rules.d", ["x": value, "other": 1]).isEqual(to: true), "of \(value)")
    }
    for value in testCase.fails {
      #expect(try rules.decide("rules.d", ["x": value, "other": 1]).isEqual(to: false), "of \(value)")
    }
  }

  static let optionalCases: [(cell: String, absent: Bool, three: Bool, seven: Bool)] = [
    ("none", true, false, false),
    ("\"-\"", true, true, true),
    ("\"<= 5\"", false, true, false),
    ("\"!= 3\"", false, false, true),
    ("3", false, true, false),
    ("[3, 4]", false, true, false),
    ("[none, 3]", true, true, false),
    ("[none, \"> 5\"]", true, false, true),
    ("1..5", false, true, false),
    ("\"= it > 5\"", false, false, true),
  ]

  @Test(arguments: optionalCases) func ofOptionalFacts(_ cell: String, _ absent: Bool, _ three: Bool, _ seven: Bool)
    throws
  {
    let rules = try RuleFiles(
      """
      facts:
        mood: { type: int, min: 1, max: 10, optional: true }
      decisions:
        d:
          hit: first
          rows: [{ id: yes, when: { mood: \(cell) }, then: true }]
          otherwise: false
      """
    ).loaded()
    #expect(try rules.decide("rules.d", [:]).isEqual(to: .bool(absent)))
    #expect(try rules.decide("rules.d", ["mood": 3]).isEqual(to: .bool(three)))
    #expect(try rules.decide("rules.d", ["mood": 7]).isEqual(to: .bool(seven)))
  }

  @Test func inputsMayBeExpressions() throws {
    let rules = try RuleFiles(
      """
      facts:
        goals: { type: list<string> }
      decisions:
        d:
          hit: first
          rows: [{ id: many, when: { "size(goals)": ">= 2" }, then: many }]
          otherwise: few
      """
    ).loaded()
    #expect(try rules.decide("rules.d", ["goals": .list(["a", "b"])]).isEqual(to: "many"))
    #expect(try rules.decide("rules.d", ["goals": .list(["a"])]).isEqual(to: "few"))
  }
}
