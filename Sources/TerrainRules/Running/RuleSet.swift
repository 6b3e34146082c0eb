import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A rule set that is ready to run: with resolved names and types, planned into flat bytecode. Immutable; every worker makes its own
/// ``RuleSession``.
package final class RuleSet: Sendable {
  /// The rule set's name.
  package let id: Text
  /// Its version, from its manifest.
  package let version: Text
  /// The facts of all loaded modules, in the order of their declarations.
  package let facts: [Fact]
  /// The decisions of all loaded modules; each comes after the decisions that it needs.
  package let decisions: [Decision]

  package let manifest: RuleSetManifest
  /// The loaded modules, each after those that it uses: name, description, and used modules.
  package let modules: [(name: Text, doc: Text?, uses: [Text])]
  package let parameters: [LinkedParameter]
  package let slots: SlotTable
  let planned: PlannedDecisions
  private let factIndices: [Text: Int]
  /// The positions of decisions by all names under which they may be requested: the full name and the name relative to the rule set's id.
  private let decisionIndices: [Text: Int]
  private let sessions = Atomic<Int>(0)
  /// For each slot, the position of the decision whose result it holds, or -1.
  private let decisionsBySlot: [Int32]

  convenience init(manifest: RuleSetManifest, linker: Linker, planned: PlannedDecisions) {
    self.init(
      manifest: manifest, modules: linker.modules.map { ($0.name, $0.doc, $0.uses.map { $0.name }) },
      facts: linker.facts.enumerated().map { Fact($1, index: $0) }, parameters: linker.parameters,
      decisions: linker.decisions.enumerated().map { Decision($1, index: $0) }, slots: linker.slots, planned: planned)
  }

  /// `base` with other decisions over the same slots.
  convenience init(
    _ base: RuleSet, decisions: [Decision], parameters: [LinkedParameter], planned: PlannedDecisions
  ) {
    self.init(
      manifest: base.manifest, modules: base.modules, facts: base.facts, parameters: parameters,
      decisions: decisions, slots: base.slots, planned: planned)
  }

  private init(
    manifest: RuleSetManifest, modules: [(name: Text, doc: Text?, uses: [Text])], facts: [Fact],
    parameters: [LinkedParameter], decisions: [Decision], slots: SlotTable, planned: PlannedDecisions
  ) {
    self.manifest = manifest
    id = manifest.id
    version = manifest.version
    self.modules = modules
    self.parameters = parameters
    self.slots = slots
    self.planned = planned
    self.facts = facts
    self.decisions = decisions
    factIndices = Dictionary(keepingFirst: facts.map { ($0.name, $0.index) })
    decisionIndices = Self.indices(of: decisions, in: manifest)
    var bySlot = Array(repeating: Int32(-1), count: slots.entries.count)
    for decision in decisions where bySlot.indices.contains(Int(decision.slot.index)) {
      bySlot[Int(decision.slot.index)] = Int32(truncatingIfNeeded: decision.index)
    }
    decisionsBySlot = bySlot
  }

  private static func indices(of decisions: [Decision], in manifest: RuleSetManifest) -> [Text: Int] {
    let prefix = Array(manifest.modulePrefix.utf8)
    // Decisions of most modules may be requested without the rule set's id, unless the relative name begins with the name of another
    // module.
    var relativeModules: [Text: Bool] = [:]
    func mayBeRelative(_ module: Text) -> Bool {
      if let relative = relativeModules[module] { return relative }
      let rest = module.utf8.dropFirst(prefix.count)
      let isFree =
        module.utf8.starts(with: prefix)
        && !manifest.modules.contains { other in
          let name = other.module.utf8
          return rest.starts(with: name)
            && (rest.count == name.count || rest.dropFirst(name.count).first == UInt8(ascii: "."))
        }
      relativeModules[module] = isFree
      return isFree
    }
    var indices: [Text: Int] = [:]
    for (index, decision) in decisions.enumerated() {
      let name = decision.name
      var names = [name]
      if mayBeRelative(decision.typed.module) { names.append(Text(decoding: Array(name.utf8).dropFirst(prefix.count))) }
      for name in names where indices[name] == nil { indices[name] = index }
    }
    return indices
  }

  /// The decision `name`: a full name (`module.decision`), or one relative to the rule set's id.
  package func decision(_ name: Text) -> Decision? { decisionIndices[name].map { decisions[$0] } }

  /// The number of sessions made over it. A session costs as much as the rule set is large, so requests must not make sessions.
  package var sessionsMade: Int { sessions.load(ordering: .relaxed) }

  func countSession() { sessions.wrappingAdd(1, ordering: .relaxed) }

  /// The position of the decision whose result `slot` holds, or nil for any other slot.
  func decisionIndex(at slot: Slot) -> Int? {
    guard decisionsBySlot.indices.contains(Int(slot.index)) else { return nil }
    let index = Int(decisionsBySlot[Int(slot.index)])
    return index >= 0 ? index : nil
  }

  /// The fact `name`.
  package func fact(_ name: Text) -> Fact? { factIndices[name].map { facts[$0] } }

  /// The fact whose value is in `slot`, or nil for any other slot.
  func fact(at slot: Slot) -> Fact? {
    // Facts have the first slots.
    let index = Int(slot.index)
    return facts.indices.contains(index) && facts[index].slot == slot ? facts[index] : nil
  }

  /// The facts that evaluating `decision` may read on any path, in the order of their declarations.
  package func facts(neededBy decision: Decision) -> [Fact] {
    let needed = Set(planned.bytecode.facts(neededBy: decision.slot))
    return facts.filter { needed.contains($0.slot) }
  }
}

/// A fact of a rule set. A class, so that passing it costs a single reference.
package final class Fact: Sendable, Identifiable {
  /// The number of a fact, for code that sets facts very often.
  package struct ID: Hashable, Sendable {
    /// Its position among the facts of its rule set.
    package let index: Int
    let slot: Slot
  }

  /// Its number.
  package let id: ID
  /// Its declaration in its module.
  package let declaration: FactDeclaration
  /// The module that declares it.
  package let module: Text
  /// True if a decision mentions it.
  let isUsed: Bool

  init(_ linked: LinkedFact, index: Int) {
    id = ID(index: index, slot: linked.slot)
    declaration = linked.declaration
    module = linked.module
    isUsed = linked.isUsed
  }

  /// The name that conditions use.
  package var name: Text { declaration.name }

  var index: Int { id.index }

  package var slot: Slot { id.slot }
}

/// A decision of a rule set. A class, so that passing it costs a single reference.
package final class Decision: Sendable, Identifiable {
  /// The number of a decision, for code that evaluates decisions very often.
  package struct ID: Hashable, Sendable {
    let index: Int
    let slot: Slot
  }

  /// Its number.
  package let id: ID
  /// The full name: module, dot, name.
  package let name: Text
  /// Its rows or its value, with resolved names and types.
  package let typed: TypedDecision

  init(_ typed: TypedDecision, index: Int) {
    id = ID(index: index, slot: typed.slot)
    name = typed.fullName
    self.typed = typed
  }

  /// The type of its value.
  package var type: CELType { typed.type }
  /// The location of its name in the module's file.
  package var place: Place { typed.place }
  /// The description, for people.
  package var doc: Text? { typed.doc }
  /// Its position in ``RuleSet/decisions``.
  package var index: Int { id.index }
  /// The slot of its result.
  package var slot: Slot { id.slot }
}

extension RuleSet {
  /// The part of a rule set that is loaded.
  package enum Extent: Sendable {
    /// All modules of the manifest: for checks, proofs, and lists.
    case everything
    /// Only the modules that these contracts reach: for running.
    case contracts([Contract])

    /// The part of earlier versions that is loaded, or nil if they are not loaded.
    package var ofEarlierVersions: Extent? {
      guard case .contracts(let contracts) = self else { return .everything }
      let spanning = contracts.filter { $0.spansVersions }
      return spanning.isEmpty ? nil : .contracts(spanning)
    }
  }

  /// Loads a rule set: reads the needed modules, looks up names, types and plans decisions, and checks contracts.
  ///
  /// - Parameters:
  ///   - vocabulary: The types that the pack adds.
  ///   - overrides: Parameters set for this run.
  ///   - plans: True if the rule set is to run. Otherwise only its types are known; ``planning()`` prepares it for running.
  ///   - memory: The typings of earlier loads.
  ///   - read: Reads a module's file into a document; returns nil and diagnostics if it cannot.
  /// - Returns: The rule set, and all diagnostics, sorted. The rule set is nil if a diagnostic is an error or if a required type of the
  ///   vocabulary is missing (``PackVocabulary/type``).
  package static func load(
    _ manifest: RuleSetManifest, vocabulary: PackVocabulary = .empty, overrides: [ParameterOverride] = [],
    extent: Extent = .everything, costs: CostLimits = .standard,
    plans: Bool = true, memory: LinkMemory? = nil,
    module read: @escaping (RuleSetManifest.ModuleFile) -> (node: Node?, diagnostics: [Diagnostic])
  ) -> (ruleSet: RuleSet?, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var loading = ModuleLoading(manifest: manifest, vocabulary: vocabulary, memory: memory, read: read)
    switch extent {
    case .everything:
      for module in manifest.modules { loading.load(module) }
    case .contracts(let contracts):
      for contract in contracts {
        for required in contract.decisions {
          // Contracts report a decision whose module does not exist.
          if let (module, _) = manifest.split(manifest.fullName(required.name)) { loading.load(module) }
        }
      }
    }
    for override in overrides {
      if let (module, _) = manifest.split(manifest.fullName(override.name)) {
        loading.load(module)
      } else {
        diagnostics.append(
          .overrideUnknownModule(
            override, declared: manifest.modules.map({ $0.module }),
            parameters: parameterNames(manifest, vocabulary: vocabulary, read)))
      }
    }
    diagnostics += loading.diagnostics
    var linker = Linker(
      manifest: manifest, modules: loading.modules, unreadable: loading.failed,
      hasModuleCycle: loading.diagnostics.contains { $0.code == Diagnostic.moduleCycleCode }, memory: memory)
    linker.link(overrides: overrides)
    diagnostics += linker.diagnostics
    diagnostics += diagnosticsOfCost(linker, limits: costs)
    if diagnostics.hasErrors || !linker.isWhole { return (nil, diagnostics.sortedForReport()) }
    let (planned, problems) = PlannedDecisions.plan(
      plans ? linker.decisions : [], slots: linker.slots, tracing: false)
    diagnostics += problems
    guard let planned else { return (nil, diagnostics.sortedForReport()) }
    let ruleSet = RuleSet(manifest: manifest, linker: linker, planned: planned)
    if case .contracts(let contracts) = extent {
      for contract in contracts { diagnostics += ruleSet.check(contract) }
    }
    return (diagnostics.hasErrors ? nil : ruleSet, diagnostics.sortedForReport())
  }

  /// A rule set that was loaded without plans, prepared for running. Returns nil and diagnostics if it is too large.
  package func planning() -> (ruleSet: RuleSet?, diagnostics: [Diagnostic]) {
    let (ruleSet, diagnostics) = planned(tracing: false)
    return (diagnostics.hasErrors ? nil : ruleSet, diagnostics)
  }

  /// The rule set planned row by row, so that its sessions record their evaluation. Returns nil and diagnostics if it is too large. A
  /// single instance serves all workers.
  package func explaining() -> (ruleSet: RuleSet?, diagnostics: [Diagnostic]) { planned(tracing: true) }

  private func planned(tracing: Bool) -> (ruleSet: RuleSet?, diagnostics: [Diagnostic]) {
    let (planned, diagnostics) = PlannedDecisions.plan(decisions.map { $0.typed }, slots: slots, tracing: tracing)
    return (planned.map { RuleSet(self, decisions: decisions, parameters: parameters, planned: $0) }, diagnostics)
  }

  /// The facts that the readable modules of `manifest` declare, by name. Other declarations are not parsed.
  static func declaredFacts(
    _ manifest: RuleSetManifest, vocabulary: PackVocabulary, module read: @escaping ModuleLoading.Reader
  ) -> [Text: Fact] {
    var loading = ModuleLoading(manifest: manifest, vocabulary: vocabulary, read: read)
    for module in manifest.modules { loading.load(module) }
    var linker = Linker(manifest: manifest, modules: loading.modules, unreadable: loading.failed, hasModuleCycle: false)
    linker.declare()
    return Dictionary(keepingFirst: linker.facts.enumerated().map { ($1.declaration.name, Fact($1, index: $0)) })
  }

  /// The full names of all parameters of the readable modules, including unused ones.
  private static func parameterNames(
    _ manifest: RuleSetManifest, vocabulary: PackVocabulary, _ read: @escaping ModuleLoading.Reader
  ) -> [Text] {
    var loading = ModuleLoading(manifest: manifest, vocabulary: vocabulary, read: read)
    for module in manifest.modules { loading.load(module) }
    return loading.modules.flatMap { module in module.parameters.map { Text("\(module.name).\($0.name)") } }
  }

  /// The modules that have a decision called `name`, in the order of the manifest, under the names that requests use.
  package func modules(with name: Text) -> [Text] {
    manifest.modules.map { $0.module }.filter { decision("\($0).\(name)") != nil }.map(relativeName)
  }

  /// The module that `name` denotes, if `module` does not reach it. `name` is a module or a decision. A module reaches itself, the modules
  /// that it uses, and those that these use. Other modules are known only if the whole rule set was loaded.
  package func module(of name: Text, outOfReachOf module: Text) -> Text? {
    let full = fullName(name)
    let named = manifest.modules.first { $0.module == full } ?? manifest.split(manifest.fullName(name))?.module
    guard let named else { return nil }
    var reached: Set<Text> = [fullName(module)]
    // Modules come after those that they use.
    for candidate in modules.reversed() where reached.contains(candidate.name) { reached.formUnion(candidate.uses) }
    return reached.contains(named.module) ? nil : named.module
  }

  /// `name` with the rule set's id added if it is relative.
  package func fullName(_ name: Text) -> Text {
    manifest.modules.contains { $0.module == name } ? name : Text("\(manifest.modulePrefix)\(name)")
  }

  /// The name without the rule set's id, if it begins with the id.
  package func relativeName(_ name: Text) -> Text {
    let prefix = manifest.modulePrefix
    return name.utf8.starts(with: prefix.utf8) ? Text(decoding: Array(name.utf8).dropFirst(prefix.utf8.count)) : name
  }
}

extension Diagnostic {
  static func overrideUnknownModule(
    _ override: ParameterOverride, declared: [Text], parameters: [Text]
  ) -> Diagnostic {
    let name = override.name.string
    guard let dot = name.lastIndex(of: ".") else {
      return Diagnostic(
        code: "rules/set-unknown", message: "`\(name)` does not name a module and its parameter",
        place: override.namePlace,
        fix: Suggestion.fix(override.name, among: parameters)
          ?? "write `--set MODULE.NAME=VALUE`"
          + (parameters.isEmpty ? "" : "; parameters are \(parameters.quoted(near: name))"))
    }
    let module = String(name[..<dot])
    return Diagnostic(
      code: "rules/set-unknown", message: "there is no module `\(module)`", place: override.namePlace,
      fix: Suggestion.fix(Text(module), among: declared) ?? "the modules are \(declared.quoted(near: module))")
  }
}

extension RuleSet {
  /// The maximum number of steps of `decision` and the decisions that it needs, for all facts within their declared sizes.
  package func worstCost(of decision: Decision, limits: CostLimits = .standard) -> UInt64 {
    let costs = DecisionCosts(
      decisions.map { $0.typed }, facts: facts.map { ($0.declaration, $0.slot) }, limits: limits)
    return costs.steps(of: decision.index)
  }

  /// The decisions that exceed the cost limit. A decision that only needs such a decision is not reported.
  static func diagnosticsOfCost(_ linker: Linker, limits: CostLimits) -> [Diagnostic] {
    let costs = DecisionCosts(linker.decisions, facts: linker.facts.map { ($0.declaration, $0.slot) }, limits: limits)
    // Usually the sum of all costs is below the limit of a single decision.
    guard costs.all > limits.decision else { return [] }
    let steps = linker.decisions.indices.map { costs.steps(of: $0) }
    var diagnostics: [Diagnostic] = []
    for (index, decision) in linker.decisions.enumerated() where steps[index] > limits.decision {
      if decision.needs.contains(where: { steps[$0] > limits.decision }) { continue }
      diagnostics.append(.tooCostly(decision, steps[index], limits.decision, dearest: costs.dearest[index]))
    }
    return diagnostics
  }
}

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
      fix: "declare with `max_size` how many elements its facts can have, or loop inside fewer loops")
  }
}

/// A rule set with other definitions of some decisions, made without reading files again.
package struct RuleSetVariant: Sendable {
  /// The decisions with other definitions, by their numbers in ``RuleSet/decisions``.
  package var decisions: [Int: TypedDecision] = [:]
  /// Parameters with other values, by their numbers in ``RuleSet/parameters``. ``decisions`` must include the decisions that read them.
  package var parameters: [Int: Value] = [:]

  /// A variant without changes.
  package init() {}
}

extension RuleSet {
  /// The numbers of `wanted` and of all decisions that these need.
  package func closure(of wanted: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = Array(wanted)
    while let index = waiting.popLast() {
      guard found.insert(index).inserted else { continue }
      waiting += decisions[index].typed.needs
    }
    return found
  }

  /// The rule set as `variant` defines it, or nil if it cannot be planned.
  ///
  /// - Parameter kept: The numbers of the decisions to include, together with the decisions that they need; nil for all.
  package func applying(_ variant: RuleSetVariant, keeping kept: Set<Int>? = nil) -> RuleSet? {
    var changed: [TypedDecision] = []
    var moved: [Int: Int] = [:]
    for decision in decisions where kept?.contains(decision.index) ?? true {
      var typed = variant.decisions[decision.index] ?? decision.typed
      typed.needs = typed.needs.compactMap { moved[$0] }
      moved[decision.index] = changed.count
      changed.append(typed)
    }
    var parameters = parameters
    for (index, value) in variant.parameters { parameters[index].value = value }
    let (planned, diagnostics) = PlannedDecisions.plan(changed, slots: slots, tracing: false)
    guard let planned, !diagnostics.hasErrors else { return nil }
    let made = changed.enumerated().map { Decision($1, index: $0) }
    return RuleSet(self, decisions: made, parameters: parameters, planned: planned)
  }
}
