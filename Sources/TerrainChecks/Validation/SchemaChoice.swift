import TerrainRules
import TerrainDocuments
import TerrainBase

/// Which schema a document follows.
struct SchemaChoice {
  /// What the schema of a document is.
  enum Schema {
    /// The schema in this file.
    case file(String)
    /// One that only a network leads to.
    case remote(NamedSchema)
    /// One that is not there.
    case missing(NamedSchema)
    /// None, but it is known what the file is.
    case known
    /// None, and nothing is known about the file.
    case unknown
  }

  /// A kind of record of a pack.
  private struct Kind {
    /// The file or folder of its records.
    let place: String
    let schema: String
  }

  private let store: SourceStore
  private let published: String?
  /// The folders of packs whose manifests may name a schema, with their kinds.
  private let packs: [(folder: String, kinds: [Kind])]

  /// The choice among the schemas in `store`.
  ///
  /// - Parameters:
  ///   - published: the folder of published schemas; nil where there is none.
  ///   - packs: the folders of packs whose manifests may name a schema.
  init(store: SourceStore, published: String?, packs: [String]) {
    self.store = store
    self.published = published
    self.packs = packs.map { folder in
      let manifest = store.file("\(folder)/\(PackLoader.manifestName)").documents.first?.root
      let kinds = manifest?["kinds"]?.members.map { $0.value } ?? []
      return (
        folder,
        kinds.compactMap { kind in
          guard let place = kind["path"]?.text, let schema = kind["schema"]?.text else { return nil }
          return Kind(
            place: FilePath.normal("\(folder)/\(place)"), schema: FilePath.normal("\(folder)/\(schema)"))
        }
      )
    }
  }

  /// The schema of `document`, which is in the file at `path`: the one that it names, the published one of its role, or that of its
  /// kind of record.
  func schema(of document: Document, _ role: FileRole?, path: String) -> Schema {
    schema(NamedSchema(document), role, path: path)
  }

  /// The schema of a document with a `role` that names the schema `named`, which is in the file at `path`.
  func schema(_ named: NamedSchema?, _ role: FileRole?, path: String) -> Schema {
    if let named {
      if named.isRemote { return .remote(named) }
      return store.kind(named.path) == .file ? .file(named.path) : .missing(named)
    }
    if let name = role?.schemaName, let published {
      let path = FilePath.normal("\(published)/\(name)")
      if store.kind(path) == .file { return .file(path) }
    }
    if let schema = kindSchema(of: path) { return .file(schema) }
    return role != nil && role != .content ? .known : .unknown
  }

  /// The schema that a pack's manifest names for the kind that the file `path` belongs to.
  private func kindSchema(of path: String) -> String? {
    for (folder, kinds) in packs where FilePath.isInside(path, folder) {
      for kind in kinds where path == kind.place || FilePath.isInside(path, kind.place) {
        return store.kind(kind.schema) == .file ? kind.schema : nil
      }
    }
    return nil
  }
}
