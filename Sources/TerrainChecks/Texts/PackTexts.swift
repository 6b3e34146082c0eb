import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The texts of a pack that are translated into one locale, in the order of files and places.
package struct PackTexts: Sendable {
  /// A text in the default locale, and its translation.
  package struct Unit: Sendable {
    /// A key that stays the same if records move: `KIND:RECORD:PATH`.
    package let key: String
    /// The text, or the map from locales to texts.
    let node: Node
    /// The text in the default locale.
    package let source: Text
    /// The text in the other locale with its node; nil if it is missing.
    package let target: (text: Text, node: Node)?
    /// The maximum number of characters.
    package let limit: Int?
    /// True if its placeholders are filled.
    let isFilled: Bool

    /// True if aliases repeat it, which a translation would change too.
    var isAnchored: Bool {
      let (bytes, start) = (node.document.source.bytes, Int(node.range.start))
      let word = bytes[..<start].reversed().drop { $0 == 0x20 }.prefix { $0 > 0x20 }
      return word.last == UInt8(ascii: "&") || bytes[start] == UInt8(ascii: "&")
    }

    /// The location of the translation, or else of the text.
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
  /// - Throws: an error if the pack has no default locale, or does not support the other locale.
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

/// The remaining work for a translator of a pack's texts. Suppressed diagnostics do not count as work.
package struct TextStatus: Sendable {
  /// The problems of a translation.
  package enum Problem: String, Sendable, CaseIterable {
    case missing, stale, identical
    case placeholderLost = "placeholder_lost"
    case placeholderAdded = "placeholder_added"
    case tooLong = "too_long"

    /// Its name for people.
    package var name: String { self == .tooLong ? "longer than the limit" : rawValue.replacing("_", with: " ") }
  }

  /// The texts.
  package let texts: PackTexts
  /// The problems of each text, in the order of ``PackTexts/units``.
  package let problems: [[Problem]]
  /// The number of translations that are not in the record, so that it is unknown if they are stale.
  package let unrecorded: Int

  /// The status of `texts`, whose translations `record` knows.
  package init(_ texts: PackTexts, _ record: TranslationRecord) {
    self.texts = texts
    var unrecorded = 0
    let suppressions = Self.suppressions(texts)
    problems = texts.units.map { unit in
      guard let (target, node) = unit.target else { return [.missing] }
      func isIgnored(_ code: String) -> Bool { suppressions.answers(code, at: node.place) }
      var problems: [Problem] = []
      switch record.standing(unit.source, target, in: texts.target) {
      case .current: break
      case .stale: problems.append(.stale)
      case .unknown: unrecorded += 1
      }
      if target == unit.source, texts.source.language != texts.target.language, TextContents.hasWords(target),
        !isIgnored(Diagnostic.sameAsSourceCode)
      {
        problems.append(.identical)
      }
      if unit.isFilled {
        let (lost, added) = TextContents.differingPlaceholders(of: unit.source, in: target)
        if !lost.isEmpty, !isIgnored(Diagnostic.droppedPlaceholderCode) { problems.append(.placeholderLost) }
        if !added.isEmpty { problems.append(.placeholderAdded) }
      }
      if let limit = unit.limit, target.string.unicodeScalars.count > limit { problems.append(.tooLong) }
      return problems
    }
    self.unrecorded = unrecorded
  }

  private static func suppressions(_ texts: PackTexts) -> Suppressions {
    var documents: [ObjectIdentifier: Document] = [:]
    for unit in texts.units { documents[ObjectIdentifier(unit.node.document)] = unit.node.document }
    var suppressions = Suppressions()
    suppressions.add(Array(documents.values))
    return suppressions
  }

  /// The number of texts with `problem`.
  package func count(_ problem: Problem) -> Int { problems.count { $0.contains(problem) } }

  /// True if every text has an up-to-date translation.
  package var isDone: Bool { problems.allSatisfy { $0.isEmpty || $0 == [.identical] } }

  /// For people: the counts, and a line per text with a problem.
  package var text: String {
    let counts = Problem.allCases.map { "\(count($0)) \($0.name)" }.joined(separator: ", ")
    var text = "\(texts.target): \(texts.units.count.counted("text")), \(counts), \(unrecorded) not recorded\n"
    for (unit, problems) in zip(texts.units, problems) where !problems.isEmpty {
      text += "\(unit.place.fileAndLine): \(problems.map(\.name).joined(separator: ", ")): \(unit.key)\n"
    }
    return text
  }

  /// For programs.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("locale", texts.target.text)
      writer.key("texts")
      writer.int(texts.units.count)
      for problem in Problem.allCases {
        writer.key(Text(problem.rawValue))
        writer.int(count(problem))
      }
      writer.key("not_recorded")
      writer.int(unrecorded)
      writer.array("problems") { writer in
        for (unit, problems) in zip(texts.units, problems) where !problems.isEmpty {
          writer.object { writer in
            writer.member("id", Text(unit.key))
            writer.member("file", Text(unit.place.source.name))
            writer.key("line")
            writer.int(unit.place.line)
            writer.array("problems") { writer in for problem in problems { writer.string(Text(problem.rawValue)) } }
          }
        }
      }
    }
  }
}

/// The name of a text in a unit of XLIFF.
///
/// The `id` of a unit is a name token of XML. The key of a text contains ids of records, which may have any character. A key that is not a
/// token goes into the attribute `name`, and the `id` is a number.
enum UnitName {
  private static let prefix: Character = "u"

  /// The attributes of the unit `number` that is about the text `key`.
  static func attributes(_ key: String, number: Int) -> String {
    guard isToken(key) else {
      return "id=\"\(prefix)\(number)\" name=\"\(XMLText.escaped(encoded(key), inAttribute: true))\""
    }
    return "id=\"\(key)\""
  }

  /// The key of the text that a unit with these attributes is about.
  static func key(id: String, name: String?) -> String {
    // Keys of texts contain a colon, and numbers none.
    guard let name, id.first == prefix, !id.contains(":") else { return id }
    return decoded(name)
  }

  /// `key` with `\u{…}` for characters that XML does not have or a parser would change.
  private static func encoded(_ key: String) -> String {
    key.unicodeScalars.map { scalar in
      let isControl = scalar.properties.generalCategory == .control || scalar.value == 0xFFFE || scalar.value == 0xFFFF
      return isControl || scalar == "\\" ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  private static func decoded(_ name: String) -> String {
    name.replacing(/\\u\{([0-9a-f]{1,6})\}/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
    }
  }

  /// Returns true if `text` is a name token of XML 1.0.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D,
          0x37F...0x1FFF, 0x200C...0x200D, 0x203F...0x2040, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
          0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
          true
        default: false
        }
      }
  }
}
