import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML

/// The readable parts of a pack, as its files declare it.
///
/// A `Pack` exists only without errors. This type also exists with errors, so that all of them can be reported in one run. It reports no
/// errors itself: schemas and the loader do.
package struct PackContents: Sendable {
  /// A kind of record.
  package struct Kind: Sendable {
    package let name: Text
    /// The name, if `pack.yaml` declares it.
    package let key: Node
    /// The location of its records, relative to the pack's folder; nil if it is not declared.
    package let path: (text: String, node: Node)?
    /// Its schema's file, relative to the pack's folder.
    package let schema: (text: String, node: Node)?
    /// The schema's file, or nil if the kind has no schema or names one outside of the pack and the published schemas.
    package fileprivate(set) var schemaFile: String?
    package fileprivate(set) var files: [File] = []
    package fileprivate(set) var records: [Record] = []
    /// The files at its path that declare another kind.
    fileprivate var foreign: [File] = []
    /// False if a part of it is unreadable: its records may then be incomplete or different.
    package fileprivate(set) var isWhole = true
    /// False if its schema is unreadable or invalid: the meaning of its fields is then unknown.
    package fileprivate(set) var isDescribed = true

    /// True if its records by themselves have no errors.
    var isSound: Bool { isWhole && isDescribed && records.allSatisfy(\.isSound) }
  }

  /// A file of records that could be read.
  package struct File: Sendable {
    package let path: String
    package let root: Node

    /// The ids of its records.
    var recordIDs: [Text] { root["items"]?.elements.compactMap { $0["id"]?.text } ?? [] }
  }

  /// A record that has an id.
  package struct Record: Sendable {
    package let kind: Text
    package let id: Text
    /// The location of its id, or of the record itself if it is the only record of its file and has no id.
    package let name: Node
    package let node: Node
    /// False if it contains a diagnostic: other checks then draw no conclusions from it.
    package fileprivate(set) var isSound = true
  }

  /// A closed list of words.
  package struct Vocabulary: Sendable {
    package let name: Text
    package let key: Node
    package let values: [(text: Text, node: Node)]
    /// False if the list of values is unreadable.
    package let isKnown: Bool

    /// The location of `value` in the list.
    package func node(of value: Text) -> Node? { values.first { $0.text == value }?.node }
  }

  /// The pack's folder.
  package let folder: String
  /// The root of `pack.yaml`.
  package let manifest: Node
  package let defaultLocale: LanguageTag?
  package let supportedLocales: [LanguageTag]
  /// The locales that its texts are in.
  let locales = LocaleNames()
  package let kinds: [Kind]
  /// The files with records of its kinds that are not read.
  let strays: [File]
  package let vocabularies: [Vocabulary]
  /// The schemas' declarations about fields in addition to their shape.
  package let fields: PackFields
  /// False if the manifest's own fields have errors: kinds and vocabularies may then be missing.
  let namesAreKnown: Bool
  /// True if its manifest does not keep to its schema.
  package let isFlawed: Bool
  /// The kinds with files that do not keep to their schemas.
  package let flawedKinds: Set<Text>
  private let kindIndex: [Text: Int]
  private let recordIndex: [Text: [Text: Int]]
  private let vocabularyIndex: [Text: Int]

  /// The pack in `folder`, whose manifest is `manifest`; files come from `files`, in which schemas have found the errors `flaws`.
  package init(
    folder: String, manifest: Node, files store: SourceStore, flaws: KnownErrors = .none,
    memory: PackMemory? = nil
  ) {
    self.folder = folder
    self.manifest = manifest
    defaultLocale = manifest["default_locale"]?.text.flatMap { try? LanguageTag(parsing: $0) }
    supportedLocales =
      manifest["supported_locales"]?.elements.compactMap { $0.text.flatMap { try? LanguageTag(parsing: $0) } } ?? []
    var kinds = Self.kinds(manifest)
    let names = Set(kinds.map(\.name))
    let contentFiles = store.contentFiles
    for index in kinds.indices {
      kinds[index].schemaFile = kinds[index].schema.flatMap {
        contentFiles.schema($0.text, from: "\(folder)/\(PackLoader.manifestName)").path
      }
      kinds[index].read(folder, store, flaws, among: names)
    }
    strays = Self.strays(kinds, folder, store)
    // The records in a file that is not read are missing.
    for file in strays + kinds.flatMap(\.foreign) {
      guard let index = kinds.firstIndex(where: { file.root["kind"]?.text == $0.name }) else { continue }
      let ids = Set(kinds[index].records.map(\.id))
      if file.recordIDs.contains(where: { !ids.contains($0) }) { kinds[index].isWhole = false }
    }
    fields = PackFields(kinds: kinds, folder: folder, manifest: manifest, files: store, flaws: flaws, memory)
    // A key of a kind that is misspelled may be its schema's.
    let declared = manifest["kinds"]
    for index in kinds.indices {
      let name = kinds[index].name
      let keys = declared?[name]?.members.compactMap { $0.key.text?.string } ?? []
      let isMisspelled =
        kinds[index].schema == nil && keys.contains { Suggestion.nearest(to: $0, among: ["schema"] as [String]) != nil }
      kinds[index].isDescribed = !isMisspelled && !fields.undescribed.contains(name)
    }
    let vocabularies = Self.vocabularies(manifest)
    let kindIndex = Dictionary(kinds.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let vocabularyIndex = Dictionary(vocabularies.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let recordIndex = Dictionary(
      kinds.map { kind in
        (kind.name, Dictionary(kind.records.enumerated().map { ($1.id, $0) }) { first, _ in first })
      }
    ) { first, _ in first }
    // Values of no vocabulary and ids of no record are reported at their own locations.
    let wrong = fields.uses.filter { use in
      guard let text = use.node.text else { return false }
      let named = use.roles.references
      let words = use.roles.vocabularies.compactMap { vocabularyIndex[$0] }.map { vocabularies[$0] }
      return words.contains { $0.node(of: text) == nil }
        || !named.isEmpty && named.allSatisfy { recordIndex[$0]?[text] == nil }
    }
    let doubts = flaws.adding(wrong.map(\.node.place))
    for kind in kinds.indices {
      for record in kinds[kind].records.indices where doubts.touch(kinds[kind].records[record].node) {
        kinds[kind].records[record].isSound = false
      }
    }
    self.kinds = kinds
    self.vocabularies = vocabularies
    (self.kindIndex, self.vocabularyIndex, self.recordIndex) = (kindIndex, vocabularyIndex, recordIndex)
    namesAreKnown = PackManifest.hasNames(manifest)
    isFlawed = flaws.contains(file: manifest.place.source.name)
    flawedKinds = Set(kinds.filter { $0.files.contains { flaws.contains(file: $0.path) } }.map(\.name))
  }

  /// The kind called `name`.
  package func kind(_ name: Text) -> Kind? { kindIndex[name].map { kinds[$0] } }

  /// The first record of `kind` called `id`.
  package func record(_ kind: Text, _ id: Text) -> Record? {
    guard let position = recordIndex[kind]?[id] else { return nil }
    return self.kind(kind)?.records[position]
  }

  /// Returns true if the meaning of the fields of `kind` is known.
  func isDescribed(_ kind: Text) -> Bool { self.kind(kind)?.isDescribed ?? true }

  /// Returns true if all records of `kind` are readable, and the meaning of their fields is known. An unknown kind counts as readable and
  /// empty.
  package func isReadable(_ kind: Text) -> Bool { self.kind(kind).map { $0.isWhole && $0.isDescribed } ?? true }

  /// Returns true if the records of `kind` by themselves have no errors.
  func isSound(_ kind: Text) -> Bool { self.kind(kind)?.isSound ?? true }

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
      var kind = Kind(name: name, key: key, path: text("path"), schema: text("schema"))
      kind.isWhole = value.kind == .map && (value["path"] == nil || kind.path != nil)
      return kind
    }
  }

  private static func vocabularies(_ manifest: Node) -> [Vocabulary] {
    guard let declared = manifest["enums"] else { return [] }
    return declared.members.compactMap { key, value in
      guard let name = key.text else { return nil }
      let values = value["values"]?.elements.compactMap { node in node.text.map { (text: $0, node: node) } } ?? []
      let list = value.kind == .map ? value["values"] : nil
      return Vocabulary(
        name: name, key: key, values: values,
        // A schema requires a value.
        isKnown: list?.kind == .list && !values.isEmpty && list?.count == values.count)
    }
  }
}

extension PackContents.Kind {
  /// Reads the files and their records. Unreadable files are left out, because the loader or a schema reports them. Files that declare
  /// another of `kinds` are left out, too.
  fileprivate mutating func read(
    _ folder: String, _ store: SourceStore, _ flaws: KnownErrors, among kinds: Set<Text>
  ) {
    guard let path else { return }
    let place = "\(folder)/\(path.text)"
    guard case .inside = store.contentFiles.path(path.text, inside: folder), store.hasContent(at: place) else {
      isWhole = false
      return
    }
    var ids: Set<Text> = []
    for file in store.contentFiles(at: place) {
      // Files outside of the folder are ignored; the loader reports them.
      if store.leaves(file, folder) {
        isWhole = false
        continue
      }
      guard let root = store.file(file).documents.first?.root, root.kind == .map else {
        isWhole = false
        continue
      }
      if let other = root["kind"]?.text, other != name, kinds.contains(other) {
        isWhole = false
        foreign.append(PackContents.File(path: file, root: root))
        continue
      }
      files.append(PackContents.File(path: file, root: root))
      guard let items = root["items"] else {
        let id = root["id"]
        // A record without an id is the only record of the file, unless its records are under a misspelled key.
        isWhole = isWhole && !(id.map { $0.text == nil || flaws.touch($0) } ?? flaws.touchOwn(root))
        records.append(PackContents.Record(kind: name, id: id?.text ?? name, name: id ?? root, node: root))
        continue
      }
      isWhole = isWhole && items.kind == .list
      for item in items.elements {
        guard item.kind == .map, let name = item["id"], let id = name.text else {
          isWhole = false
          continue
        }
        // The second record with an id was intended to have another id, which is unknown.
        let isFirst = ids.insert(id).inserted
        isWhole = isWhole && isFirst && !flaws.touch(name)
        records.append(PackContents.Record(kind: self.name, id: id, name: name, node: item))
      }
    }
  }
}

extension PackContents {
  /// The pack at `path`: a folder, or a built file.
  ///
  /// - Parameter files: the source of the folder's files, or of the built file.
  /// - Throws: why its manifest cannot be read.
  package static func load(
    _ path: String, from files: ContentFiles = .disk(SourceReader.read)
  ) throws(DiagnosticError) -> PackContents {
    if Folder.kind(of: path) == .file, FilePath.name(path) != PackLoader.manifestName {
      let built = try BuiltPack(files.source(path))
      return try load(built.packFolder, SourceStore(built.files))
    }
    return try load(folder(of: path), SourceStore(files))
  }

  /// The folder of the pack that `path` names: the folder itself, or its manifest.
  static func folder(of path: String) -> String {
    FilePath.normal(FilePath.name(path) == PackLoader.manifestName ? FilePath.folder(path) : path)
  }

  /// The pack in `folder` of `store`.
  package static func load(_ folder: String, _ store: SourceStore) throws(DiagnosticError) -> PackContents {
    let file = store.file("\(folder)/\(PackLoader.manifestName)")
    guard let root = file.documents.first?.root else { throw DiagnosticError(file.diagnostics) }
    return PackContents(folder: folder, manifest: root, files: store)
  }
}

/// Caches for packs' documents and schemas, for repeated reads of the packs.
package final class PackMemory: Sendable {
  let documents = DocumentMemory()
  /// The fields that schemas of kinds describe, by the schema's file.
  let fields = FileValues<SchemaFields>()

  /// A memory of nothing.
  init() {}
}

/// The locales of texts by their notation, each of which is parsed only once.
final class LocaleNames: Sendable {
  private let known = Mutex<[Text: LanguageTag?]>([:])

  /// The locale that `key` names; nil if it names none.
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

extension [Text] {
  /// At most eight names in quotes, in the order they come, none twice.
  var quotedBriefly: String {
    var seen: Set<Text> = []
    let all = filter { seen.insert($0).inserted }
    return all.prefix(8).quoted + (all.count > 8 ? ", … (\(all.count))" : "")
  }
}

/// The locations of diagnostics. Values at these locations are unreliable: conclusions from them would repeat the same error in other words
/// and at another location.
package struct KnownErrors: Sendable {
  /// Nothing is known to be wrong.
  package static let none = KnownErrors([])

  /// The ranges by file, sorted by their starts.
  private var ranges: [String: [SourceRange]] = [:]

  /// The flaws that the errors of `findings` are about.
  package init(_ findings: [Diagnostic]) {
    self.init(at: findings.filter { $0.severity == .error }.compactMap(\.place))
  }

  init(at places: [Place]) {
    for place in places { ranges[place.source.name, default: []].append(place.range) }
    for name in ranges.keys { ranges[name]?.sort { ($0.start, $0.end) < ($1.start, $1.end) } }
  }

  /// These errors, and further errors at `places`.
  func adding(_ places: [Place]) -> KnownErrors {
    var flaws = KnownErrors(at: places)
    flaws.ranges.merge(ranges) { ($0 + $1).ordered { ($0.start, $0.end) < ($1.start, $1.end) } }
    return flaws
  }

  /// Returns true if anything is wrong in the file `name`.
  package func contains(file name: String) -> Bool { ranges[name] != nil }

  /// Returns true if anything is wrong with `node` or in it.
  func touch(_ node: Node) -> Bool { first(in: node) { _ in true } }

  /// Returns true if `node` itself or one of its keys has an error; errors within its values do not count.
  func touchOwn(_ node: Node) -> Bool {
    first(in: node) { range in range == node.range || node.members.contains { $0.key.range == range } }
  }

  private func first(in node: Node, where isMeant: (SourceRange) -> Bool) -> Bool {
    guard let ranges = ranges[node.place.source.name] else { return false }
    let range = node.range
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].start < range.start { low = middle + 1 } else { high = middle }
    }
    return ranges[low...].prefix { $0.start <= range.end }.contains { $0.end <= range.end && isMeant($0) }
  }
}
