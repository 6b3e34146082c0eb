import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Scenarios run over other rules than the system's: whether one of them notices.
package struct ScenarioKiller: Sendable {
  private let system: LoadedSystem
  private let files: ContentFiles
  private let scenarios: [ScenarioFile]

  /// Runs `scenarios` over `system`, which was loaded whole from `files`.
  package init(_ system: LoadedSystem, files: ContentFiles, scenarios: [ScenarioFile]) {
    self.system = system
    self.files = files
    self.scenarios = scenarios
  }

  /// The first scenario that fails where the system has `rules`, by its file and name; nil where none does.
  package func failing(with rules: RuleSet) -> String? {
    let loaded = LoadedSystem(pack: system.pack, rules: system.rules.running(rules), warnings: system.warnings)
    var runner = ScenarioRunner(OutcomeSession(loaded, files: files))
    for file in scenarios {
      runner.run(file)
      guard let failed = runner.files.last?.cases.first(where: { !$0.failures.isEmpty }) else { continue }
      return "\(failed.place.fileAndLine) \(failed.name)"
    }
    return nil
  }
}
