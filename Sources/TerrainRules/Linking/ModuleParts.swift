import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// The decisions of a module before any of them is typed: parsed, with their names looked up.
struct ModuleParts: Sendable {
  /// A decision.
  struct Part: Sendable {
    let decision: ParsedDecision
    /// Whether a text in it was read as an expression.
    let isFixed: Bool
    /// What it mentions: facts by number.
    let facts: [Int]
    let parameters: [SeenName]
    let decisions: [SeenName]
    /// Mentions of names that cannot be looked up.
    let problems: [Diagnostic]
  }

  let parts: [Part]
  let syntaxDiagnostics: [Diagnostic]
  let markDiagnostics: [Diagnostic]
  /// The question that they are the answer to; nil where there is no memory.
  let question: LinkMemory.ModuleQuestion?
  /// Kept, so that no other source is taken for it.
  let manifest: Place
}

extension Linker {
  /// The decisions of the module `index`.
  ///
  /// - Parameter isChanged: whether parameters have other values than in the files.
  mutating func parts(of index: Int, _ limits: ExpressionLimits, isChanged: Bool) -> ModuleParts {
    let question = isChanged ? nil : question(index)
    if let question, let known = memory?.parts(of: question) { return known }
    var parser = DecisionParser(limits: limits)
    let parsed = modules[index].decisions.map { parser.parse($0) }
    var marks: [Diagnostic] = []
    var parts: [ModuleParts.Part] = []
    for decision in parsed {
      var expressions = UnmarkedExpressions(
        scope: scope(of: index), environment: environment(of: index), limits: limits)
      let fixed = expressions.fixed(decision)
      marks += expressions.diagnostics
      parts.append(part(of: fixed, in: index, isFixed: !expressions.diagnostics.isEmpty))
    }
    let result = ModuleParts(
      parts: parts, syntaxDiagnostics: parser.diagnostics, markDiagnostics: marks, question: question,
      manifest: manifest.place)
    if let question { memory?.keep(result, of: question) }
    return result
  }

  /// `decision` with what it mentions.
  private mutating func part(of decision: ParsedDecision, in index: Int, isFixed: Bool) -> ModuleParts.Part {
    let scope = scope(of: index)
    var problems: [Diagnostic] = []
    var targets: Set<NameTarget> = []
    decision.forEachExpression { expression in
      expression.forEachMention { name, id in
        if let target = scope.targets[name] {
          targets.insert(target)
        } else if let choices = scope.ambiguous[name] {
          problems.append(.ambiguousName(name, choices, expression.place(of: id)))
        } else if let (file, _) = manifest.split(name), file.module != modules[index].name,
          !modules[index].uses.contains(where: { $0.name == file.module })
        {
          problems.append(.moduleNotUsed(file.module, by: modules[index].name, expression.place(of: id)))
        }
      }
    }
    var facts: [Int] = []
    var parameters: [SeenName] = []
    var decisions: [SeenName] = []
    for target in targets {
      switch target {
      case .fact(let number): facts.append(number)
      case .parameter(let number):
        if let name = seenName(number, among: moduleNames.firstParameters, in: index) { parameters.append(name) }
      case .decision(let number):
        if let name = seenName(number, among: moduleNames.firstDecisions, in: index) { decisions.append(name) }
      }
    }
    return ModuleParts.Part(
      decision: decision, isFixed: isFixed, facts: facts, parameters: parameters, decisions: decisions,
      problems: problems)
  }

  /// Notes what the decision `part` of the module `index` mentions; returns the decisions that it needs, sorted: none where a name cannot be
  /// looked up.
  mutating func note(_ part: ModuleParts.Part, of index: Int) -> [Int] {
    for fact in part.facts { facts[fact].isUsed = true }
    for name in part.parameters { if let number = parameter(name, in: index) { parameters[number].isUsed = true } }
    return part.problems.isEmpty ? part.decisions.compactMap { decision($0, in: index) }.ordered() : []
  }

  // MARK: Types

  /// The decision `part` with its types, which is the one with `number`. That a result that was read as an expression is not of the others'
  /// type is not another mistake: it may be a text after all.
  mutating func type(
    _ part: ModuleParts.Part, at number: Int, _ module: LinkMemory.ModuleQuestion?
  ) -> LinkMemory.Typing {
    let index = written[number].module
    let question = module.map {
      LinkMemory.Question(module: $0, index: number - moduleNames.firstDecisions[index])
    }
    let known = question.flatMap { memory?.typing($0) }
    let typing =
      known.flatMap { typing in typing.needs.allSatisfy { isStill($0, in: index) } ? typing : nil }
      ?? typing(of: part.decision, in: index, question)
    note(typing.diagnostics.filter { !part.isFixed || $0.code != Diagnostic.mixedResultsCode }, in: index)
    return typing
  }

  /// Whether a decision is as it was when it was looked up.
  private func isStill(_ need: LinkMemory.Typing.Need, in index: Int) -> Bool {
    guard let number = decision(need.name, in: index) else { return false }
    guard let now = typedSlots[number], let then = need.typedSlot else {
      return typedSlots[number] == nil && need.typedSlot == nil
    }
    return now.slot == then.slot && (now.typing == then.typing || now.type == then.type)
  }

  private mutating func typing(
    of decision: ParsedDecision, in index: Int, _ question: LinkMemory.Question?
  ) -> LinkMemory.Typing {
    let lookups = question.map { _ in VariableLookups() }
    var typing = DecisionTyping(
      environment: environment(of: index, noting: lookups), module: modules[index].name)
    let typed = typing.type(decision)
    guard let memory, let question, let names = lookups?.names else {
      return .init(
        decision: typed, diagnostics: typing.diagnostics, needs: [], number: memory?.nextNumber() ?? 0, derived: nil)
    }
    let scope = scope(of: index)
    let needs = names.compactMap { name -> LinkMemory.Typing.Need? in
      guard case .decision(let number)? = scope.targets[name],
        let seen = seenName(number, among: moduleNames.firstDecisions, in: index)
      else { return nil }
      return .init(name: seen, typedSlot: typedSlots[number])
    }
    let result = LinkMemory.Typing(
      decision: typed, diagnostics: typing.diagnostics, needs: needs, number: memory.nextNumber(),
      derived: DerivedValues())
    memory.keep(result, for: question)
    return result
  }
}
