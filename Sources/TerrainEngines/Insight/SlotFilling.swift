import TerrainValues

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
    let layer: Int
    let priority: Int64
    let turn: UInt64
  }

  private let slots: [Slot]
  private let messages: Messages
  private var taken: [[Int]]
  private var topics: Set<Int> = []
  private var opposed: Set<Int> = []
  private var layerCounts: [[Int: Int]]

  /// For each slot the choices that fill it, in order. `turn` returns the turn of a choice in a slot that rotates: the lowest
  /// comes first.
  package static func fill(
    _ slots: [Slot], _ messages: Messages, turn: (_ slot: Int, _ choice: Int) -> UInt64
  ) -> [[Int]] {
    var filling = SlotFilling(slots, messages)
    filling.fill(turn)
    return filling.taken.indices.map { slot in
      filling.taken[slot].sorted { a, b in filling.position[slot][a] < filling.position[slot][b] }
    }
  }

  /// The position of each choice in the order in which choices are taken.
  private var position: [[Int]]

  private init(_ slots: [Slot], _ messages: Messages) {
    self.slots = slots
    self.messages = messages
    taken = slots.map { _ in [] }
    layerCounts = slots.map { _ in [:] }
    position = slots.map { $0.choices.map { _ in 0 } }
  }

  private mutating func fill(_ turn: (Int, Int) -> UInt64) {
    var entries: [Entry] = []
    for (index, slot) in slots.enumerated() {
      for (number, choice) in slot.choices.enumerated() {
        entries.append(
          Entry(
            slot: index, choice: number, layer: choice.layer, priority: choice.priority,
            turn: slot.rule.rotation == nil ? 0 : turn(index, number)))
      }
    }
    entries.sort { a, b in
      (a.layer, a.priority, a.slot, a.turn, a.choice) < (b.layer, b.priority, b.slot, b.turn, b.choice)
    }
    for (place, entry) in entries.enumerated() { position[entry.slot][entry.choice] = place }
    var rest: [Entry] = []
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
      layerCounts[entry.slot][entry.layer] ?? 0 < own.count
    {
      return false
    }
    var kept = 0
    for least in rule.least where least.layer != entry.layer {
      let missing = least.count - (layerCounts[entry.slot][least.layer] ?? 0)
      guard missing > 0 else { continue }
      kept += min(missing, following.count { $0.slot == entry.slot && $0.layer == least.layer && isFree($0) })
    }
    return taken[entry.slot].count + kept >= rule.limit
  }

  /// Whether nothing that was taken rules `entry` out.
  private func isFree(_ entry: Entry) -> Bool {
    let message = messages.all[slots[entry.slot].choices[entry.choice].message]
    if let topic = message.topic, topics.contains(topic) || opposed.contains(topic) { return false }
    if message.opposes.contains(where: { topics.contains($0) }) { return false }
    let number = slots[entry.slot].choices[entry.choice].message
    return !taken[entry.slot].contains { slots[entry.slot].choices[$0].message == number }
  }

  private mutating func take(_ entry: Entry) -> Bool {
    let rule = slots[entry.slot].rule
    guard taken[entry.slot].count < rule.limit, layerCounts[entry.slot][entry.layer] ?? 0 < rule.perLayer,
      isFree(entry)
    else { return false }
    let message = messages.all[slots[entry.slot].choices[entry.choice].message]
    if let topic = message.topic { topics.insert(topic) }
    for topic in message.opposes { opposed.insert(topic) }
    taken[entry.slot].append(entry.choice)
    layerCounts[entry.slot][entry.layer, default: 0] += 1
    return true
  }
}
