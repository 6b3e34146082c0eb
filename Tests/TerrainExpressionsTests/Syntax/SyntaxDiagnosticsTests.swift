import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// Every diagnostic, as an author gets it: where, what, and how to fix it.
@Suite struct SyntaxDiagnosticsTests {
  /// The diagnostics about `text`: the text pointed at, code, message, fix, and what else it points at.
  static func diagnosticLines(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    func pointedAt(_ place: Place) -> String {
      "‹" + String(decoding: bytes[Int(place.range.start)..<Int(place.range.end)], as: UTF8.self)
        + "›@\(place.range.start)"
    }
    return ExpressionParser.parse(ExpressionSource(text: Text(text))).diagnostics.map { found in
      var line = (found.place.map(pointedAt) ?? "nowhere") + " \(found.code): \(found.message)"
      if let fix = found.fix { line += " — " + fix }
      for related in found.related { line += " [\(related.message) \(pointedAt(related.place))]" }
      return line
    }
  }

  @Test(arguments: [
    (
      "", "‹›@0 expressions/empty: there is no expression here — write a condition or a value, such as `points >= 1200`"
    ),
    (
      " // x",
      "‹ // x›@0 expressions/empty: there is no expression here — write a condition or a value, such as `points >= 1200`"
    ),
    // Other languages' signs and words.
    (
      "a = 3",
      "‹=›@2 expressions/assignment: `=` does not compare, and nothing can be assigned in an expression — write `==`"
    ),
    (
      "= a",
      "‹=›@0 expressions/assignment: an expression does not begin with `=`; one `=` marks a text as an expression, and it was taken off already — remove this `=`"
    ),
    ("a === b", "‹===›@2 expressions/unknown-operator: there is no `===` in expressions — write `==`"),
    ("a !== b", "‹!==›@2 expressions/unknown-operator: there is no `!==` in expressions — write `!=`"),
    ("a <> b", "‹<>›@2 expressions/unknown-operator: there is no `<>` in expressions — write `!=`"),
    ("a => b", "‹=>›@2 expressions/unknown-operator: there is no `=>` in expressions — for \"at least\" write `>=`"),
    ("a =< b", "‹=<›@2 expressions/unknown-operator: there is no `=<` in expressions — write `<=`"),
    ("a ≤ b", "‹≤›@2 expressions/unknown-operator: there is no `≤` in expressions — write `<=`"),
    ("a & b", "‹&›@2 expressions/unknown-operator: there is no `&` in expressions — write `&&`"),
    ("a | b", "‹|›@2 expressions/unknown-operator: there is no `|` in expressions — write `||`"),
    ("a ** 2", "‹**›@2 expressions/unknown-operator: there is no `**` in expressions — write the product out: `x * x`"),
    ("a ?? b", "‹??›@2 expressions/unknown-operator: there is no `??` in expressions — write `a.orValue(b)`"),
    ("a # b", "‹#›@2 expressions/unknown-operator: there is no `#` in expressions — a comment begins with `//`"),
    ("a /* b */", "‹/*›@2 expressions/unknown-operator: there is no `/*` in expressions — a comment begins with `//`"),
    ("$a", "‹$›@0 expressions/unknown-operator: there is no `$` in expressions — a name needs no `$`"),
    ("a and b", "‹and›@2 expressions/word-operator: `and` is not an operator — write `&&`"),
    ("a OR b", "‹OR›@2 expressions/word-operator: `OR` is not an operator — write `||`"),
    ("not a", "‹not›@0 expressions/word-operator: `not` is not an operator — write `!`"),
    ("a not in b", "‹not›@2 expressions/word-operator: `not in` is not an operator — write `!(x in list)`"),
    ("a !in b", "‹!›@2 expressions/word-operator: `!in` is not an operator — write `!(x in list)`"),
    ("a is b", "‹is›@2 expressions/word-operator: `is` is not an operator — write `==`"),
    (
      "a contains 'b'",
      "‹contains›@2 expressions/word-operator: `contains` is not an operator — write `text.contains(…)`"
    ),
    ("a between b", "‹between›@2 expressions/word-operator: `between` is not an operator — write `x >= a && x <= b`"),
    (
      "if a then b",
      "‹if›@0 expressions/if-then-else: there is no `if` in expressions — write `condition ? value : otherwise`"
    ),
    (
      "a then b",
      "‹then›@2 expressions/if-then-else: there is no `then` in expressions — write `condition ? value : otherwise`"
    ),
    ("a;", "‹;›@1 expressions/semicolon: an expression is one value; nothing in it ends with `;` — remove it"),
    (
      "a; b",
      "‹;›@1 expressions/semicolon: an expression is one value; nothing in it ends with `;` — join conditions with `&&`, and separate arguments with `,`"
    ),
    (
      "x in 5..8",
      "‹..›@6 expressions/range: `..` makes a range in a cell only, not in an expression — write two comparisons: `x >= 5 && x <= 8`"
    ),
    (
      "a < b < c",
      "‹a < b <›@0 expressions/chained-comparison: comparisons cannot be chained: `a < b` would compare true or false with what follows — write `a < b && b < c`"
    ),
    (
      "1 <= a + 1 > c",
      "‹1 <= a + 1 >›@0 expressions/chained-comparison: comparisons cannot be chained: `1 <= a + 1` would compare true or false with what follows — write `a <= b && b > c`"
    ),
    (
      "50%",
      "‹50%›@0 expressions/percent: `%` is the remainder of a division; there are no percentages — write the fraction as a double: `50 / 100.0`"
    ),
    (
      "(a * 50%) > b",
      "‹50%›@5 expressions/percent: `%` is the remainder of a division; there are no percentages — write the fraction as a double: `50 / 100.0`"
    ),
    // Characters.
    (
      "a == “b”",
      "‹“›@5 expressions/typographic-quote: `“` is a typographic quote; texts take straight ones — write `\"`"
    ),
    (
      "a == ‘b’",
      "‹‘›@5 expressions/typographic-quote: `‘` is a typographic quote; texts take straight ones — write `'`"
    ),
    ("（a", "‹（›@0 expressions/fullwidth-character: `（` is the fullwidth form of `(` — write `(`"),
    (
      "a\u{00A0}+ b",
      "‹\u{00A0}›@1 expressions/invisible-character: an invisible character (U+00A0) is here — replace it with a plain space, or remove it"
    ),
    (
      "a\u{200B}",
      "‹\u{200B}›@1 expressions/invisible-character: an invisible character (U+200B) is here — replace it with a plain space, or remove it"
    ),
    (
      "温 > 3",
      "‹温›@0 expressions/bad-name: `温` cannot be a name: names are of letters a to z, digits and `_` — if it is text, put it in quotes: `\"温\"`"
    ),
    (
      "caffè > 3",
      "‹caffè›@0 expressions/bad-name: `caffè` cannot be a name: names are of letters a to z, digits and `_` — if it is text, put it in quotes: `\"caffè\"`"
    ),
    ("a + 🍵", "‹🍵›@4 expressions/unknown-character: `🍵` (U+1F375) means nothing in expressions — put text in quotes"),
    // Literals.
    ("a == \"b", "‹\"b›@5 expressions/unclosed-string: the text that begins here never ends — close it with `\"`"),
    (
      "a == 'b\n'",
      "‹'b›@5 expressions/unclosed-string: the text that begins here does not end on its line — close it with `'`, or use `\"\"\"` for a text of several lines"
    ),
    ("'''a'", "‹'''a'›@0 expressions/unclosed-string: the text that begins here never ends — close it with `'''`"),
    (
      "a.matches('\\d')",
      "‹\\d›@11 expressions/bad-escape: `\\d` is not an escape — for a backslash write `\\\\`; for a pattern, a raw text: `r\"…\"`"
    ),
    ("'\\x4'", "‹\\x4›@1 expressions/bad-escape: the escape `\\x4` needs 2 hexadecimal digits"),
    ("'\\08'", "‹\\0›@1 expressions/bad-escape: the escape `\\0` needs 3 octal digits"),
    (
      "'\\uD800'",
      "‹\\uD800›@1 expressions/bad-escape: `\\uD800` is half of a surrogate pair, not a character — write the whole character: `\\U0001F375`"
    ),
    ("'\\U00110000'", "‹\\U00110000›@1 expressions/bad-escape: `\\U00110000` is beyond the last character, U+10FFFF"),
    (
      "b'\\u00e9'",
      "‹\\u›@2 expressions/bad-escape: `\\u` names a character; bytes have none — write its bytes: `\\xC3\\xA9`"
    ),
    (
      "3days",
      "‹3days›@0 expressions/bad-number: `3days` is neither a number nor a name — a number has no unit: `3`"
    ),
    ("1_000", "‹1_000›@0 expressions/bad-number: `1_000` is neither a number nor a name — write `1000`"),
    (
      "0xZ",
      "‹0xZ›@0 expressions/bad-number: `0xZ` is neither a number nor a name — a number has no unit: `0`"
    ),
    ("1. + a", "‹1.›@0 expressions/bad-number: digits must follow the point — write `1.0`"),
    (
      "9223372036854775808",
      "‹9223372036854775808›@0 expressions/number-out-of-range: `9223372036854775808` is more than the largest int, 9223372036854775807 — for a larger number write a double: `1e20`"
    ),
    (
      "-9223372036854775809",
      "‹9223372036854775809›@1 expressions/number-out-of-range: `-9223372036854775809` is less than the smallest int, -9223372036854775808 — for a larger number write a double: `1e20`"
    ),
    (
      "18446744073709551616u",
      "‹18446744073709551616u›@0 expressions/number-out-of-range: `18446744073709551616u` is more than the largest uint, 18446744073709551615"
    ),
    ("1e999", "‹1e999›@0 expressions/number-out-of-range: `1e999` is more than the largest double, about 1.8e308"),
    ("a == 007", "‹007›@5 expressions/leading-zero: `007` means 7: a leading zero changes nothing — write `7`"),
    // Names.
    ("loop > 1", "‹loop›@0 expressions/reserved-word: `loop` is a reserved word and cannot be a name here"),
    ("a.in", "‹in›@2 expressions/reserved-word: `in` cannot be a field name — use an index: `a[\"in\"]`"),
    (
      "a.`b",
      "‹`b›@2 expressions/unclosed-backticks: the field name that begins here never ends — close it with a backtick"
    ),
    ("a.``", "‹``›@2 expressions/empty-backticks: there is no field name between these backticks"),
    (
      "a.`b:c`",
      "‹:›@4 expressions/bad-backticks: `:` is not allowed in a field name between backticks — use an index: `a[\"name\"]`"
    ),
    (
      "`a b`",
      "‹`a b`›@0 expressions/misplaced-backticks: a name in backticks is allowed only after a dot or before a `:` — if `a b` is text, put it in quotes"
    ),
    ("a.", "‹.›@1 expressions/missing-field: a field name must follow `.`"),
    (
      "a.5",
      "‹.5›@1 expressions/missing-field: a field name cannot begin with a digit — for an element of a list write `[5]`"
    ),
    // Brackets.
    ("(a && b", "‹(›@0 expressions/unclosed-bracket: `(` is never closed — add `)` [the expression ends here ‹›@7]"),
    ("f(a, [b", "‹[›@5 expressions/unclosed-bracket: `[` is never closed — add `]` [the expression ends here ‹›@7]"),
    ("f(", "‹(›@1 expressions/unclosed-bracket: `(` is never closed — add `)` [the expression ends here ‹›@2]"),
    ("(a]", "‹]›@2 expressions/wrong-bracket: `]` cannot close `(` — write `)` [`(` was opened here ‹(›@0]"),
    ("a)", "‹)›@1 expressions/unopened-bracket: `)` closes nothing that is open — remove it"),
    (")", "‹)›@0 expressions/unopened-bracket: `)` closes nothing that is open — remove it"),
    ("()", "‹()›@0 expressions/missing-value: there is nothing between these parentheses"),
    // Missing parts.
    ("a &&", "‹&&›@2 expressions/missing-value: `&&` needs a value on its right"),
    ("a && || b", "‹&&›@2 expressions/missing-value: `&&` needs a value on its right"),
    ("(a +) * b", "‹+›@3 expressions/missing-value: `+` needs a value on its right"),
    ("&& a", "‹&&›@0 expressions/missing-value: `&&` needs a value on its left"),
    ("+1", "‹+›@0 expressions/missing-value: `+` needs a value on its left — a positive number is written without `+`"),
    ("!", "‹!›@0 expressions/missing-value: `!` needs a value on its right"),
    ("[a, , b]", "‹,›@2 expressions/missing-value: a value is missing after `,`"),
    ("f(a,)", "‹,›@3 expressions/missing-value: a value is missing after `,`"),
    ("a[]", "‹[›@1 expressions/missing-value: a value is missing after `[`"),
    (", a", "‹,›@0 expressions/missing-value: a value is missing before `,`"),
    ("a b", "‹b›@2 expressions/missing-operator: an operator is missing before `b`"),
    ("a \"b\"", "‹\"b\"›@2 expressions/missing-operator: an operator is missing before `\"b\"`"),
    ("(a)(b)", "‹(›@3 expressions/missing-operator: an operator is missing before `(`"),
    (
      "a ? b",
      "‹?›@2 expressions/missing-else: `?` needs a `:` and the value to take otherwise — write `condition ? value : otherwise` [the expression goes on here ‹›@5]"
    ),
    (
      "a?.b",
      "‹?›@1 expressions/missing-else: `?` needs a `:` and the value to take otherwise — to select a field that may be absent write `.?` [the expression goes on here ‹›@4]"
    ),
    (
      "a ? b ? c : d : e",
      "‹?›@6 expressions/nested-conditional: a condition between `?` and `:` needs parentheses — write `a ? (b ? c : d) : e`"
    ),
    ("a ? : b", "‹?›@2 expressions/missing-value: `?` needs a value on its right"),
    (
      "a : b",
      "‹:›@2 expressions/unexpected-colon: no `?` precedes this `:` — write `condition ? value : otherwise`"
    ),
    ("a, b", "‹,›@1 expressions/unexpected-comma: `,` separates values in brackets only — join conditions with `&&`"),
    (
      "(a, b)",
      "‹,›@2 expressions/unexpected-comma: `(` contains one value, and no `,` — join conditions with `&&`"
    ),
    ("{a}", "‹}›@2 expressions/missing-colon: a key of a map needs `:` and a value after it — write `{key: value}`"),
    (
      "{a = b}",
      "‹=›@3 expressions/assignment: `=` does not compare, and nothing can be assigned in an expression — write `==`"
    ),
    ("{a, b}", "‹,›@2 expressions/missing-colon: a key of a map needs `:` and a value after it — write `{key: value}`"),
    ("M{1: 2}", "‹1›@2 expressions/missing-field: expected a field name and `:` — write `Name{field: value}`"),
    ("(a){b: 1}", "‹{›@3 expressions/unexpected-brace: `{` cannot follow a value"),
    // Macros.
    (
      "l.exists(x.y, x)",
      "‹x.y›@9 expressions/macro-variable: `exists` needs a plain name here, for what it calls each element — write `list.exists(x, …)` with `x` in the rest"
    ),
    ("l.all(x, x, p)", "‹x›@9 expressions/macro-variable: `all` needs two different names; both are `x`"),
    (
      "l.exists(x > 1)",
      "‹exists(x > 1)›@2 expressions/macro-arguments: `exists` is written `list.exists(x, condition)`"
    ),
    (
      "l.filter(x, p, q)",
      "‹filter(x, p, q)›@2 expressions/macro-arguments: `filter` is written `list.filter(x, condition)`"
    ),
    (
      "has(a)",
      "‹a›@4 expressions/macro-arguments: `has` asks whether a field is there, so it needs a selection: `has(a.b)`"
    ),
    (
      "has(a.?b)",
      "‹a.?b›@4 expressions/macro-arguments: `has` takes a plain selection, not an optional one — write `has(a.b)`, or `a.?b.hasValue()`"
    ),
    ("has(a, b)", "‹has(a, b)›@0 expressions/macro-arguments: `has` is written `has(a.b)`"),
  ])
  func reports(_ text: String, _ expected: String) {
    #expect(Self.diagnosticLines(text) == [expected])
  }

  @Test func aPlaceLiesInTheAuthorsText() throws {
    let result = ExpressionParser.parse(ExpressionSource(text: "a = 3"))
    let place = try #require(result.diagnostics.first?.place)
    #expect(place.source.name == "<expression>")
    #expect(place.source.bytes == Array("a = 3".utf8))
  }

  /// An expression inside a document is diagnosed in the document: behind the `=` that marks it, through escapes.
  @Test(arguments: [
    (#"{"when": "= a \u0026 b"}"#, #"\u0026"#), (#"{"when": "= a == \"b"}"#, #"\"b"#), (#"{"when": "= (温 )"}"#, "温"),
    (#"{"when": "=a.exists(x)"}"#, "exists(x)"),
  ])
  func aPlaceLiesInTheAuthorsFile(_ json: String, _ pointedAt: String) throws {
    let source = SourceText(name: "rules.json", bytes: Array(json.utf8))
    let node = try #require(JSONReader.read(source).document?.root["when"])
    let text = try #require(node.text)
    let offset = text.string.hasPrefix("= ") ? 2 : 1
    let expression = ExpressionSource(text: Text(String(text.string.dropFirst(offset))), node: node, offset: offset)
    let place = try #require(ExpressionParser.parse(expression).diagnostics.first?.place)
    #expect(place.source.name == "rules.json")
    let range = Int(place.range.start)..<Int(place.range.end)
    #expect(String(decoding: source.bytes[range], as: UTF8.self) == pointedAt)
  }

  /// Whatever stands in the text, there is an answer, and it points into the text.
  @Test func anyTextHasAnAnswer() {
    var dice = Dice(state: 3)
    let parts = [
      "a", "if", "not", "in", " ", "\n", "(", ")", "[", "]", "{", "}", ".", ",", ":", "?", "!", "-", "+", "*", "/", "%",
      "<", "=", ">", "&", "|", "1", "0x", "u", "e5", "'", "\"", "\\", "`", "r'", "b\"", "//", "é", "（", "“", "\u{0}",
      "has(", ".exists(x,", ".map(", "cel.bind(", ";", "#", "true", "..", "\u{202E}",
    ]
    for _ in 0..<20_000 {
      let text = (0..<(1 + dice.roll(8))).map { _ in dice.pick(parts) }.joined()
      let result = ExpressionParser.parse(ExpressionSource(text: Text(text)))
      #expect((result.expression == nil) == result.diagnostics.contains { $0.severity == .error }, "\(text)")
      for found in result.diagnostics {
        #expect(found.place.map { Int($0.range.end) <= text.utf8.count } ?? false, "\(text)")
      }
    }
  }
}
