import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Decisions as one flat program.
struct PlannedDecisions: Sendable {
  var program: Program
  /// What a traced program records, by number.
  var markers: [TraceMarker]
  /// For each condition in a traced program: the row and the condition it is, by the number the program knows it by.
  var conditions: [Int32: TraceCondition]
}

/// Something a traced program says it has passed.
enum TraceMarker: Sendable {
  /// A row is looked at.
  case row(decision: Int, row: Int)
  /// One of its conditions holds.
  case held(decision: Int, row: Int, condition: Int)
  /// All of them do.
  case holds(decision: Int, row: Int)
  /// No row held.
  case otherwise(decision: Int)
}

/// Which condition of which row an expression in a traced program is.
struct TraceCondition: Sendable {
  var decision: Int
  var row: Int
  var condition: Int
}

extension PlannedDecisions {
  /// Writes `decisions` as a program; `tracing`, as one that records what it looks at. nil, with diagnostics, when the
  /// whole is too large.
  static func plan(
    _ decisions: [LinkedDecision], slots: SlotTable, tracing: Bool
  ) -> (planned: PlannedDecisions?, diagnostics: [Diagnostic]) {
    var builder = ProgramBuilder(slots: slots, tracing: tracing)
    var markers: [TraceMarker] = []
    var conditions: [Int32: TraceCondition] = [:]
    for (index, decision) in decisions.enumerated() {
      var writer = DecisionWriter(
        decision, number: index, slots: slots, isTracing: tracing, markers: markers, conditions: conditions)
      builder.define(decision.slot) { builder, result, done in
        writer.write(into: result, done: done, &builder)
      }
      markers = writer.markers
      conditions = writer.conditions
    }
    let (program, diagnostics) = builder.finish()
    let planned = program.map {
      PlannedDecisions(program: $0, markers: markers, conditions: conditions)
    }
    return (planned, diagnostics)
  }
}
