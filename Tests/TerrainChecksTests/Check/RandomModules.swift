import TerrainBase
import TerrainRules
import TestSupport

/// Random rule modules as an author could write them, over facts with few values, so that every combination can be
/// decided one by one.
struct RandomModules {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The facts, and all values each is given; nil is absent.
  static let facts: [(name: String, declaration: String, values: [Value?])] = [
    ("a", "{ type: int, min: 0, max: 3 }", (0...3).map { .int($0) }),
    ("b", "{ type: int, min: -1, max: 1, optional: true }", [nil] + (-1...1).map { .int($0) }),
    ("c", "{ type: bool }", [.bool(false), .bool(true)]),
    ("d", "{ type: string, values: [y, x, z], ordered: true }", ["x", "y", "z"].map { .string($0) }),
    ("e", "{ type: double, min: 0, max: 1 }", [0, 0.1, 0.25, 0.3, 0.5, 0.6, 0.75, 1].map { .double($0) }),
    ("w", "{ type: list<string> }", [[], ["p"], ["q"], ["p", "q"]].map { .list($0.map { .string($0) }) }),
  ]

  /// Two helper decisions and `result`, whose rows may be anything; with `hit` as it is given.
  mutating func module(hit: String) -> String {
    var text = "facts:\n"
    for (name, declaration, _) in Self.facts { text += "  \(name): \(declaration)\n" }
    text += "decisions:\n  low:\n    hit: first\n    rows:\n"
    text += "      - { id: yes, when: { a: \"<= \(Int.random(in: 0...2, using: &random))\" }, then: few }\n"
    text += "      - { id: no, when: \"\(condition(depth: 2, helpers: false))\", then: some }\n    otherwise: many\n"
    text += "  flag:\n    value: \"= \(condition(depth: 2, helpers: false))\"\n"
    text += "  result:\n    hit: \(hit)\n    rows:\n"
    for row in 0..<Int.random(in: 1...6, using: &random) {
      text += "      - { id: r\(row), "
      switch Int.random(in: 0..<8, using: &random) {
      case 0...4: text += "when: { \(cells()) }, "
      case 5...6: text += "when: \"\(condition(depth: 3, helpers: true))\", "
      default: break
      }
      text += "then: \(row) }\n"
    }
    return text
  }

  private mutating func cells() -> String {
    var names = ["a", "b", "c", "d", "e", "low", "flag"]
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let name = names.remove(at: Int.random(in: names.indices, using: &random))
      return "\(name): \(cell(name))"
    }.joined(separator: ", ")
  }

  private mutating func cell(_ name: String) -> String {
    func pick(_ cells: [String]) -> String { cells.randomElement(using: &random) ?? "\"-\"" }
    switch name {
    case "a": return pick(["1", "[0, 3]", "\"< 2\"", "\">= 1\"", "\"1..2\"", "\"(0..3)\"", "\"!= 2\"", "\"-\""])
    case "b": return pick(["0", "none", "\">= 0\"", "\"-\"", "[-1, 1]"])
    case "c", "flag": return pick(["true", "false"])
    case "d": return pick(["x", "[x, z]", "\"!= y\"", "z", "\">= x\"", "\"< z\"", "y..x", "[y, \"> x\"]"])
    case "e": return pick(["\"< 0.5\"", "\">= 0.5\"", "\"[0.25..0.75)\"", "0.5", "\"> 0.25\""])
    default: return pick(["few", "[some, many]", "\"!= many\"", "some"])
    }
  }

  private mutating func condition(depth: Int, helpers: Bool) -> String {
    if depth > 1, Int.random(in: 0..<3, using: &random) > 0 {
      let left = condition(depth: depth - 1, helpers: helpers)
      let right = condition(depth: depth - 1, helpers: helpers)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return "!(\(left))"
      case 1...2: return "(\(left) || \(right))"
      default: return "(\(left) && \(right))"
      }
    }
    var atoms = [
      "a >= 2", "a == 1", "1 < a", "a in [0, 2]", "b.orValue(0) > 0", "b.hasValue()", "c", "d == 'x'", "d != 'y'",
      "d in ['x', 'z']", "d < 'z'", "'x' <= d", "d.next().orValue('z') > d", "e < 0.5", "e >= 0.25", "'p' in w",
      "'q' in w", "size(w) > 1", "a + 1 > 2", "['p', 'q'].exists(x, x in w)", "['q', 'p'].all(x, x in w)",
      "w.exists(x, x in ['q', 'r'])", "w.all(x, !(x in ['p']))", "!w.exists(x, 'p' == x)", "w.all(x, x != 'q')",
      "['p', 'q'].exists(x, !(x in w))", "w.exists(x, x != 'p')",
    ]
    if helpers { atoms += ["low == 'few'", "flag", "low != 'many'"] }
    return atoms.randomElement(using: &random) ?? "c"
  }
}
