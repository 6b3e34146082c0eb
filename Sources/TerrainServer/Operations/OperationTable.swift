import TerrainDocuments
import TerrainOperations

extension AnyOperation {
  /// The table: every operation, in the order of documents about them. Made anew for each thread, so that threads share none.
  package static var all: [AnyOperation] {
    pure + [AnyOperation(Operations.explain(explainable))] + loyalty + [
      AnyOperation(Operations.packValidate), AnyOperation(Operations.packDescribe), AnyOperation(Operations.packReload),
      AnyOperation(Operations.health), AnyOperation(Operations.discover), AnyOperation(Operations.shutdown),
    ]
  }

  /// The operation called `name`.
  package static func named(_ name: String) -> AnyOperation? { all.first { $0.name == name } }

  /// The operations that can be explained: those that evaluate a request.
  package static var explainable: [AnyOperation] { pure + loyalty }

  private static var pure: [AnyOperation] {
    [
      AnyOperation(Operations.score), AnyOperation(Operations.quizNext), AnyOperation(Operations.constitution),
      AnyOperation(Operations.insight), AnyOperation(Operations.suggest), AnyOperation(Operations.today),
      AnyOperation(Operations.trend), AnyOperation(Operations.streak), AnyOperation(Operations.program),
      AnyOperation(Operations.merge), AnyOperation(Operations.timeline), AnyOperation(Operations.check),
      AnyOperation(Operations.decide),
    ]
  }

  private static var loyalty: [AnyOperation] { Operations.loyalty.map { AnyOperation($0) } }
}
