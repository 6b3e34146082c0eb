import TerrainBase
import TerrainExpressions

/// Random expressions of a wanted type over a fixed set of facts: mostly well typed, failing now and then, with every
/// kind of fact, operator, macro and gradual typing in them.
struct RandomProgram {
  var dice: Dice
  private var loopVariables: [(name: String, type: Kind)] = []

  enum Kind: CaseIterable { case int, uint, double, bool, string, mood, ints, strings, moods, counts, optionalInt }

  init(seed: UInt64) { dice = Dice(state: seed) }

  static let mood = EnumerationType(name: "mood", cases: ["calm", "tense", "low", "bright"])
  static let record = RecordType(
    name: "thing",
    fields: [
      .init(name: "weight", type: .int), .init(name: "label", type: .string),
      .init(name: "moods", type: .list(.enumeration(mood))), .init(name: "age", type: .optional(.int)),
      .init(name: "now", type: .enumeration(mood)),
    ])

  static let facts: [(name: Text, type: CELType)] = [
    ("i", .int), ("j", .int), ("u", .uint), ("d", .double), ("b", .bool), ("s", .string), ("m", .enumeration(mood)),
    ("n", .enumeration(mood)), ("li", .list(.int)), ("ls", .list(.string)), ("lm", .list(.enumeration(mood))),
    ("c", .map(key: .string, value: .int)), ("oi", .optional(.int)), ("om", .optional(.enumeration(mood))),
    ("r", .record(record)), ("x", .dyn),
  ]

  // MARK: Values

  mutating func values() -> [Text: Value] {
    let ints: [Int64] = [0, 1, -1, 2, 7, -13, 1_000, .max, .min]
    let moods = Self.mood.cases.map { Value.string($0) }
    let label = dice.pick(["", "a", "calm", "héllo", "a longer text than fits"])
    var values: [Text: Value] = [
      "i": .int(dice.pick(ints)), "j": .int(dice.pick(ints)), "u": .uint(dice.pick([0, 1, 5, .max])),
      "d": .double(dice.pick([0, 1, -1.5, 1e300, .infinity, .nan])), "b": .bool(dice.roll(2) == 0),
      "s": .string(Text(label)), "m": dice.pick(moods), "n": dice.pick(moods),
      "li": .list(many { .int($0.dice.pick(ints)) }),
      "ls": .list(many { .string(Text($0.dice.pick(["a", "calm", ""]))) }),
      "lm": .list(many { $0.dice.pick(moods) }),
      "c": .map(["a": .int(dice.pick(ints)), "calm": 3]),
      "oi": .optional(dice.roll(2) == 0 ? nil : .int(dice.pick(ints))),
      "om": .optional(dice.roll(2) == 0 ? nil : dice.pick(moods)),
      "x": dice.pick([1, .double(2.5), "a", true, .list([1, 2]), .null, .map(["a": 1])] as [Value]),
    ]
    var thing: ValueMap = ["weight": .int(dice.pick(ints)), "label": "a", "moods": values["lm"] ?? .null, "now": "low"]
    thing.insert("age", .optional(dice.roll(2) == 0 ? 9 : nil))
    values["r"] = .map(thing)
    return values
  }

  private mutating func many(_ element: (inout RandomProgram) -> Value) -> [Value] {
    (0..<dice.roll(4)).map { _ in element(&self) }
  }

  // MARK: Expressions

  mutating func expression(_ kind: Kind, depth: Int) -> String {
    if let variable = loopVariables.filter({ $0.type == kind }).map(\.name).randomElement(using: &dice),
      dice.roll(3) == 0
    {
      return variable
    }
    if depth > 0, dice.roll(6) == 0 {
      return
        "(\(expression(.bool, depth: depth - 1)) ? \(expression(kind, depth: depth - 1)) : \(expression(kind, depth: depth - 1)))"
    }
    switch kind {
    case .int: return int(depth)
    case .uint:
      return depth == 0
        ? dice.pick(["u", "1u", "18446744073709551615u"]) : binary(.uint, ["+", "-", "*", "/", "%"], depth)
    case .double:
      if depth == 0 { return dice.pick(["d", "1.5", "0.0"]) }
      return dice.roll(4) == 0
        ? "double(\(expression(.int, depth: depth - 1)))" : binary(.double, ["+", "-", "*", "/"], depth)
    case .bool: return bool(depth)
    case .string:
      if depth == 0 { return dice.pick(["s", "\"a\"", "\"calm\"", "r.label", "m"]) }
      return dice.roll(3) == 0
        ? "string(\(expression(.int, depth: depth - 1)))"
        : "(\(expression(.string, depth: depth - 1)) + \(expression(.string, depth: depth - 1)))"
    case .mood: return dice.pick(["m", "n", "r.now", "om.orValue(m)"])
    case .ints: return list(.int, ["li", "[1, 2, 3]", "[]"], depth)
    case .strings: return list(.string, ["ls", "[\"a\"]"], depth)
    case .moods: return dice.pick(["lm", "r.moods"])
    case .counts: return dice.pick(["c", "{\"a\": \(expression(.int, depth: 0))}"])
    case .optionalInt:
      return dice.pick(["oi", "r.age", "c[?\"b\"]", "optional.of(\(expression(.int, depth: 0)))", "li[?1]"])
    }
  }

  private mutating func binary(_ kind: Kind, _ signs: [String], _ depth: Int) -> String {
    "(\(expression(kind, depth: depth - 1)) \(dice.pick(signs)) \(expression(kind, depth: depth - 1)))"
  }

  private mutating func int(_ depth: Int) -> String {
    if depth == 0 { return dice.pick(["i", "j", "0", "1", "-3", "9223372036854775807", "r.weight"]) }
    switch dice.roll(9) {
    case 0: return "-(\(expression(.int, depth: depth - 1)))"
    case 1: return "\(expression(dice.pick([.ints, .strings, .moods]), depth: depth - 1)).size()"
    case 2: return "\(expression(.optionalInt, depth: depth - 1)).orValue(\(expression(.int, depth: depth - 1)))"
    case 3: return "\(expression(.ints, depth: depth - 1))[\(expression(.int, depth: 0))]"
    case 4: return "\(expression(.counts, depth: depth - 1))[\(expression(.string, depth: depth - 1))]"
    case 5: return "\(expression(.counts, depth: depth - 1)).a"
    case 6: return "int(\(expression(.double, depth: depth - 1)))"
    default: return binary(.int, ["+", "-", "*", "/", "%"], depth)
    }
  }

  private mutating func bool(_ depth: Int) -> String {
    if depth == 0 { return dice.pick(["b", "true", "false", "oi.hasValue()", "r.age.hasValue()", "has(c.b)"]) }
    let comparisons = ["<", "<=", ">", ">=", "==", "!="]
    switch dice.roll(12) {
    case 0, 1: return "(\(expression(.bool, depth: depth - 1)) && \(expression(.bool, depth: depth - 1)))"
    case 2, 3: return "(\(expression(.bool, depth: depth - 1)) || \(expression(.bool, depth: depth - 1)))"
    case 4: return "!(\(expression(.bool, depth: depth - 1)))"
    case 5:
      let kind = dice.pick([Kind.int, .int, .uint, .double, .string, .bool])
      return binary(kind, comparisons, depth)
    case 6:
      let other = dice.pick(["\"calm\"", "\"low\"", expression(.mood, depth: 0), expression(.string, depth: depth - 1)])
      return "(\(expression(.mood, depth: 0)) \(dice.pick(["==", "!="])) \(other))"
    case 7: return membership(depth)
    case 8, 9: return quantifier(depth)
    case 10:
      let (a, b) = (dice.pick(Kind.allCases), dice.pick(Kind.allCases))
      return
        "(dyn(\(expression(a, depth: depth - 1))) \(dice.pick(comparisons)) dyn(\(expression(b, depth: depth - 1))))"
    default:
      return dice.pick(["(x == 1)", "(x + 1 == 2)", "(x < 2)", "(x && b)", "(b || x)", "(x.a == 1)", "(1 in x)", "x"])
    }
  }

  private mutating func membership(_ depth: Int) -> String {
    switch dice.roll(5) {
    case 0:
      return "(\(dice.pick(["\"calm\"", "\"low\"", expression(.mood, depth: 0)])) in \(expression(.moods, depth: 0)))"
    case 1: return "(\(expression(.mood, depth: 0)) in [\"calm\", \"bright\"])"
    case 2: return "(\(expression(.int, depth: depth - 1)) in \(expression(.ints, depth: depth - 1)))"
    case 3: return "(\(expression(.string, depth: depth - 1)) in \(expression(.counts, depth: 0)))"
    default: return "(\(expression(.string, depth: depth - 1)) in \(expression(.strings, depth: depth - 1)))"
    }
  }

  private mutating func quantifier(_ depth: Int) -> String {
    let macro = dice.pick(["exists", "all", "exists_one"])
    let (range, type) = dice.pick([(Kind.ints, Kind.int), (.strings, .string), (.moods, .string), (.counts, .string)])
    let list = expression(range, depth: depth - 1)
    let name = "v\(loopVariables.count)"
    if dice.roll(6) == 0 {
      let (moods, others) = (expression(.moods, depth: 0), expression(.moods, depth: 0))
      return dice.pick([
        "\(moods).exists(\(name), \(name) in \(others))", "\(moods).all(\(name), !(\(name) in \(others)))",
        "(\(moods).filter(\(name), \(name) in \(others)).size() > 1)",
      ])
    }
    if dice.roll(3) == 0 {
      let literal = type == .int ? "1" : "\"calm\""
      return "\(list).\(macro)(\(name), \(name) \(dice.pick(["==", "!="])) \(literal))"
    }
    loopVariables.append((name, type))
    let condition = expression(.bool, depth: depth - 1)
    loopVariables.removeLast()
    return "\(list).\(macro)(\(name), \(condition))"
  }

  private mutating func list(_ element: Kind, _ leaves: [String], _ depth: Int) -> String {
    if depth == 0 { return dice.pick(leaves) }
    let name = "v\(loopVariables.count)"
    let range = expression(dice.pick([.ints, .strings]), depth: 0)
    let rangeType: Kind = range.contains("s") || range.contains("\"") ? .string : .int
    loopVariables.append((name, rangeType))
    defer { loopVariables.removeLast() }
    switch dice.roll(3) {
    case 0:
      let list = expression(element == .int ? .ints : .strings, depth: 0)
      loopVariables[loopVariables.count - 1].type = element
      return "\(list).filter(\(name), \(expression(.bool, depth: depth - 1)))"
    case 1: return "\(range).map(\(name), \(expression(element, depth: depth - 1)))"
    default: return "(\(expression(element == .int ? .ints : .strings, depth: depth - 1)) + \(dice.pick(leaves)))"
    }
  }
}
