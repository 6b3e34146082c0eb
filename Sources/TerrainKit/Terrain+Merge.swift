import TerrainDocuments
import TerrainEngines

extension Terrain {
  /// Merges two replicas of a person's records, field by field: the last writer wins. The result does not depend on the order of
  /// the two, on the order in which several replicas are merged, or on how often.
  ///
  /// ```swift
  /// let known = try terrain.merge(onThisPhone, fromTheServer)
  /// ```
  ///
  /// - Parameters:
  ///   - a: A replica as JSON: `replica`, its id, and `tables`.
  ///   - b: Another one.
  /// - Returns: The merged replica as JSON, with a stamp for every field: pass it to the next merge.
  /// - Throws: Everything that is wrong with the replicas.
  public func merge(_ a: String, _ b: String) throws(DiagnosticError) -> String {
    // Each has to be JSON by itself before it is a part of the request.
    for replica in [a, b] { _ = try Request(json: replica).document() }
    let replica = try run({ $0.merge }, Request(json: "{\"a\":\(a),\"b\":\(b)}")).replica
    var writer = JSONWriter()
    writer.object { writer in replica.writeTables(to: &writer) }
    return writer.string
  }
}
