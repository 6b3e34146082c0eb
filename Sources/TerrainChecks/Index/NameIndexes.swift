import TerrainRules
import TerrainDocuments

extension NameIndex {
  /// The indexes of the packs and rule sets that `paths` name: one for each pack with its rules, and for rules of no pack.
  ///
  /// - Parameters:
  ///   - store: The files.
  ///   - elsewhere: The folder of a rule set by its id, for a pack that has none beside it.
  package static func load(
    _ paths: [String], from store: SourceStore, ruleSet elsewhere: @escaping @Sendable (String, String) -> String?
  ) throws(DiagnosticError) -> [NameIndex] {
    var indexes = NameIndexes(store, ruleSet: elsewhere)
    return try indexes.indexes(of: paths)
  }
}

/// The indexes of the packs and rule sets around some files: each is made once, however many files are asked about.
package struct NameIndexes: Sendable {
  /// What paths lead to.
  private struct Targets: Hashable {
    let packs: [String]
    let ruleSets: [String]
  }

  private struct System: Hashable {
    let pack: String?
    let rules: String?
  }

  private let store: SourceStore
  private let elsewhere: @Sendable (_ id: String, _ pack: String) -> String?
  private var byPaths: [[String]: [NameIndex]] = [:]
  private var byTargets: [Targets: [NameIndex]] = [:]
  private var bySystem: [System: NameIndex] = [:]

  /// No indexes yet; parameters as of ``NameIndex/load(_:from:ruleSet:)``.
  package init(_ store: SourceStore, ruleSet elsewhere: @escaping @Sendable (String, String) -> String?) {
    self.store = store
    self.elsewhere = elsewhere
  }

  /// The indexes of the packs and rule sets that `paths` name, as of ``NameIndex/load(_:from:ruleSet:)``.
  package mutating func indexes(of paths: [String]) throws(DiagnosticError) -> [NameIndex] {
    if let known = byPaths[paths] { return known }
    let found = ValidationTargets(paths, alone: false, given: [], in: store)
    if found.diagnostics.hasErrors { throw DiagnosticError(found.diagnostics) }
    let targets = Targets(packs: found.packs, ruleSets: found.ruleSets)
    if targets.packs.isEmpty, targets.ruleSets.isEmpty { throw DiagnosticError(.noSystem(paths)) }
    if byTargets[targets] == nil { byTargets[targets] = try load(targets) }
    byPaths[paths] = byTargets[targets]
    return byTargets[targets] ?? []
  }

  private mutating func load(_ targets: Targets) throws(DiagnosticError) -> [NameIndex] {
    let pairing = Pairing(store: store, flaws: .none, elsewhere: elsewhere)
    var systems: [(pack: PackContents?, rules: String?)] = []
    for folder in targets.packs {
      guard let contents = pairing.contents(folder) else {
        throw DiagnosticError(store.file("\(folder)/\(PackLoader.manifestName)").diagnostics)
      }
      systems.append((contents, pairing.rules(of: contents)))
    }
    for folder in targets.ruleSets where !systems.contains(where: { $0.rules == folder }) {
      let users = pairing.users(of: folder).confirmed
      systems += users.map { ($0.contents, folder) }
      if users.isEmpty { systems.append((nil, folder)) }
    }
    var indexes: [NameIndex] = []
    for (pack, rules) in systems {
      let system = System(pack: pack?.folder, rules: rules)
      var loading = NameIndexLoading(store: store, pairing: pairing)
      let index = bySystem[system] ?? loading.index(pack: pack, rules: rules)
      bySystem[system] = index
      indexes.append(index)
    }
    return indexes
  }
}

extension Diagnostic {
  fileprivate static func noSystem(_ paths: [String]) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "\(paths.quoted) contains no pack and no rule set", place: nil,
      fix: "name the folder of a pack or of a rule set, or a folder of these")
  }
}
