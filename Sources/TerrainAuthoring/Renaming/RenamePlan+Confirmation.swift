import TerrainAnalysis
import TerrainDocuments

extension RenamePlan {
  /// The files of `base` as they would be.
  package func store(over base: SourceStore) -> SourceStore {
    let store = base.edited()
    for (path, bytes) in files {
      store.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: bytes) }
    }
    return store
  }

  /// Validates the files as they would be, with `validate`, and compares with the diagnostics `before`.
  ///
  /// - Throws: that there would be others.
  package func confirm(
    _ before: [Diagnostic], over base: SourceStore, _ validate: (SourceStore) -> [Diagnostic]
  ) throws(DiagnosticError) {
    var known: [String: Int] = [:]
    for diagnostic in before { known[diagnostic.code, default: 0] += 1 }
    let new = validate(store(over: base)).filter { diagnostic in
      known[diagnostic.code, default: 0] -= 1
      return known[diagnostic.code, default: 0] < 0
    }
    if !new.isEmpty { throw DiagnosticError(.newProblems(name, new)) }
  }
}
