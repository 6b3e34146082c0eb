import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Looks up all names of the modules, types all decisions, and assigns slots to facts and decisions.
struct Linker {
  let manifest: RuleSetManifest
  let modules: [Module]
  var diagnostics: [Diagnostic] = []
  private(set) var slots = SlotTable()
  var facts: [LinkedFact] = []
  var parameters: [LinkedParameter] = []
  /// The decisions, each after those that it needs.
  var decisions: [TypedDecision] = []

  var factIndices: [Text: Int] = [:]
  /// For each fact, the module that first declares it, and its position there.
  private(set) var factOwners: [(module: Int, index: Int)] = []
  /// All declared decisions with their modules.
  var written: [(module: Int, declaration: DecisionDeclaration)] = []
  /// Pairs of a module and a module that it should use, which were already reported.
  var diagnosedModules: Set<Text> = []
  var moduleNames = ModuleNames()
  /// The typing of each written decision, or nil if it was not typed.
  var typedSlots: [LinkMemory.Typing.TypedSlot?] = []

  /// False if a declaration could not be typed: because of a mistake, which is in ``diagnostics``, or because of a type that the pack
  /// cannot resolve, which the pack's loader reports.
  var isWhole: Bool {
    decisions.count == written.count && decisions.allSatisfy { $0.type.isResolved }
      && facts.allSatisfy { $0.declaration.type.isResolved } && parameters.allSatisfy { $0.declaration.type.isResolved }
  }

  /// Modules that cannot be read, or in which a name may be missing.
  let incomplete: Set<Text>

  /// True if modules use each other in a cycle.
  private let hasModuleCycle: Bool

  /// True if the linker only tests other declarations, whose errors are attributed to nothing.
  private var isTrial = false

  /// The typings of earlier linkings, or nil if everything is to be typed.
  let memory: LinkMemory?

  init(
    manifest: RuleSetManifest, modules: [Module], unreadable: Set<Text> = [], hasModuleCycle: Bool = false,
    memory: LinkMemory? = nil
  ) {
    self.hasModuleCycle = hasModuleCycle
    self.memory = memory
    self.manifest = manifest
    self.modules = modules
    incomplete = unreadable.union(modules.filter { !$0.namesAreKnown }.map { $0.name })
  }

  /// Performs all steps. Mistakes are in ``diagnostics``.
  mutating func link(overrides: [ParameterOverride]) {
    memory?.begin()
    declare()
    apply(overrides)
    typeDecisions(overrides)
  }

  // MARK: Declarations

  /// Numbers all declarations and collects the names that each module sees.
  mutating func declare() {
    for (index, module) in modules.enumerated() {
      moduleNames.add(module, firstParameter: parameters.count, firstDecision: written.count)
      for (position, fact) in module.facts.enumerated() { add(fact, of: module, (index, position)) }
      for parameter in module.parameters { add(parameter, of: module) }
      for decision in module.decisions { written.append((index, decision)) }
    }
    typedSlots = Array(repeating: nil, count: written.count)
    moduleNames.aliases = Array(repeating: [], count: written.count)
  }

  private mutating func add(_ fact: FactDeclaration, of module: Module, _ owner: (module: Int, index: Int)) {
    if let declared = factIndices[fact.name] {
      let first = facts[declared].declaration
      if !first.agrees(with: fact) { diagnostics.append(.factConflict(first, fact)) }
      // If several modules declare a fact, it is secret if one of them declares it so.
      if fact.isSecret { facts[declared].declaration.isSecret = true }
      return
    }
    factIndices[fact.name] = facts.count
    let slot = slots.addFact(
      fact.name, fact.seenType, perCandidate: fact.isPerCandidate,
      bounds: FactBounds(minimum: fact.minimum, maximum: fact.maximum, size: fact.maximumSize))
    factOwners.append(owner)
    facts.append(LinkedFact(declaration: fact, module: module.name, slot: slot))
  }

  private mutating func add(_ parameter: ParameterDeclaration, of module: Module) {
    parameters.append(LinkedParameter(declaration: parameter, module: module.name, value: parameter.value))
  }

  private mutating func apply(_ overrides: [ParameterOverride]) {
    if overrides.isEmpty { return }
    var parameterIndices: [Text: Int] = [:]
    for (index, parameter) in parameters.enumerated() { parameterIndices[parameter.fullName] = index }
    for override in overrides {
      let name = manifest.fullName(override.name)
      guard let index = parameterIndices[name] else {
        // A module that is missing from the manifest was already reported.
        if let (file, rest) = manifest.split(name), modules.contains(where: { $0.name == file.module }) {
          let declared = parameters.filter { $0.module == file.module }.map { $0.declaration.name }
          diagnostics.append(.overrideUnknownParameter(override, rest, module: file.module, declared: declared))
        }
        continue
      }
      guard let value = override.value(for: parameters[index].declaration, into: &diagnostics) else { continue }
      parameters[index].value = value
    }
  }

  // MARK: Decisions

  private mutating func typeDecisions(_ overrides: [ParameterOverride]) {
    let moduleParts = modules.indices.map { self.parts(of: $0, isChanged: !overrides.isEmpty) }
    let parts = moduleParts.flatMap { $0.parts }
    diagnostics += moduleParts.flatMap { $0.syntaxDiagnostics }
    diagnostics += moduleParts.flatMap { $0.markDiagnostics }
    diagnostics += parts.flatMap { $0.problems }
    for (index, part) in parts.enumerated() { checkDomains(of: part.decision, in: written[index].module) }
    let needs = parts.enumerated().map { index, part in note(part, of: written[index].module) }
    let order = DecisionOrder(needs: needs)
    for cycle in order.cycles {
      // Modules that use each other in a cycle were already reported; a cycle of their decisions is the same mistake.
      if hasModuleCycle, Set(cycle.map { written[$0].module }).count > 1 { continue }
      diagnostics.append(.decisionCycle(cycle.map { written[$0].declaration }.map { $0.mention }))
    }
    var linkedIndices: [Int: Int] = [:]
    for index in order.order {
      guard parts[index].problems.isEmpty else { continue }
      let typing = type(parts[index], at: index, moduleParts[written[index].module].question)
      guard var typed = typing.decision, parts[index].decision.isSound else { continue }
      let fullName = typed.fullName
      let slot = slots.addDecision(fullName, typed.type)
      typed.slot = slot
      typed.needs = needs[index].compactMap { linkedIndices[$0] }
      if let hit = typed.table?.hit, hit.isSingle {
        typed.rowSlot = slots.addCompanion("\(fullName) row", .int, of: slot)
        if hit == .unique {
          typed.secondRowSlot = slots.addCompanion("\(fullName) second row", .int, of: slot)
        }
      } else if typed.table?.hit == .collect {
        typed.rowsSlot = slots.addCompanion("\(fullName) rows", .list(.int), of: slot)
      }
      linkedIndices[index] = decisions.count
      decisions.append(typed)
      typedSlots[index] = .init(typing: typing.number, type: typed.type, slot: slot)
      moduleNames.declare(index, typed.type, slot)
    }
    for needed in decisions.flatMap({ $0.needs }) { decisions[needed].isUsed = true }
    diagnostics = ValueMistakes(decisions, written: written.map { $0.declaration }).attributed(diagnostics)
    attributeTypes(parts.map { $0.decision }, overrides)
  }

  /// Reports values in lists and ends of ranges that the fact of their cell can never have: such a cell matches less than it seems to.
  private mutating func checkDomains(of decision: DecisionDeclaration, in module: Int) {
    guard case .rows(let table) = decision.body else { return }
    for case .cell(let cell) in table.rows.flatMap({ $0.conditions }) {
      guard case .identifier(let name) = cell.input.kind(of: cell.input.root),
        let fact = factIndices[name].map({ facts[$0].declaration }), fact.minimum != nil || fact.maximum != nil,
        scope(of: module).targets[name] == factIndices[name].map(NameTarget.fact)
      else { continue }
      let bounds = FactBounds(minimum: fact.minimum, maximum: fact.maximum)
      cell.test.forEachValue(at: cell.node) { text, place, isLower in
        guard let value = CellLiteral.value(of: text, as: fact.type), !bounds.contains(value) else { return }
        // The end of a range that exceeds the domain was probably meant to be the end of the domain.
        let end = isLower.flatMap { $0 ? fact.minimum : fact.maximum }
        diagnostics.append(.outsideDomain(text.trimmed, fact, place, end))
      }
    }
  }

  /// Replaces the diagnostics about uses that do not fit a declaration by one about the declaration.
  private mutating func attributeTypes(_ declared: [DecisionDeclaration], _ overrides: [ParameterOverride]) {
    if isTrial || !diagnostics.hasErrors { return }
    var types = TypeMistakes()
    for (index, decision) in declared.enumerated() { types.add(decision, scope(of: written[index].module), at: index) }
    let names = types.facts(diagnostics).map { indices in Set(indices.map { facts[$0].declaration.name }) }
    diagnostics = MistypedFacts(modules) { [self] changed in
      var trial = Linker(
        manifest: manifest, modules: changed, unreadable: incomplete, hasModuleCycle: hasModuleCycle)
      trial.isTrial = true
      trial.link(overrides: overrides)
      return trial.diagnostics
    }.attributed(diagnostics, names)
    diagnostics = types.attributed(diagnostics) { target in
      switch target {
      case .fact(let index):
        let fact = facts[index].declaration
        return .init(name: fact.name, type: fact.seenType, place: fact.place)
      case .parameter(let index):
        let parameter = parameters[index].declaration
        return .init(name: parameter.name, type: parameter.type, place: parameter.place)
      case .decision(let index):
        let place = written[index].declaration.place
        return decisions.first { $0.place == place }.map { .init(name: $0.name, type: $0.type, place: place) }
      }
    }
  }
}

extension FactDeclaration {
  /// True if both declarations agree.
  fileprivate func agrees(with other: FactDeclaration) -> Bool {
    // A declaration with an error agrees with every other.
    if type == .error || other.type == .error { return true }
    return type == other.type && isOptional == other.isOptional && isPerCandidate == other.isPerCandidate
      && minimum.isEqual(to: other.minimum) && maximum.isEqual(to: other.maximum) && maximumSize == other.maximumSize
      && (window?.value).isEqual(to: other.window?.value) && (usual?.value).isEqual(to: other.usual?.value)
  }
}

extension DecisionDeclaration {
  var mention: Mention { Mention(name: name, place: place) }
}

extension Diagnostic {
  static func outsideDomain(_ text: Text, _ fact: FactDeclaration, _ place: Place, _ end: Value?) -> Diagnostic {
    Diagnostic(
      code: "rules/outside-domain",
      message: "`\(text)` is not a value of `\(fact.name)`, which is \(rangeWords(fact.minimum, fact.maximum))",
      place: place, related: [Related(message: "declared here", place: fact.place)],
      fix: end.map { "write `\($0)`, or change `min` or `max` of the fact" }
        ?? "leave it out, or change `min` or `max` of the fact")
  }
}

extension Diagnostic {
  static func factConflict(_ first: FactDeclaration, _ second: FactDeclaration) -> Diagnostic {
    Diagnostic(
      code: "rules/fact-conflict", message: "the fact `\(second.name)` is declared differently in another module",
      place: second.place, related: [Related(message: "also declared here", place: first.place)],
      fix: "declare it the same way in both, or in one module that the other uses")
  }

  /// - Parameter cycle: Decisions of which each needs the next, and the last needs the first.
  static func decisionCycle(_ cycle: [Mention]) -> Diagnostic {
    let names = cycle.map { "`\($0.name)`" }
    return Diagnostic(
      code: "rules/decision-cycle",
      message: "a decision needs its own result: \((names + names.prefix(1)).joined(separator: " → "))",
      place: cycle.first?.place,
      related: cycle.dropFirst().map { Related(message: "`\($0.name)` is in the circle", place: $0.place) },
      fix: "take one of these uses out")
  }

  static func overrideUnknownParameter(
    _ override: ParameterOverride, _ name: Text, module: Text, declared: [Text]
  ) -> Diagnostic {
    var fix = Suggestion.fix(name, among: declared)
    if fix == nil, !declared.isEmpty { fix = "its parameters are \(declared.quoted(near: name.string))" }
    return Diagnostic(
      code: "rules/set-unknown", message: "the module `\(module)` has no parameter `\(name)`",
      place: override.namePlace, fix: fix)
  }
}

// Names that decisions mention.
extension Linker {
  /// Adds diagnostics about the module `index`. Names of an unused module are reported once for that module, and names that an unreadable
  /// module may declare are not reported.
  mutating func note(_ problems: [Diagnostic], in index: Int) {
    let module = modules[index]
    for diagnostic in problems {
      // Decisions with a type that is too deep lead to further types that are too deep; only the first is reported.
      if diagnostic.code == Diagnostic.typeTooDeepCode, diagnostics.contains(where: { $0.code == diagnostic.code }) {
        continue
      }
      guard diagnostic.code == Diagnostic.unknownNameCode, let place = diagnostic.place else {
        diagnostics.append(diagnostic)
        continue
      }
      if !module.namesAreKnown || module.uses.contains(where: { incomplete.contains($0.name) }) { continue }
      let name = Text(place.source.text(of: place.range))
      guard let owner = owner(of: name, besides: module) else {
        diagnostics.append(diagnostic)
        continue
      }
      if diagnosedModules.insert(Text("\(module.name) \(owner)")).inserted {
        diagnostics.append(.nameOfModuleNotUsed(name, owner, by: module.name, place))
      }
    }
  }

  /// A module that declares `name` and that `module` does not use yet.
  private func owner(of name: Text, besides module: Module) -> Text? {
    let owners = modules.filter { other in
      other.name != module.name && !module.uses.contains { $0.name == other.name }
        && (other.decisions.contains { $0.name == name } || other.parameters.contains { $0.name == name }
          || other.facts.contains { $0.name == name })
    }
    return owners.first?.name
  }
}

extension Diagnostic {
  static func moduleNotUsed(_ name: Text, by module: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/module-not-used", message: "`\(module)` does not use `\(name)`", place: place,
      fix: "add `\(name)` under `uses`")
  }

  static func nameOfModuleNotUsed(_ name: Text, _ owner: Text, by module: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/module-not-used",
      message: "there is no `\(name)` here; the module `\(owner)` has it, which `\(module)` does not use", place: place,
      fix: "add `\(owner)` under `uses`")
  }

  static func ambiguousName(_ name: Text, _ choices: [Text], _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/ambiguous-name", message: "several used modules have a `\(name)`", place: place,
      fix: "write \(choices.map { "`\($0)`" }.joined(separator: " or "))")
  }
}

/// Orders decisions so that each comes after those that it needs.
struct DecisionOrder {
  /// The indices in order. Decisions in a cycle are left out.
  private(set) var order: [Int] = []
  /// The cycles, in which each decision needs the next, and the last needs the first.
  private(set) var cycles: [[Int]] = []

  private enum State { case open, done, broken }

  /// - Parameter needs: For each decision, those that it mentions.
  init(needs: [[Int]]) {
    var states = [State?](repeating: nil, count: needs.count)
    for start in needs.indices where states[start] == nil {
      var path: [(decision: Int, next: Int, isBroken: Bool)] = [(start, 0, false)]
      states[start] = .open
      while let (decision, next, isBroken) = path.last {
        guard next < needs[decision].count else {
          path.removeLast()
          states[decision] = isBroken ? .broken : .done
          if isBroken, !path.isEmpty { path[path.count - 1].isBroken = true }
          if !isBroken { order.append(decision) }
          continue
        }
        path[path.count - 1].next += 1
        let needed = needs[decision][next]
        switch states[needed] {
        case nil:
          states[needed] = .open
          path.append((needed, 0, false))
        case .open:
          if let from = path.firstIndex(where: { $0.decision == needed }) {
            cycles.append(path[from...].map { $0.decision })
          }
          path[path.count - 1].isBroken = true
        case .broken: path[path.count - 1].isBroken = true
        case .done: break
        }
      }
    }
  }
}

/// A parameter set for one run: `--set module.name=value`.
package struct ParameterOverride: Sendable {
  /// Module and name, with a dot between them.
  package var name: Text
  /// The value as written.
  package var text: Text
  /// The whole argument as a source, so that diagnostics can point into it.
  let source: SourceText

  /// Reads `module.name=value`, the argument of `--set`.
  package init(_ argument: String) throws(DiagnosticError) {
    let source = SourceText(name: "--set", bytes: Array(argument.utf8))
    guard let equals = source.bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
      throw DiagnosticError(.overrideSyntax(Place(source: source, range: source.wholeRange)))
    }
    name = Text(decoding: source.bytes[..<equals])
    text = Text(decoding: source.bytes[(equals + 1)...])
    self.source = source
  }

  var namePlace: Place {
    Place(source: source, range: SourceRange(start: 0, end: UInt32(clamping: name.utf8.count)))
  }

  var valuePlace: Place {
    let end = UInt32(clamping: source.bytes.count)
    return Place(source: source, range: SourceRange(start: UInt32(clamping: name.utf8.count + 1), end: end))
  }
}

extension ParameterOverride {
  /// The value as the type of `parameter` and within its range. Returns nil and reports a diagnostic otherwise.
  func value(for parameter: ParameterDeclaration, into diagnostics: inout [Diagnostic]) -> Value? {
    guard let value = CellLiteral.value(of: text, as: parameter.type) else {
      diagnostics.append(.overrideType(self, parameter))
      return nil
    }
    guard parameter.allows(value) else {
      diagnostics.append(.parameterOutOfRange(parameter, value, valuePlace))
      return nil
    }
    return value
  }
}

extension Diagnostic {
  static func overrideSyntax(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/set-syntax", message: "this does not set a parameter", place: place,
      fix: "write `--set module.name=value`")
  }

  static func overrideType(_ override: ParameterOverride, _ parameter: ParameterDeclaration) -> Diagnostic {
    var fix: String?
    if case .enumeration(let vocabulary) = parameter.type {
      fix = Suggestion.fix(override.text, among: vocabulary.cases) ?? vocabulary.listed
    }
    return Diagnostic(
      code: "rules/set-type",
      message: "`\(parameter.name)` must be \(parameter.type.described), not `\(override.text)`",
      place: override.valuePlace, related: [Related(message: "declared here", place: parameter.place)], fix: fix)
  }
}
