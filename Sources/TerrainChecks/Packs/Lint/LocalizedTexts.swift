import TerrainDocuments
import TerrainEngines
import TerrainBase

/// A text of a pack, in one locale or in several.
struct PackText: Sendable {
  /// The text, or the map from locales to texts.
  let node: Node
  /// The kind whose file it is in; nil for the manifest.
  let kind: Text?

  /// Whether it is filled in, as messages are.
  var isMessage: Bool { kind == Messages.kind }

  /// The text in each locale of `locales`, the default one first; what is not a text is left out.
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
  /// The texts, each once: those that schemas mark first, then the manifest's, then those of records, in the order of the files.
  private(set) var all: [PackText] = []
  private var seen: Set<Seen> = []
  private let names: Set<Text>
  private let kinds: [ObjectIdentifier: Text]
  /// What is known of documents.
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

  /// The maps that are texts by their keys. Readers bound how deep documents nest, so the recursion is bounded.
  private func texts(under node: Node) -> [Node] {
    if node.kind == .list { return node.elements.flatMap(texts) }
    guard node.kind == .map else { return [] }
    if node.members.contains(where: { $0.key.text.map(names.contains) ?? false }) { return [node] }
    return node.members.flatMap { texts(under: $0.value) }
  }
}
