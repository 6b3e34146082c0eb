import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase
import TerrainSchemas

/// Files one by one, each against its schema.
extension ValidationRun {
  /// A document and the schema that validates it.
  private struct Task: Sendable {
    let document: Document
    let schema: Schema
    let purpose: DocumentMemory.Purpose

    func findings(_ memory: DocumentMemory?) -> [Diagnostic] {
      memory.value(of: document, for: purpose) { schema.validate(document) }
    }
  }

  mutating func validateFiles() {
    let memory = validator.memory?.documents
    var schemaPaths: [String] = []
    var validations: [(document: Document, schema: String)] = []
    let choice = SchemaChoice(store: store, published: validator.publishedSchemas, packs: targets.packs)
    for file in files {
      for document in file.documents {
        let role = role(of: document)
        if validator.schema == nil, role == .schema {
          let entry = schemas.schema(file.path)
          schemaFindings += memory.value(of: document, for: entry.purpose) {
            SchemaCache.check(document, besides: entry.diagnostics)
          }
          schemaErrors += entry.diagnostics
        } else if validator.schema == nil, role == .builtPack {
          diagnostics += Self.builtPack(document.source)
        } else if let path = schemaPath(of: document, role, file, choice) {
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
      let entry = cache.schema(path)
      return entry.schema.map { Task(document: document, schema: $0, purpose: entry.purpose) }
    }
    schemaFindings += ParallelMap.values(tasks.count) { tasks[$0].findings(memory) }.flatMap { $0 }
    guard validator.schema == nil else { return }
    let all = files
    diagnostics += ParallelMap.values(all.count) { index -> [Diagnostic] in
      guard let source = all[index].source else { return [] }
      let check = { TextHygiene.findings(source, all[index].documents) }
      return all[index].documents.first.map { memory.value(of: $0, for: Self.hygiene, check) } ?? check()
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

  private static let hygiene = DocumentMemory.Purpose()
  private static let roles = DocumentMemory.Purpose()
  private static let namedSchema = DocumentMemory.Purpose()

  /// The role of a document.
  func role(of document: Document) -> FileRole? {
    let memory = validator.memory?.documents
    return memory.value(of: document, for: Self.roles) { FileRole(document) }
  }

  /// The schema of a document: the one that was asked for, the one it names, or the published one of its role.
  private mutating func schemaPath(
    of document: Document, _ role: FileRole?, _ file: SourceStore.File, _ choice: SchemaChoice
  ) -> String? {
    if let schema = validator.schema { return FilePath.normal(schema) }
    let memory = validator.memory?.documents
    let named = memory.value(of: document, for: Self.namedSchema) { NamedSchema(document) }
    switch choice.schema(named, role, path: file.path) {
    case .file(let path): return path
    case .remote(let named): diagnostics.append(.remoteSchema(named))
    case .missing(let named): diagnostics.append(.schemaNotFound(named.path, at: named.place))
    // That a schema is missing is reported where the manifest names it.
    case .known: break
    case .unknown:
      // In a folder there may be anything; what was named has to be something.
      if targets.named.contains(file.path) { diagnostics.append(.unknownFile(document.source)) }
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
