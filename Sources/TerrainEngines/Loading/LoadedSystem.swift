import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A pack and its rules, or the parts of them that engines need.
package struct LoadedSystem: Sendable {
  /// The pack.
  package let pack: Pack
  /// The rules.
  package let rules: LoadedRuleSet
  /// Diagnostics that do not prevent running.
  package let warnings: [Diagnostic]
  /// The evaluation limits of one request.
  package var limits = EvaluationLimits.standard
  /// Takes the messages that cannot be shown to people.
  package var unfilled = UnfilledMessages()

  /// A pack and rules that were loaded apart.
  package init(pack: Pack, rules: LoadedRuleSet, warnings: [Diagnostic] = []) {
    self.pack = pack
    self.rules = rules
    self.warnings = warnings
  }

  /// Loads the pack in the folder `packPath` with the rule set in the folder `rulesPath`.
  ///
  /// - Parameters:
  ///   - documents: reads a source into documents.
  ///   - contracts: the contracts of engines with the rules; only the modules that these reach are read. Empty for all modules.
  ///   - kinds: the kinds whose records are loaded in addition to those that the rules mention; nil: all kinds.
  ///   - overrides: parameters with other values for this run.
  /// - Throws: all errors in either.
  package static func load(
    packAt packPath: String, rulesAt rulesPath: String, documents: @escaping DocumentReader, contracts: [Contract],
    kinds: [Text]?, overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> LoadedSystem {
    let loader = try PackLoader(path: packPath, documents: documents)
    return try load(
      loader, rulesAt: rulesPath, documents: documents, contracts: contracts, kinds: kinds, overrides: overrides)
  }

  /// Loads a built pack, rules and all.
  package static func load(
    _ built: BuiltPack, contracts: [Contract], kinds: [Text]?, overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> LoadedSystem {
    try load(
      PackLoader(path: built.packFolder, files: built.files), rulesAt: built.rulesFolder, files: built.files,
      contracts: contracts, kinds: kinds, overrides: overrides)
  }

  /// Loads the pack and the rule set with a loader that has already read the pack's manifest.
  package static func load(
    _ loader: PackLoader, rulesAt rulesPath: String, documents: @escaping DocumentReader, contracts: [Contract],
    kinds: [Text]?, overrides: [ParameterOverride]
  ) throws(DiagnosticError) -> LoadedSystem {
    try load(
      loader, rulesAt: rulesPath, files: .disk(documents), contracts: contracts, kinds: kinds, overrides: overrides)
  }

  /// Loads the rule set from `files` with a loader that has already read the pack's manifest.
  package static func load(
    _ loader: PackLoader, rulesAt rulesPath: String, files: ContentFiles, contracts: [Contract], kinds: [Text]?,
    overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> LoadedSystem {
    if let kinds { kinds.forEach(loader.load) } else { loader.loadAll() }
    let rules = try RuleSetLoader(files: files).load(
      at: rulesPath, for: loader.requirement, of: loader, overrides: overrides,
      extent: contracts.isEmpty ? .everything : .contracts(contracts))
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return LoadedSystem(pack: pack, rules: rules, warnings: diagnostics + rules.warnings)
  }
}

/// The decisions of a module that satisfies a contract, by their own names.
struct ModuleDecisions {
  private let module: Text
  private let rules: RuleSet
  private let contract: Contract

  /// The decisions of `module`.
  ///
  /// - Throws: the parts of `contract` that the rules do not satisfy.
  init(_ module: Text, of rules: RuleSet, keeping contract: Contract) throws(DiagnosticError) {
    let diagnostics = rules.check(contract)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.module = module
    self.rules = rules
    self.contract = contract
  }

  /// The decision `name`; nil if the module has none.
  subscript(name: Text) -> Decision? { rules.decision("\(module).\(name)") }

  /// The decision `name`, which the contract requires.
  func required(_ name: Text) throws(DiagnosticError) -> Decision {
    guard let decision = self[name] else { throw DiagnosticError(rules.check(contract)) }
    return decision
  }
}

extension RuleSet {
  /// The facts called `names` that the rules use.
  func facts(named names: [Text]) -> [Text: Fact] {
    var facts: [Text: Fact] = [:]
    for name in names { if let fact = fact(name) { facts[name] = fact } }
    return facts
  }
}

/// Reads the lists of maps that decisions yield.
struct RuleLists {
  let rules: RuleSet
  private let session: RuleSession

  init(_ rules: RuleSet) {
    self.rules = rules
    session = RuleSession(rules)
    session.begin()
  }

  /// The fields of each element of the list that `decision` yields.
  func elements(of decision: Decision) throws(DiagnosticError) -> [ValueFields] {
    guard case .list(let values) = try session.decided(decision) else {
      throw DiagnosticError(.notAList("`\(decision.name)`", at: rules.place(ofResult: decision)))
    }
    return values.enumerated().map { number, value in
      ValueFields(value, of: decision, in: rules, what: "element \(number + 1) of `\(decision.name)`")
    }
  }

  /// The fields of the map that `decision` yields.
  func fields(of decision: Decision) throws(DiagnosticError) -> ValueFields {
    ValueFields(try session.decided(decision), of: decision, in: rules)
  }

  /// The decision `name` of `module`; if the module has none, the decision with that full name.
  func decision(_ name: Text, in module: Text) -> Decision? {
    rules.decision("\(module).\(name)") ?? rules.decision(name)
  }
}

extension Diagnostic {
  static func notAList(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "engine/not-a-list", message: "\(what) has to be a list", place: place)
  }
}
