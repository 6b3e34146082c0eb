import TerrainDocuments
import TerrainRules

/// A pack with its rules in which files and proofs show nothing wrong: what people get of it can be checked.
package struct SoundSystem: Sendable {
  /// What a check of it found.
  package struct Findings: Sendable {
    /// What is wrong.
    package var diagnostics: [Diagnostic] = []
    /// What was checked, and how much of it: "scenarios", 60.
    package var checked: [(what: String, count: Int)] = []

    /// Nothing.
    package init() {}

    /// Adds what another check found.
    package mutating func add(_ other: Findings) {
      diagnostics += other.diagnostics
      for (what, count) in other.checked {
        if let index = checked.firstIndex(where: { $0.what == what }) {
          checked[index].count += count
        } else {
          checked.append((what, count))
        }
      }
    }
  }

  /// The pack's folder.
  package let pack: String
  /// The folder of its rules.
  package let rules: String
  /// The files that both are read from.
  package private(set) var files: ContentFiles
  /// True if tests of its decisions fail.
  package let hasFailingTests: Bool
  /// True if the author ignores or has accepted a diagnostic.
  package let isAnswered: @Sendable (Diagnostic) -> Bool
  /// True if the result is no longer needed.
  package let isCancelled: @Sendable () -> Bool

  /// The same system, read from `store`.
  func reading(_ store: SourceStore) -> SoundSystem {
    var system = self
    system.files = store.contentFiles
    return system
  }

  /// The pack and rules of `validation`; nil if it has no pack, or where `errors` are about either of them.
  init?(_ validation: RuleSetValidation, besides errors: [Diagnostic]) {
    guard let user = validation.user, validation.isNeeded else { return nil }
    pack = user.contents.folder
    rules = validation.folder
    files = validation.store.contentFiles
    isAnswered = validation.isAnswered
    isCancelled = validation.isCancelled
    let prefixes = [pack, rules].map { $0 == "." ? "" : "\($0)/" }
    let folder = rules == "." ? "" : "\(rules)/"
    hasFailingTests = errors.contains { error in
      error.code == Diagnostic.testFailedCode && error.place?.source.name.hasPrefix(folder) == true
    }
    // Tests that fail show something about rules that can be run; those of an unknown decision, that one has another name.
    let isSound = errors.allSatisfy { error in
      if error.code.hasPrefix("rules/test-"), error.code != Diagnostic.testUnknownDecisionCode { return true }
      guard let name = error.place?.source.name else { return false }
      return !prefixes.contains(where: name.hasPrefix)
    }
    guard isSound else { return nil }
  }
}
