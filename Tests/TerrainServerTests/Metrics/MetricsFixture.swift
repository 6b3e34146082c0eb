import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import Testing

/// Services whose clock, time and memory are given, and their metrics as samples.
enum MetricsFixture {
  /// A service on one thread, whose clock continues by `step` nanoseconds with each look: as long as each request takes.
  static func state(
    step: Int = 100_000, threads: Int = 1, served: ServedSystem? = nil, log: ServerLog? = nil,
    labels: [MetricLabel] = [], usage: ProcessUsage? = nil
  ) throws -> ServiceState {
    let looks = BatchFixture.Counter()
    let clock = MonotonicClock {
      looks.add()
      return looks.value * step
    }
    let usage =
      usage ?? ProcessUsage(residentBytes: 1 << 20, peakResidentBytes: 3 << 20, processorNanoseconds: 1_250_000_000)
    return ServiceState(
      try served ?? MethodFixture.served(), threads: threads, log: log ?? LogCollector().log(level: .error),
      clock: clock, machine: MachineReadings(time: { 1_767_225_600_500_000_000 }, usage: { usage }), labels: labels)
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

  /// The values of all samples, by name and labels as they are written.
  static func samples(_ text: String) throws -> [String: String] {
    var samples: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let end = try #require(line.lastIndex(of: " "))
      let name = String(line[..<end])
      #expect(samples[name] == nil, "\(name) is there twice")
      samples[name] = String(line[line.index(after: end)...])
    }
    return samples
  }

  static func samples(_ state: ServiceState) throws -> [String: String] { try samples(state.metricsReport().text) }
}
