import TerrainBase
import TerrainDocuments
import TerrainService

/// Services whose clock is given, and requests to them.
enum CountsFixture {
  /// A service on `threads` threads, whose clock continues by 0.1 ms with each look.
  static func state(
    threads: Int = 1, served: ServedSystem? = nil, log: ServerLog? = nil, decisions: DecisionLog? = nil
  ) throws -> ServiceState {
    let looks = BatchFixture.Counter()
    let clock = MonotonicClock {
      looks.add()
      return looks.value * 100_000
    }
    return ServiceState(
      try served ?? MethodFixture.served(), threads: threads, log: log ?? LogCollector().log(level: .error),
      clock: clock, decisions: decisions)
  }

  /// Lets the service answer `lines`.
  @discardableResult
  static func send(_ lines: [String], to state: ServiceState) throws -> [String] {
    try ServiceFixture.answers(to: Array((lines.joined(separator: "\n") + "\n").utf8), state)
  }

  static func request(_ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
  }

  static let score = request("score", #"{"answers":{"q1_run_temp":"always_cold"},"partial":true}"#)
}
