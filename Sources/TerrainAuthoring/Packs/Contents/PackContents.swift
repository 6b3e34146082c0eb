import TerrainContent
import TerrainDocuments
import TerrainValues

/// A pack as its files say it, as far as they can be read.
///
/// A `Pack` is not there while anything is wrong with it; this is, so that everything that is wrong can be said in one
/// run. It complains of nothing itself: schemas and the loader do.
package struct PackContents: Sendable {
  /// A kind of record.
  package struct Kind: Sendable {
    package let name: Text
    /// The name, where `pack.yaml` declares it.
    package let key: Node
    /// Where its records are, relative to the pack's folder; nil where that is not said.
    package let path: (text: String, node: Node)?
    /// Its schema's file, relative to the pack's folder.
    package let schema: (text: String, node: Node)?
    package fileprivate(set) var files: [File] = []
    package fileprivate(set) var records: [Record] = []
    /// False where a file of it cannot be read: there may be more records than these.
    package fileprivate(set) var isWhole = true
  }

  /// A file of records that could be read.
  package struct File: Sendable {
    package let path: String
    package let root: Node
  }

  /// A record that has an id.
  package struct Record: Sendable {
    package let kind: Text
    package let id: Text
    /// Where its id is written; the record itself where it is the only one of its file and has none.
    package let name: Node
    package let node: Node
  }

  /// A closed list of words.
  package struct Vocabulary: Sendable {
    package let name: Text
    package let key: Node
    package let values: [(text: Text, node: Node)]

    /// Where `value` is listed.
    package func node(of value: Text) -> Node? { values.first { $0.text == value }?.node }
  }

  /// The pack's folder.
  package let folder: String
  /// The root of `pack.yaml`.
  package let manifest: Node
  package let defaultLocale: LanguageTag?
  package let supportedLocales: [LanguageTag]
  package let kinds: [Kind]
  package let vocabularies: [Vocabulary]
  /// What the schemas say of fields beside their shape.
  package let fields: PackFields
  private let kindIndex: [Text: Int]
  private let recordIndex: [Text: [Text: Int]]
  private let vocabularyIndex: [Text: Int]

  /// The pack in `folder`, whose manifest is `manifest`; files come from `files`.
  package init(folder: String, manifest: Node, files store: SourceStore) {
    self.folder = folder
    self.manifest = manifest
    defaultLocale = manifest["default_locale"]?.text.flatMap { try? LanguageTag(parsing: $0) }
    supportedLocales =
      manifest["supported_locales"]?.elements.compactMap { $0.text.flatMap { try? LanguageTag(parsing: $0) } } ?? []
    var kinds = Self.kinds(manifest)
    for index in kinds.indices { kinds[index].read(folder, store) }
    self.kinds = kinds
    vocabularies = Self.vocabularies(manifest)
    kindIndex = Dictionary(kinds.enumerated().map { ($1.name, $0) }) { first, _ in first }
    vocabularyIndex = Dictionary(vocabularies.enumerated().map { ($1.name, $0) }) { first, _ in first }
    recordIndex = Dictionary(
      kinds.map { kind in
        (kind.name, Dictionary(kind.records.enumerated().map { ($1.id, $0) }) { first, _ in first })
      }
    ) { first, _ in first }
    fields = PackFields(kinds: kinds, folder: folder, manifest: manifest, files: store)
  }

  /// The kind called `name`.
  package func kind(_ name: Text) -> Kind? { kindIndex[name].map { kinds[$0] } }

  /// The first record of `kind` called `id`.
  package func record(_ kind: Text, _ id: Text) -> Record? {
    guard let position = recordIndex[kind]?[id] else { return nil }
    return self.kind(kind)?.records[position]
  }

  /// The vocabulary called `name`.
  package func vocabulary(_ name: Text) -> Vocabulary? { vocabularyIndex[name].map { vocabularies[$0] } }

  // MARK: Reading

  private static func kinds(_ manifest: Node) -> [Kind] {
    guard let declared = manifest["kinds"] else { return [] }
    return declared.members.compactMap { key, value in
      guard let name = key.text else { return nil }
      func text(_ field: Text) -> (String, Node)? {
        value[field].flatMap { node in node.text.map { ($0.string, node) } }
      }
      return Kind(name: name, key: key, path: text("path"), schema: text("schema"))
    }
  }

  private static func vocabularies(_ manifest: Node) -> [Vocabulary] {
    guard let declared = manifest["enums"] else { return [] }
    return declared.members.compactMap { key, value in
      guard let name = key.text else { return nil }
      let values = value["values"]?.elements.compactMap { node in node.text.map { (text: $0, node: node) } } ?? []
      return Vocabulary(name: name, key: key, values: values)
    }
  }
}

extension PackContents.Kind {
  /// Reads the files and their records. What cannot be read is left out: the loader complains of it.
  fileprivate mutating func read(_ folder: String, _ store: SourceStore) {
    guard let path, !path.text.hasPrefix("/"), !path.text.split(separator: "/").contains("..") else { return }
    let place = "\(folder)/\(path.text)"
    let listed = store.leaves(place, folder) ? [] : store.contentFiles(at: place)
    for file in listed {
      // What is elsewhere is not looked into; the loader complains of it.
      if store.leaves(file, folder) {
        isWhole = false
        continue
      }
      guard let root = store.file(file).documents.first?.root else {
        isWhole = false
        continue
      }
      files.append(PackContents.File(path: file, root: root))
      guard let items = root["items"] else {
        let id = root["id"]
        if root.kind == .map {
          records.append(PackContents.Record(kind: name, id: id?.text ?? name, name: id ?? root, node: root))
        }
        continue
      }
      for item in items.elements {
        guard let name = item["id"], let id = name.text else { continue }
        records.append(PackContents.Record(kind: self.name, id: id, name: name, node: item))
      }
    }
  }
}
