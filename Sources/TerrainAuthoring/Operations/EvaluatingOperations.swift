import TerrainOperations

extension AnyOperation {
  /// The operations that evaluate a request and can be explained, in the order of documents about them. Made anew for each thread, so
  /// that threads share none.
  package static var evaluating: [AnyOperation] { evaluatingRequests + evaluatingAccounts }

  /// Those that evaluate a request without an account.
  package static var evaluatingRequests: [AnyOperation] {
    [
      AnyOperation(Operations.score), AnyOperation(Operations.quizNext), AnyOperation(Operations.constitution),
      AnyOperation(Operations.insight), AnyOperation(Operations.suggest), AnyOperation(Operations.today),
      AnyOperation(Operations.trend), AnyOperation(Operations.streak), AnyOperation(Operations.program),
      AnyOperation(Operations.merge), AnyOperation(Operations.timeline), AnyOperation(Operations.check),
      AnyOperation(Operations.decide), AnyOperation(Operations.records),
    ]
  }

  /// Those of accounts.
  package static var evaluatingAccounts: [AnyOperation] { Operations.loyalty.map { AnyOperation($0) } }
}
