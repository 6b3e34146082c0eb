import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// What a pack has, counted: records of each kind, words of each vocabulary in use, tables of coverage, texts in each locale,
/// and how many sets of answers lead to each outcome of its quiz.
package struct PackStats: Sendable {
  /// How many records a kind has, in how many files.
  package struct KindCount: Sendable {
    /// The kind's name.
    package let kind: Text
    /// Its records.
    package let records: Int
    /// The files they are in.
    package let files: Int
  }

  /// How often the words of a vocabulary are used.
  package struct VocabularyCount: Sendable {
    /// The vocabulary's name.
    package let vocabulary: Text
    /// Its words in order, and how many values are one.
    package let values: [(value: Text, uses: Int)]
  }

  /// How many texts are there in a locale.
  package struct LocaleCount: Sendable {
    /// The locale.
    package let locale: LanguageTag
    /// The texts that have it.
    package let texts: Int
  }

  /// The pack's id.
  package let id: Text
  /// Its version, as written.
  package let version: Text
  /// Its kinds, in order.
  package let kinds: [KindCount]
  /// The vocabularies that content uses, in order.
  package let vocabularies: [VocabularyCount]
  /// How many texts there are.
  package let texts: Int
  /// Its locales, the default one first.
  package let locales: [LocaleCount]
  /// The shares of the quiz's outcomes; nil for a pack without a quiz, or without rules at hand.
  package let shares: QuizShares?
  let tables: [CoverageTable]

  /// Counts the pack at `path`, a folder or a built file.
  ///
  /// - Parameter engine: the scoring engine over the pack, for shares; nil where it has no quiz.
  package init(_ path: String, engine: ScoringEngine? = nil) throws(DiagnosticError) {
    try self.init(PackContents.load(path), engine: engine)
  }

  /// Counts the pack at `path`, whose files come from `files`.
  package init(_ path: String, files: ContentFiles, engine: ScoringEngine?) throws(DiagnosticError) {
    try self.init(PackContents.load(path, from: files), engine: engine)
  }

  package init(_ pack: PackContents, engine: ScoringEngine?) throws(DiagnosticError) {
    id = pack.manifest["id"]?.text ?? ""
    version = pack.manifest["version"]?.text ?? ""
    kinds = pack.kinds.map { KindCount(kind: $0.name, records: $0.records.count, files: $0.files.count) }
    var uses: [Text: [Text: Int]] = [:]
    for use in pack.fields.uses {
      guard let value = use.node.text else { continue }
      for vocabulary in use.roles.vocabularies { uses[vocabulary, default: [:]][value, default: 0] += 1 }
    }
    vocabularies = pack.vocabularies.compactMap { vocabulary in
      guard let counts = uses[vocabulary.name] else { return nil }
      return VocabularyCount(
        vocabulary: vocabulary.name, values: vocabulary.values.map { ($0.text, counts[$0.text] ?? 0) })
    }
    tables =
      pack.manifest["checks"]?[Coverage.name]?.elements.compactMap { CoverageTable.read($0, in: pack).table } ?? []
    let texts = pack.fields.uses.filter { $0.roles.isLocalized && ($0.node.kind == .map || $0.node.kind == .string) }
    self.texts = texts.count
    var all = pack.defaultLocale.map { [$0] } ?? []
    all += pack.supportedLocales.filter { !all.contains($0) }
    locales = all.map { locale in
      LocaleCount(locale: locale, texts: texts.count { Self.has($0.node, locale, pack.defaultLocale) })
    }
    shares = try engine.map { (engine) throws(DiagnosticError) in try QuizShares(engine) }
  }

  private static func has(_ text: Node, _ locale: LanguageTag, _ defaultLocale: LanguageTag?) -> Bool {
    if text.kind == .string { return locale == defaultLocale }
    return text.members.contains { key, _ in key.text.flatMap { try? LanguageTag(parsing: $0) } == locale }
  }
}
