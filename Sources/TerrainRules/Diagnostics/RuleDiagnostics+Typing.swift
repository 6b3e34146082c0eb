import TerrainDocuments
import TerrainExpressions
import TerrainValues

// MARK: - Cells

extension Diagnostic {
  static func noOrder(_ sign: String, _ type: CELType, _ place: Place) -> Diagnostic {
    var fix: String?
    if case .enumeration = type { fix = "list the values it may have: `[…, …]`" }
    return Diagnostic(
      code: "rules/no-order",
      message: "`\(sign)` means nothing here: the input is \(type.described), which has no order",
      place: place, fix: fix)
  }

  static func noneNotOptional(_ input: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/none-not-optional", message: "`none` means absent, but `\(input)` is always there", place: place,
      fix: "write `\"-\"` for anything, or give the fact `optional: true`")
  }

  static func listInput(_ input: Text, _ element: CELType, _ node: Node) -> Diagnostic {
    let literal = element.erased == .string ? "'\(node.text ?? "…")'" : node.place.source.text(of: node.range)
    return Diagnostic(
      code: "rules/list-input", message: "`\(input)` is a list, and a list is not equal to one value",
      place: node.place,
      fix: "to ask whether it holds the value, write \"= \(literal) in it\"")
  }

  /// A cell that can be no value of its input, and reads as an expression.
  static func cellForExpression(_ meant: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/text-for-expression", message: "this is no value of the input, and reads as an expression",
      place: place, fix: "did you mean \"\(meant)\"?")
  }

  /// A cell that is not written as cells are.
  static func notACell(_ meant: MeantCell, _ place: Place) -> Diagnostic {
    Diagnostic(code: "rules/cell-syntax", message: meant.rule, place: place, fix: "write `\(meant.form)`")
  }

  /// A cell's expression that yields a value instead of true or false.
  static func cellIsNoCondition(_ type: CELType, meant: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax",
      message: "the expression of a cell says whether it holds, and this is \(type.described)", place: place,
      fix: "did you mean \"\(meant)\"?")
  }

  static func quotedName(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/quoted-name", message: "in quotes this is the text `\(name)`, which is the same for everybody",
      place: place, fix: "did you mean `\(name)`, without the quotes in it?")
  }

  static func operandType(_ text: Text, wanted: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/literal-type", message: "expected \(wanted.described), not the number \(text)", place: place)
  }
}

// MARK: - Results

extension Diagnostic {
  static func textForExpression(_ text: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/text-for-expression", message: "this is a text, and reads as an expression, which begins with `=`",
      place: place, fix: "did you mean \"= \(text)\"?")
  }

  static let mixedResultsCode = "rules/mixed-results"

  static func mixedResults(_ a: CELType, _ b: CELType, _ place: Place, first: Place) -> Diagnostic {
    Diagnostic(
      code: mixedResultsCode,
      message: "the rows of a decision yield one type, but this is \(b.described), and before it was \(a.described)",
      place: place, related: [Related(message: "the first result", place: first)])
  }

  static func mixedList(_ a: CELType, _ b: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: mixedResultsCode,
      message: "the elements of a list are of one type, but this is \(b.described), and before it was \(a.described)",
      place: place)
  }

  static func collectNeedsList(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/result-type", message: "`hit: collect` yields a list, so its type cannot be `\(type)`", place: place,
      fix: "write `type: list<\(type)>`")
  }

  static func countIsInt(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/result-type", message: "`hit: count` yields an `int`, so its type cannot be `\(type)`", place: place)
  }

  static func cannotAccumulate(_ hit: HitPolicy, _ type: CELType, _ place: Place) -> Diagnostic {
    let what = hit == .sum ? "added" : "compared"
    return Diagnostic(
      code: "rules/result-type",
      message: "`hit: \(hit.rawValue)` needs numbers, and \(type.described) cannot be \(what)",
      place: place)
  }

  static func textForScore(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/text-for-expression",
      message: "a score is a number, and this is text; an expression begins with `=`",
      place: node.place, fix: "did you mean \"= \(node.text ?? "")\"?")
  }

  static func scoreType(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/score-type", message: "a score must be a number, not \(type.described)", place: place)
  }
}

// MARK: - Declarations that nothing fits

extension Diagnostic {
  static func noUseFits(_ declared: TypeMistakes.Declaration) -> Diagnostic {
    Diagnostic(
      code: "rules/no-use-fits", message: "`\(declared.name)` is `\(declared.type)`, which no use of it fits",
      place: declared.place, fix: "declare it with the type that its uses expect")
  }
}

// MARK: - Results that cells ask for

extension Diagnostic {
  static func misspelledResult(_ result: Text, meant: Text, of decision: TypedDecision, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-result",
      message: "no cell asks whether `\(decision.name)` is `\(result)`, and no row yields `\(meant)`", place: place,
      fix: "did you mean `\(meant)`?")
  }

  static func missingResult(_ value: Text, of decision: TypedDecision, hasOtherwise: Bool) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-result",
      message: hasOtherwise
        ? "no row of `\(decision.fullName)` yields `\(value)`"
        : "`\(decision.fullName)` has no `otherwise`, and no row of it yields `\(value)`", place: decision.place,
      fix: hasOtherwise ? "add a row that yields `\(value)`" : "add `otherwise: \(value)`, or a row that yields it")
  }
}

// MARK: - Costs

extension Diagnostic {
  static func tooCostly(
    _ decision: TypedDecision, _ steps: UInt64, _ limit: UInt64, dearest: TypedExpression?
  ) -> Diagnostic {
    let most = steps == .max ? "more steps than can be counted" : "up to \(steps) steps"
    return Diagnostic(
      code: "rules/too-costly",
      message: "deciding `\(decision.fullName)` can take \(most), and may take \(limit) (limit `decision-cost`)",
      place: decision.place,
      related: dearest.map { [Related(message: "most of it here", place: $0.expression.place(of: $0.expression.root))] }
        ?? [],
      fix: "say with `max_size` how many elements its facts can have, or loop inside fewer loops")
  }
}

// MARK: - Contracts

extension Diagnostic {
  static func contractDecisionMissing(_ contract: Contract, _ name: Text, known: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-decision", message: "`\(contract.name)` needs the decision `\(name)`, and there is none",
      place: place, fix: Suggestion.fix(name, among: known))
  }

  package static let contractModuleCode = "rules/contract-module"

  static func contractModulesMissing(
    _ contract: Contract, _ names: [Text], of ruleSet: Text, known: [Text], _ place: Place
  ) -> Diagnostic {
    let wanted = names.map { "`\($0)`" }.joined(separator: " and ")
    var message =
      "`\(contract.name)` asks the module\(names.count == 1 ? "" : "s") \(wanted), and the rule set `\(ruleSet)` has "
      + (names.count == 1 ? "no such module" : "none such")
    if let caller = contract.caller {
      message = "`\(caller)` names a module that the rule set `\(ruleSet)` does not have"
    }
    return Diagnostic(
      code: contractModuleCode, message: message, place: place,
      fix: names.first.flatMap { Suggestion.fix($0, among: known.map(\.string)) }
        ?? "its modules are \(known.quoted(near: names.first?.string ?? ""))")
  }

  static func contractType(
    _ contract: Contract, _ decision: TypedDecision, wanted: CELType
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-type",
      message:
        "`\(contract.name)` needs `\(decision.fullName)` to be \(wanted.described), but it is \(decision.type.described)",
      place: decision.place)
  }

  static func contractCases(
    _ contract: Contract, _ decision: TypedDecision, surplus: [Text], wanted: EnumerationType
  ) -> Diagnostic {
    let listed = surplus.quoted
    return Diagnostic(
      code: "rules/contract-type",
      message:
        "`\(contract.name)` needs `\(decision.fullName)` to be a value of `\(wanted.name)`, which \(listed) is not",
      place: decision.place, fix: surplus.first.flatMap { Suggestion.fix($0, among: wanted.cases) } ?? wanted.listed)
  }

  static func contractFactMissing(_ contract: Contract, _ fact: FactDeclaration, decision: Text) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-fact",
      message: "`\(decision)` needs the fact `\(fact.name)`, which `\(contract.name)` does not supply",
      place: fact.place,
      fix: Suggestion.fix(fact.name, among: contract.facts.map(\.name.string)) ?? contract.factsListed)
  }

  static func contractFactType(_ contract: Contract, _ fact: FactDeclaration, supplied: CELType) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-fact",
      message: "`\(contract.name)` supplies `\(fact.name)` as `\(supplied)`, but it is declared as `\(fact.seenType)`",
      place: fact.place)
  }

  static func contractFactOptional(_ contract: Contract, _ fact: FactDeclaration) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-fact",
      message: "`\(contract.name)` cannot always supply `\(fact.name)`", place: fact.place, fix: "add `optional: true`")
  }
}
