import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The texts of a pack that are translated into one locale, in the order of files and places.
package struct PackTexts: Sendable {
  /// A text in the default locale, and its translation.
  package struct Unit: Sendable {
    /// A name that stays where records move: `KIND:RECORD:PATH`.
    package let key: String
    /// The text, or the map from locales to texts.
    let node: Node
    /// The text in the default locale.
    package let source: Text
    /// The text in the other locale, and where it is; nil where there is none.
    package let target: (text: Text, node: Node)?
    /// How many characters it has at most.
    package let limit: Int?
    /// Whether its placeholders are filled.
    let isFilled: Bool

    /// Whether aliases repeat it, which a translation would change too.
    var isAnchored: Bool {
      let (bytes, start) = (node.document.source.bytes, Int(node.range.start))
      let word = bytes[..<start].reversed().drop { $0 == 0x20 }.prefix { $0 > 0x20 }
      return word.last == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "&")
    }

    /// Where it is: the translation, or else the text.
    package var place: Place { (target?.node ?? node).place }
  }

  /// The pack.
  package let pack: PackContents
  /// The locale of the sources.
  package let source: LanguageTag
  /// The locale that is translated into.
  package let target: LanguageTag
  /// The texts.
  package let units: [Unit]

  /// The texts of `pack` and their translations into `target`.
  ///
  /// - Throws: that the pack has no default locale, or does not support the other one.
  package init(_ pack: PackContents, into target: LanguageTag) throws(DiagnosticError) {
    guard let source = pack.defaultLocale, source != target, pack.supportedLocales.contains(target) else {
      throw DiagnosticError(.notTranslated(into: target, pack))
    }
    let limits = Dictionary(
      pack.fields.uses.compactMap { use in use.roles.longestText.map { (use.node.place, $0) } }
    ) { min($0, $1) }
    var names = TextNames(pack)
    var units: [Unit] = []
    for text in LocalizedTexts(pack).all.ordered(by: { Self.isBefore($0.node.place, $1.node.place) }) {
      let texts = text.texts(pack.locales, defaultLocale: source)
      // An alias is the text of its anchor.
      guard !text.node.isAlias, let first = texts.first, first.locale == source else { continue }
      let own = texts.first { $0.locale == target }
      // Numbers and signs are the same in every language.
      if own == nil, !TextContents.hasWords(first.text) { continue }
      units.append(
        Unit(
          key: names.key(of: text.node, kind: text.kind), node: text.node, source: first.text,
          target: own.map { ($0.text, $0.node) },
          limit: limits[text.node.place], isFilled: text.kind == Messages.kind))
    }
    self.units = units
    self.pack = pack
    self.source = source
    self.target = target
  }

  /// The locales that the texts of `pack` are translated into.
  package static func targets(of pack: PackContents) -> [LanguageTag] {
    pack.supportedLocales.filter { $0 != pack.defaultLocale }
  }

  private static func isBefore(_ one: Place, _ other: Place) -> Bool {
    (one.source.name, one.range.start) < (other.source.name, other.range.start)
  }
}

/// Names of texts by the records that they are in.
private struct TextNames {
  private let records: [ObjectIdentifier: [(range: SourceRange, owner: String, path: String)]]
  private var taken: [String: Int] = [:]

  init(_ pack: PackContents) {
    let all = pack.kinds.flatMap(\.records)
    records = Dictionary(grouping: all) { ObjectIdentifier($0.node.document) }.mapValues { records in
      records.map { (range: $0.node.range, owner: "\($0.kind):\($0.id)", path: $0.node.path) }.ordered {
        $0.range.start < $1.range.start
      }
    }
  }

  mutating func key(of node: Node, kind: Text?) -> String {
    let start = node.range.start
    let record = records[ObjectIdentifier(node.document)]?.last { $0.range.start <= start && start < $0.range.end }
    let owner = record?.owner ?? (kind.map { "\($0):" } ?? "pack:")
    let path = node.path.dropFirst(record?.path.count ?? 0).drop { $0 == "." }
    let key = Self.token("\(owner):\(path)")
    let count = taken[key, default: 0] + 1
    taken[key] = count
    return count == 1 ? key : "\(key):\(count)"
  }

  /// `text` with the characters that the ids of XLIFF have.
  private static func token(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_", ":": String(scalar)
      case "[": "."
      case "]": ""
      default: "_\(String(scalar.value, radix: 16))_"
      }
    }.joined()
  }
}

extension Diagnostic {
  fileprivate static func notTranslated(into locale: LanguageTag, _ pack: PackContents) -> Diagnostic {
    let known = PackTexts.targets(of: pack).map(\.text)
    return Diagnostic(
      code: "texts/locale", message: "the texts of this pack are not translated into `\(locale)`",
      place: (pack.manifest["supported_locales"] ?? pack.manifest).place,
      fix: Suggestion.fix(locale.text, among: known)
        ?? (known.isEmpty ? "add it to `supported_locales`" : "they are translated into \(known.quotedBriefly)"))
  }
}
