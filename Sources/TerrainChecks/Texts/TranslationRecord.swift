import TerrainDocuments
import TerrainBase

/// Which translation was made of which text: hashes of both, whatever the place they are at.
///
/// A translation that is in the record only beside other texts is stale. Of one that is not in it, written by hand, nothing is known.
package struct TranslationRecord: Sendable {
  /// The file's name, in the folder of the pack.
  package static let fileName = "translations.lock"

  private static let heading = """
    # Which translation was made of which text: LOCALE TRANSLATION TEXT, the texts as hashes.
    # Written by `terrain texts import`. Where git reports a conflict, keep the lines of both.

    """

  /// What is known of a translation.
  enum Standing { case current, stale, unknown }

  /// The hashes of texts, by the locale and the hash of their translation: `zh-Hans 0123456789abcdef`.
  private var sources: [String: Set<String>] = [:]

  /// An empty record.
  package init() {}

  /// The record in `source`; lines that are something else, a merge's marks for example, are ignored.
  package init(_ source: SourceText) {
    for line in String(decoding: source.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, words[1...].allSatisfy({ $0.utf8.count == 16 }) else { continue }
      sources["\(words[0]) \(words[1])", default: []].insert(words[2])
    }
  }

  /// The file's text.
  package var text: String {
    Self.heading
      + sources.ordered { $0.key < $1.key }.flatMap { target, sources in sources.ordered().map { "\(target) \($0)\n" } }
      .joined()
  }

  /// What is known of the translation `target` of `source`.
  func standing(_ source: Text, _ target: Text, in locale: LanguageTag) -> Standing {
    guard let known = sources[Self.key(target, locale)] else { return .unknown }
    return known.contains(Self.hash(source)) ? .current : .stale
  }

  /// Notes that `target` was made of `source`.
  mutating func add(_ source: Text, _ target: Text, in locale: LanguageTag) {
    sources[Self.key(target, locale), default: []].insert(Self.hash(source))
  }

  /// Leaves out translations into `locale` that are not among `targets`.
  mutating func keep(_ targets: [Text], in locale: LanguageTag) {
    let kept = Set(targets.map { Self.key($0, locale) })
    sources = sources.filter { kept.contains($0.key) || !$0.key.hasPrefix("\(locale) ") }
  }

  private static func key(_ target: Text, _ locale: LanguageTag) -> String { "\(locale) \(hash(target))" }

  private static func hash(_ text: Text) -> String {
    let digits = String(StableHash.xxHash64(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
