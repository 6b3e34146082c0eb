import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension Validator {
  /// Makes the results of operations be checked too: scenarios, invariants, populations and gates of quality.
  package mutating func checkResults() {
    checkOutcomes = { sound in
      var findings = SoundSystem.Findings()
      do throws(DiagnosticError) {
        let loader = SystemLoader(packAt: sound.pack, rulesAt: sound.rules, files: sound.files)
        let system = try loader.system([], nil)
        // Some of these checks use only one processor.
        let checks: [@Sendable () -> SoundSystem.Findings] = [
          { sound.scenarioFindings(system) }, { sound.invariantFindings(system) },
          { sound.populationFindings(system) }, { sound.qualityFindings(system) },
        ]
        let parts = ParallelMap.values(checks.count) { checks[$0]() }
        // Figures over people with wrong values mean nothing, and would report these again.
        let arePeopleWrong = parts[2].diagnostics.hasErrors
        for (index, part) in parts.enumerated() where index != 3 || !arePeopleWrong { findings.add(part) }
      } catch {
        findings.diagnostics += error.diagnostics
      }
      return findings
    }
  }
}

extension SoundSystem {
  /// The findings of the rule set's scenarios about `system`, which was loaded from its files.
  func scenarioFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    var runner: ScenarioRunner?
    do throws(DiagnosticError) {
      for path in try files.list("\(rules)/\(ScenarioFile.folder)", [".yaml", ".yml", ".json"]) where !isCancelled() {
        for document in files.documents(try files.source(path)).documents where ScenarioFile.isScenarios(document.root)
        {
          let (file, diagnostics) = ScenarioFile.read(document.root)
          findings.diagnostics += diagnostics
          guard let file else { continue }
          var current = runner ?? ScenarioRunner(OutcomeSession(system, files: files))
          current.run(file) { _ in !isCancelled() }
          runner = current
        }
      }
    } catch {
      findings.diagnostics += error.diagnostics
    }
    let cases = runner?.files.flatMap(\.cases) ?? []
    var failures = cases.flatMap(\.failures)
    // Failures that tests of decisions have already reported are not repeated.
    if hasFailingTests { failures.removeAll(where: FailureCauses.isAboutResult) }
    findings.diagnostics += runner?.causes.attributed(failures) ?? []
    if !cases.isEmpty { findings.checked.append(("scenarios", cases.count)) }
    return findings
  }
}
