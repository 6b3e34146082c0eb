import TerrainEngines

/// A session, and the operations that it runs: threads share neither.
final class OperationWorker {
  let session: OperationSession
  let score = Operations.score
  let today = Operations.today
  let suggest = Operations.suggest
  let decide = Operations.decide
  let merge = Operations.merge
  let media = Operations.media
  let trend = Operations.trend
  private let operations = Dictionary(keepingFirst: AnyOperation.evaluating.map { ($0.name, $0) })

  init(_ session: OperationSession) { self.session = session }

  /// The operation that `method` names.
  func operation(_ method: Terrain.Method) -> AnyOperation? { operations[method.rawValue] }
}
