import TerrainRules
import TerrainDocuments
import TerrainBase

/// The modules that a rule set which loads does not list. That such a module is missing is reported once, at the module, and not
/// wherever something of it is missed.
struct UnlistedModuleCheck {
  private let modules: UnlistedModules?
  /// Whether a module's absence may be the reason why names and messages have no use: one is unlisted, and its author has not
  /// answered that.
  let explainsGaps: Bool

  /// The check of the rule set in `folder` with `manifest`.
  init(
    _ manifest: RuleSetManifest, in folder: String, _ store: SourceStore, _ isAnswered: (Diagnostic) -> Bool
  ) {
    let root = store.file("\(folder)/\(RuleSetLoader.manifestName)").documents.first?.root
    let modules = root.map { UnlistedModules(in: folder, manifest, root: $0, files: store.contentFiles) }
    self.modules = modules
    explainsGaps =
      modules.map { modules in
        modules.entries.contains { $0.listed == nil && !isAnswered(modules.diagnostic($0, .warning)) }
      } ?? false
  }

  /// `findings` with a diagnostic for each unlisted module: an error where tests are about it, whose own diagnostics are left
  /// out then.
  func explaining(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard let modules, !modules.entries.isEmpty else { return findings }
    var tested: Set<Text> = []
    let others = findings.filter { finding in
      guard finding.code == Diagnostic.testUnknownModuleCode, let place = finding.place else { return true }
      let name = Text(place.source.text(of: place.range))
      guard modules.entries.contains(where: { $0.listed == nil && $0.name == name }) else { return true }
      tested.insert(name)
      return false
    }
    let reported = Set(others.filter { $0.code == Diagnostic.unlistedModuleCode }.compactMap(\.place))
    let diagnostics = modules.entries.map { modules.diagnostic($0, tested.contains($0.name) ? .error : .warning) }
    return others + diagnostics.filter { $0.place.map { !reported.contains($0) } ?? true }
  }

  /// `findings` of the engine with `contract`, with one about the unlisted module that the engine misses in their place.
  func explaining(_ findings: [Diagnostic], for contract: Contract) -> [Diagnostic] {
    modules?.explaining(findings, contracts: [contract]) ?? findings
  }
}

extension [Diagnostic] {
  /// Without those that are there once more as something graver: a module that nothing refers to in one run may be needed in
  /// another.
  func withoutMilder() -> [Diagnostic] {
    let errors = Set(filter { $0.code == Diagnostic.unlistedModuleCode && $0.severity == .error }.compactMap(\.place))
    return filter { finding in
      finding.code != Diagnostic.unlistedModuleCode || finding.severity == .error
        || !(finding.place.map(errors.contains) ?? false)
    }
  }
}
