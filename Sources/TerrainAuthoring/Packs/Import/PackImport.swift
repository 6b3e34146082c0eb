import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainForms
import TerrainPlatform
import TerrainValues
import TerrainYAML

/// Makes a pack of another program's file, as a map declares it.
///
/// Everything is made and validated in memory. What is wrong is reported at the place of the source, or of the map, that it comes
/// from; so a pack is either whole or not there.
package struct PackImport {
  /// A pack to be written.
  package struct Outcome: Sendable {
    /// The files, the manifest last: without it a folder is no pack.
    package let files: [Scaffold.File]
    /// How many records there are of each kind, in the order of the map.
    package let counts: [(kind: Text, count: Int)]
    /// Everything that is not carried over, in the order of the source.
    let rest: [CarriedNodes.Rest]
    /// Ids that are not the source's.
    let made: [ImportedIDs.Made]
    /// What was found and does not keep the pack from being written.
    package let warnings: [Diagnostic]
  }

  /// Diagnostics beyond these are counted.
  private static let mostDiagnostics = DiagnosticCollector.mostDiagnostics

  private let source: Node
  private let map: ImportMap
  private let folder: String
  private let mediaFolder: String
  private let found = DiagnosticCollector(.request)

  /// An import of the file `source` by the map in the file `mapPath`, into `folder`, which is not there yet.
  ///
  /// - Throws: what is wrong with the two files, taken by themselves.
  package init(source: String, map mapPath: String, into folder: String) throws(DiagnosticError) {
    map = try ImportMap(Self.root(mapPath))
    self.source = try Self.root(source)
    self.folder = FilePath.normal(folder)
    mediaFolder = FilePath.folder(FilePath.normal(source))
  }

  private static func root(_ path: String) throws(DiagnosticError) -> Node {
    let (documents, diagnostics) = SourceReader.read(try SourceText.load(path: path))
    if diagnostics.hasErrors { throw DiagnosticError(Self.bounded(diagnostics)) }
    guard let root = documents.first?.root else { throw DiagnosticError(.emptyImport(path)) }
    return root
  }

  /// Makes the pack, and validates it with `validator`.
  ///
  /// - Throws: everything that keeps it from being a pack.
  package func run(_ validator: Validator) throws(DiagnosticError) -> Outcome {
    var maker = RecordMaker(source, into: found)
    let manifest = manifest(&maker)
    let pack = try contents(manifest)
    checkMap(pack)
    if found.hasErrors { throw found.error }

    var ids = ImportedIDs()
    let candidates = map.entries.map { maker.candidates($0, in: source, &ids) }
    var roles = RecordRoles(map: map, pack: pack, ids: ids)
    var records: [Text: [ImportedValue]] = [:]
    var kinds: [Text] = []
    for (entry, candidates) in zip(map.entries, candidates) {
      if !kinds.contains(entry.kind) { kinds.append(entry.kind) }
      for candidate in candidates where !found.isExhausted {
        let record = maker.record(of: candidate, entry)
        var carried = maker.carried
        records[entry.kind, default: []].append(roles.apply(to: record, of: entry.kind, &carried))
        maker.carried = carried
      }
    }
    maker.reportMissing()
    report(roles.unmapped, pack)
    let media = media(roles.files)
    if found.hasErrors { throw found.error }

    var yaml = kinds.compactMap { kind in recordFile(kind, records[kind] ?? [], pack) }
    yaml.append((PackLoader.manifestName, manifest))
    try validate(yaml, validator)
    let files = yaml.map { Scaffold.File("\(folder)/\($0.path)", bytes: $0.yaml.bytes) }
    return Outcome(
      files: try Scaffold(media + files).created, counts: kinds.map { ($0, records[$0]?.count ?? 0) },
      rest: maker.carried.rest(), made: ids.made, warnings: found.diagnostics)
  }

  // MARK: The manifest

  /// `pack.yaml`: what the map has under `pack`, with the values of its expressions.
  private func manifest(_ maker: inout RecordMaker) -> ImportedYAML {
    let value = maker.manifest(map.pack, of: source)
    return ImportedYAML(value, first: schemaComment("pack.schema.json", in: folder))
  }

  /// The line that names a published schema beside the folder of packs, for editors; nil where there is none.
  private func schemaComment(_ name: String, in folder: String) -> String? {
    let path = FilePath.normal("\(self.folder)/../Schemas/\(name)")
    return Folder.kind(of: path) == .file ? "# yaml-language-server: $schema=../Schemas/\(name)" : nil
  }

  private func contents(_ manifest: ImportedYAML) throws(DiagnosticError) -> PackContents {
    let store = store([(PackLoader.manifestName, manifest)])
    let file = store.file("\(folder)/\(PackLoader.manifestName)")
    guard let root = file.documents.first?.root else { throw DiagnosticError(file.diagnostics) }
    return PackContents(folder: folder, manifest: root, files: store)
  }

  /// Checks the names of the map against the kinds and fields of the pack.
  private func checkMap(_ pack: PackContents) {
    for entry in map.entries {
      guard let kind = pack.kind(entry.kind) else {
        found.report(.unknownImportKind(entry.kind, at: entry.kindNode, among: pack.kinds.map(\.name)))
        continue
      }
      if kind.path == nil { found.report(.kindWithoutPath(entry.kind, at: entry.kindNode)) }
      guard let (shapes, index) = pack.fields.record(of: entry.kind) else { continue }
      checkFields(entry.fields, shapes, index, kind: entry.kind)
    }
    for (name, _) in map.values where pack.vocabulary(name) == nil {
      let node = map.root["values"]?.key(name) ?? map.root
      found.report(.unknownImportEnum(name, at: node, among: pack.vocabularies.map(\.name)))
    }
    for (name, replacements) in map.values {
      guard let vocabulary = pack.vocabulary(name), vocabulary.isKnown else { continue }
      for (_, value) in replacements.node.members {
        guard let text = value.text, vocabulary.node(of: text) == nil else { continue }
        found.report(.unknownReplacement(text, of: vocabulary, at: value))
      }
    }
  }

  /// The nesting of the map bounds the recursion.
  private func checkFields(_ fields: [ImportMap.Field], _ shapes: FieldShapes, _ index: Int, kind: Text) {
    for field in fields {
      var at: Int? = index
      for name in field.path {
        guard let shape = at.map({ shapes.shapes[$0] }) else { break }
        at = shape.member(name)
        // A shape without members is not described: anything may be in it.
        if at == nil, !shape.members.isEmpty {
          found.report(.unknownImportField(name, at: field.key, kind: kind, among: shape.members.keys.sorted()))
        }
      }
      if let each = field.rule.each, let element = at.flatMap({ shapes.shapes[$0].elements }) {
        checkFields(each, shapes, element, kind: kind)
      }
    }
  }

  // MARK: Values

  private func report(_ unmapped: [RecordRoles.Unmapped: (first: Node, more: Int)], _ pack: PackContents) {
    for (key, use) in unmapped.sorted(by: { $0.value.first.index < $1.value.first.index }) {
      guard let vocabulary = pack.vocabulary(key.vocabulary) else { continue }
      found.report(.unmappedValue(key.value, of: vocabulary, at: use.first, more: use.more))
    }
  }

  /// The files that records name, which are beside the source.
  private func media(_ named: [(path: Text, node: Node)]) -> [Scaffold.File] {
    var files: [Scaffold.File] = []
    var seen: Set<Text> = []
    for (path, node) in named where seen.insert(path).inserted {
      let parts = path.string.split(separator: "/", omittingEmptySubsequences: false)
      let file = FilePath.normal("\(mediaFolder)/\(path)")
      guard !parts.contains(where: { ["", ".", ".."].contains($0) }), !path.utf8.contains(0),
        !Folder.leaves(file, mediaFolder), let bytes = ContentFiles.mediaOnDisk(file)
      else {
        found.report(.mediaNotFound(path, at: node, in: mediaFolder, limit: ContentFiles.largestMedia))
        continue
      }
      files.append(Scaffold.File("\(folder)/\(path)", bytes: bytes))
    }
    return files
  }

  /// The file of the records of `kind`.
  private func recordFile(
    _ kind: Text, _ records: [ImportedValue], _ pack: PackContents
  ) -> (path: String, yaml: ImportedYAML)? {
    guard !records.isEmpty, let declared = pack.kind(kind), let path = declared.path?.text else { return nil }
    let isFile = PackLoader.endings.contains { path.hasSuffix($0) }
    let file = FilePath.normal(isFile ? path : "\(path)/\(kind).yaml")
    let depth = file.split(separator: "/").count - 1
    let prefix = String(repeating: "../", count: depth)
    let root = ImportedValue(
      .map([
        (name: "kind" as Text, value: ImportedValue(.scalar(.string(kind)), from: source)),
        (name: "items" as Text, value: ImportedValue(.list(records), from: source)),
      ]), from: source)
    let comment = declared.schema.map { "# yaml-language-server: $schema=\(prefix)\($0.text)" }
    return (file, ImportedYAML(root, first: comment))
  }

  // MARK: Validation

  /// Files that are in memory in the folder of the pack, and on the disk elsewhere.
  private func store(_ files: [(path: String, yaml: ImportedYAML)]) -> SourceStore {
    let folder = folder
    let bytes = Dictionary(files.map { ("\(folder)/\($0.path)", $0.yaml.bytes) }) { first, _ in first }
    let disk = ContentFiles.disk(SourceReader.read)
    let own = bytes.keys.sorted()
    return SourceStore(
      ContentFiles(
        kind: { path in
          let path = FilePath.normal(path)
          if bytes[path] != nil { return .file }
          return own.contains { $0.hasPrefix("\(path)/") } && (path == folder || path.hasPrefix("\(folder)/"))
            ? .folder : disk.kind(path)
        },
        list: { (path, endings) throws(DiagnosticError) in
          let path = FilePath.normal(path)
          let mine = own.filter { file in file.hasPrefix("\(path)/") && endings.contains { file.hasSuffix($0) } }
          let others = disk.kind(path) == nil ? [] : try disk.list(path, endings)
          return Set(mine + others).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        },
        source: { (path) throws(DiagnosticError) in
          guard let bytes = bytes[FilePath.normal(path)] else { return try disk.source(path) }
          return SourceText(name: path, bytes: bytes)
        }, documents: SourceReader.read, leaves: disk.leaves))
  }

  private func validate(_ files: [(path: String, yaml: ImportedYAML)], _ validator: Validator) throws(DiagnosticError) {
    let report = validator.validate([.path(folder)], in: store(files))
    let origins = Dictionary(files.map { ("\(folder)/\($0.path)", $0.yaml) }) { first, _ in first }
    // Files that come with the pack were looked for beside the source, and are not in the folder yet.
    let diagnostics = report.diagnostics.filter { $0.code != Diagnostic.missingFileCode }
    found.report(contentsOf: diagnostics.map { Self.relocated($0, origins) }.sortedForReport())
    if found.hasErrors { throw found.error }
  }

  /// `diagnostic`, at what the text that it is about comes from.
  private static func relocated(_ diagnostic: Diagnostic, _ origins: [String: ImportedYAML]) -> Diagnostic {
    func origin(_ place: Place?) -> Node? {
      place.flatMap { place in origins[FilePath.normal(place.source.name)]?.origin(of: Int(place.range.start)) }
    }
    var diagnostic = diagnostic
    if let node = origin(diagnostic.place) {
      diagnostic.place = node.place
      diagnostic.path = node.path
    }
    for index in diagnostic.related.indices {
      if let node = origin(diagnostic.related[index].place) { diagnostic.related[index].place = node.place }
    }
    return diagnostic
  }

  private static func bounded(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let found = DiagnosticCollector(.request)
    found.report(contentsOf: diagnostics)
    return found.diagnostics
  }
}
