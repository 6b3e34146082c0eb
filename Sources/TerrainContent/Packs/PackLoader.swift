import Synchronization
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Turns a source into its documents. How YAML is read is the business of those who can.
public typealias DocumentReader = @Sendable (SourceText) -> (documents: [Document], diagnostics: [Diagnostic])

/// Loads a pack from its folder: `pack.yaml` first, then the kinds that somebody needs, then the pack.
///
/// Rules name kinds of the pack, and the pack names its rules; so a loader lives while both are loaded, and reads a kind
/// when it is first mentioned.
public final class PackLoader: Sendable {
  /// The file that makes a folder a pack.
  public static let manifestName = "pack.yaml"
  /// The endings of files that hold content.
  package static let endings = [".yaml", ".yml", ".json"]

  /// The pack's folder.
  public let path: String
  /// The rule set the pack was written for.
  public var requirement: Pack.Requirement { manifest.requirement }

  private let read: DocumentReader
  private let manifest: PackManifest
  private let manifestSource: SourceText
  private let state = Mutex(State())

  private struct State {
    var records: [Text: [Pack.Record]] = [:]
    var sources: [String: SourceText] = [:]
    var diagnostics: [Diagnostic] = []
  }

  /// Begins to load the pack in the folder `path`, leaving the reading of documents to `read`.
  public init(path: String, documents read: @escaping DocumentReader) throws(DiagnosticError) {
    self.path = path
    self.read = read
    manifestSource = try SourceText.load(path: "\(path)/\(Self.manifestName)")
    var (documents, diagnostics) = read(manifestSource)
    guard !diagnostics.hasErrors, let root = documents.first?.root,
      let manifest = PackManifest.read(root, into: &diagnostics), !diagnostics.hasErrors
    else { throw DiagnosticError(diagnostics) }
    documents.removeAll()
    self.manifest = manifest
    let found = diagnostics
    state.withLock { $0.diagnostics = found }
  }

  /// Loads the records of `kind`, if the pack has it and they are not loaded yet.
  public func load(_ kind: Text) {
    guard let kind = manifest.kinds.first(where: { $0.name == kind }) else { return }
    state.withLock { state in
      if state.records[kind.name] != nil { return }
      state.records[kind.name] = records(of: kind, &state)
    }
  }

  /// Loads every kind.
  public func loadAll() {
    for kind in manifest.kinds { load(kind.name) }
  }

  /// The pack, with what has been loaded. Files of other kinds are read for the pack's hash, and not looked into.
  public func finish() -> (pack: Pack?, diagnostics: [Diagnostic]) {
    state.withLock { state in
      var digest = FolderHash()
      digest.add(Self.manifestName, manifestSource.bytes)
      for kind in manifest.kinds {
        for file in files(of: kind, &state) {
          if let source = source(file, &state) { digest.add(String(file.dropFirst(path.count + 1)), source.bytes) }
        }
      }
      if state.diagnostics.hasErrors { return (nil, state.diagnostics) }
      return (manifest.pack(hash: digest.finish(), path: path, records: state.records), state.diagnostics)
    }
  }

  /// The types the pack adds to the rule language: its vocabularies, and for each kind `KIND_id`, the ids of its records.
  public var vocabulary: PackVocabulary {
    let suffix = "_id"
    return PackVocabulary(
      names: { [manifest] in
        (manifest.vocabularies.map(\.name) + manifest.kinds.map { Text($0.name.string + suffix) }).sorted()
      },
      type: { [self] name in
        if let vocabulary = manifest.vocabularies.first(where: { $0.name == name }) {
          return .enumeration(EnumerationType(name: name, cases: vocabulary.values))
        }
        guard name.string.hasSuffix(suffix) else { return nil }
        let kind = Text(String(name.string.dropLast(suffix.count)))
        guard manifest.kinds.contains(where: { $0.name == kind }) else { return nil }
        load(kind)
        let ids = state.withLock { $0.records[kind]?.map(\.id) ?? [] }
        return .enumeration(EnumerationType(name: name, cases: ids))
      })
  }

  private func source(_ file: String, _ state: inout State) -> SourceText? {
    if let known = state.sources[file] { return known }
    do throws(DiagnosticError) {
      let source = try SourceText.load(path: file)
      state.sources[file] = source
      return source
    } catch {
      // Said once: a file that cannot be read is asked for twice, by its kind and by the hash.
      if !state.diagnostics.contains(error.diagnostics) { state.diagnostics += error.diagnostics }
      return nil
    }
  }

  private func files(of kind: Pack.Kind, _ state: inout State) -> [String] {
    var complaint: Diagnostic?
    if kind.path.hasPrefix("/") || kind.path.split(separator: "/").contains("..") {
      complaint = .pathLeavesPack(at: kind.place)
    } else {
      let place = "\(path)/\(kind.path)"
      switch Folder.kind(of: place) {
      case .file: return [place]
      case .folder: return Folder.files(under: place, endings: Self.endings)
      default: complaint = .missingContent(kind.path, at: kind.place)
      }
    }
    if let complaint, !state.diagnostics.contains(complaint) { state.diagnostics.append(complaint) }
    return []
  }

  private func records(of kind: Pack.Kind, _ state: inout State) -> [Pack.Record] {
    var records: [Pack.Record] = []
    for file in files(of: kind, &state) {
      guard let source = source(file, &state) else { continue }
      let (documents, found) = read(source)
      state.diagnostics += found
      if let root = documents.first?.root {
        records += RecordReader.records(of: kind, in: root, into: &state.diagnostics)
      }
    }
    var first: [Text: Node] = [:]
    for record in records {
      if let earlier = first[record.id] {
        state.diagnostics.append(.repeatedRecord(record.id, kind: kind.name, at: record.node, first: earlier))
      } else {
        first[record.id] = record.node
      }
    }
    return records
  }
}
