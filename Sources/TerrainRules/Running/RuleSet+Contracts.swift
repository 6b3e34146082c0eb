import TerrainDocuments
import TerrainExpressions
import TerrainValues

extension RuleSet {
  /// What of `contract` this rule set does not keep.
  public func check(_ contract: Contract) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var complained: Set<Text> = []
    let missing = modulesMissing(for: contract)
    if !missing.isEmpty {
      let known = manifest.modules.map { relativeName($0.module) }
      diagnostics.append(.contractModulesMissing(contract, missing, of: id, known: known, manifest.place))
    }
    for wanted in contract.decisions {
      guard let decision = decision(wanted.name) else {
        if !wanted.isOptional, manifest.split(manifest.fullName(wanted.name)) != nil {
          let known = decisions.map { relativeName($0.name) }
          diagnostics.append(.contractDecisionMissing(contract, wanted.name, known: known, manifest.place))
        }
        continue
      }
      let typed = linkedDecisions[decision.index].typed
      if let complaint = Self.typeComplaint(contract, typed, wanted: wanted.type) { diagnostics.append(complaint) }
      for fact in facts(neededBy: decision) where complained.insert(fact.name).inserted {
        if let complaint = Self.factComplaint(contract, fact.declaration, decision.name) {
          diagnostics.append(complaint)
        }
      }
    }
    return diagnostics
  }

  /// The modules that `contract` cannot do without and that this rule set does not have, as the contract calls them.
  private func modulesMissing(for contract: Contract) -> [Text] {
    var missing = contract.modules.filter { name in !manifest.modules.contains { $0.module == fullName(name) } }
    for wanted in contract.decisions where !wanted.isOptional && manifest.split(manifest.fullName(wanted.name)) == nil {
      let module = Text(
        decoding: wanted.name.utf8.prefix(
          upTo: wanted.name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? wanted.name.utf8.endIndex))
      if !missing.contains(module) { missing.append(module) }
    }
    return missing
  }

  private static func typeComplaint(
    _ contract: Contract, _ decision: TypedDecision, wanted: CELType
  ) -> Diagnostic? {
    switch (wanted, decision.type) {
    case (.dyn, _): return nil
    case (let a, let b) where a == b: return nil
    case (.string, .enumeration): return nil
    case (.enumeration(let vocabulary), .enumeration(let found)):
      let surplus = found.cases.filter { vocabulary.code(of: $0) == nil }
      return surplus.isEmpty ? nil : .contractCases(contract, decision, surplus: surplus, wanted: vocabulary)
    case (.list(.string), .list(.enumeration)): return nil
    case (.map(.string, .dyn), .record): return nil
    default: return .contractType(contract, decision, wanted: wanted)
    }
  }

  private static func factComplaint(_ contract: Contract, _ fact: FactDeclaration, _ decision: Text) -> Diagnostic? {
    guard let supplied = contract.facts.first(where: { $0.name == fact.name }) else {
      if contract.otherFacts == fact.type || contract.otherFacts == .dyn || fact.isOptional { return nil }
      return .contractFactMissing(contract, fact, decision: decision)
    }
    if case .optional(let wrapped) = supplied.type {
      if wrapped != fact.type { return .contractFactType(contract, fact, supplied: supplied.type) }
      return fact.isOptional ? nil : .contractFactOptional(contract, fact)
    }
    return supplied.type == fact.type ? nil : .contractFactType(contract, fact, supplied: supplied.type)
  }
}

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
