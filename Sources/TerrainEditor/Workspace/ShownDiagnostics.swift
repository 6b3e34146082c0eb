import TerrainChecks
import TerrainDocuments
import TerrainBase

/// The diagnostics that the client is shown, by file.
///
/// Quick checks show theirs at once. What only slower ones find stays until they have run again, but not in files that have
/// changed since: there it would be in the wrong lines.
struct ShownDiagnostics {
  /// What is shown, by the names of files; what is about no file is under the empty name.
  private(set) var byFile: [String: [Diagnostic]] = [:]
  /// What checks of each depth found that those before it did not.
  private var byDepth: [Validator.Depth: [Diagnostic]] = [:]
  /// Files that changed since they were shown.
  private var changed: Set<String> = []

  /// The file called `name` has changed: its diagnostics are shown anew.
  mutating func noteChange(of name: String) { changed.insert(name) }

  /// Shows what checks down to `depth` found; returns the names of files to show anew.
  mutating func show(_ diagnostics: [Diagnostic], of depth: Validator.Depth) -> [String] {
    let before = Set(Validator.Depth.allCases.filter { $0 < depth }.flatMap { byDepth[$0] ?? [] })
    byDepth[depth] = diagnostics.filter { !before.contains($0) }
    let found = Set(diagnostics)
    var shown = diagnostics
    for deeper in Validator.Depth.allCases where deeper > depth {
      byDepth[deeper]?.removeAll { $0.place.map { changed.contains($0.source.name) } ?? false }
      shown += (byDepth[deeper] ?? []).filter { !found.contains($0) }
    }
    return show(shown)
  }

  private mutating func show(_ diagnostics: [Diagnostic]) -> [String] {
    let new = Dictionary(grouping: diagnostics) { $0.place?.source.name ?? "" }
    let names = Set(new.keys).union(byFile.keys).filter { new[$0] != byFile[$0] }.union(changed)
    byFile = new
    changed = []
    return names.ordered()
  }
}
