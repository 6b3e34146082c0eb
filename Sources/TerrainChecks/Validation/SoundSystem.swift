import TerrainDocuments
import TerrainRules

/// A pack with its rules whose files and proofs have no errors, so that results for people can be checked.
package struct SoundSystem: Sendable {
  /// The findings of a check.
  package struct Findings: Sendable {
    /// The diagnostics.
    package var diagnostics: [Diagnostic] = []
    /// The things that were checked, with their number: "scenarios", 60.
    package var checked: [(what: String, count: Int)] = []

    /// Nothing.
    package init() {}

    /// Adds the findings of another check.
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

  /// The pack and rules of `validation`; nil if it has no pack, or if `errors` are about either of them.
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
    // Rules with failing tests can be run, but tests of an unknown decision show that a decision has another name.
    let isSound = errors.allSatisfy { error in
      if error.code.hasPrefix("rules/test-"), error.code != Diagnostic.testUnknownDecisionCode { return true }
      guard let name = error.place?.source.name else { return false }
      return !prefixes.contains(where: name.hasPrefix)
    }
    guard isSound else { return nil }
  }
}
