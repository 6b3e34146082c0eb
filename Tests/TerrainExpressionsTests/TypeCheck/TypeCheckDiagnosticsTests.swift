import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// Every diagnostic of the checker, word for word, with what it points at.
@Suite struct CheckDiagnosticsTests {
  @Test(arguments: [
    ("agee > 3", "expressions/unknown-name: there is no `agee` here at `agee`; did you mean `age`?"),
    ("zzz > 3", "expressions/unknown-name: there is no `zzz` here at `zzz`"),
    (
      "tags.exists(tag, tga == \"a\")", "expressions/unknown-name: there is no `tga` here at `tga`; did you mean `tag`?"
    ),
    (
      "IF(true, 1, 2)",
      "expressions/unknown-function: there is no function `IF` at `IF`; write `condition ? value : otherwise`"
    ),
    ("siz(tags)", "expressions/unknown-function: there is no function `siz` at `siz`; did you mean `size`?"),
    (
      "name.startWith(\"a\")",
      "expressions/unknown-function: there is no function `startWith` at `startWith`; did you mean `startsWith`?"
    ),
    // Macros, and what other languages call things.
    (
      "tags.exist(tag, tag == \"a\")",
      "expressions/unknown-function: there is no function `exist` at `exist`; did you mean `exists`?"
    ),
    (
      "tags.any(tag, tag == \"a\" && tag != \"b\")",
      "expressions/unknown-function: there is no function `any` at `any`; did you mean `exists`?"
    ),
    (
      "tags.fliter(tag, tag == \"a\").size() > 1",
      "expressions/unknown-function: there is no function `fliter` at `fliter`; did you mean `filter`?"
    ),
    (
      "name.length() > 1",
      "expressions/unknown-function: there is no function `length` at `length`; did you mean `size`?"
    ),
    ("len(tags) > 1", "expressions/unknown-function: there is no function `len` at `len`; did you mean `size`?"),
    (
      "name.toLowerCase() == \"a\"",
      "expressions/unknown-function: there is no function `toLowerCase` at `toLowerCase`; did you mean `lowerAscii`?"
    ),
    (
      "floor(weight) > 2.0",
      "expressions/unknown-function: there is no function `floor` at `floor`; did you mean `math.floor`?"
    ),
    (
      "math.max(age, 2) > 2",
      "expressions/unknown-function: there is no function `math.max` at `max`; did you mean `math.greatest`?"
    ),
    ("item.prize", "expressions/unknown-field: `item` has no field `prize` at `prize`; did you mean `price`?"),
    ("age.years", "expressions/no-fields: `years` cannot be taken from `int`, which has no fields at `years`"),
    (
      "Thing{a: 1}",
      "expressions/unknown-type: `Thing{…}` makes a message, and there are none here at `Thing{a: 1}`; write a map: `{\"name\": value}`"
    ),
    (
      "age && isNew",
      "expressions/not-a-condition: a condition is true or false; this is `int` at `age`; compare it with something"
    ),
    (
      "name ? 1 : 2",
      "expressions/not-a-condition: a condition is true or false; this is `string` at `name`; compare it with something"
    ),
    (
      "ages.exists(a, a)",
      "expressions/not-a-condition: a condition is true or false; this is `int` at `a`; compare it with something"
    ),
    (
      "isNew ? 1 : 2.0",
      "expressions/choice-types: both answers of `?:` must have one type; these are `int` and `double` at `?`; write `2` instead of `2.0`"
    ),
    (
      "mood > 5",
      "expressions/bare-optional: `mood` may be absent, and then has no value to use here at `mood`; give a default: `mood.orValue(0)`"
    ),
    (
      "5 + item.stock",
      "expressions/bare-optional: `item.stock` may be absent, and then has no value to use here at `item.stock`; give a default: `item.stock.orValue(0)`"
    ),
    (
      "[?age]", "expressions/not-optional: `?` takes a value that may be absent; this is `int` at `age`; remove the `?`"
    ),
    (
      "weight > 2",
      "expressions/no-such-overload: `>` does not take `double` and `int` at `>`; write `2.0` instead of `2`"
    ),
    (
      "2 < weight",
      "expressions/no-such-overload: `<` does not take `int` and `double` at `<`; write `2.0` instead of `2`"
    ),
    (
      "weight == -2",
      "expressions/no-such-overload: `==` does not take `double` and `int` at `==`; write `-2.0` instead of `-2`"
    ),
    (
      "age + 1.0",
      "expressions/no-such-overload: `+` does not take `int` and `double` at `+`; write `1` instead of `1.0`"
    ),
    ("count - 1", "expressions/no-such-overload: `-` does not take `uint` and `int` at `-`; write `1u` instead of `1`"),
    (
      "price > 2",
      "expressions/no-such-overload: `>` does not take `decimal` and `int` at `>`; write `decimal(\"2\")` instead of `2`"
    ),
    (
      "price > 2.5",
      "expressions/no-such-overload: `>` does not take `decimal` and `double` at `>`; write `decimal(\"2.5\")` instead of `2.5`"
    ),
    (
      "weight * age",
      "expressions/no-such-overload: `*` does not take `double` and `int` at `*`; convert it: `double(age)`"
    ),
    (
      "name + 1",
      "expressions/no-such-overload: `+` does not take `string` and `int` at `+`; write `\"1\"` instead of `1`"
    ),
    (
      "at > \"2026-02-04T12:00:00Z\"",
      "expressions/no-such-overload: `>` does not take `timestamp` and `string` at `>`; write `timestamp(\"2026-02-04T12:00:00Z\")` instead of `\"2026-02-04T12:00:00Z\"`"
    ),
    ("-name", "expressions/no-such-overload: `-` does not take `string` at `-`"),
    ("ages[\"a\"]", "expressions/no-such-overload: a list is indexed by `int`, not by `string` at `[`"),
    ("counts[1]", "expressions/no-such-overload: the keys of this map are `string`, not `int` at `[`"),
    ("age[1]", "expressions/no-such-overload: `int` has no elements; only lists and maps are indexed at `[`"),
    (
      "size(age)",
      "expressions/no-such-overload: `size` does not take `int`; it is `size(string)`, `size(bytes)`, `size(list<T>)`, `size(map<K, V>)` at `size`"
    ),
    (
      "name.startsWith(1)",
      "expressions/no-such-overload: `startsWith` on `string` does not take `int`; it is `startsWith(string)` at `startsWith`; write `\"1\"` instead of `1`"
    ),
    ("size(name, name)", "expressions/argument-count: `size` takes 1 argument, not 2 at `size`"),
    (
      "startsWith(name, name)",
      "expressions/wrong-form: `startsWith` is called on a value at `startsWith`; write `value.startsWith(…)`"
    ),
    ("name.type()", "expressions/wrong-form: `type` is not called on a value at `type`; write `type(value)`"),
    (
      "goal == \"slep\"",
      "expressions/not-a-member: `slep` is none of `goal`: `sleep`, `energy`, `focus` at `\"slep\"`; did you mean `sleep`?"
    ),
    (
      "\"rest\" in goals",
      "expressions/not-a-member: `rest` is none of `goal`: `sleep`, `energy`, `focus` at `\"rest\"`"
    ),
    (
      "goal in [\"sleep\", \"enery\"]",
      "expressions/not-a-member: `enery` is none of `goal`: `sleep`, `energy`, `focus` at `\"enery\"`; did you mean `energy`?"
    ),
    (
      "goals.exists(g, g == \"foucs\")",
      "expressions/not-a-member: `foucs` is none of `goal`: `sleep`, `energy`, `focus` at `\"foucs\"`; did you mean `focus`?"
    ),
    (
      "goal == season",
      "expressions/never-equal: `goal` and `season` have no word in common, so they are never equal at `==`"
    ),
    ("{1.5: 2}", "expressions/map-key: the key of a map is a `string`, `int`, `uint` or `bool`, not `double` at `1.5`"),
    (
      "age.exists(a, a > 1)",
      "expressions/not-iterable: only lists and maps can be gone through; this is `int` at `age`"
    ),
  ])
  func reports(text: String, line: String) {
    #expect(CheckedText.diagnosticLines(text) == [line])
  }

  @Test func findsEveryMistakeOnce() {
    #expect(
      CheckedText.diagnosticLines("agee > 3 && weight > 2 && name.foo() && tags.exists(t, t == unknown && t > 1)").map {
        String($0.prefix { $0 != ":" })
      } == [
        "expressions/unknown-name", "expressions/no-such-overload", "expressions/unknown-function",
        "expressions/unknown-name", "expressions/no-such-overload",
      ])
  }

  @Test func oneMistakeIsNotDiagnosedAgainAbove() {
    #expect(CheckedText.diagnosticLines("(agee + 1) * 2 > 3 || -agee.x[0] == 1").count == 2)
  }

  @Test(arguments: [
    (
      "age", CELType.bool,
      "expressions/wrong-type: `bool` is wanted here; this is `int` at `age`; compare the number, for example `… > 0`"
    ),
    (
      "2", CELType.double,
      "expressions/wrong-type: `double` is wanted here; this is `int` at `2`; write `2.0` instead of `2`"
    ),
    (
      "mood", CELType.int,
      "expressions/bare-optional: `mood` may be absent, and then has no value to use here at `mood`; give a default: `mood.orValue(0)`"
    ),
    (
      "name", CELType.enumeration(CheckedText.goal),
      "expressions/wrong-type: `goal` is wanted here; this is `string` at `name`"
    ),
    (
      "isNew ? \"sleep\" : \"x\"", CELType.enumeration(CheckedText.goal),
      "expressions/not-a-member: `x` is none of `goal`: `sleep`, `energy`, `focus` at `\"x\"`"
    ),
  ])
  func reportsTheExpectedType(text: String, type: CELType, line: String) {
    #expect(CheckedText.diagnosticLines(text, expecting: type) == [line])
  }

  @Test func boundsTheDiagnosticsOfOneExpression() {
    let text = (0..<200).map { "x\($0)" }.joined(separator: " || ")
    #expect(CheckedText.diagnosticLines(text).count == 50)
  }

  /// No macro makes such a loop; a tree that somebody builds may.
  @Test func aLoopThatGathersSomethingElse() throws {
    let text = "[1] 2 'x'"
    func node(_ kind: Expression.Kind, _ range: Range<UInt32>) -> Expression.Node {
      Expression.Node(kind: kind, range: SourceRange(start: range.lowerBound, end: range.upperBound))
    }
    let loop = Expression.Comprehension(
      variable: "v", range: 1, accumulator: "so_far", initial: 2, condition: 3, step: 4, result: 5, macro: "gather")
    let nodes = [
      node(.literal(.int(1)), 1..<2), node(.list(elements: [0], optionals: []), 0..<3), node(.literal(.int(2)), 4..<5),
      node(.literal(.bool(true)), 0..<0), node(.literal(.string("x")), 6..<9), node(.identifier("so_far"), 0..<0),
      node(.comprehension(loop), 0..<9),
    ]
    let expression = Expression(nodes: nodes, root: 6, source: ExpressionSource(text: Text(text)))
    let (typed, found) = TypeChecker.check(expression, Environment())
    #expect(typed == nil)
    #expect(found.map(\.code) == ["expressions/loop-type"])
    #expect(found.map(\.message) == ["inside `gather`, `int` is wanted; this is `string`"])
    let place = try #require(found.first?.place)
    #expect(place.source.text(of: place.range) == "'x'")
  }
}
