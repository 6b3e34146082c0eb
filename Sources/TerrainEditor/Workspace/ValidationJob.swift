import Synchronization
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

/// The number of the newest state of a workspace: results for an older state are no longer needed.
final class LatestEdition: Sendable {
  private let number = Atomic<Int>(0)

  /// The newest number.
  var current: Int { number.load(ordering: .acquiring) }

  /// Begins a new state, and returns its number.
  func next() -> Int { number.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }
}

/// A validation that takes too long for a client to wait, and therefore runs on its own thread.
package struct ValidationJob: Sendable {
  /// The result of a job; nil if a newer state made it useless.
  package struct Result: Sendable {
    let edition: Int
    let report: ValidationReport
    let fixes: [FixPlan.Edit]
    /// The shares of people for the rows of open modules.
    let shares: [RowShares.Row]
    /// The names around open files.
    let names: NameIndexes
  }

  /// The findings of checks down to a depth, while deeper checks go on.
  package struct Interim: Sendable {
    let edition: Int
    let depth: Validator.Depth
    let diagnostics: [Diagnostic]
  }

  /// Finds the shares of rows in module files of a pack and its rules.
  package typealias FindShares =
    @Sendable (
      _ modules: Set<String>, _ pack: String, _ rules: String, _ files: ContentFiles, _ isCancelled: () -> Bool
    ) -> [RowShares.Row]

  let edition: Int
  let latest: LatestEdition
  let validator: Validator
  let inputs: [Validator.Input]
  let store: SourceStore
  /// The names of open files.
  let open: [String]
  let findShares: FindShares

  /// True if a newer state has made it useless.
  package var isCancelled: Bool { latest.current != edition }

  /// Validates everything, and passes interim findings to `show`. Any thread.
  package func run(_ show: (Interim) -> Void = { _ in }) -> Result? {
    var validator = validator
    validator.isCancelled = { [edition, latest] in latest.current != edition }
    validator.depth = .engines
    let interim = validator.validate(inputs, in: store)
    if isCancelled { return nil }
    show(Interim(edition: edition, depth: .engines, diagnostics: interim.diagnostics))
    validator.depth = .everything
    let report = validator.validate(inputs, in: store)
    if isCancelled { return nil }
    var causes = report
    causes.diagnostics = FollowUps(in: store) { validator.validate(inputs, in: $0) }.causes(of: report)
    var plan = FixPlan(causes, in: store)
    _ = plan.confirm(report, over: store) { validator.validate(inputs, in: $0) }
    let shares = isCancelled ? [] : shares()
    var names = NameIndexes(store, ruleSet: validator.ruleSet)
    for name in open where !isCancelled { _ = try? names.indexes(of: [name]) }
    if isCancelled { return nil }
    return Result(edition: edition, report: report, fixes: plan.edits, shares: shares, names: names)
  }

  private func shares() -> [RowShares.Row] {
    let files = store.contentFiles
    let modules = open.filter { name in store.file(name).documents.contains { $0.root["decisions" as Text] != nil } }
    let byRules = Dictionary(grouping: modules) { ruleSet(of: $0) ?? "" }
    return byRules.filter { !$0.key.isEmpty }.ordered { $0.key < $1.key }.flatMap { rules, modules -> [RowShares.Row] in
      guard let pack = RuleSetCheck.packs(beside: rules, files: files).first else { return [] }
      return findShares(Set(modules), pack, rules, files) { isCancelled }
    }
  }

  /// The folder of the rule set that the file called `name` is in; nil if it is in none.
  private func ruleSet(of name: String) -> String? {
    var folder = FilePath.folder(name)
    while folder != ".", folder != "/", FilePath.name(folder) != ".." {
      if store.kind("\(folder)/\(RuleSetLoader.manifestName)") == .file { return folder }
      folder = FilePath.folder(folder)
    }
    return nil
  }
}

/// The diagnostics that the client is shown, by file.
///
/// Quick checks show theirs at once. Findings of slow checks stay until these have run again, except in files that have changed since:
/// their lines would be wrong there.
struct ShownDiagnostics {
  /// The shown diagnostics by file name; those about no file are under the empty name.
  private(set) var byFile: [String: [Diagnostic]] = [:]
  /// The findings of each depth that earlier depths do not have.
  private var byDepth: [Validator.Depth: [Diagnostic]] = [:]
  /// Files that changed since they were shown.
  private var changed: Set<String> = []

  /// Notes that the file called `name` has changed, so that its diagnostics are shown again.
  mutating func noteChange(of name: String) { changed.insert(name) }

  /// Shows the findings down to `depth`. Returns the names of files to show again.
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
