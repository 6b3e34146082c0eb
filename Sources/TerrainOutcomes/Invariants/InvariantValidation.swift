import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

extension InvariantFile {
  /// What is declared in the file of invariants of the rule set in `folder`; nil where there is no such file.
  ///
  /// - Throws: why it cannot be read.
  package static func load(in folder: String, _ files: ContentFiles) throws(DiagnosticError) -> (
    file: InvariantFile, diagnostics: [Diagnostic]
  )? {
    let path = FilePath.normal("\(folder)/\(name)")
    guard files.kind(path) == .file else { return nil }
    let (documents, found) = files.documents(try files.source(path))
    guard let document = documents.first else { return (InvariantFile(invariants: []), found) }
    let (file, diagnostics) = read(document.root)
    return (file, found + diagnostics)
  }
}

extension SoundSystem {
  /// Checks the invariants of the rules with the budget of a validation; `system` was loaded whole from ``files``.
  package func invariantFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    do throws(DiagnosticError) {
      guard let (file, diagnostics) = try InvariantFile.load(in: rules, files) else { return findings }
      let check = InvariantCheck(
        system, files: files, budget: .validation, isAnswered: isAnswered, isCancelled: isCancelled)
      let (outcomes, found) = check.run(file.invariants)
      findings.diagnostics = diagnostics + found + outcomes.compactMap(\.diagnostic)
      let exhaustive = outcomes.count { $0.isExhaustive }
      findings.checked = [
        ("invariants over all requests", exhaustive),
        ("invariants over any three values", outcomes.count - exhaustive),
      ]
    } catch {
      findings.diagnostics += error.diagnostics
    }
    return findings
  }
}
