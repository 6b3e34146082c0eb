import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Repeatable chance (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}

/// A tree of any shape, of nodes that belong to no text.
struct RandomTree {
  var dice: Dice
  private var nodes: [Expression.Node] = []

  init(seed: UInt64) { dice = Dice(state: seed) }

  mutating func expression(depth: Int) -> Expression {
    nodes = []
    let root = node(depth)
    return Expression(nodes: nodes, root: root, source: ExpressionSource(text: ""))
  }

  private mutating func add(_ kind: Expression.Kind) -> Expression.ID {
    nodes.append(Expression.Node(kind: kind, range: SourceRange(start: 0, end: 0)))
    return Expression.ID(nodes.count - 1)
  }

  private mutating func node(_ depth: Int) -> Expression.ID {
    if depth == 0 || dice.roll(8) == 0 { return leaf() }
    switch dice.roll(12) {
    case 0:
      return add(
        .select(
          operand: node(depth - 1), field: dice.pick(["f", "g-h", "if"]), testOnly: false, optional: dice.roll(3) == 0))
    case 1: return add(.call(function: dice.pick(["!_", "-_"]), target: nil, arguments: [node(depth - 1)]))
    case 2:
      return add(.call(function: "_?_:_", target: nil, arguments: [node(depth - 1), node(depth - 1), node(depth - 1)]))
    case 3:
      return add(
        .call(function: dice.pick(["_[_]", "_[?_]"]), target: nil, arguments: [node(depth - 1), node(depth - 1)]))
    case 4: return add(.call(function: "f", target: node(depth - 1), arguments: many(depth)))
    case 5: return add(.call(function: dice.pick(["f", ".g"]), target: nil, arguments: many(depth)))
    case 6:
      let elements = many(depth)
      return add(.list(elements: elements, optionals: elements.indices.filter { _ in dice.roll(3) == 0 }))
    case 7:
      let entries = many(depth).map { key in
        Expression.MapEntry(key: key, value: node(depth - 1), optional: dice.roll(3) == 0)
      }
      return add(.map(entries: entries))
    case 8:
      let fields = many(depth).map { value in
        Expression.MessageField(name: dice.pick(["a", "b-c"]), value: value, optional: dice.roll(3) == 0)
      }
      return add(.message(type: dice.pick(["M", ".a.M", "a.b.M"]), fields: fields))
    default:
      let operators: [Text] = [
        "_&&_", "_&&_", "_&&_", "_||_", "_||_", "_+_", "_-_", "_*_", "_/_", "_%_", "_<_", "_>=_", "_==_", "_!=_", "@in",
      ]
      return add(.call(function: dice.pick(operators), target: nil, arguments: [node(depth - 1), node(depth - 1)]))
    }
  }

  private mutating func many(_ depth: Int) -> [Expression.ID] {
    var ids: [Expression.ID] = []
    for _ in 0..<dice.roll(4) { ids.append(node(depth - 1)) }
    return ids
  }

  private mutating func leaf() -> Expression.ID {
    let values: [Value] = [
      .null, .bool(true), .int(0), .int(7), .int(-7), .int(.min), .int(.max), .uint(3), .double(1.5), .double(-0.0),
      .double(1e100), .double(-5e-324), .string(""), .string("it's"), .string("\"q\" \\ \n\r\t\u{0}"),
      .string("\u{202E}\u{1F375}e\u{301}"), .string("'\"`"), .bytes([]), .bytes([0, 255, 34, 92, 97]),
    ]
    return dice.roll(2) == 0 ? add(.literal(dice.pick(values))) : add(.identifier(dice.pick(["a", "b", ".c", "_d1"])))
  }
}

/// Expressions as an author would write them, macros among them.
struct RandomText {
  var dice: Dice

  mutating func expression(_ depth: Int) -> String {
    if depth == 0 { return dice.pick(["a", "b.c", "x", "1", "0x1F", "-2.50", "'s'", "r\"\\d\"", "1u", "true", ".5"]) }
    func sub(_ self: inout RandomText) -> String { self.expression(depth - 1) }
    let a = sub(&self)
    let b = sub(&self)
    switch dice.roll(14) {
    case 0: return "(\(a)) // why\n"
    case 1: return "\(dice.pick(["a", "b.c", "f(\(a))"])).exists(x, \(b))"
    case 2: return "[\(a), \(b)].map(x, \(sub(&self)))"
    case 3: return "{\(a): \(b)}.all(k, v, \(sub(&self)))"
    case 4: return "has(a.b) && \(a)"
    case 5: return "cel.bind(x, \(a), \(b))"
    case 6: return "a.?b.optMap(x, \(a))"
    case 7: return "a.filter(x, \(a)).transformMap(k, v, \(b), \(sub(&self)))"
    case 8: return "(\(a)) ? (\(b)) : \(sub(&self))"
    case 9: return "!(\(a))"
    default: return "(\(a)) \(dice.pick(["&&", "||", "+", "-", "*", "<", "==", "in"])) (\(b))"
    }
  }
}
