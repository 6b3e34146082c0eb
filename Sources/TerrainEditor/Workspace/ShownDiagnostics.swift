import TerrainDocuments

/// The diagnostics that the client is shown, by file.
///
/// The quick checks show theirs at once. What only the slow ones find stays until they have run again, but not in files that have
/// changed since: there it would be in the wrong lines.
struct ShownDiagnostics {
  /// What is shown, by the names of files; what is about no file is under the empty name.
  private(set) var byFile: [String: [Diagnostic]] = [:]
  /// What the quick checks found of the newest state.
  private var quick: [Diagnostic] = []
  /// What only the slow checks found.
  private var slow: [Diagnostic] = []
  /// Files that changed since they were shown.
  private var changed: Set<String> = []

  /// The file called `name` has changed: its diagnostics are shown anew.
  mutating func noteChange(of name: String) { changed.insert(name) }

  /// Shows what the quick checks found; returns the names of files to show anew.
  mutating func show(quick: [Diagnostic]) -> [String] {
    self.quick = quick
    slow.removeAll { $0.place.map { changed.contains($0.source.name) } ?? false }
    let known = Set(quick)
    return show(quick + slow.filter { !known.contains($0) })
  }

  /// Shows what all checks found; returns the names of files to show anew.
  mutating func show(all: [Diagnostic]) -> [String] {
    let known = Set(quick)
    slow = all.filter { !known.contains($0) }
    return show(all)
  }

  private mutating func show(_ diagnostics: [Diagnostic]) -> [String] {
    let new = Dictionary(grouping: diagnostics) { $0.place?.source.name ?? "" }
    let names = Set(new.keys).union(byFile.keys).filter { new[$0] != byFile[$0] }.union(changed)
    byFile = new
    changed = []
    return names.sorted()
  }
}
