// The operations of this target, in the order of documents about them. Made anew for each thread, so that threads share none.
extension AnyOperation {
  /// Those that evaluate a person's request.
  package static var ofRequests: [AnyOperation] {
    [
      AnyOperation(Operations.score), AnyOperation(Operations.quizNext), AnyOperation(Operations.constitution),
      AnyOperation(Operations.insight), AnyOperation(Operations.suggest), AnyOperation(Operations.today),
      AnyOperation(Operations.trend), AnyOperation(Operations.streak), AnyOperation(Operations.program),
      AnyOperation(Operations.merge), AnyOperation(Operations.timeline),
    ]
  }

  /// Those about any decision and any record.
  package static var ofContent: [AnyOperation] {
    [AnyOperation(Operations.decide), AnyOperation(Operations.records), AnyOperation(Operations.media)]
  }

  /// Those of accounts.
  package static var ofAccounts: [AnyOperation] {
    Operations.loyalty.map { AnyOperation($0) } + [AnyOperation(Operations.verify)]
  }

  /// All of them: what runs where there is a built pack and nothing else.
  package static var embedded: [AnyOperation] { ofRequests + ofContent + ofAccounts }
}
