import TerrainDocuments
import TerrainExpressions
import TerrainEngines
import TerrainBase

/// How requests and results of an operation look to conditions: their types, and how trees become values.
package final class OutcomeDescription {
  /// The variables that conditions have.
  package enum Variable {
    /// The request's parameters.
    package static let request: Text = "request"
    /// The result.
    package static let result: Text = "result"
  }

  private let requests: ValueReader
  private let results: ValueReader
  /// The variables with their types: conditions are checked and evaluated with these.
  let environment: Environment

  init(_ operation: AnyOperation, _ declarations: Declarations, _ records: RecordLookup) {
    requests = .reader(of: operation.parameters, declarations, records)
    results = .reader(of: operation.result, declarations, records)
    var types = OutcomeTypes(declarations)
    var environment = Environment()
    environment.impliedOrders = declarations.orderedEnums
    environment.declare(
      Variable.request, types.type(of: operation.parameters, named: "the request of \(operation.name)"), .unbound)
    environment.declare(
      Variable.result, types.type(of: operation.result, named: "the result of \(operation.name)"), .unbound)
    self.environment = environment
  }

  /// The values of the variables for a request and its result, with the records that they name.
  package func values(request: Node, result: Node) -> [Text: Value] {
    [Variable.request: requests.value(of: request), Variable.result: results.value(of: result)]
  }

  /// The value of the variable `result` alone.
  func value(result: Node) -> Value { results.value(of: result) }

  /// The value of the variable `request` alone.
  package func values(request: Node) -> [Text: Value] { [Variable.request: requests.value(of: request)] }
}
