import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension AnyOperation {
  /// The table: every operation, in the order of documents about them. Created for each thread, so that threads share no references.
  package static var all: [AnyOperation] {
    evaluatingRequests + [AnyOperation(Operations.explain(evaluating))] + ofAccounts + [
      AnyOperation(Operations.packValidate), AnyOperation(Operations.packReload), AnyOperation(Operations.version),
      AnyOperation(Operations.health), AnyOperation(Operations.discover), AnyOperation(Operations.shutdown),
    ]
  }

  /// The operation called `name`.
  package static func named(_ name: String) -> AnyOperation? { all.first { $0.name == name } }
}
