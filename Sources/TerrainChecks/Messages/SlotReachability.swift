import TerrainEngines
import TerrainBase

/// Whether a message can get into slots beside each other, where of some rows it is known that they hold, and of
/// others only that they may.
///
/// It goes through what ``SlotFilling`` does, choice after choice, and follows every way it can go; where that is unknown, it
/// follows both. So "never" is proved, and anything else is not.
struct SlotReachability {
  /// A choice of one of the slots.
  struct Entry: Hashable {
    var slot: Int
    var layer: Int
    var priority: Int64
    var message: Int
    /// What it is about; nil where nothing is declared.
    var topic: Int?
    var opposes: [Int]
    /// Whether its row holds for certain.
    var isSure: Bool
    /// Where choices of one layer and priority take turns: the lowest comes first.
    var turn = 0
  }

  enum Answer { case never, perhaps }

  /// States visited before it is given up (`crowding-states`).
  static let mostStates = 50_000

  /// Everything that what follows depends on.
  private struct State: Hashable {
    var next = 0
    /// In each slot, how many are taken; and how many of each layer.
    var taken: [Int]
    var layers: [[Int]]
    /// Topics that are there, and topics that are opposed by what is there, of those that are followed.
    var topics: Set<Topic> = []
    var opposed: Set<Topic> = []
    /// Choices that were put off because the places left are kept for others.
    var waiting: [Int] = []
  }

  /// A topic; a message without one is its own in each slot, where it is not shown twice.
  private enum Topic: Hashable {
    case topic(Int)
    case message(Int, slot: Int)
  }

  private let rules: [SlotRule]
  private let entries: [Entry]
  private let target: Int
  /// Topics that matter to what surely is there and to the message itself.
  private let followed: Set<Topic>
  private var seen: Set<State> = []
  private var open: [State] = []

  /// A question about `message`, for slots filled by `rules`; `entries` of one slot are in the order of its choices.
  init(_ rules: [SlotRule], _ entries: [Entry], message: Int) {
    self.rules = rules
    target = message
    self.entries = entries.enumerated().ordered { a, b in
      let (x, y) = (a.element, b.element)
      return (x.layer, x.priority, x.slot, x.turn, a.offset) < (y.layer, y.priority, y.slot, y.turn, b.offset)
    }.map(\.element)
    var followed: Set<Topic> = []
    for entry in entries where entry.isSure || entry.message == message {
      followed.insert(Self.topic(of: entry))
      followed.formUnion(entry.opposes.map { .topic($0) })
    }
    self.followed = followed
  }

  private static func topic(of entry: Entry) -> Topic {
    entry.topic.map { .topic($0) } ?? .message(entry.message, slot: entry.slot)
  }

  /// Whether the message never gets a place.
  mutating func answer() -> Answer {
    let layers = 1 + (entries.map(\.layer).max() ?? 0)
    add(State(taken: rules.map { _ in 0 }, layers: rules.map { _ in [Int](repeating: 0, count: layers) }))
    while let state = open.popLast() {
      guard seen.count < Self.mostStates else { return .perhaps }
      if state.next < entries.count {
        if isShown(after: state) { return .perhaps }
      } else if let first = state.waiting.first {
        var rest = state
        rest.waiting.removeFirst()
        if offer(entries[first], to: rest) { return .perhaps }
      }
    }
    return .never
  }

  private mutating func add(_ state: State) {
    if seen.insert(state).inserted { open.append(state) }
  }

  /// Goes on from `state` with its next choice; true where that shows the message.
  private mutating func isShown(after state: State) -> Bool {
    let index = state.next
    let entry = entries[index]
    var state = state
    state.next += 1
    let (kept, isKept) = places(keptFrom: entry, at: index, in: state)
    if kept {
      var waiting = state
      waiting.waiting.append(index)
      add(waiting)
    }
    if !isKept, offer(entry, to: state) { return true }
    // Tried first: where little else holds, a place is soonest found.
    if !entry.isSure { add(state) }
    return false
  }

  /// Takes `entry` where it can be; true where that shows the message.
  private mutating func offer(_ entry: Entry, to state: State) -> Bool {
    guard isFree(entry, in: state), state.taken[entry.slot] < rules[entry.slot].limit,
      state.layers[entry.slot][entry.layer] < rules[entry.slot].perLayer
    else {
      add(state)
      return false
    }
    if entry.message == target { return true }
    // Of what surely is there everything is known; what else is there may exclude this one.
    if !entry.isSure { add(state) }
    var taken = state
    taken.taken[entry.slot] += 1
    taken.layers[entry.slot][entry.layer] += 1
    let topic = Self.topic(of: entry)
    if followed.contains(topic) { taken.topics.insert(topic) }
    for topic in entry.opposes where followed.contains(.topic(topic)) { taken.opposed.insert(.topic(topic)) }
    add(taken)
    return false
  }

  private func isFree(_ entry: Entry, in state: State) -> Bool {
    let topic = Self.topic(of: entry)
    return !state.topics.contains(topic) && !state.opposed.contains(topic)
      && !entry.opposes.contains { state.topics.contains(.topic($0)) }
  }

  /// Whether the places left in the slot may all be kept for layers that still have a message; and whether they
  /// surely are.
  private func places(keptFrom entry: Entry, at index: Int, in state: State) -> (may: Bool, must: Bool) {
    let rule = rules[entry.slot]
    let layers = state.layers[entry.slot]
    if rule.least.isEmpty { return (false, false) }
    if let own = rule.least.first(where: { $0.layer == entry.layer }), layers[entry.layer] < own.count {
      return (false, false)
    }
    var (most, least) = (0, 0)
    for keeper in rule.least where keeper.layer != entry.layer {
      let missing = keeper.count - (layers.indices.contains(keeper.layer) ? layers[keeper.layer] : 0)
      guard missing > 0 else { continue }
      let following = entries[(index + 1)...].filter {
        $0.slot == entry.slot && $0.layer == keeper.layer && isFree($0, in: state)
      }
      most += min(missing, following.count)
      least += min(missing, following.count { $0.isSure })
    }
    let taken = state.taken[entry.slot]
    return (taken + most >= rule.limit, taken + least >= rule.limit)
  }
}
