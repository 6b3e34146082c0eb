import TerrainDocuments

/// What came of a request, for logs and counts.
struct RequestOutcome {
  /// The id.
  var id = RequestID.none
  /// The method; nil where there is none of the name, or no name.
  var method: String?
  /// The parameters, where there is a method.
  var parameters: Node?
  /// nil where all is well.
  var error: RPCError.Code?
  /// What was unexpected or wrong, in one line each.
  var remarks: [String] = []
  /// How long it took, in nanoseconds.
  var duration = 0
  /// The member `traceparent` of the request, where it has the form of one.
  var traceParent: String?
}
