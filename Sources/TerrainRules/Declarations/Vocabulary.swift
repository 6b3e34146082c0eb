import Synchronization
import TerrainBase
import TerrainExpressions

/// The types that a pack adds to the rule language: its enums and collections (closed sets of ids), and its kinds (records).
///
/// Types are looked up one by one when a module mentions them, so that a pack need not make unused types.
package struct PackVocabulary: Sendable {
  /// All names, sorted; for suggestions.
  package var names: @Sendable () -> [Text]
  /// The type that a name denotes: an enumeration for an enum or a collection, a record for a kind. Nil for unknown names. `CELType.error`
  /// if the name exists but its type cannot be read; its uses are then not diagnosed.
  package var type: @Sendable (Text) -> CELType?

  /// A vocabulary with these two functions.
  package init(names: @escaping @Sendable () -> [Text], type: @escaping @Sendable (Text) -> CELType?) {
    self.names = names
    self.type = type
  }

  /// A vocabulary of `types`.
  package init(_ types: [Text: CELType]) {
    let sorted = types.keys.ordered()
    self.init(names: { sorted }, type: { types[$0] })
  }

  /// The vocabulary of a pack that cannot be read: every name may belong to it.
  package static let unknown = PackVocabulary(names: { [] }, type: { _ in .error })

  /// A vocabulary without types.
  package static let empty = PackVocabulary([:])
}

/// The lookups of rules in a pack's vocabulary, with their answers. As long as the answers stay the same, so do the types of the rules.
package final class VocabularyAnswers: Sendable {
  private struct Answers {
    var names: [Text]?
    var types: [Text: CELType?] = [:]
  }

  private let answers = Mutex(Answers())

  /// A record of no lookups.
  package init() {}

  /// A vocabulary that forwards to `vocabulary` and records all lookups here.
  package func noting(_ vocabulary: PackVocabulary) -> PackVocabulary {
    PackVocabulary(
      names: { [self] in
        let names = vocabulary.names()
        answers.withLock { $0.names = names }
        return names
      },
      type: { [self] name in
        let type = vocabulary.type(name)
        answers.withLock { $0.types[name] = .some(type) }
        return type
      })
  }

  /// True if `vocabulary` still gives the recorded answers.
  package func areTrue(of vocabulary: PackVocabulary) -> Bool {
    let answers = answers.withLock { $0 }
    if let names = answers.names, names != vocabulary.names() { return false }
    // Every name is looked up again, even after a difference, because a pack reports mistakes of a type when it is first used.
    return answers.types.ordered { $0.key < $1.key }.filter { vocabulary.type($0.key) != $0.value }.isEmpty
  }
}
