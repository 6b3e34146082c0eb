import TerrainAnalysis

/// What is known of packs' documents and schemas, for who reads the packs again.
package final class PackMemory: Sendable {
  let documents = DocumentMemory()
  /// The fields that schemas of kinds describe, by the schema's file.
  let fields = FileValues<SchemaFields>()

  /// A memory of nothing.
  init() {}
}
