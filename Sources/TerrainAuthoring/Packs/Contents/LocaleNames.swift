import Synchronization
import TerrainDocuments
import TerrainValues

/// The locales that texts are in, by how they are written: each is read once, and not at every text.
final class LocaleNames: Sendable {
  private let known = Mutex<[Text: LanguageTag?]>([:])

  /// The locale that `key` is the name of; nil where it is none.
  func locale(of key: Node) -> LanguageTag? {
    guard let name = key.text else { return nil }
    return known.withLock { known in
      if let locale = known[name] { return locale }
      let locale = try? LanguageTag(parsing: name)
      known[name] = .some(locale)
      return locale
    }
  }
}
