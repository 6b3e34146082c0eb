import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Defects that people would read: a brace that is not closed, a placeholder that a translation drops or that nothing
/// fills, a translation that is not one, a note of an author to themselves.
enum TextContents {
  @Sendable static func findings(_ texts: LocalizedTexts, in pack: PackContents) -> [Diagnostic] {
    guard let locale = pack.defaultLocale else { return [] }
    let found = TextFindings(texts.memory, defaultLocale: locale)
    return texts.all.flatMap { text in
      found.value(of: text) { findings(in: text, pack.locales, defaultLocale: locale) }
    }
  }

  private static func findings(
    in text: PackText, _ locales: LocaleNames, defaultLocale: LanguageTag
  ) -> [Diagnostic] {
    let texts = text.texts(locales, defaultLocale: defaultLocale)
    let isMessage = text.isMessage
    var diagnostics: [Diagnostic] = []
    for (locale, words, node) in texts {
      diagnostics += unfinished(words, at: node)
      if isMessage {
        diagnostics += MessagePattern.wide(in: words).map { .wideBraces($0.name, at: node, $0.range) }
        if let range = otherPlaceholder(in: words) { diagnostics.append(.otherPlaceholder(words, at: node, range)) }
      }
      guard words.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { continue }
      let pattern = MessagePattern(words)
      if let problem = pattern.problems.first(where: { isMessage || $0.isBrace }) {
        diagnostics.append(.malformedText(at: node, problem))
      } else if isMessage {
        diagnostics += otherCategories(pattern, locale, at: node)
      } else {
        diagnostics += pattern.arguments.map { .onlyMessagesAreFilled($0.name, at: node, $0.range) }
      }
    }
    guard let source = texts.first, source.locale == defaultLocale else { return diagnostics }
    for translation in texts.dropFirst() {
      // Elsewhere nothing fills them, whatever a translation has.
      if isMessage { diagnostics += dropped(from: source, in: translation) }
      if translation.text == source.text, translation.locale.language != defaultLocale.language,
        hasWords(source.text)
      {
        diagnostics.append(.sameAsSource(translation.locale, at: translation.node, source: source.node))
      }
    }
    return diagnostics
  }

  /// Returns true if `text` has a letter outside of its placeholders.
  static func hasWords(_ text: Text) -> Bool { MessagePattern(text).words.contains { $0.contains(where: \.isLetter) } }

  /// Branches for plural categories that do not exist in `locale`.
  private static func otherCategories(_ pattern: MessagePattern, _ locale: LanguageTag, at node: Node) -> [Diagnostic] {
    let branches = pattern.arguments.flatMap { argument -> [MessagePattern.Branch] in
      if case .plural(let branches) = argument.format { branches } else { [] }
    }
    guard !branches.isEmpty else { return [] }
    let known = LocaleFormat(locale).categories
    return branches.compactMap { branch in
      guard case .category(let category) = branch.selector, !known.contains(category) else { return nil }
      return .otherCategory(category, locale, known, at: node, branch.range)
    }
  }

  // MARK: Placeholders

  /// The bytes of the first placeholder as other programs write it: `%d`, or `${` before a name.
  private static func otherPlaceholder(in words: Text) -> Range<Int>? {
    let bytes = Array(words.utf8)
    return bytes.indices.lazy.compactMap { index -> Range<Int>? in
      guard index + 1 < bytes.count else { return nil }
      let isLast = index + 2 == bytes.count || !Character(Unicode.Scalar(bytes[index + 2])).isLetter
      switch (bytes[index], Unicode.Scalar(bytes[index + 1])) {
      case (UInt8(ascii: "$"), "{"): return index..<index + 2
      case (UInt8(ascii: "%"), "d"), (UInt8(ascii: "%"), "i"), (UInt8(ascii: "%"), "s"), (UInt8(ascii: "%"), "@"):
        return isLast ? index..<index + 2 : nil
      default: return nil
      }
    }.first
  }

  /// Placeholders of the source that its translation lacks, and placeholders of the translation that the source lacks. Misspelled
  /// placeholders are reported by the check that knows the values.
  private static func dropped(
    from source: (locale: LanguageTag, text: Text, node: Node),
    in translation: (locale: LanguageTag, text: Text, node: Node)
  ) -> [Diagnostic] {
    let missing = lostPlaceholders(of: source.text, in: translation.text)
    if !missing.isEmpty {
      return [
        .droppedPlaceholders(
          missing, translation.locale, at: translation.node, other: source.node, "the text it translates")
      ]
    }
    let absent = lostPlaceholders(of: translation.text, in: source.text)
    guard !absent.isEmpty, otherPlaceholder(in: source.text) == nil, MessagePattern(source.text).problems.isEmpty else {
      return []
    }
    return [
      .droppedPlaceholders(absent, source.locale, at: source.node, other: translation.node, "its translation")
    ]
  }

  /// The placeholders of `source` that `translation` lacks, each once; none if it only spells them differently.
  static func lostPlaceholders(of source: Text, in translation: Text) -> [Text] {
    guard !MessagePattern(translation).problems.contains(where: \.isBrace) else { return [] }
    let (lost, added) = differingPlaceholders(of: source, in: translation)
    let wide = MessagePattern.wide(in: translation).map(\.name)
    let missing = lost.filter { !wide.contains($0) }
    return missing.count > added.count + Set(wide).subtracting(lost).count ? missing : []
  }

  /// The placeholders of `source` that `translation` lacks, and its additional placeholders, each once.
  static func differingPlaceholders(of source: Text, in translation: Text) -> (lost: [Text], added: [Text]) {
    let brace = UInt8(ascii: "{")
    guard source != translation, source.utf8.contains(brace) || translation.utf8.contains(brace) else {
      return ([], [])
    }
    let (names, own) = (MessagePattern(source).arguments.map(\.name), MessagePattern(translation).arguments.map(\.name))
    func difference(_ names: [Text], _ others: [Text]) -> [Text] {
      names.reduce(into: []) { if !others.contains($1), !$0.contains($1) { $0.append($1) } }
    }
    return (difference(names, own), difference(own, names))
  }

  // MARK: Notes

  /// The marks of unfinished text that editors know, in any language.
  private static let markers = ["TODO", "FIXME", "XXX", "TBD"]
  private static let filler = "lorem ipsum"

  /// The first note to oneself in `text`.
  private static func unfinished(_ text: Text, at node: Node) -> [Diagnostic] {
    let string = text.string
    guard mayBeUnfinished(string) else { return [] }
    for marker in markers {
      var rest = string[...]
      while let range = rest.firstRange(of: marker) {
        let before = string[..<range.lowerBound].last
        let after = string[range.upperBound...].first
        if !(before.map(isPartOfWord) ?? false), !(after.map(isPartOfWord) ?? false) {
          return [.unfinishedText(marker, at: node, bytes(range, of: string))]
        }
        rest = string[range.upperBound...]
      }
    }
    guard let range = string.lowercased().firstRange(of: filler) else { return [] }
    // If the lower case of the text has another length, the range differs.
    let lowered = bytes(range, of: string.lowercased())
    let isSame = Array(string.utf8).count == Array(string.lowercased().utf8).count
    return [.unfinishedText(filler, at: node, isSame ? lowered : 0..<string.utf8.count)]
  }

  /// The bytes of everything that marks a text as unfinished, letters in lower case.
  private static let sought = (markers + [filler]).map { $0.utf8.map { $0 | 0x20 } }

  /// Returns true if `string` contains the bytes of a marker in either case. Nearly every text contains none, and comparing bytes is many
  /// times faster than comparing characters.
  private static func mayBeUnfinished(_ string: String) -> Bool {
    var string = string
    return string.withUTF8 { bytes in
      sought.contains { marker in
        bytes.count >= marker.count
          && (0...bytes.count - marker.count).contains { start in
            marker.indices.allSatisfy { bytes[start + $0] | 0x20 == marker[$0] }
          }
      }
    }
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character == "_" || character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func bytes(_ range: Range<String.Index>, of string: String) -> Range<Int> {
    let start = string[..<range.lowerBound].utf8.count
    return start..<start + string[range].utf8.count
  }
}

extension Diagnostic {
  fileprivate static func malformedText(at node: Node, _ problem: MessagePattern.Problem) -> Diagnostic {
    let (message, fix): (String, String) =
      switch problem.kind {
      case .unclosed: ("this `{` is not closed in its text", "write a placeholder as `{name}`, or leave the brace out")
      case .closesNothing:
        ("this `}` closes nothing in its text", "write a placeholder as `{name}`, or leave the brace out")
      case .unknownFormat(let word):
        (
          word.isEmpty ? "after the comma of a placeholder comes a format" : "`\(word)` is not a format",
          Suggestion.fix(Text(word), among: formats)
            ?? "write one of \(formats.quotedBriefly), or leave the comma out"
        )
      case .unknownSelector(let word):
        (
          "`\(word)` is not a plural category",
          Suggestion.fix(Text(word), among: PluralCategory.allCases.map { $0.rawValue })
            ?? "write a category, such as `one` and `other`, or a number, such as `=0`"
        )
      case .repeatedSelector(let word): ("`\(word)` has a branch already", "leave one of the two out")
      case .noBranch: ("this branch has no text", "write it in braces: `other {# days}`")
      case .noOther:
        ("this plural has no branch `other`", "add `other {…}`: every number without a branch of its own takes it")
      case .tooDeep:
        (
          "plurals are inside each other more than \(MessagePattern.deepest) times",
          "write whole sentences in the branches"
        )
      case .excess(let word): ("`\(word)` does not belong to this placeholder", "leave it out")
      }
    return Diagnostic(
      code: problem.isBrace ? "pack/unclosed-brace" : "message/format", message: message,
      place: node.place(ofDecoded: problem.range), fix: fix, path: node.path)
  }

  private static let formats: [Text] = ["number", "date", "money", "plural"]

  fileprivate static func otherCategory(
    _ category: PluralCategory, _ locale: LanguageTag, _ known: [PluralCategory], at node: Node, _ range: Range<Int>
  ) -> Diagnostic {
    Diagnostic(
      code: "message/plural-category", severity: .warning,
      message: "no number is `\(category.rawValue)` in `\(locale)`, so this branch is never shown",
      place: node.place(ofDecoded: range),
      fix: "`\(locale)` has \(known.map { Text($0.rawValue) }.quotedBriefly)"
        + (category == .zero || category == .one || category == .two
          ? "; for the number itself write `=\(category == .zero ? 0 : category == .one ? 1 : 2)`" : ""),
      path: node.path)
  }

  fileprivate static func wideBraces(_ name: Text, at node: Node, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      code: "pack/unclosed-brace", message: "`\(name)` is in full-width braces, and so nothing fills it",
      place: node.place(ofDecoded: range), fix: "did you mean `{\(name)}`?", path: node.path)
  }

  fileprivate static func onlyMessagesAreFilled(_ name: Text, at node: Node, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      code: "pack/nothing-fills", severity: .warning,
      message: "nothing fills `{\(name)}`: only messages are filled in, and this text is not part of one",
      place: node.place(ofDecoded: range), fix: "leave the braces out, or use a message", path: node.path)
  }

  fileprivate static func droppedPlaceholders(
    _ names: [Text], _ locale: LanguageTag, at node: Node, other: Node, _ what: String
  ) -> Diagnostic {
    let list = names.map { "{\($0)}" }.allQuoted
    return Diagnostic(
      code: droppedPlaceholderCode, severity: .warning,
      message: "the text in `\(locale)` lacks \(list), which \(what) has",
      at: node, related: [.init(message: what, place: other.place)], fix: "add \(list)")
  }

  fileprivate static func otherPlaceholder(_ words: Text, at node: Node, _ range: Range<Int>) -> Diagnostic {
    let written = String(decoding: Array(words.utf8)[range], as: UTF8.self)
    let isDollar = written.hasPrefix("$")
    return Diagnostic(
      code: "pack/other-placeholder", severity: .warning,
      message: isDollar
        ? "people see the `$` before the value: a placeholder is a name in braces"
        : "people see `\(written)` as it is: a placeholder is a name in braces",
      place: node.place(ofDecoded: range),
      fix: isDollar ? "leave out the `$`" : "write `{…}` with the name of the value",
      path: node.path)
  }

  /// A translation equals its source.
  static let sameAsSourceCode = "pack/same-as-source"

  /// A translation that lacks a placeholder of its source.
  static let droppedPlaceholderCode = "pack/dropped-placeholder"

  fileprivate static func sameAsSource(_ locale: LanguageTag, at node: Node, source: Node) -> Diagnostic {
    Diagnostic(
      code: sameAsSourceCode, severity: .warning,
      message: "the text in `\(locale)` is the same as the one it translates", at: node,
      related: [.init(message: "the text it translates", place: source.place)],
      fix: "translate it; where it is a name, leave `\(locale)` out or answer this with "
        + "`# terrain:ignore \(sameAsSourceCode) it is a name`")
  }

  fileprivate static func unfinishedText(_ marker: String, at node: Node, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      code: "pack/unfinished-text", severity: .warning, message: "`\(marker)` marks a text that is not finished",
      place: node.place(ofDecoded: range), fix: "write the text, or remove the marker", path: node.path)
  }
}

/// The findings in single texts, cached as long as their document is the same.
struct TextFindings {
  /// The findings in the texts of a document, by their nodes.
  private final class Known: Sendable {
    let findings = Mutex<[Int32: [Diagnostic]]>([:])
  }

  private let memory: DocumentMemory?
  private let messages: DocumentMemory.Purpose?
  private let others: DocumentMemory.Purpose?

  /// The cached findings in `memory` for the texts of a pack with this default locale.
  init(_ memory: DocumentMemory?, defaultLocale: LanguageTag) {
    self.memory = memory
    messages = memory?.purpose("messages in \(defaultLocale.text)")
    others = memory?.purpose("texts in \(defaultLocale.text)")
  }

  /// The cached findings in `text`, else those of `find`.
  func value(of text: PackText, _ find: () -> [Diagnostic]) -> [Diagnostic] {
    guard let memory, let purpose = text.isMessage ? messages : others else { return find() }
    let known = memory.value(of: text.node.document, for: purpose) { Known() }
    if let found = known.findings.withLock({ $0[text.node.index] }) { return found }
    let found = find()
    known.findings.withLock { $0[text.node.index] = found }
    return found
  }
}

/// A text of a pack, in one locale or in several.
struct PackText: Sendable {
  /// The text, or the map from locales to texts.
  let node: Node
  /// The kind whose file it is in; nil for the manifest.
  let kind: Text?

  /// True if it is filled in, as messages are.
  var isMessage: Bool { kind == Messages.kind }

  /// The text in each locale of `locales`, the default locale first; values that are not texts are left out.
  func texts(
    _ locales: LocaleNames, defaultLocale: LanguageTag
  ) -> [(locale: LanguageTag, text: Text, node: Node)] {
    if let text = node.text { return [(defaultLocale, text, node)] }
    guard node.kind == .map else { return [] }
    let all = node.members.compactMap { key, value -> (locale: LanguageTag, text: Text, node: Node)? in
      guard let locale = locales.locale(of: key), let text = value.text else { return nil }
      return (locale, text, value)
    }
    return all.filter { $0.locale == defaultLocale } + all.filter { $0.locale != defaultLocale }
  }
}

/// Finds the texts of a pack: the values that a schema marks `x-localized`, and maps one of whose keys is a locale of the pack.
struct LocalizedTexts: Sendable {
  /// The texts, each once: first those marked by schemas, then the manifest's, then those of records, in the order of the files.
  private(set) var all: [PackText] = []
  private var seen: Set<Seen> = []
  private let names: Set<Text>
  private let kinds: [ObjectIdentifier: Text]
  /// The cache by document.
  let memory: DocumentMemory?

  private struct Seen: Hashable, Sendable {
    let document: ObjectIdentifier
    let index: Int32
  }

  /// The texts of `pack`.
  init(_ pack: PackContents, _ memory: DocumentMemory? = nil) {
    names = Set((pack.supportedLocales + (pack.defaultLocale.map { [$0] } ?? [])).map(\.text))
    kinds = Dictionary(
      pack.kinds.flatMap { kind in kind.files.map { (ObjectIdentifier($0.root.document), kind.name) } }
    ) { first, _ in first }
    self.memory = memory
    for use in pack.fields.uses where use.roles.isLocalized { add(use.node) }
    // Declarations of checks have locales as keys, and no texts.
    for (key, value) in pack.manifest.members where !key.isText("checks") { texts(under: value).forEach { add($0) } }
    let purpose = memory?.purpose("maps \(names.ordered().map(\.string))")
    for root in pack.kinds.flatMap(\.files).map(\.root) {
      let found = purpose.flatMap { purpose in memory?.value(of: root.document, for: purpose) { texts(under: root) } }
      (found ?? texts(under: root)).forEach { add($0) }
    }
  }

  private mutating func add(_ node: Node) {
    let document = ObjectIdentifier(node.document)
    guard seen.insert(Seen(document: document, index: node.index)).inserted else { return }
    all.append(PackText(node: node, kind: kinds[document]))
  }

  /// The maps that are localized texts, recognized by their keys. The recursion is bounded, because readers limit the nesting of documents.
  private func texts(under node: Node) -> [Node] {
    if node.kind == .list { return node.elements.flatMap(texts) }
    guard node.kind == .map else { return [] }
    if node.members.contains(where: { $0.key.text.map(names.contains) ?? false }) { return [node] }
    return node.members.flatMap { texts(under: $0.value) }
  }
}
