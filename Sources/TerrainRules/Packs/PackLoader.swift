import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Loads a pack from its folder: first `pack.yaml`, then the requested kinds, then the pack.
///
/// Rules name kinds of the pack, and the pack names its rules. A loader therefore lives while both are loaded, and reads a kind when it is
/// first mentioned.
package final class PackLoader: Sendable {
  /// The file that makes a folder a pack.
  package static let manifestName = "pack.yaml"
  /// The extensions of content files.
  package static let endings = [".yaml", ".yml", ".json"]

  /// The pack's folder.
  package let path: String
  /// The rule set for which the pack was written.
  package var requirement: Pack.Requirement { manifest.requirement }
  /// The requirement, or nil if the manifest does not declare it correctly.
  package var statedRequirement: Pack.Requirement? { manifest.requirement.id.isEmpty ? nil : manifest.requirement }

  private let files: ContentFiles
  private let manifest: PackManifest
  private let manifestSource: SourceText
  private let state = Mutex(State())

  private struct State {
    var records: [Text: [Pack.Record]] = [:]
    var sources: [String: SourceText] = [:]
    var diagnostics: [Diagnostic] = []
    var schemas: [String: Document] = [:]
    var recordTypes: [Text: Pack.RecordReading] = [:]
    /// Vocabularies and the ids of kinds, by the names of their types.
    var enumerations: [Text: EnumerationType] = [:]
    /// Types that are being made, to detect types that need themselves.
    var making: Set<Text> = []
    /// Types with unreadable parts, which were reported. Uses of them in rules cannot be checked.
    var unknown: Set<Text> = []
    /// The last finished pack and the amount that was loaded then. Loading only adds.
    var finished: (parts: [Int], pack: Pack?)?

    /// The amount that is loaded.
    var parts: [Int] { [records.count, recordTypes.count, diagnostics.count] }
  }

  /// Begins to load the pack in the folder `path`, with `read` as the reader of documents.
  package convenience init(path: String, documents read: @escaping DocumentReader) throws(DiagnosticError) {
    try self.init(path: path, files: .disk(read))
  }

  /// Begins to load the pack in the folder `path` of `files`.
  ///
  /// - Parameter acceptsMistakes: True if a manifest with mistakes is accepted, so that further mistakes can be reported, too. Such a
  ///   loader never returns a pack.
  package init(path: String, files: ContentFiles, acceptsMistakes: Bool = false) throws(DiagnosticError) {
    self.path = path
    self.files = files
    manifestSource = try files.manifest("\(path)/\(Self.manifestName)")
    var (documents, diagnostics) = files.documents(manifestSource)
    guard let root = documents.only(of: manifestSource, into: &diagnostics)?.root,
      acceptsMistakes || !diagnostics.hasErrors
    else { throw DiagnosticError(diagnostics) }
    manifest = PackManifest.read(root, into: &diagnostics)
    if diagnostics.hasErrors, !acceptsMistakes { throw DiagnosticError(diagnostics) }
    documents.removeAll()
    let found = diagnostics
    state.withLock { $0.diagnostics = found }
  }

  /// Marks the types `names` as unknown, for a reason that is reported elsewhere: schemas check more than a loader does.
  package func forget(_ names: some Sequence<Text>) {
    state.withLock { $0.unknown.formUnion(names) }
  }

  /// Loads the records of `kind`, if the pack has it and they are not loaded yet.
  package func load(_ kind: Text) {
    guard let kind = manifest.kinds.first(where: { $0.name == kind }) else { return }
    state.withLock { state in
      if state.records[kind.name] != nil { return }
      state.records[kind.name] = records(of: kind, &state)
    }
  }

  /// Loads every kind.
  package func loadAll() {
    for kind in manifest.kinds { load(kind.name) }
  }

  /// The pack with all loaded content. Files of other kinds are only hashed, not parsed.
  package func finish() -> (pack: Pack?, diagnostics: [Diagnostic]) {
    state.withLock { state in
      if let finished = state.finished, finished.parts == state.parts { return (finished.pack, state.diagnostics) }
      let hash = files.hash(path) ?? hash(&state)
      let pack =
        state.diagnostics.hasErrors
        ? nil : manifest.pack(hash: hash, path: path, records: state.records, recordTypes: state.recordTypes)
      state.finished = (state.parts, pack)
      return (pack, state.diagnostics)
    }
  }

  private func hash(_ state: inout State) -> String {
    var digest = FolderHash()
    digest.add(Self.manifestName, manifestSource.bytes)
    for kind in manifest.kinds {
      for file in files(of: kind, &state) {
        if let source = source(file, &state) { digest.add(String(file.dropFirst(path.count + 1)), source.bytes) }
      }
    }
    return digest.finish()
  }

  /// The types that the pack adds to the rule language: its vocabularies, for each kind its records and their ids (`KIND_id`), and the
  /// types that it declares under `records`.
  package var vocabulary: PackVocabulary {
    PackVocabulary(
      names: { [manifest] in
        (manifest.vocabularies.map { $0.name }
          + manifest.kinds.flatMap { $0.isHandedIn ? [$0.name] : [$0.name, $0.idType] }
          + manifest.shapes.map { $0.name }).ordered()
      },
      type: { [self] name in
        if isUnknown(name) { return .error }
        if let known = state.withLock({ $0.enumerations[name] }) { return .enumeration(known) }
        if let vocabulary = manifest.vocabularies.first(where: { $0.name == name }) {
          return enumeration(name, vocabulary.values, isOrdered: vocabulary.isOrdered)
        }
        if let shape = manifest.shapes.first(where: { $0.name == name }) { return recordType(shape) }
        if let kind = manifest.kinds.first(where: { $0.name == name }) { return recordType(kind) }
        guard let kind = manifest.kinds.first(where: { $0.idType == name && !$0.isHandedIn }) else {
          return manifest.isWhole ? nil : .error
        }
        load(kind.name)
        // All of its parts were read now, so the result is certain.
        if isUnknown(name) { return .error }
        let ids = state.withLock { $0.records[kind.name]?.map { $0.id } ?? [] }
        return enumeration(name, ids)
      })
  }

  /// The type of `cases`, created once: many facts and decisions share it, and comparing the same object is fast.
  private func enumeration(_ name: Text, _ cases: [Text], isOrdered: Bool = false) -> CELType {
    let type = EnumerationType(name: name, cases: cases, isOrdered: isOrdered)
    state.withLock { $0.enumerations[name] = type }
    return .enumeration(type)
  }

  private func isUnknown(_ type: Text) -> Bool { state.withLock { $0.unknown.contains(type) } }

  // MARK: Record types

  private func recordType(_ shape: RecordShape) -> CELType? {
    if let known = state.withLock({ $0.recordTypes[shape.name] }) { return .record(known.type) }
    guard state.withLock({ $0.making.insert(shape.name).inserted }) else { return nil }
    defer { state.withLock { _ = $0.making.remove(shape.name) } }
    shape.kinds.forEach { load($0.text) }
    let vocabulary = vocabulary
    let (reading, diagnostics) = shape.reading(
      kinds: manifest.isWhole ? manifest.kinds.map({ $0.name }) : shape.kinds.map({ $0.text }), type: vocabulary.type,
      names: vocabulary.names())
    state.withLock { state in
      state.recordTypes[shape.name] = reading
      state.diagnostics += diagnostics
    }
    return .record(reading.type)
  }

  /// The record type of a kind, or nil if its schema is missing or cannot be read.
  private func recordType(_ kind: Pack.Kind) -> CELType? {
    if let known = state.withLock({ $0.recordTypes[kind.name] }) { return .record(known.type) }
    guard let schema = kind.schema else { return nil }
    var isReadable = true
    func target(_ name: String, _ file: String, _ place: Place) -> String? {
      let target = files.schema(name, from: file)
      if target.path == nil {
        isReadable = false
        state.withLock { report(.schemaOutside(name, target, at: place), &$0) }
      }
      return target.path
    }
    guard let file = target(schema.path, manifestSource.name, schema.place) else {
      forget([kind.name])
      return .error
    }
    let types = SchemaTypes(
      kind: kind.name, isHandedIn: kind.isHandedIn, type: vocabulary.type,
      document: { [self] in
        let document = schemaDocument($0)
        if document == nil { isReadable = false }
        return document
      }, target: { target($1, $2, $0.place) })
    let reading = types.reading(ofSchemaAt: file)
    guard isReadable else {
      forget([kind.name])
      return .error
    }
    guard let reading else { return nil }
    state.withLock { $0.recordTypes[kind.name] = reading }
    return .record(reading.type)
  }

  /// The document in `file`. Returns nil and reports a diagnostic if it cannot be read.
  private func schemaDocument(_ file: String) -> Document? {
    state.withLock { state in
      if let known = state.schemas[file] { return known }
      guard let source = source(file, &state) else { return nil }
      var (documents, found) = files.documents(source)
      let document = documents.only(of: source, into: &found)
      for diagnostic in found where !state.diagnostics.contains(diagnostic) { state.diagnostics.append(diagnostic) }
      guard let document, !found.hasErrors else { return nil }
      state.schemas[file] = document
      return document
    }
  }

  private func source(_ file: String, _ state: inout State) -> SourceText? {
    if let known = state.sources[file] { return known }
    do throws(DiagnosticError) {
      let source = try files.source(file)
      state.sources[file] = source
      return source
    } catch {
      // An unreadable file is requested twice, for its kind and for the hash, but reported only once.
      if !error.diagnostics.allSatisfy(state.diagnostics.contains) { state.diagnostics += error.diagnostics }
      return nil
    }
  }

  /// The files of `kind`'s records. Returns none and reports a diagnostic if its path does not exist.
  private func files(of kind: Pack.Kind, _ state: inout State) -> [String] {
    guard let folder = kind.path else { return [] }
    do throws(DiagnosticError) {
      let place = "\(path)/\(folder)"
      switch files.path(folder, inside: path) {
      case .inside: break
      case .outside: throw DiagnosticError(.pathLeavesPack(at: kind.place))
      case .link: throw DiagnosticError(.linkLeavesPack(folder, at: kind.place))
      }
      switch files.kind(place) {
      case .file: return [place]
      case .folder: return inside(try files.list(place, Self.endings), kind, &state)
      default: throw DiagnosticError(.missingContent(folder, meant: meant(by: folder), at: kind.place))
      }
    } catch {
      for diagnostic in error.diagnostics { report(diagnostic, &state) }
      state.unknown.insert(kind.idType)
      return []
    }
  }

  /// `files` without links that lead out of the pack; their targets are neither read nor shown.
  private func inside(_ found: [String], _ kind: Pack.Kind, _ state: inout State) -> [String] {
    found.filter { file in
      // Links to folders were not followed, so only the file itself can be a link. Checking it alone costs less.
      guard files.leaves(file, FilePath.folder(file)), files.leaves(file, path) else { return true }
      report(.linkLeavesPack(String(file.dropFirst(path.count + 1)), at: kind.place), &state)
      state.unknown.insert(kind.idType)
      return false
    }
  }

  /// Reports a diagnostic unless it was reported before.
  private func report(_ diagnostic: Diagnostic, _ state: inout State) {
    if !state.diagnostics.contains(diagnostic) { state.diagnostics.append(diagnostic) }
  }

  /// The file of the pack that the missing path `missing` probably means: a file with that name in another folder, or with a similar path.
  private func meant(by missing: String) -> String? {
    let found = (try? files.list(path, Self.endings)) ?? []
    let inside = found.map { String($0.dropFirst(path.count + 1)) }
    let name = missing.split(separator: "/").last.map { "/\($0)" } ?? missing
    return inside.first { $0.hasSuffix(name) } ?? Suggestion.nearest(to: missing, among: inside)
  }

  private func records(of kind: Pack.Kind, _ state: inout State) -> [Pack.Record] {
    var records: [Pack.Record] = []
    for file in files(of: kind, &state) {
      guard let source = source(file, &state) else {
        state.unknown.insert(kind.idType)
        continue
      }
      var (documents, found) = files.documents(source)
      if let root = documents.only(of: source, into: &found)?.root {
        let read = RecordReader.records(of: kind, in: root, into: &state.diagnostics)
        records += read.records
        if !read.isWhole { state.unknown.insert(kind.idType) }
      } else {
        state.unknown.insert(kind.idType)
      }
      state.diagnostics += found
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

extension Diagnostic {
  static func pathLeavesPack(at place: Place) -> Diagnostic {
    Diagnostic(code: "pack/path-leaves-pack", message: "a path has to stay inside the pack's folder", place: place)
  }

  static func missingContent(_ path: String, meant: String?, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-content", message: "there is no file or folder `\(path)` in the pack", place: place,
      fix: meant.map { "did you mean `\($0)`?" })
  }

  static func repeatedRecord(_ id: Text, kind: Text, at node: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/repeated-id", message: "the id `\(id)` is used by two records of `\(kind)`",
      place: (node["id"] ?? node).place,
      related: [.init(message: "first used here", place: (first["id"] ?? first).place)],
      fix: "give one of them another id", path: node.path)
  }
}
