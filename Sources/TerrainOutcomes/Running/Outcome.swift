import TerrainDocuments

/// What an operation answered to one request: its result, or why there is none.
package enum Outcome {
  /// The result as a tree.
  case result(Node)
  /// What is wrong with the request, or what the rules ran into.
  case refused([Diagnostic])
}
