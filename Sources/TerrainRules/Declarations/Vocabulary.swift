import TerrainExpressions
import TerrainBase

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
