import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Decisions as flat bytecode.
struct PlannedDecisions: Sendable {
  var bytecode: Bytecode
  /// What a traced bytecode records, by number.
  var markers: [TraceMarker]
  /// For each condition in a traced bytecode: the row and the condition it is, by the number the bytecode knows it by.
  var conditions: [Int32: TraceCondition]
}

/// A point that traced bytecode records when it passes it.
enum TraceMarker: Sendable {
  /// A condition of a row is evaluated.
  case looked(decision: Int, row: Int, condition: Int)
  /// All conditions of a row hold.
  case holds(decision: Int, row: Int)
  /// No row matched.
  case otherwise(decision: Int)
}

/// Which condition of which row an expression in a traced bytecode is.
struct TraceCondition: Sendable {
  var decision: Int
  var row: Int
  var condition: Int
}

extension PlannedDecisions {
  /// Writes `decisions` as bytecode; `tracing`, as one that records what it looks at. nil, with diagnostics, when the
  /// whole is too large.
  static func plan(
    _ decisions: [LinkedDecision], slots: SlotTable, tracing: Bool
  ) -> (planned: PlannedDecisions?, diagnostics: [Diagnostic]) {
    var slots = slots
    // Bytecode that explains looks at every condition where it is written.
    let hoisted = tracing ? nil : RequestConditions(decisions, slots: &slots)
    var builder = BytecodeBuilder(slots: slots, tracing: tracing)
    for condition in hoisted?.all ?? [] {
      builder.define(condition.slot) { builder, result, _ in builder.evaluate(condition.expression, into: result) }
    }
    var markers: [TraceMarker] = []
    var conditions: [Int32: TraceCondition] = [:]
    for (index, linked) in decisions.enumerated() {
      var decision = linked
      if let hoisted, case .rows(let table) = linked.typed.body {
        decision.typed.body = .rows(hoisted.replacing(in: table, of: index, slots: slots))
      }
      var writer = DecisionWriter(
        decision, number: index, slots: slots, isTracing: tracing, markers: markers, conditions: conditions)
      builder.define(decision.slot) { builder, result, done in
        writer.write(into: result, done: done, &builder)
      }
      markers = writer.markers
      conditions = writer.conditions
    }
    let (bytecode, diagnostics) = builder.finish()
    let planned = bytecode.map {
      PlannedDecisions(bytecode: $0, markers: markers, conditions: conditions)
    }
    return (planned, diagnostics)
  }
}
