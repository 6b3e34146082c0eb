import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainPlatform
import TerrainSchemas
import TerrainValues

/// Files one by one, each against its schema.
extension ValidationRun {
  /// A document and the schema that validates it.
  private struct Task: Sendable {
    let document: Document
    let schema: Schema
  }

  mutating func validateFiles() {
    var schemaPaths: [String] = []
    var validations: [(document: Document, schema: String)] = []
    for file in files {
      for document in file.documents {
        let role = FileRole(document.root)
        if validator.schema == nil, role == .schema {
          let problems = schemas.schema(file.path).diagnostics
          schemaFindings += SchemaCache.check(document, besides: problems)
          schemaErrors += problems
        } else if validator.schema == nil, role == .builtPack {
          diagnostics += Self.builtPack(document.source)
        } else if let path = schemaPath(of: document, role, file) {
          validations.append((document, path))
          if !schemaPaths.contains(path) { schemaPaths.append(path) }
        }
      }
    }
    let (cache, paths) = (schemas, schemaPaths)
    ParallelMap.run(paths.count) { _ = cache.schema(paths[$0]) }
    for path in paths { schemaErrors += cache.schema(path).diagnostics }
    diagnostics += schemaErrors
    let tasks = validations.compactMap { document, path in
      cache.schema(path).schema.map { Task(document: document, schema: $0) }
    }
    schemaFindings += ParallelMap.values(tasks.count) { tasks[$0].schema.validate(tasks[$0].document) }.flatMap { $0 }
    guard validator.schema == nil else { return }
    let all = files
    diagnostics += ParallelMap.values(all.count) { index in
      all[index].source.map { TextHygiene.findings($0, all[index].documents) } ?? []
    }.flatMap { $0 }
  }

  /// What is wrong with a built pack: it has to be as it was built, and to load.
  private static func builtPack(_ source: SourceText) -> [Diagnostic] {
    do throws(DiagnosticError) {
      return try LoadedSystem.load(BuiltPack(source), contracts: [], kinds: nil).warnings
    } catch {
      return error.diagnostics
    }
  }

  /// The schema of a document: the one that was asked for, the one it names, or the published one of its role.
  private mutating func schemaPath(of document: Document, _ role: FileRole?, _ file: SourceStore.File) -> String? {
    if let schema = validator.schema { return FilePath.normal(schema) }
    if let named = NamedSchema(document) {
      if named.isRemote {
        diagnostics.append(.remoteSchema(named))
      } else if store.kind(named.path) == .file {
        return named.path
      } else {
        diagnostics.append(.schemaNotFound(named.path, at: named.place))
      }
      return nil
    }
    if let name = role?.schemaName, let folder = validator.publishedSchemas {
      let path = FilePath.normal("\(folder)/\(name)")
      if store.kind(path) == .file { return path }
    }
    let schema = kindSchema(of: file.path)
    let isKnown = schema != nil || role != nil && role != .content
    // In a folder there may be anything; what was named has to be something.
    if !isKnown, targets.named.contains(file.path) { diagnostics.append(.unknownFile(document.source)) }
    return schema
  }

  /// The schema that a pack's manifest names for the kind that the file `path` belongs to.
  private func kindSchema(of path: String) -> String? {
    for folder in targets.packs where path.hasPrefix(folder == "." ? "" : "\(folder)/") {
      guard let manifest = store.file("\(folder)/\(PackLoader.manifestName)").documents.first?.root else { continue }
      for (_, kind) in manifest["kinds"]?.members.map({ ($0.key, $0.value) }) ?? [] {
        guard let place = kind["path"]?.text, let schema = kind["schema"]?.text else { continue }
        let whole = FilePath.normal("\(folder)/\(place)")
        guard path == whole || path.hasPrefix("\(whole)/") else { continue }
        // That it is missing is reported where the manifest names it.
        let file = FilePath.normal("\(folder)/\(schema)")
        return store.kind(file) == .file ? file : nil
      }
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func unknownFile(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "file/unknown-content", severity: .warning,
      message: "`\(source.name)` is not part of a pack or a rule set and names no schema, so nothing could be checked",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)),
      fix: "begin it with `# yaml-language-server: $schema=…`, or give a schema with `--schema`")
  }

  fileprivate static func remoteSchema(_ schema: NamedSchema) -> Diagnostic {
    Diagnostic(
      code: "file/remote-schema", severity: .warning,
      message: "the schema `\(schema.reference)` is on a network, where it is not looked for", place: schema.place,
      fix: "keep a copy beside the file, or give one with `--schema`")
  }
}
