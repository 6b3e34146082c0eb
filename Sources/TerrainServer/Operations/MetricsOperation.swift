import TerrainDocuments
import TerrainOperations

extension Operations {
  /// The metrics of a service.
  package static var metrics: Operation<MetricsReport> {
    Operation(
      name: "metrics", summary: "Report the counts, durations and memory of the service as OpenMetrics text",
      parameters: .object([]), result: .metrics
    ) { _, session, _ throws(DiagnosticError) in try session.running().metricsReport() }
  }
}

extension ResultType where Content == MetricsReport {
  static var metrics: ResultType {
    object {
      fields(of: versionFields) { $0.versions }
      requiredField("media_type", .text, "The media type of the text.") { _ in OpenMetricsWriter.mediaType }
      requiredField("text", .text, "The metrics, as text of OpenMetrics 1.0.") { $0.text }
    }
  }
}
