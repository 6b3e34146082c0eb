import TerrainDocuments
import TerrainExpressions
import TerrainValues

// What an author reads when a rule module is not right. One function a complaint; the words are here and nowhere else.

// MARK: - Shape

extension Diagnostic {
  package static func wrongShape(_ what: String, expected: String, actual: Node) -> Diagnostic {
    Diagnostic(code: "rules/wrong-shape", message: "\(what) must be \(expected), not \(found.described)", at: found)
  }

  /// A key of a record, in a file or a request.
  static func unknownKey(
    _ key: Text, of what: String, known: [Text], _ place: Place, _ suggestions: Suggestions?
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/unknown-key", message: "\(what) has no `\(key)`", place: place,
      fix: suggestions?.fix(key, among: known, kind: what, listing: "what it may have:"))
  }

  static func unknownKey(_ key: Text, of what: String, known: [String], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/unknown-key", message: "\(what) has no `\(key)`", place: place,
      fix: Suggestion.fix(key, among: known) ?? "what it may have: \(known.quoted(near: key.string))")
  }

  static func missingKey(_ key: String, of what: String, _ place: Place) -> Diagnostic {
    Diagnostic(code: "rules/missing-key", message: "\(what) needs `\(key)`", place: place)
  }

  static func languageVersion(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/language-version",
      message: "Terrain reads version \(ModuleReader.languageVersion) of the rule language", place: node.place,
      fix: "write `rules: \(ModuleReader.languageVersion)`")
  }

  static let unquotedExpressionCode = "rules/unquoted-expression"

  static func unquotedExpression(_ text: String, _ place: Place) -> Diagnostic {
    let quoted = text.contains("\"") ? "'\(text.doublingSingleQuotes)'" : "\"\(text)\""
    return Diagnostic(
      code: unquotedExpressionCode, message: "YAML cuts this expression in pieces, because it is not in quotes",
      place: place, fix: "put it in quotes: \(quoted)")
  }
}

// MARK: - Names

extension Diagnostic {
  static func badName(_ name: Text, _ flaw: NameFlaw, _ place: Place) -> Diagnostic {
    let (message, fix) =
      switch flaw {
      case .form:
        ("`\(name)` cannot be a name", "use letters, digits and `_`, and begin with a letter")
      case .reserved: ("`\(name)` is a word of the expression language and cannot be a name", "choose another name")
      case .it: ("`it` is what a cell calls its input, and cannot be a name", "choose another name")
      }
    return Diagnostic(code: "rules/bad-name", message: message, place: place, fix: fix)
  }

  static func declaredTwice(_ name: Text, _ what: String, first: Place, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/declared-twice", message: "the \(what) `\(name)` is here already", place: place,
      related: [Related(message: "first here", place: first)])
  }

  static func typeSyntax(_ error: TypeSyntaxError, _ node: Node, known: [Text]) -> Diagnostic {
    let place = node.place(ofDecoded: error.range)
    var fix: String?
    let message: String
    switch error.reason {
    case .unknownName(let name):
      message = "there is no type `\(name)`"
      fix =
        CELType.usualName(name).map { "did you mean `\($0)`?" } ?? Suggestion.fix(name, among: known)
        ?? "the types are CEL's, and the pack's enums, collections and kinds"
    case .argumentCount(let name, let expected, let found):
      message = "`\(name)` takes \(expected) \(expected == 1 ? "type" : "types") between `<` and `>`, not \(found)"
    case .expected(let what): message = "expected \(what)"
    case .tooDeep: message = "more than \(CELType.maximumNesting) types inside one another (limit `type-nesting`)"
    case .mapKey(let type): message = "a map's keys cannot be `\(type)`"
    }
    let diagnostic = Diagnostic(code: "rules/bad-type", message: message, place: place, fix: fix)
    guard case .unknownName(let name) = error.reason else { return diagnostic }
    return diagnostic.caused(by: .type(name))
  }
}

extension Diagnostic {
  static let typeTooDeepCode = "rules/type-too-deep"

  static func inferredTypeTooDeep(_ decision: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: typeTooDeepCode,
      message:
        "what `\(decision)` yields has more than \(CELType.maximumNesting) types inside one another (limit `type-nesting`)",
      place: place)
  }
}

// MARK: - Facts and parameters

extension Diagnostic {
  static func noRange(_ type: CELType, _ key: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`\(key)` means nothing for `\(type)`: its values have no order", place: place)
  }

  static func noSize(_ type: CELType, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`max_size` means nothing for `\(type)`: it has no elements to count",
      place: place)
  }

  static func emptyRange(_ minimum: Value, _ maximum: Value, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-range", message: "no value is at least \(minimum) and at most \(maximum)", place: place,
      fix: "put the lesser number under `min`")
  }

  static func valuesNeedString(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`values` lists words, and goes with `type: string`, not `\(type)`",
      place: place)
  }

  static func unknownPer(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "`per` must be `candidate`, not \(node.described)", place: node.place,
      fix: "leave `per` out for a fact that is given once a request")
  }

  static func parameterOutOfRange(_ parameter: ParameterDeclaration, _ value: Value, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/parameter-range",
      message: "`\(parameter.name)` is \(value), but must be \(rangeWords(parameter.minimum, parameter.maximum))",
      place: place)
  }
}

// MARK: - Decisions and rows

extension Diagnostic {
  static func valueAndRows(_ key: String, _ place: Place, value: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/value-and-rows", message: "a decision with a `value` has no `\(key)`", place: place,
      related: [Related(message: "the value", place: value)], fix: "keep either `value` or `rows`")
  }

  static func noRowsOrValue(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-key", message: "the decision `\(name)` needs `rows` (with `hit`) or a `value`", place: place)
  }

  static func rowsNotAList(_ node: Node) -> Diagnostic {
    var diagnostic = wrongShape("`rows`", expected: "a list of rows", actual: node)
    diagnostic.fix = "begin each row with `- `"
    return diagnostic
  }

  static func noRows(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-rows", message: "there are no rows here", place: place,
      fix: "a decision that always yields the same has a `value` instead")
  }

  static func unknownHitPolicy(_ node: Node) -> Diagnostic {
    let known = HitPolicy.allCases.map(\.rawValue)
    return Diagnostic(
      code: "rules/unknown-hit",
      message: "`hit` must be one of \(known.joined(separator: ", ")), not \(node.described)", place: node.place,
      fix: Suggestion.fix(node.text, among: known))
  }

  static func onlyForLists(_ key: String, _ hit: HitPolicy, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/only-for-lists",
      message: "`\(key)` goes with `hit: collect`, which yields a list, not with `hit: \(hit.rawValue)`",
      place: place)
  }

  static func scoreWithoutHighest(_ hit: HitPolicy, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/score-without-highest", message: "`score` goes with `hit: highest`, not with `hit: \(hit.rawValue)`",
      place: place)
  }

  static func missingScore(_ id: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-key", message: "the row `\(id)` needs a `score`, since the highest one counts", place: place,
      fix: "add `score: \"= …\"`")
  }
}

// MARK: - Cells and literals

extension Diagnostic {
  static func emptyCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-cell", message: "nothing is written in this cell", place: place,
      fix: "write `\"-\"` for anything, or `none` for an optional fact that is absent")
  }

  static func cutCell(_ cut: CutCell, _ place: Place) -> Diagnostic {
    Diagnostic(code: "rules/cell-syntax", message: cut.message, place: place, fix: "write `\(cut.form)`")
  }

  static func mapInCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape",
      message: "a cell must be a value, a list of values, a comparison or a range, not a map", place: place)
  }

  static func listInListCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "a list in a list means nothing in a cell", place: place,
      fix: "write the values in one list")
  }

  static func emptyListCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-cell", message: "no value is one of an empty list", place: place,
      fix: "write `\"-\"` for anything")
  }

  static func doubleEquals(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax", message: "a cell that means \"equals\" is just the value", place: place,
      fix: "leave out the `==`")
  }

  static func turnedSign(_ sign: String, meant: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax", message: "there is no `\(sign)`", place: place, fix: "write `\(meant)`")
  }

  static func missingOperand(_ sign: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax", message: "`\(sign)` needs something to compare with", place: place,
      fix: "for example `\"\(sign) 3\"`")
  }

  static func notACase(_ text: Text, _ vocabulary: EnumerationType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/not-a-case", message: "`\(text)` is not a value of `\(vocabulary.name)`", place: place,
      fix: Suggestion.fix(text, among: vocabulary.cases) ?? vocabulary.listed
    ).caused(by: .value(text, of: vocabulary.name))
  }

  /// A text of a request, which is not quoted, is not a value of `vocabulary`.
  static func notACase(of vocabulary: EnumerationType, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "rules/not-a-case", message: "this is not a value of `\(vocabulary.name)`", at: node,
      fix: suggestions.fix(
        node.text, among: vocabulary.cases, kind: vocabulary.name.string, listing: "its values are"))
  }

  /// A value of a request, which is not quoted, has another type than its fact.
  static func valueType(at node: Node, wanted: CELType) -> Diagnostic {
    Diagnostic(
      code: "rules/literal-type", message: "expected \(wanted.described)", at: node, fix: literalMend(node, wanted))
  }

  static func literalType(_ node: Node, wanted: CELType) -> Diagnostic {
    Diagnostic(
      code: "rules/literal-type", message: "expected \(wanted.described), not \(node.described)", place: node.place,
      fix: literalMend(node, wanted))
  }

  static func noSuchRecord(_ type: RecordType, _ node: Node) -> Diagnostic {
    Diagnostic(code: "rules/unknown-record", message: "no record of `\(type.name)` has this id", at: node)
      .caused(by: .record(node.text ?? "", of: [type.name]))
  }

  private static func literalMend(_ node: Node, _ wanted: CELType) -> String? {
    switch (wanted, node.kind) {
    case (.decimal, .map):
      return "money is written `{ currency: USD, minor: 1234 }`: a currency of ISO 4217, and its smallest units"
    case (.string, .number), (.string, .bool), (.enumeration, .number), (.enumeration, .bool):
      return "put it in quotes"
    case (.int, .string), (.uint, .string), (.double, .string), (.bool, .string):
      guard let text = node.text?.string else { return nil }
      if Double(text) != nil || text == "true" || text == "false" { return "leave out the quotes" }
      return nil
    case (.timestamp, _): return "for example \"2026-02-04T12:00:00Z\""
    case (.duration, _): return "for example \"1h30m\""
    default: return nil
    }
  }
}

// MARK: - Words

/// `at least 1 and at most 5`.
func rangeWords(_ minimum: Value?, _ maximum: Value?) -> String {
  switch (minimum, maximum) {
  case (let least?, let greatest?): "at least \(least) and at most \(greatest)"
  case (let least?, nil): "at least \(least)"
  case (nil, let greatest?): "at most \(greatest)"
  case (nil, nil): "any"
  }
}

extension EnumerationType {
  /// All its values where they are few.
  var listed: String? {
    guard cases.count <= 12 else { return nil }
    return "its values are \(cases.map(\.string).joined(separator: ", "))"
  }
}

extension CELType {
  /// What an author calls a value of the type.
  var described: String {
    switch self {
    case .int: "a whole number"
    case .uint: "a whole number that is not negative"
    case .double: "a number"
    case .decimal: "an exact number"
    case .bool: "`true` or `false`"
    case .string: "text"
    case .timestamp: "a time"
    case .duration: "a length of time"
    case .list: "a list"
    case .map: "a map"
    case .enumeration(let vocabulary): "a value of `\(vocabulary.name)`"
    case .record(let record): "a `\(record.name)`"
    default: "a value of type `\(self)`"
    }
  }
}

extension Node {
  /// What stands here, as an author would say it.
  var described: String {
    switch kind {
    case .null: "nothing"
    case .bool: bool == true ? "`true`" : "`false`"
    case .number: "the number \(place.source.text(of: range))"
    case .string: text.map { $0.utf8.count <= 40 ? "`\($0)`" : "text" } ?? "text"
    case .list: "a list"
    case .map: "a map"
    }
  }
}

extension String {
  /// As YAML writes single quotes inside single quotes.
  fileprivate var doublingSingleQuotes: String {
    var result = ""
    for character in unicodeScalars {
      if character == "'" { result.unicodeScalars.append("'") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
