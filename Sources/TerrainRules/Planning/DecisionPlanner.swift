import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Writes decisions as one flat program.
struct DecisionPlanner {
  private var builder: ProgramBuilder
  private let decisions: [LinkedDecision]
  private let isTracing: Bool
  private(set) var markers: [TraceMarker] = []
  /// For each condition in the program: the row and the condition it is, by the number the program knows it by.
  private(set) var conditions: [Int32: TraceCondition] = [:]

  init(_ decisions: [LinkedDecision], slots: SlotTable, tracing: Bool) {
    builder = ProgramBuilder(slots: slots, tracing: tracing)
    self.decisions = decisions
    isTracing = tracing
  }

  /// The program; nil, with diagnostics, when the whole is too large.
  mutating func plan() -> (program: Program?, diagnostics: [Diagnostic]) {
    for index in decisions.indices { define(index) }
    return builder.finish()
  }

  private mutating func define(_ index: Int) {
    let linked = decisions[index]
    var writer = DecisionWriter(linked, number: index, isTracing: isTracing, markers: markers, conditions: conditions)
    builder.define(linked.slot) { builder, result, done in
      writer.write(into: result, done: done, &builder)
    }
    markers = writer.markers
    conditions = writer.conditions
  }
}

/// Something a traced program says it has passed.
package enum TraceMarker: Sendable {
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
package struct TraceCondition: Sendable {
  package var decision: Int
  package var row: Int
  package var condition: Int
}
