import TerrainBase

/// The events of a traced run: sixteen bytes each, decoded only when they are read.
struct TraceBuffer {
  enum Kind {
    case marker(UInt8)
    /// A condition, with the unboxed value it tested.
    case scalar
    /// A condition, with a boxed value: `bits` is its position in ``TraceBuffer/values``.
    case boxed
    /// A condition that tested nothing in particular.
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
  /// Where the next event goes, and where there is no more room.
  private var next: UnsafeMutablePointer<Event>
  private var end: UnsafeMutablePointer<Event>
  private(set) var values: [Value] = []
  /// True when there was more than could be kept.
  private(set) var isCut = false

  /// The limit `trace-events`: events after that many are not recorded (the run continues).
  private let maximumEvents: Int

  init(limit: Int) {
    maximumEvents = max(0, limit)
    memory = .allocate(capacity: 0)
    next = memory
    end = memory
  }

  func deallocate() { memory.deallocate() }

  var count: Int { next - memory }

  var events: UnsafeBufferPointer<Event> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always) mutating func append(_ event: Event) {
    if next == end, !grow() { return }
    next.initialize(to: event)
    next += 1
  }

  @inline(never) private mutating func grow() -> Bool {
    let (count, capacity) = (count, end - memory)
    guard capacity < maximumEvents else {
      isCut = true
      return false
    }
    let larger = min(max(256, capacity * 2), maximumEvents)
    let new = UnsafeMutablePointer<Event>.allocate(capacity: larger)
    new.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = new
    next = new + count
    end = new + larger
    return true
  }

  mutating func append(place: Int32, holds: Bool, seen value: Value) {
    let before = count
    append(Event(place: place, kind: .boxed, holds: holds, bits: Int64(values.count)))
    if count > before { values.append(value) }
  }

  mutating func clear() {
    next = memory
    isCut = false
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
  }
}
