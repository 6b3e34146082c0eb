import TerrainDocuments

extension Diagnostic {
  /// What was asked for is not wanted any more.
  static let cancelled = Diagnostic(
    code: "rpc/cancelled", message: "the request was cancelled before it ended", place: nil)

  /// The time that a request allows for its response is over.
  static let deadlineExceeded = Diagnostic(
    code: "rpc/deadline-exceeded",
    message: "the request was not answered within the milliseconds of its `\(RPCMethod.timeoutName)`", place: nil,
    fix: "allow more time, or send fewer requests at once")
}
