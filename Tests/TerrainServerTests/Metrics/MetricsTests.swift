import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// What a service counts.
@Suite struct MetricsTests {
  @Test func requestsAndErrorsAreCountedByMethodAndCode() throws {
    let state = try MetricsFixture.state()
    let lines = [
      MetricsFixture.score, MetricsFixture.score, MetricsFixture.request("score", #"{"anwsers":{}}"#),
      MetricsFixture.request("health"), MetricsFixture.request("invented_by_a_client"), "{", "[]",
      "[" + MetricsFixture.score + "," + MetricsFixture.request("$/cancelRequest", #"{"id":7}"#) + "]",
      #"{"jsonrpc":"2.0","method":"health"}"#,
    ]
    try MetricsFixture.send(lines, to: state)
    let samples = try MetricsFixture.samples(state)
    func requests(_ method: String) -> String? { samples[#"terrain_requests_total{method="\#(method)"}"#] }
    #expect(requests("score") == "4")
    #expect(requests("health") == "2", "a notification is a request")
    #expect(requests("$/cancelRequest") == "1")
    #expect(requests("unknown") == "3")
    #expect(requests("shutdown") == "0")
    func errors(_ method: String, _ code: Int, _ outcome: String) -> String? {
      samples[#"terrain_errors_total{method="\#(method)",code="\#(code)",outcome="\#(outcome)"}"#]
    }
    #expect(errors("score", -32602, "invalid_params") == "1")
    #expect(errors("score", -32001, "rules_failed") == "0", "a count that begins with 1 hides its increase")
    #expect(errors("unknown", -32601, "method_not_found") == "1")
    #expect(errors("unknown", -32700, "parse") == "1")
    #expect(errors("unknown", -32600, "invalid_request") == "1")
    #expect(errors("pack.validate", -32800, "cancelled") == "0")
    #expect(errors("score", -32800, "cancelled") == "0", "every method can be cancelled")
    #expect(!state.metricsReport().text.contains("invented_by_a_client"))
  }

  @Test(arguments: [
    (10_000, "1e-05", nil), (10_001, "2.5e-05", "1e-05"), (100_000, "0.0001", "5e-05"),
    (1_000_000_000, "1.0", "0.5"), (10_000_000_001, "+Inf", "10.0"),
  ]) func durationsAreInTheBucketOfTheirBound(_ step: Int, _ bound: String, _ below: String?) throws {
    let state = try MetricsFixture.state(step: step)
    try MetricsFixture.send([MetricsFixture.score, MetricsFixture.score], to: state)
    let samples = try MetricsFixture.samples(state)
    let name = "terrain_request_duration_seconds"
    #expect(samples[#"\#(name)_bucket{method="score",le="\#(bound)"}"#] == "2")
    if let below { #expect(samples[#"\#(name)_bucket{method="score",le="\#(below)"}"#] == "0") }
    #expect(samples[#"\#(name)_bucket{method="score",le="+Inf"}"#] == "2")
    #expect(samples[#"\#(name)_count{method="score"}"#] == "2")
    let sum = try #require(samples[#"\#(name)_sum{method="score"}"#].flatMap(Double.init))
    #expect(sum == Double(2 * step) / 1e9)
    #expect(samples[#"\#(name)_count{method="health"}"#] == nil, "nobody called it")
  }

  /// Each thread counts by itself; together they have counted each request once.
  @Test(arguments: [1, 2, 7]) func threadsAreAddedUp(_ threads: Int) throws {
    let state = try MetricsFixture.state(threads: threads)
    let lines = (0..<500).map { MetricsFixture.request($0 % 5 == 0 ? "helth" : "health") }
    try MetricsFixture.send(lines, to: state)
    let samples = try MetricsFixture.samples(state)
    #expect(samples[#"terrain_requests_total{method="health"}"#] == "400")
    #expect(samples[#"terrain_requests_total{method="unknown"}"#] == "100")
    #expect(samples["terrain_threads"] == "\(threads)")
    let health = try ReloadTests.answer("health", state)
    #expect(health.contains(#""requests":500,"errors":100,"#), "\(health)")
  }

  @Test func reloadsAreCountedByOutcome() throws {
    try ReloadTests.withCopy { copy in
      let state = try MetricsFixture.state(served: copy.served())
      func samples() throws -> [String: String] { try MetricsFixture.samples(state) }
      let reload = MetricsFixture.request("pack.reload")
      try MetricsFixture.send([reload], to: state)
      try copy.change("northern_month:", "# Another remark.\n  northern_month:")
      try MetricsFixture.send([reload], to: state)
      #expect(try samples()["terrain_stale"] == "0")
      let hash = state.served.rules.hash
      #expect(try samples()[#"terrain_rules_info{id="small",version="1.0.0",hash="\#(hash)"}"#] == "1")
      try copy.change("then: spring", "then: sprng")
      try MetricsFixture.send([reload, reload], to: state)
      let after = try samples()
      #expect(after["terrain_stale"] == "1")
      #expect(after[#"terrain_reloads_total{outcome="swapped"}"#] == "1")
      #expect(after[#"terrain_reloads_total{outcome="unchanged"}"#] == "1")
      #expect(after[#"terrain_reloads_total{outcome="refused"}"#] == "2")
      #expect(after[#"terrain_requests_total{method="pack.reload"}"#] == "4")
      #expect(after[#"terrain_errors_total{method="pack.reload",code="-32003",outcome="system"}"#] == "2")
    }
  }

  /// Everything but the counts by method, whole.
  @Test func theTextIsAsDescribed() throws {
    let state = try MetricsFixture.state(labels: [try #require(MetricLabel(parsing: #"instance=a"\b"#))])
    let served = state.served
    let kept = state.metricsReport().text.split(separator: "\n").filter {
      !$0.hasPrefix("terrain_requests_total") && !$0.hasPrefix("terrain_errors_total")
    }
    let label = #"instance="a\"\\b""#
    #expect(
      kept.joined(separator: "\n") == """
        # TYPE terrain_build_info gauge
        # HELP terrain_build_info The version of the program; always 1.
        terrain_build_info{\(label),version="\(ProgramVersion.text)"} 1
        # TYPE terrain_pack_info gauge
        # HELP terrain_pack_info The version of the pack that is served; always 1.
        terrain_pack_info{\(label),id="terrain",version="\(served.pack.version)",hash="\(served.pack.hash)"} 1
        # TYPE terrain_rules_info gauge
        # HELP terrain_rules_info The version of the rules that are served; always 1.
        terrain_rules_info{\(label),id="terrain",version="\(served.rules.version)",hash="\(served.rules.hash)"} 1
        # TYPE terrain_requests counter
        # HELP terrain_requests Requests that were answered, errors included.
        # TYPE terrain_errors counter
        # HELP terrain_errors Requests that were answered with an error.
        # TYPE terrain_request_duration_seconds histogram
        # UNIT terrain_request_duration_seconds seconds
        # HELP terrain_request_duration_seconds The time that answering a request took, without waiting for a thread.
        # TYPE terrain_reloads counter
        # HELP terrain_reloads Attempts to load a new version, by what became of them.
        terrain_reloads_total{\(label),outcome="swapped"} 0
        terrain_reloads_total{\(label),outcome="unchanged"} 0
        terrain_reloads_total{\(label),outcome="refused"} 0
        # TYPE terrain_stale gauge
        # HELP terrain_stale 1 where a newer version was refused and the old one stays, else 0.
        terrain_stale{\(label)} 0
        # TYPE terrain_threads gauge
        # HELP terrain_threads Threads that answer requests.
        terrain_threads{\(label)} 1
        # TYPE terrain_start_time_seconds gauge
        # UNIT terrain_start_time_seconds seconds
        # HELP terrain_start_time_seconds When the service began, since 1970-01-01T00:00:00Z.
        terrain_start_time_seconds{\(label)} 1767225600.5
        # TYPE terrain_cpu_seconds counter
        # UNIT terrain_cpu_seconds seconds
        # HELP terrain_cpu_seconds Processor time of all threads.
        terrain_cpu_seconds_total{\(label)} 1.25
        # TYPE terrain_resident_memory_bytes gauge
        # UNIT terrain_resident_memory_bytes bytes
        # HELP terrain_resident_memory_bytes Memory in use.
        terrain_resident_memory_bytes{\(label)} 1048576
        # TYPE terrain_peak_resident_memory_bytes gauge
        # UNIT terrain_peak_resident_memory_bytes bytes
        # HELP terrain_peak_resident_memory_bytes The most memory that was in use.
        terrain_peak_resident_memory_bytes{\(label)} 3145728
        # EOF
        """)
  }

  /// What the system does not report is left out: a 0 would be taken for a reading.
  @Test func memoryThatIsUnknownIsLeftOut() throws {
    let usage = ProcessUsage(residentBytes: nil, peakResidentBytes: nil, processorNanoseconds: 1)
    let state = try MetricsFixture.state(usage: usage)
    let text = state.metricsReport().text
    #expect(!text.contains("memory") && text.contains("terrain_cpu_seconds_total 0.000000001\n"))
  }

  @Test func theSystemReportsMemoryAndTime() throws {
    let usage = ProcessUsage.now
    #if os(Linux)
      let resident = try #require(usage.residentBytes)
      #expect(resident > 1 << 20)
    #endif
    #expect(try #require(usage.peakResidentBytes) > 1 << 20)
    #expect(usage.processorNanoseconds > 0)
  }

  /// The method gives the same text as the file, in one line of JSON.
  @Test func theMethodGivesTheText() throws {
    let state = try MetricsFixture.state()
    try MetricsFixture.send([MetricsFixture.score], to: state)
    let expected = state.metricsReport().text
    let answers = try MetricsFixture.send([MetricsFixture.request("metrics")], to: state)
    let answer = try MethodFixture.document(try #require(answers.first))
    let result = try #require(answer.root["result"])
    #expect(result["text"]?.text?.string == expected)
    #expect(
      result["media_type"]?.text?.string == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    #expect(result["pack"]?["hash"]?.text?.string == state.served.pack.hash)
    #expect(try MetricsFixture.samples(state)[#"terrain_requests_total{method="metrics"}"#] == "1")
  }

  @Test func outsideOfAServiceThereAreNone() throws {
    let session = OperationSession(try MethodFixture.served())
    let method = try #require(AnyOperation.named("metrics"))
    let error = #expect(throws: DiagnosticError.self) { try MethodFixture.answer(method, "{}", session) }
    #expect(error?.diagnostics.map(\.code) == ["rpc/not-serving"])
  }

  @Test(arguments: [
    ("instance=a", true), ("_a1=b=c", true), ("instance", false), ("=a", false), ("instance=", false), ("1a=b", false),
    ("a-b=c", false), ("__a=b", false), ("method=a", false), ("le=1", false), ("é=a", false), ("a=é\n", true),
  ]) func labelsOfAllMetrics(_ text: String, _ isLabel: Bool) {
    #expect((MetricLabel(parsing: text) != nil) == isLabel)
  }
}
