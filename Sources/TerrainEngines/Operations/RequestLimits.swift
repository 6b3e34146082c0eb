import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A limit of a request, by the name that people give it.
package enum RequestLimit: String, CaseIterable, Sendable {
  case lineLength = "line-length"
  case nesting
  case batchSize = "batch-size"
  case responseSize = "response-size"
  case inFlight = "in-flight"
  case requestSteps = "request-steps"
  case steps, bytes, days, events, values
}

/// The limits of one request. Each limit has a name that errors contain.
package struct RequestLimits: Sendable {
  /// Bytes of a line (`line-length`).
  package var lineLength = 4 << 20
  /// Lists and maps inside one another (`nesting`).
  package var nesting = 64
  /// Requests in one batch (`batch-size`).
  package var batchSize = 1000
  /// Bytes of one response (`response-size`); in a batch the limit applies to each response.
  package var responseSize = 32 << 20
  /// Lines that were read and not answered yet (`in-flight`): beyond that nothing is read.
  package var inFlight = 1024
  /// Steps of evaluation for one decision (`steps`).
  package var steps = EvaluationLimits.standard.steps
  /// Steps of one request (`request-steps`): for all its decisions, their recordings, and the lists in the request. The standard takes
  /// about half a second of a processor.
  package var requestSteps = 150_000_000
  /// Bytes of values that one decision may build (`bytes`).
  package var bytes = EvaluationLimits.standard.bytes

  /// Days of a page that one request asks for (`days`).
  package var days = 100
  /// Events of an account that one request contains (`events`).
  package var events = 20_000
  /// Values and keys of the replicas that one request merges (`values`).
  package var values = 120_000

  /// The value of `limit`.
  package subscript(limit: RequestLimit) -> Int {
    get {
      switch limit {
      case .lineLength: lineLength
      case .nesting: nesting
      case .batchSize: batchSize
      case .responseSize: responseSize
      case .inFlight: inFlight
      case .requestSteps: requestSteps
      case .steps: steps
      case .bytes: bytes
      case .days: days
      case .events: events
      case .values: values
      }
    }
    set {
      switch limit {
      case .lineLength: lineLength = newValue
      case .nesting: nesting = newValue
      case .batchSize: batchSize = newValue
      case .responseSize: responseSize = newValue
      case .inFlight: inFlight = newValue
      case .requestSteps: requestSteps = newValue
      case .steps: steps = newValue
      case .bytes: bytes = newValue
      case .days: days = newValue
      case .events: events = newValue
      case .values: values = newValue
      }
    }
  }

  /// The names that `terrain serve` takes, sorted.
  package static var names: [String] { RequestLimit.allCases.map { $0.rawValue }.ordered() }

  /// The limits of `terrain batch`, sorted: those that apply to one line.
  package static var namesForLines: [String] {
    RequestLimit.allCases.filter { $0 != .batchSize && $0 != .inFlight }.map { $0.rawValue }.ordered()
  }

  /// The values by name, sorted by name.
  package var byName: [(name: String, value: Int)] {
    RequestLimit.allCases.map { (name: $0.rawValue, value: self[$0]) }.ordered { $0.name < $1.name }
  }

  /// The limits if no others are given.
  package init() {}
}
