import Synchronization
import TerrainExpressions
import TerrainBase

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
