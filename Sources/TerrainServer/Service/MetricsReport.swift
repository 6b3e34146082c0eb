import TerrainOperations
import TerrainPlatform

/// The metrics of a service at one moment.
package struct MetricsReport {
  let versions: Versions
  let requests: [(method: RequestMetrics.Method, counts: RequestCounts)]
  /// Attempts to load a new version, by what became of them.
  let reloads: [(outcome: ServiceState.Reload.Outcome, count: Int)]
  let isStale: Bool
  let threads: Int
  /// Records that could not be written; nil where none are wanted.
  let lostRecords: Int?
  /// When the service began, in nanoseconds since 1970-01-01T00:00:00Z.
  let started: Int
  let usage: ProcessUsage
  /// Labels of all samples.
  let labels: [MetricLabel]

  /// The metrics as text of OpenMetrics 1.0.
  package var text: String {
    var writer = OpenMetricsWriter(labels: labels)
    writeVersions(to: &writer)
    writeRequests(to: &writer)
    writeDurations(to: &writer)
    writeReloads(to: &writer)
    writeDecisions(to: &writer)
    writeProcess(to: &writer)
    writer.end()
    return writer.text
  }

  private func writeVersions(to writer: inout OpenMetricsWriter) {
    writer.family("terrain_build_info", .gauge, "The version of the program; always 1.")
    writer.sample("terrain_build_info", 1, [.init("version", ProgramVersion.text)])
    writer.family("terrain_pack_info", .gauge, "The version of the pack that is served; always 1.")
    writer.sample("terrain_pack_info", 1, Self.labels(of: versions.pack))
    writer.family("terrain_rules_info", .gauge, "The version of the rules that are served; always 1.")
    writer.sample("terrain_rules_info", 1, Self.labels(of: versions.rules))
  }

  private static func labels(of version: Versions.Version) -> [MetricLabel] {
    [.init("id", version.id.string), .init("version", version.version), .init("hash", version.hash)]
  }

  private func writeRequests(to writer: inout OpenMetricsWriter) {
    writer.family("terrain_requests", .counter, "Requests that were answered, errors included.")
    for (method, counts) in requests {
      writer.sample("terrain_requests_total", counts.requests, [.init("method", method.name)])
    }
    writer.family("terrain_errors", .counter, "Requests that were answered with an error.")
    for (method, counts) in requests {
      for (code, count) in zip(RPCError.Code.allCases, counts.errors) where count > 0 || method.codes.contains(code) {
        writer.sample(
          "terrain_errors_total", count,
          [.init("method", method.name), .init("code", "\(code.rawValue)"), .init("outcome", code.name)])
      }
    }
  }

  private func writeDurations(to writer: inout OpenMetricsWriter) {
    let name = "terrain_request_duration_seconds"
    writer.family(
      name, .histogram, unit: "seconds", "The time that answering a request took, without waiting for a thread.")
    // A method that nobody calls has none: there are many methods, and each would have a line per bucket.
    for (method, counts) in requests where counts.requests > 0 {
      let label = MetricLabel("method", method.name)
      var sum = 0
      for (bound, count) in zip(LatencyBuckets.labels, counts.buckets) {
        sum &+= count
        writer.sample("\(name)_bucket", sum, [label, .init("le", bound)])
      }
      writer.sample("\(name)_count", sum, [label])
      writer.sample("\(name)_sum", OpenMetricsWriter.seconds(counts.nanoseconds), [label])
    }
  }

  private func writeReloads(to writer: inout OpenMetricsWriter) {
    writer.family("terrain_reloads", .counter, "Attempts to load a new version, by what became of them.")
    for (outcome, count) in reloads {
      writer.sample("terrain_reloads_total", count, [.init("outcome", outcome.rawValue)])
    }
    writer.family("terrain_stale", .gauge, "1 where a newer version was refused and the old one stays, else 0.")
    writer.sample("terrain_stale", isStale ? 1 : 0)
  }

  private func writeDecisions(to writer: inout OpenMetricsWriter) {
    guard let lostRecords else { return }
    writer.family("terrain_lost_decisions", .counter, "Records for the decision log that could not be written.")
    writer.sample("terrain_lost_decisions_total", lostRecords)
  }

  /// Not `process_…`: node_exporter has metrics of these names about itself, and they would be taken for the same.
  private func writeProcess(to writer: inout OpenMetricsWriter) {
    writer.family("terrain_threads", .gauge, "Threads that answer requests.")
    writer.sample("terrain_threads", threads)
    writer.family(
      "terrain_start_time_seconds", .gauge, unit: "seconds", "When the service began, since 1970-01-01T00:00:00Z.")
    writer.sample("terrain_start_time_seconds", OpenMetricsWriter.seconds(started))
    writer.family("terrain_cpu_seconds", .counter, unit: "seconds", "Processor time of all threads.")
    writer.sample("terrain_cpu_seconds_total", OpenMetricsWriter.seconds(usage.processorNanoseconds))
    if let bytes = usage.residentBytes {
      writer.family("terrain_resident_memory_bytes", .gauge, unit: "bytes", "Memory in use.")
      writer.sample("terrain_resident_memory_bytes", bytes)
    }
    if let bytes = usage.peakResidentBytes {
      writer.family("terrain_peak_resident_memory_bytes", .gauge, unit: "bytes", "The most memory that was in use.")
      writer.sample("terrain_peak_resident_memory_bytes", bytes)
    }
  }
}
