import TerrainDocuments
import TerrainValues

/// What the parser complains of when the tokens are right and their order is not.
extension Diagnostic {
  private static func structure(
    _ code: String, _ message: String, _ place: Place, related: [Diagnostic.Related] = [], fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "expressions/" + code, severity: .error, message: message, place: place, related: related, fix: fix)
  }

  static func emptyExpression(at place: Place) -> Diagnostic {
    structure(
      "empty", "there is no expression here", place, fix: "write a condition or a value, such as `points >= 1200`")
  }

  // MARK: Brackets

  static func unclosedBracket(_ bracket: String, closing: String, openedAt place: Place, end: Place) -> Diagnostic {
    structure(
      "unclosed-bracket", "`\(bracket)` is never closed", place,
      related: [Related(message: "the expression ends here", place: end)],
      fix: "add `\(closing)`")
  }

  static func wrongBracket(_ found: String, open: String, closing: String, at place: Place, openedAt: Place)
    -> Diagnostic
  {
    structure(
      "wrong-bracket", "`\(found)` cannot close `\(open)`", place,
      related: [Related(message: "`\(open)` was opened here", place: openedAt)],
      fix: "write `\(closing)`")
  }

  static func unopenedBracket(_ bracket: String, at place: Place) -> Diagnostic {
    structure("unopened-bracket", "`\(bracket)` closes nothing that is open", place, fix: "remove it")
  }

  static func emptyParentheses(at place: Place) -> Diagnostic {
    structure("missing-value", "there is nothing between these parentheses", place)
  }

  // MARK: Missing parts

  static func missingRight(of sign: String, at place: Place) -> Diagnostic {
    structure("missing-value", "`\(sign)` needs a value on its right", place)
  }

  static func missingLeft(of sign: String, at place: Place) -> Diagnostic {
    structure("missing-value", "`\(sign)` needs a value on its left", place)
  }

  static func unaryPlus(at place: Place) -> Diagnostic {
    structure("missing-value", "`+` needs a value on its left", place, fix: "a positive number is written without `+`")
  }

  static func missingElement(after sign: String, at place: Place) -> Diagnostic {
    structure("missing-value", "a value is missing after `\(sign)`", place)
  }

  static func missingBefore(_ sign: String, at place: Place) -> Diagnostic {
    structure("missing-value", "a value is missing before `\(sign)`", place)
  }

  static func missingOperator(before text: Text, at place: Place) -> Diagnostic {
    structure("missing-operator", "an operator is missing before `\(text)`", place)
  }

  static func missingField(at place: Place) -> Diagnostic {
    structure("missing-field", "a field name must follow `.`", place)
  }

  static func numericField(_ digits: Text, at place: Place) -> Diagnostic {
    structure(
      "missing-field", "a field name cannot begin with a digit", place,
      fix: "for an element of a list write `[\(digits)]`")
  }

  static func keywordField(_ word: Text, at place: Place) -> Diagnostic {
    structure("reserved-word", "`\(word)` cannot be a field name", place, fix: "use an index: `a[\"\(word)\"]`")
  }

  static func missingElse(at place: Place, then: Place, isOptionalChain: Bool) -> Diagnostic {
    structure(
      "missing-else", "`?` needs a `:` and the value to take otherwise", place,
      related: [Related(message: "the expression goes on here", place: then)],
      fix: isOptionalChain ? "to select a field that may be absent write `.?`" : "write `condition ? value : otherwise`"
    )
  }

  static func unexpectedColon(at place: Place) -> Diagnostic {
    structure("unexpected-colon", "no `?` stands before this `:`", place, fix: "write `condition ? value : otherwise`")
  }

  static func unexpectedComma(in bracket: String?, at place: Place) -> Diagnostic {
    structure(
      "unexpected-comma",
      bracket.map { "`\($0)` holds one value; no `,` can stand in it" } ?? "`,` separates values in brackets only",
      place,
      fix: "join conditions with `&&`")
  }

  static func nestedConditional(at place: Place) -> Diagnostic {
    structure(
      "nested-conditional", "a condition between `?` and `:` needs parentheses", place,
      fix: "write `a ? (b ? c : d) : e`")
  }

  static func missingMapValue(at place: Place) -> Diagnostic {
    structure("missing-colon", "a key of a map needs `:` and a value after it", place, fix: "write `{key: value}`")
  }

  static func missingMessageField(at place: Place) -> Diagnostic {
    structure("missing-field", "a field name and `:` must stand here", place, fix: "write `Name{field: value}`")
  }

  static func notAMessageName(at place: Place) -> Diagnostic {
    structure("unexpected-brace", "`{` cannot follow a value", place)
  }

  // MARK: Other languages' words

  static func wordOperator(_ word: Text, mend: String, at place: Place) -> Diagnostic {
    structure("word-operator", "`\(word)` is no operator", place, fix: mend)
  }

  static func ifThenElse(_ word: Text, at place: Place) -> Diagnostic {
    structure(
      "if-then-else", "there is no `\(word)` in expressions", place, fix: "write `condition ? value : otherwise`")
  }

  static func chainedComparison(_ text: Text, first: String, second: String, at place: Place) -> Diagnostic {
    structure(
      "chained-comparison", "comparisons cannot be chained: `\(text)` would compare true or false with what follows",
      place,
      fix: "write `a \(first) b && b \(second) c`")
  }

  // MARK: Macros

  static func macroVariable(_ macro: Text, at place: Place) -> Diagnostic {
    structure(
      "macro-variable", "`\(macro)` needs a plain name here, for what it calls each element", place,
      fix: "write `list.\(macro)(x, …)` with `x` in the rest")
  }

  static func sameMacroVariable(_ name: Text, macro: Text, at place: Place) -> Diagnostic {
    structure("macro-variable", "`\(macro)` needs two different names; both are `\(name)`", place)
  }

  static func macroArguments(_ macro: Text, expected: String, at place: Place) -> Diagnostic {
    structure("macro-arguments", "`\(macro)` is written `\(expected)`", place)
  }

  static func hasArgument(at place: Place) -> Diagnostic {
    structure("macro-arguments", "`has` asks whether a field is there, so it needs a selection: `has(a.b)`", place)
  }

  static func hasOptionalArgument(at place: Place) -> Diagnostic {
    structure(
      "macro-arguments", "`has` takes a plain selection, not an optional one", place,
      fix: "write `has(a.b)`, or `a.?b.hasValue()`")
  }
}
