import TerrainDocuments

/// The outcome of an operation for one request: its result, or why there is none.
package enum Outcome {
  /// The result as a tree, with warnings about the request.
  case result(Node, warnings: [Diagnostic])
  /// What is wrong with the request, or what the rules ran into.
  case refused([Diagnostic])
}
