import TerrainDocuments

extension AnyOperation {
  /// The operations that evaluate a request and can be explained, in the order of documents about them. Made anew for each thread, so
  /// that threads share none.
  package static var evaluating: [AnyOperation] { evaluatingRequests + ofAccounts }

  /// Those that evaluate a request without an account.
  package static var evaluatingRequests: [AnyOperation] {
    ofRequests + [AnyOperation(Operations.check)] + ofContent
  }

  /// The operation called `name` that evaluates a request.
  ///
  /// - Throws: what `unknown` makes of the names that there are.
  package static func evaluating(
    named name: String, unknown: (_ names: [String]) -> Diagnostic
  ) throws(DiagnosticError) -> AnyOperation {
    let all = evaluating
    guard let operation = all.first(where: { $0.name == name }) else {
      throw DiagnosticError(unknown(all.map(\.name)))
    }
    return operation
  }
}
