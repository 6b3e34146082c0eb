import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension RuleSet {
  /// How much of a rule set is loaded.
  package enum Extent: Sendable {
    /// Every module of the manifest: to check, to prove, to list.
    case everything
    /// The modules that these contracts reach, and no others: to run.
    case contracts([Contract])

    /// How much of earlier versions is loaded; nil: nothing.
    package var ofEarlierVersions: Extent? {
      guard case .contracts(let contracts) = self else { return .everything }
      let spanning = contracts.filter { $0.spansVersions }
      return spanning.isEmpty ? nil : .contracts(spanning)
    }
  }

  /// Loads a rule set: reads the modules it needs, looks up names, types everything, keeps contracts, plans.
  ///
  /// - Parameters:
  ///   - vocabulary: The types the pack adds.
  ///   - overrides: Parameters set for this run.
  ///   - plans: Whether it is to run. Else only its types are known; ``planning()`` makes it ready.
  ///   - memory: What earlier loads of it typed.
  ///   - read: Reads a module's file into a document; nil, with diagnostics, when it cannot.
  /// - Returns: The rule set, nil when a diagnostic is an error, or a type of the vocabulary that it needs is missing
  ///   (``PackVocabulary/type``); and all diagnostics, sorted.
  package static func load(
    _ manifest: RuleSetManifest, vocabulary: PackVocabulary = .empty, overrides: [ParameterOverride] = [],
    extent: Extent = .everything, limits: ExpressionLimits = .standard, costs: CostLimits = .standard,
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
          // A decision of no module is diagnosed when contracts are checked.
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
    linker.link(overrides: overrides, limits: limits)
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

  /// A rule set that was loaded without plans, ready to run; nil, with diagnostics, where it is too large for that.
  package func planning() -> (ruleSet: RuleSet?, diagnostics: [Diagnostic]) {
    let (planned, diagnostics) = PlannedDecisions.plan(linkedDecisions, slots: slots, tracing: false)
    let ruleSet = planned.map { RuleSet(self, decisions: linkedDecisions, parameters: parameters, planned: $0) }
    return (diagnostics.hasErrors ? nil : ruleSet, diagnostics)
  }

  /// The full names of all parameters of the modules that can be read, unused ones included.
  private static func parameterNames(
    _ manifest: RuleSetManifest, vocabulary: PackVocabulary, _ read: @escaping ModuleLoading.Reader
  ) -> [Text] {
    var loading = ModuleLoading(manifest: manifest, vocabulary: vocabulary, read: read)
    for module in manifest.modules { loading.load(module) }
    return loading.modules.flatMap { module in module.parameters.map { Text("\(module.name).\($0.name)") } }
  }

  /// The modules that have a decision called `name`, in the order of the manifest: by what requests call them.
  package func modules(with name: Text) -> [Text] {
    manifest.modules.map { $0.module }.filter { decision("\($0).\(name)") != nil }.map(relativeName)
  }

  /// The module that `name` leads to without `module` having it within reach, where there is one: `name` is a module or
  /// a decision, and within reach are the module itself, what it uses, and what those use. Only a rule set that was
  /// loaded whole has the others.
  package func module(of name: Text, outOfReachOf module: Text) -> Text? {
    let full = fullName(name)
    let named = manifest.modules.first { $0.module == full } ?? manifest.split(manifest.fullName(name))?.module
    guard let named else { return nil }
    var reached: Set<Text> = [fullName(module)]
    // Modules come after those they use.
    for candidate in modules.reversed() where reached.contains(candidate.name) { reached.formUnion(candidate.uses) }
    return reached.contains(named.module) ? nil : named.module
  }

  /// `name` with the rule set's id, where it is relative to it.
  package func fullName(_ name: Text) -> Text {
    manifest.modules.contains { $0.module == name } ? name : Text("\(manifest.modulePrefix)\(name)")
  }

  /// The name without the rule set's id, where it begins with it.
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
