import TerrainValues

/// What a traced run writes down: sixteen bytes an event, put into words only when somebody asks.
struct TraceBuffer {
  enum Kind {
    case marker(UInt8)
    /// A condition, with the unboxed value it looked at.
    case scalar
    /// A condition, with a boxed value: `bits` is its position in ``TraceBuffer/values``.
    case boxed
    /// A condition that looked at nothing in particular.
    case plain
  }

  struct Event {
    /// The marker, or the instruction.
    var place: Int32
    var kindAndOutcome: UInt32
    var bits: Int64

    @inline(__always) init(place: Int32, kind: Kind, holds: Bool, bits: Int64) {
      self.place = place
      self.bits = bits
      let code: UInt32 =
        switch kind {
        case .marker(let flags): UInt32(flags) << 8
        case .scalar: 1
        case .boxed: 2
        case .plain: 3
        }
      kindAndOutcome = code | (holds ? 16 : 0)
    }

    var holds: Bool { kindAndOutcome & 16 != 0 }

    var kind: Kind {
      switch kindAndOutcome & 3 {
      case 1: .scalar
      case 2: .boxed
      case 3: .plain
      default: .marker(UInt8(truncatingIfNeeded: kindAndOutcome >> 8))
      }
    }
  }

  private var memory: UnsafeMutablePointer<Event>
  private(set) var count = 0
  private var capacity = 0
  private(set) var values: [Value] = []
  /// True when there was more than could be kept.
  private(set) var isCut = false

  /// The limit `trace-events`: what happens after that many is not recorded (the run goes on).
  static let maximumEvents = 1_000_000

  init() { memory = .allocate(capacity: 0) }

  func deallocate() { memory.deallocate() }

  var events: UnsafeBufferPointer<Event> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always) mutating func append(_ event: Event) {
    if count == capacity, !grow() { return }
    memory[count] = event
    count &+= 1
  }

  @inline(never) private mutating func grow() -> Bool {
    guard capacity < TraceBuffer.maximumEvents else {
      isCut = true
      return false
    }
    let larger = min(max(256, capacity * 2), TraceBuffer.maximumEvents)
    let new = UnsafeMutablePointer<Event>.allocate(capacity: larger)
    new.update(from: memory, count: count)
    memory.deallocate()
    memory = new
    capacity = larger
    return true
  }

  mutating func append(place: Int32, holds: Bool, seen value: Value) {
    let before = count
    append(Event(place: place, kind: .boxed, holds: holds, bits: Int64(values.count)))
    if count > before { values.append(value) }
  }

  mutating func clear() {
    count = 0
    isCut = false
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
  }
}

extension Machine {
  /// What a program planned with tracing recorded since ``begin()``; empty of any other.
  public var events: [TraceEvent] {
    state.pointee.trace.events.map { event in
      switch event.kind {
      case .marker(MarkerKind.began): return .decisionBegan(Slot(index: event.place))
      case .marker(MarkerKind.ended): return .decisionEnded(Slot(index: event.place))
      case .marker: return .marker(event.place)
      case .plain: return atom(event, seen: nil)
      case .boxed: return atom(event, seen: state.pointee.trace.values[Int(event.bits)])
      case .scalar:
        let (kind, vocabulary) = program.recordedKinds[event.place] ?? (.int, nil)
        return atom(event, seen: Value(bits: event.bits, kind, vocabulary))
      }
    }
  }

  /// True when more happened than a trace holds (the limit `trace-events`, a million).
  public var isTraceCut: Bool { state.pointee.trace.isCut }

  private func atom(_ event: TraceBuffer.Event, seen: Value?) -> TraceEvent {
    guard case .node(let expression, let node) = program.originTable[Int(program.origins[Int(event.place)])] else {
      return .marker(-1)
    }
    return .atom(expression: expression, node: node, holds: event.holds, seen: seen)
  }
}
