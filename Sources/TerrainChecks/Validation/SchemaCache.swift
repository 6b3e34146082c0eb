import Synchronization
import TerrainDocuments
import TerrainEngines
import TerrainSchemas

/// Schemas from files, each compiled once, together with the files they refer to.
final class SchemaCache: Sendable {
  /// A schema, or what is wrong with it.
  struct Entry: Sendable {
    let schema: Schema?
    /// Diagnostics at locations in the schema's own files.
    let diagnostics: [Diagnostic]
    /// The schema's file and all that it refers to.
    let files: [String]
    /// Represents what is made of documents by the schema.
    let purpose = DocumentMemory.Purpose()
  }

  private let store: SourceStore
  private let memory: ValidationMemory?
  private let entries = Mutex<[String: Entry]>([:])

  /// The schemas in `store`; `memory` has those of earlier validations.
  init(_ store: SourceStore, memory: ValidationMemory? = nil) { (self.store, self.memory) = (store, memory) }

  /// The schema in the file `path`.
  func schema(_ path: String) -> Entry {
    if let entry = entries.withLock({ $0[path] }) { return entry }
    let entry = memory?.schemas.value(path, store) { Self.compile(path, $0) } ?? Self.compile(path, store)
    entries.withLock { $0[path] = entry }
    return entry
  }

  private static func compile(_ path: String, _ store: SourceStore) -> Entry {
    let file = store.file(path)
    guard let document = file.documents.first, !file.diagnostics.hasErrors else {
      return Entry(schema: nil, diagnostics: file.diagnostics, files: [path])
    }
    var registry = SchemaRegistry()
    var files = [path]
    for other in SchemaLibrary.files(reachedFrom: path, store) where other != path {
      files.append(other)
      if let document = store.file(other).documents.first {
        registry.add(document, uri: SchemaRegistry.address(ofFile: other))
      }
    }
    let (schema, diagnostics) = Schema.compile(
      document.root, uri: SchemaRegistry.address(ofFile: path), registry: registry)
    return Entry(schema: schema, diagnostics: diagnostics, files: files)
  }

  /// What is wrong with the document of a schema by the metaschema of its dialect. Of a pattern that compiling it has
  /// reported already, it reports nothing.
  static func check(_ document: Document, besides found: [Diagnostic]) -> [Diagnostic] {
    guard let dialect = document.root["$schema"]?.text else { return [] }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("$ref", dialect)
    }
    let reference = SourceText(name: "dialect.json", bytes: writer.bytes)
    guard let root = JSONReader.read(reference).document?.root, let metaschema = Schema.compile(root).schema else {
      return []
    }
    let places = found.compactMap(\.place)
    return metaschema.validate(document).filter { finding in
      guard finding.code == "schema/format", let place = finding.place else { return true }
      return !places.contains {
        $0.source === place.source && place.range.start <= $0.range.start && $0.range.end <= place.range.end
      }
    }
  }
}
