import TerrainBase

extension Machine {
  /// What bytecode planned with tracing recorded since ``begin()``; empty of any other.
  package var events: [TraceEvent] { events(from: 0) }

  /// What bytecode planned with tracing recorded since ``begin()``, from the `start`th event on; empty of any other.
  package func events(from start: Int) -> [TraceEvent] {
    var events: [TraceEvent] = []
    for event in state.pointee.trace.events.dropFirst(start) {
      switch event.kind {
      case .marker(MarkerKind.began): events.append(.decisionBegan(Slot(index: event.place)))
      case .marker(MarkerKind.ended): events.append(.decisionEnded(Slot(index: event.place)))
      case .marker: events.append(.marker(event.place))
      case .plain: append(event, seen: nil, to: &events)
      case .boxed: append(event, seen: state.pointee.trace.values[Int(event.bits)], to: &events)
      case .scalar:
        let (kind, vocabulary) = bytecode.recordedKinds[event.place] ?? (.int, nil)
        append(event, seen: Value(bits: event.bits, kind, vocabulary), to: &events)
      }
    }
    return events
  }

  /// How many events were recorded since ``begin()``.
  package var eventCount: Int { state.pointee.trace.count }

  /// Whether the fact at `slot` was set, and only fields of it are kept, so that ``value(_:)`` has nothing of it.
  package func isKeptByField(_ slot: Slot) -> Bool {
    guard slot.index >= 0, Int(slot.index) < facts.slotCount, facts.isPresent(Int(slot.index)) else { return false }
    let plan = facts.plans[Int(slot.index)]
    return plan.fieldCount > 0 && plan.boxed < 0
  }

  /// True when more happened than a trace holds (``EvaluationLimits/traceEvents``).
  package var isTraceCut: Bool { state.pointee.trace.isCut }

  private func append(_ event: TraceBuffer.Event, seen: Value?, to events: inout [TraceEvent]) {
    for marker in bytecode.markersBefore[event.place] ?? [] { events.append(.marker(marker)) }
    guard case .node(let expression, let node) = bytecode.originTable[Int(bytecode.origins[Int(event.place)])] else {
      return
    }
    events.append(.atom(expression: expression, node: node, holds: event.holds, seen: seen))
  }
}

extension EvaluationMessage {
  package static func traceLimit(_ limit: Int) -> String {
    "this takes more than \(limit) events to explain; the limit is `trace-events`"
  }
}
