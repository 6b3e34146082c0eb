import TerrainDocuments

/// A method as the dispatcher of one thread calls it.
struct RPCMethod {
  /// The name of the method that cancels others.
  static let cancelRequestName = "$/cancelRequest"
  /// The member of a request that has the milliseconds within which it is to be answered.
  static let timeoutName = "timeout_ms"
  /// The most of them: a day.
  static let longestTimeout = 86_400_000

  /// What it is called.
  let name: String
  /// Whether it takes so little time that other requests may wait for it.
  let isQuick: Bool
  /// Whether it is answered apart from the threads that answer requests.
  var runsApart = false
  /// Writes the result as one value. Parameters are a list, a map or nil; what is thrown decides the error's code.
  ///
  /// - Returns: warnings about the parameters.
  let run: (_ parameters: Node?, _ writer: inout JSONWriter) throws(DiagnosticError) -> [Diagnostic]
}
