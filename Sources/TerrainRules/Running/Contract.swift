import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The requirements of an engine on a rule set: decisions of certain types, computed from facts that the engine supplies. A rule set that
/// violates them is rejected when it is loaded. Other content of a rule set is not restricted.
package struct Contract: Sendable {
  /// A required decision.
  package struct Wanted: Sendable {
    /// Its full name, or relative to the rule set's id (`orders.size`).
    package var name: Text
    /// The required type. For a vocabulary, all values of the decision must be in it. `dyn` accepts every type.
    package var type: CELType
    /// True if a rule set may lack the decision.
    package var isOptional: Bool

    /// The decision `name`, of `type`.
    package init(_ name: Text, _ type: CELType, isOptional: Bool = false) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
    }
  }

  /// A supplied fact.
  package struct Fact: Sendable {
    /// The name of the fact in rules.
    package var name: Text
    /// Its type; `optional<T>` if it may be absent.
    package var type: CELType

    /// The fact `name`, of `type`.
    package init(_ name: Text, _ type: CELType) {
      self.name = name
      self.type = type
    }
  }

  /// The name of the engine in messages.
  package var name: Text
  /// The required decisions.
  package var decisions: [Wanted]
  /// Modules that the engine requires, by their names relative to the rule set's id. The modules of required decisions need not be listed.
  package var modules: [Text]
  /// The supplied facts.
  package var facts: [Fact]
  /// If set, the engine also supplies every fact of this type under any name (a quiz's axes). `dyn` means every fact.
  package var otherFacts: CELType?
  /// True if the engine decides about several instants at once, each with the version of the rules that was then in force.
  package var spansVersions: Bool

  /// The name of the engine in the diagnostic about a missing module that a request names, because values of requests are not quoted. Nil
  /// if the engine itself names the module.
  package var caller: Text?

  /// A contract called `name`.
  package init(
    _ name: Text, caller: Text? = nil, decisions: [Wanted], modules: [Text] = [], facts: [Fact] = [],
    otherFacts: CELType? = nil, spansVersions: Bool = false
  ) {
    self.name = name
    self.caller = caller
    self.decisions = decisions
    self.modules = modules
    self.facts = facts
    self.otherFacts = otherFacts
    self.spansVersions = spansVersions
  }

  var factsListed: String? {
    facts.isEmpty ? nil : "what it supplies: \(facts.map { $0.name }.quoted)"
  }
}

extension RuleSet {
  /// The violations of `contract` by this rule set.
  package func check(_ contract: Contract) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var reported: Set<Text> = []
    let missing = modulesMissing(for: contract)
    if !missing.isEmpty {
      let declared = manifest.modules.map { relativeName($0.module) }
      diagnostics.append(.contractModulesMissing(contract, missing, of: id, declared: declared, manifest.place))
    }
    for required in contract.decisions {
      guard let decision = decision(required.name) else {
        if !required.isOptional, manifest.split(manifest.fullName(required.name)) != nil {
          diagnostics.append(missingDecision(required, of: contract))
        }
        continue
      }
      if let diagnostic = Self.typeDiagnostic(contract, decision.typed, required: required.type) {
        diagnostics.append(diagnostic)
      }
      for fact in facts(neededBy: decision) where reported.insert(fact.name).inserted {
        if let diagnostic = Self.factDiagnostic(contract, fact.declaration, decision.name) {
          diagnostics.append(diagnostic)
        }
      }
    }
    return diagnostics
  }

  /// The diagnostic if `decision`, which no ranking uses, reads a fact that only candidates of rankings have; nil if it reads none.
  package func candidateFact(neededBy decision: Decision) -> Diagnostic? {
    guard
      let fact = facts(neededBy: decision).first(where: { $0.declaration.isPerCandidate && !$0.declaration.isOptional })
    else {
      return nil
    }
    // The decision may read the fact through others: the first decision that names it is shown.
    let slot = fact.slot
    let places = ([decision] + decisions.filter { $0.id != decision.id }).lazy.compactMap { decision -> Place? in
      var place: Place?
      decision.typed.forEachExpression { typed in
        guard place == nil, typed.slots.contains(slot) else { return }
        let index = typed.references.firstIndex {
          if case .variable(let variable) = $0, case .slot(slot) = variable.binding { true } else { false }
        }
        place = index.map { typed.expression.place(of: Int32($0)) }
      }
      return place
    }
    return .candidateFact(fact.declaration, decision, at: places.first ?? decision.place)
  }

  /// The diagnostic about the missing `required`, at the decision of its module with the most similar name, else at the first.
  private func missingDecision(_ required: Contract.Wanted, of contract: Contract) -> Diagnostic {
    let declared = decisions.map { relativeName($0.name) }
    let module = Text("\(required.name.string.prefix(while: { $0 != "." })).")
    let own = decisions.filter { relativeName($0.name).string.hasPrefix(module.string) }
    let nearest = Suggestion.nearest(to: required.name.string, among: own.map { relativeName($0.name) })
    let similar = own.first { relativeName($0.name) == nearest } ?? own.first
    return .contractDecisionMissing(
      contract, required.name, declared: declared, similar?.place ?? manifest.place)
  }

  /// The modules that `contract` requires and this rule set lacks, under the contract's names.
  private func modulesMissing(for contract: Contract) -> [Text] {
    var missing = contract.modules.filter { name in !manifest.modules.contains { $0.module == fullName(name) } }
    for required in contract.decisions
    where !required.isOptional && manifest.split(manifest.fullName(required.name)) == nil {
      let module = Text(
        decoding: required.name.utf8.prefix(
          upTo: required.name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? required.name.utf8.endIndex))
      if !missing.contains(module) { missing.append(module) }
    }
    return missing
  }

  private static func typeDiagnostic(
    _ contract: Contract, _ decision: TypedDecision, required: CELType
  ) -> Diagnostic? {
    switch (required, decision.type) {
    case (.dyn, _): return nil
    case (let a, let b) where a == b: return nil
    case (.string, .enumeration): return nil
    case (.enumeration(let vocabulary), .enumeration(let actual)):
      let surplus = actual.cases.filter { vocabulary.code(of: $0) == nil }
      return surplus.isEmpty ? nil : .contractCases(contract, decision, surplus: surplus, required: vocabulary)
    case (.list(.string), .list(.enumeration)): return nil
    case (.map(.string, .dyn), .record): return nil
    default: return .contractType(contract, decision, required: required)
    }
  }

  private static func factDiagnostic(_ contract: Contract, _ fact: FactDeclaration, _ decision: Text) -> Diagnostic? {
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
  static func contractDecisionMissing(_ contract: Contract, _ name: Text, declared: [Text], _ place: Place)
    -> Diagnostic
  {
    Diagnostic(
      code: "rules/contract-decision", message: "`\(contract.name)` needs the decision `\(name)`, and there is none",
      place: place, fix: Suggestion.fix(name, among: declared))
  }

  package static let contractModuleCode = "rules/contract-module"

  static func contractModulesMissing(
    _ contract: Contract, _ names: [Text], of ruleSet: Text, declared: [Text], _ place: Place
  ) -> Diagnostic {
    let required = names.map { "`\($0)`" }.joined(separator: " and ")
    var message =
      "`\(contract.name)` asks the module\(names.count == 1 ? "" : "s") \(required), and the rule set `\(ruleSet)` has "
      + (names.count == 1 ? "no such module" : "none such")
    if let caller = contract.caller {
      message = "`\(caller)` names a module that the rule set `\(ruleSet)` does not have"
    }
    return Diagnostic(
      code: contractModuleCode, message: message, place: place,
      fix: names.first.flatMap { Suggestion.fix($0, among: declared.map { $0.string }) }
        ?? "its modules are \(declared.quoted(near: names.first?.string ?? ""))")
  }

  static func contractType(
    _ contract: Contract, _ decision: TypedDecision, required: CELType
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-type",
      message:
        "`\(contract.name)` needs `\(decision.fullName)` to be \(required.described), but it is \(decision.type.described)",
      place: decision.place)
  }

  static func contractCases(
    _ contract: Contract, _ decision: TypedDecision, surplus: [Text], required: EnumerationType
  ) -> Diagnostic {
    let listed = surplus.quoted
    return Diagnostic(
      code: "rules/contract-type",
      message:
        "`\(contract.name)` needs `\(decision.fullName)` to be a value of `\(required.name)`, which \(listed) is not",
      place: decision.place, fix: surplus.first.flatMap { Suggestion.fix($0, among: required.cases) } ?? required.listed
    )
  }

  static func contractFactMissing(_ contract: Contract, _ fact: FactDeclaration, decision: Text) -> Diagnostic {
    Diagnostic(
      code: "rules/contract-fact",
      message: "`\(decision)` needs the fact `\(fact.name)`, which `\(contract.name)` does not supply",
      place: fact.place,
      fix: Suggestion.fix(fact.name, among: contract.facts.map { $0.name.string }) ?? contract.factsListed)
  }

  static func candidateFact(_ fact: FactDeclaration, _ decision: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/candidate-fact",
      message: "`\(fact.name)` is each candidate's own, and `\(decision.name)` is decided without a candidate",
      place: place,
      related: [.init(message: "declared `per: candidate` here", place: fact.place)],
      fix: "use it in a decision of a ranking (`excluded`, `score`, …) only, or declare another fact")
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
