import TerrainDocuments
import TerrainEngines

extension Terrain {
  /// Two replicas of a person's records become one: field by field, the last writer counts. It does not matter which is named
  /// first, in which order several meet, or how often.
  ///
  /// ```swift
  /// let known = try terrain.merge(onThisPhone, fromTheServer)
  /// ```
  ///
  /// - Parameters:
  ///   - a: a replica as JSON: `replica`, its id, and `tables`.
  ///   - b: another.
  /// - Returns: what both know, as JSON with a stamp beside every field: to be merged the next time.
  /// - Throws: everything that is wrong with them.
  public func merge(_ a: String, _ b: String) throws(DiagnosticError) -> String {
    let first = try Replica(Request(json: a).document().root, tables: tables)
    let second = try Replica(Request(json: b).document().root, tables: tables)
    var writer = JSONWriter()
    writer.object { writer in first.merged(with: second).writeTables(to: &writer) }
    return writer.string
  }
}
