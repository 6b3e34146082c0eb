import TerrainBase

/// How a slot is filled; the rules declare it.
package struct SlotRule: Sendable {
  /// How many messages at most.
  package var limit = 1
  /// How many of one layer at most.
  package var perLayer = Int.max
  /// Places kept for layers, by position of the layer.
  package var least: [(layer: Int, count: Int)] = []
  /// Days within which choices of one layer and priority take turns; nil where they have the order of their rows.
  package var rotation: Int?

  package init() {}
}

/// Fills slots that are beside each other: one message a topic among all of them, none beside what it opposes.
///
/// Choices are taken by layer, priority, then turn or order; where two oppose each other the one taken first stays, which is
/// the one of the higher layer.
package struct SlotFilling {
  /// A slot, and what it may choose from.
  package struct Slot {
    let rule: SlotRule
    let choices: [MessageChoice]

    package init(rule: SlotRule, choices: [MessageChoice]) {
      self.rule = rule
      self.choices = choices
    }
  }

  /// A choice of one of the slots.
  private struct Entry {
    let slot: Int
    let choice: Int
    let message: Int
    let layer: Int
    let priority: Int64
    let turn: UInt64
  }

  private let slots: [Slot]
  private let messages: Messages
  private var taken: [[Entry]]
  /// By topic, whether something was taken that is about it, or that opposes it.
  private var topics: [(isTaken: Bool, isOpposed: Bool)]
  /// By slot and layer, how many were taken.
  private var layerCounts: [[Int]]

  /// For each slot the choices that fill it, in order. `turn` returns the turn of a choice in a slot that rotates: the lowest
  /// comes first.
  package static func fill(
    _ slots: [Slot], _ messages: Messages, turn: (_ slot: Int, _ choice: Int) -> UInt64
  ) -> [[Int]] {
    var filling = SlotFilling(slots, messages)
    filling.fill(turn)
    return filling.taken.map { $0.ordered { filling.precedes($0, $1) }.map { $0.choice } }
  }

  private init(_ slots: [Slot], _ messages: Messages) {
    self.slots = slots
    self.messages = messages
    taken = slots.map { _ in [] }
    topics = Array(repeating: (false, false), count: messages.topics.count)
    let layers = slots.reduce(0) { most, slot in
      let least = slot.rule.least.reduce(most) { max($0, $1.layer + 1) }
      return slot.choices.reduce(least) { max($0, $1.layer + 1) }
    }
    layerCounts = slots.map { _ in Array(repeating: 0, count: layers) }
  }

  /// The order in which choices are taken.
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    (a.layer, a.priority, a.slot, a.turn, a.choice) < (b.layer, b.priority, b.slot, b.turn, b.choice)
  }

  private mutating func fill(_ turn: (Int, Int) -> UInt64) {
    var entries: [Entry] = []
    entries.reserveCapacity(slots.reduce(0) { $0 + $1.choices.count })
    for index in slots.indices {
      let rotates = slots[index].rule.rotation != nil
      for number in slots[index].choices.indices {
        entries.append(
          Entry(
            slot: index, choice: number, message: slots[index].choices[number].message,
            layer: slots[index].choices[number].layer, priority: slots[index].choices[number].priority,
            turn: rotates ? turn(index, number) : 0))
      }
    }
    entries.sort { precedes($0, $1) }
    var rest: [Entry] = []
    rest.reserveCapacity(entries.count)
    for (place, entry) in entries.enumerated() {
      if keptForOthers(entry, in: entries[(place + 1)...]) || !take(entry) { rest.append(entry) }
    }
    // Places that were kept and could not be filled.
    for entry in rest { _ = take(entry) }
  }

  /// Whether the places left in the slot are all kept for layers that still have a choice there.
  private func keptForOthers(_ entry: Entry, in following: ArraySlice<Entry>) -> Bool {
    let rule = slots[entry.slot].rule
    guard !rule.least.isEmpty else { return false }
    if let own = rule.least.first(where: { $0.layer == entry.layer }),
      layerCounts[entry.slot][entry.layer] < own.count
    {
      return false
    }
    var kept = 0
    for least in rule.least where least.layer != entry.layer {
      var missing = least.count - layerCounts[entry.slot][least.layer]
      for other in following where missing > 0 && other.slot == entry.slot && other.layer == least.layer {
        guard isFree(other) else { continue }
        missing -= 1
        kept += 1
      }
    }
    return taken[entry.slot].count + kept >= rule.limit
  }

  /// Whether nothing that was taken rules `entry` out.
  private func isFree(_ entry: Entry) -> Bool {
    if let topic = messages.all[entry.message].topic, topics[topic].isTaken || topics[topic].isOpposed { return false }
    if messages.all[entry.message].opposes.contains(where: { topics[$0].isTaken }) { return false }
    return !taken[entry.slot].contains { $0.message == entry.message }
  }

  private mutating func take(_ entry: Entry) -> Bool {
    guard taken[entry.slot].count < slots[entry.slot].rule.limit,
      layerCounts[entry.slot][entry.layer] < slots[entry.slot].rule.perLayer, isFree(entry)
    else { return false }
    if let topic = messages.all[entry.message].topic { topics[topic].isTaken = true }
    for topic in messages.all[entry.message].opposes { topics[topic].isOpposed = true }
    taken[entry.slot].append(entry)
    layerCounts[entry.slot][entry.layer] += 1
    return true
  }
}
