import Synchronization
import TerrainBase
import TerrainExpressions

/// The types a pack adds to the rule language: its enums and collections (closed sets of ids), and its kinds (records).
///
/// Looked up one by one, when a module mentions one, so that a pack need not make unused ones.
package struct PackVocabulary: Sendable {
  /// The names there are, sorted; for suggestions.
  package var names: @Sendable () -> [Text]
  /// The type that a name denotes: an enumeration for an enum or a collection, a record for a kind. It is
  /// `CELType.error` where there is such a name and its type cannot be read: then what mentions it is not diagnosed.
  package var type: @Sendable (Text) -> CELType?

  /// A vocabulary that answers by these two functions.
  package init(names: @escaping @Sendable () -> [Text], type: @escaping @Sendable (Text) -> CELType?) {
    self.names = names
    self.type = type
  }

  /// A vocabulary of `types`.
  package init(_ types: [Text: CELType]) {
    let sorted = types.keys.ordered()
    self.init(names: { sorted }, type: { types[$0] })
  }

  /// The vocabulary of a pack that cannot be read: any name may be one of its.
  package static let unknown = PackVocabulary(names: { [] }, type: { _ in .error })

  /// No types but CEL's own.
  package static let empty = PackVocabulary([:])
}

/// What rules have looked up in the vocabulary of a pack, and found: while that stays the same, so do the rules' types.
package final class VocabularyAnswers: Sendable {
  private struct Answers {
    var names: [Text]?
    var types: [Text: CELType?] = [:]
  }

  private let answers = Mutex(Answers())

  /// Nothing was asked for yet.
  package init() {}

  /// `vocabulary`, as seen by somebody whose questions are noted here.
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

  /// Whether `vocabulary` gives the answers that were given.
  package func areTrue(of vocabulary: PackVocabulary) -> Bool {
    let answers = answers.withLock { $0 }
    if let names = answers.names, names != vocabulary.names() { return false }
    // Every name is asked for again, also after one that differs: a pack diagnoses a type when it is first needed.
    return answers.types.ordered { $0.key < $1.key }.filter { vocabulary.type($0.key) != $0.value }.isEmpty
  }
}
