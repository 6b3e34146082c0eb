import TerrainDocuments
import TerrainExpressions

/// What one request may cost. Each limit has a name that errors contain.
package struct RequestLimits: Sendable {
  /// Bytes of a line (`line-length`).
  package var lineLength = 4 << 20
  /// Lists and maps inside one another (`nesting`).
  package var nesting = 64
  /// Requests in one batch (`batch-size`).
  package var batchSize = 1000
  /// Bytes of one response (`response-size`); in a batch each of its responses counts by itself.
  package var responseSize = 32 << 20
  /// Lines of a client that were read and not answered yet (`in-flight`): beyond that nothing is read.
  package var inFlight = 1024
  /// Clients that are connected to a socket at once (`clients`).
  package var clients = 64
  /// Bytes of responses that the clients of a socket have not read, all together (`unread`).
  package var unread = 64 << 20
  /// Steps of evaluation for one decision (`steps`).
  package var steps = EvaluationLimits.standard.steps
  /// Bytes of values that one decision may build (`bytes`).
  package var bytes = EvaluationLimits.standard.bytes

  /// Days of a page that one request asks for (`days`).
  package var days = 100
  /// Events of an account that one request contains (`events`).
  package var events = 20_000
  /// Values and keys of the replicas that one request merges (`values`).
  package var values = 120_000

  /// Limits by the names that people give them.
  package static var named: [String: WritableKeyPath<RequestLimits, Int>] {
    [
      "line-length": \.lineLength, "nesting": \.nesting, "batch-size": \.batchSize,
      "response-size": \.responseSize, "in-flight": \.inFlight, "steps": \.steps, "bytes": \.bytes, "days": \.days,
      "events": \.events, "values": \.values, "clients": \.clients, "unread": \.unread,
    ]
  }

  /// The names of the limits that only a service has: its lines come from clients, and may be batches.
  static let namesOfServices: Set<String> = ["batch-size", "in-flight", "clients", "unread"]

  /// The names that `terrain serve` takes, sorted.
  package static var names: [String] { named.keys.sorted() }

  /// The names that `terrain batch` takes, sorted: those of the limits that one line has.
  package static var namesForLines: [String] { names.filter { !namesOfServices.contains($0) } }

  /// The values by name, sorted by name.
  package var byName: [(name: String, value: Int)] {
    Self.named.sorted { $0.key < $1.key }.map { ($0.key, self[keyPath: $0.value]) }
  }

  /// The limits where no others are given.
  package init() {}
}
