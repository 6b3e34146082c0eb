import TerrainOperations

/// A session, and the operations that it runs: threads share neither.
final class OperationWorker {
  let session: OperationSession
  let score = Operations.score
  let today = Operations.today
  let suggest = Operations.suggest
  let decide = Operations.decide
  let merge = Operations.merge

  init(_ session: OperationSession) { self.session = session }
}
