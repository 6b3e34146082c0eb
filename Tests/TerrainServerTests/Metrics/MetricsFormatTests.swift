import Foundation
import TerrainOperations
import TerrainServer
import TestSupport
import Testing

/// The text as parsers read it that know nothing of this package.
@Suite struct MetricsFormatTests {
  private static let script = """
    import json, sys
    from prometheus_client.openmetrics.parser import text_string_to_metric_families as read
    from prometheus_client.parser import text_string_to_metric_families as read_older
    text = sys.stdin.read()
    def samples(families):
        return [[one.name, one.labels, one.value, one.timestamp] for family in families for one in family.samples]
    families = {family.name: [family.type, family.unit] for family in read(text)}
    print(json.dumps({"families": families, "samples": samples(read(text)), "older": samples(read_older(text))}))
    """

  /// What `prometheus-client` finds in a text.
  private struct Found {
    /// Types and units, by name.
    let families: [String: [String]]
    let samples: [Sample]
    /// The samples that the parser of Prometheus' older format finds.
    let older: [Sample]
  }

  private struct Sample: Equatable {
    let name: String
    let labels: [String: String]
    let value: Double
    let hasTime: Bool
  }

  private static let value = "a\"\\\n,é"
  private static var instance: String { "instance=\(value)" }

  /// The text of a service that has answered several methods, with errors.
  private static func text() throws -> String {
    let state = try MetricsFixture.state(labels: [try #require(MetricLabel(parsing: instance))])
    try MetricsFixture.send(
      [MetricsFixture.score, MetricsFixture.request("health"), "{", MetricsFixture.request("score", "[1]")], to: state)
    return state.metricsReport().text
  }

  /// What PyPI's `prometheus-client` prints of `text`; nil (reported loudly) where `python3` does not have it.
  private static func parsed(_ text: String) throws -> CommandResult? {
    let python = URL(fileURLWithPath: "/usr/bin/env")
    guard (try? runCommand(["python3", "-c", "import prometheus_client"], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `prometheus-client` is not installed: metrics are judged by our own tests alone")
      return nil
    }
    return try runCommand(["python3", "-c", script], program: python, input: Array(text.utf8), timeout: 60)
  }

  private static func found(_ output: String) throws -> Found {
    let object = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    func samples(_ key: String) throws -> [Sample] {
      try #require(object[key] as? [[Any]]).map { sample in
        Sample(
          name: try #require(sample[0] as? String), labels: try #require(sample[1] as? [String: String]),
          value: try #require(sample[2] as? Double), hasTime: !(sample[3] is NSNull))
      }
    }
    return Found(
      families: try #require(object["families"] as? [String: [String]]), samples: try samples("samples"),
      older: try samples("older"))
  }

  @Test func prometheusClientReadsAllSamples() throws {
    let text = try Self.text()
    guard let result = try Self.parsed(text) else { return }
    #expect(result.exitCode == 0, "\(result.standardError)")
    let found = try Self.found(result.standardOutput)
    #expect(found.samples.count == (try MetricsFixture.samples(text)).count)
    #expect(found.samples == found.older, "node_exporter reads the older format")
    #expect(found.samples.allSatisfy { $0.labels["instance"] == Self.value })
    #expect(!found.samples.contains { $0.hasTime }, "node_exporter refuses files with times")
    #expect(found.families["terrain_requests"] == ["counter", ""])
    #expect(found.families["terrain_request_duration_seconds"] == ["histogram", "seconds"])
    #expect(found.families["terrain_resident_memory_bytes"] == ["gauge", "bytes"])
    let score = ["instance": Self.value, "method": "score"]
    let duration = "terrain_request_duration_seconds"
    #expect(found.samples.contains(.init(name: "terrain_requests_total", labels: score, value: 2, hasTime: false)))
    #expect(found.samples.contains(.init(name: "\(duration)_sum", labels: score, value: 0.0002, hasTime: false)))
    let bounds = found.samples.filter { $0.name == "\(duration)_bucket" && $0.labels["method"] == "score" }
      .compactMap { $0.labels["le"] }
    #expect(bounds.first == "1e-05" && bounds.last == "+Inf" && bounds.contains("1.0"))
  }

  /// A parser that accepts everything would prove nothing.
  @Test func prometheusClientRefusesWhatIsWrong() throws {
    let text = try Self.text()
    for (old, new) in [("# EOF\n", ""), ("# TYPE terrain_stale gauge\n", "# TYPE terrain_stale gouge\n")] {
      #expect(text.contains(old))
      guard let result = try Self.parsed(text.replacing(old, with: new)) else { return }
      #expect(result.exitCode != 0, "without \(old)")
    }
  }

  /// The rules of the format that a reader can check line by line.
  @Test func familiesAreWholeAndSamplesBelongToThem() throws {
    let text = try Self.text()
    #expect(text.hasSuffix("\n# EOF\n"))
    var families: [String: String] = [:]
    var current = ""
    for line in text.split(separator: "\n").dropLast() {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      switch (words[0], words[1]) {
      case ("#", "TYPE"):
        current = words[2]
        #expect(families[current] == nil, "\(current) begins twice")
        families[current] = words[3]
        // Those of Prometheus' older format, which node_exporter reads.
        #expect(["counter", "gauge", "histogram"].contains(words[3]))
      case ("#", "UNIT"): #expect(words[2] == current && current.hasSuffix("_\(words[3])"))
      case ("#", "HELP"): #expect(words[2] == current && words[3].hasSuffix("."))
      default:
        let name = String(line.prefix { $0 != "{" && $0 != " " })
        let endings =
          switch families[current] {
          case "counter": ["_total"]
          case "histogram": ["_bucket", "_count", "_sum"]
          default: [""]
          }
        #expect(endings.contains { current + $0 == name }, "\(name) in \(current)")
        #expect(name.hasPrefix("terrain_"))
      }
    }
    #expect(families.count == 13)
    // Whoever sets an alarm looks names up here.
    let page = MethodFixture.checkout.appending(path: "Documentation/reference/service.md")
    let documented = try String(contentsOf: page, encoding: .utf8)
    for (family, type) in families {
      let name = type == "counter" ? "\(family)_total" : family
      #expect(documented.contains("| `\(name)`"), "\(name) is not documented")
    }
  }
}
