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
  /// Bytes of one response (`response-size`); in a batch each of its responses counts by itself.
  public var responseSize = 32 << 20
  /// Lines that were read and not answered yet (`in-flight`): beyond that nothing is read.
  public var inFlight = 1024
  /// Steps of evaluation for one decision (`steps`).
  public var steps = EvaluationLimits.standard.steps
  /// Bytes of values that one decision may build (`bytes`).
  public var bytes = EvaluationLimits.standard.bytes

  /// Days of a page that one request asks for (`days`).
  public var days = 100
  /// Events of an account that one request contains (`events`).
  public var events = 20_000
  /// Values and keys of the replicas that one request merges (`values`).
  public var values = 120_000

  /// Limits by the names that people give them.
  public static var named: [String: WritableKeyPath<ServerLimits, Int>] {
    [
      "line-length": \.lineLength, "nesting": \.nesting, "batch-size": \.batchSize,
      "response-size": \.responseSize, "in-flight": \.inFlight, "steps": \.steps, "bytes": \.bytes, "days": \.days,
      "events": \.events, "values": \.values,
    ]
  }

  /// The names of the limits that only a service has: its lines come from clients, and may be batches.
  static let namesOfServices: Set<String> = ["batch-size", "in-flight"]

  /// The names that `terrain serve` takes, sorted.
  public static var names: [String] { named.keys.sorted() }

  /// The names that `terrain batch` takes, sorted: those of the limits that one line has.
  public static var namesForLines: [String] { names.filter { !namesOfServices.contains($0) } }

  /// The values by name, sorted by name.
  var byName: [(name: String, value: Int)] {
    Self.named.sorted { $0.key < $1.key }.map { ($0.key, self[keyPath: $0.value]) }
  }

  /// What holds where nothing else is said.
  public init() {}
}
