import TerrainDocuments
import TerrainExpressions

/// What one request may cost. Each limit has a name that errors say.
public struct ServerLimits: Sendable {
  /// Bytes of a line (`line-length`).
  public var lineLength = 4 << 20
  /// Lists and maps inside one another (`nesting`).
  public var nesting = 64
  /// Requests in one batch (`batch-size`).
  public var batchSize = 1000
  /// Lines that were read and not answered yet (`in-flight`): beyond that nothing is read.
  public var inFlight = 1024
  /// Steps of evaluation for one decision (`steps`).
  public var steps = EvaluationLimits.standard.steps
  /// Bytes of values that one decision may build (`bytes`).
  public var bytes = EvaluationLimits.standard.bytes

  /// Limits by the names that people give them.
  public static var named: [String: WritableKeyPath<ServerLimits, Int>] {
    [
      "line-length": \.lineLength, "nesting": \.nesting, "batch-size": \.batchSize, "in-flight": \.inFlight,
      "steps": \.steps, "bytes": \.bytes,
    ]
  }

  /// What holds where nothing else is said.
  public init() {}
}
