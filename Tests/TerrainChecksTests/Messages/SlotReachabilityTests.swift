import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainChecks
@testable import TerrainEngines

/// What is proved of crowded slots, against filling them in every way.
@Suite struct SlotReachabilityTests {
  private struct Case {
    var rules: [SlotRule]
    var messages: Messages
    var entries: [SlotReachability.Entry]
    var target: Int
  }

  private static func random(_ generator: inout SplitMix64) -> Case {
    func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let slots = 1 + roll(2)
    let rules = (0..<slots).map { _ in
      var rule = SlotRule()
      rule.limit = 1 + roll(3)
      if roll(3) == 0 { rule.perLayer = 1 + roll(2) }
      if roll(2) == 0 { rule.least = [(layer: roll(3), count: 1 + roll(2))] }
      if roll(3) == 0 { rule.least.append((layer: rule.least.isEmpty ? 0 : (rule.least[0].layer + 1) % 3, count: 1)) }
      return rule
    }
    let count = 2 + roll(6)
    let all = (0..<count).map { index in
      Message(
        id: Text("m\(index)"), topic: roll(3) == 0 ? nil : roll(5), opposes: roll(3) == 0 ? [roll(5)] : [], tags: [],
        parts: [], place: Place(source: SourceText(name: "", text: ""), range: SourceRange(start: 0, end: 0)))
    }
    let target = roll(count)
    let entries = (0..<count).map { index in
      let message = index > 0 && roll(8) == 0 ? all[index - 1] : all[index]
      let number = Int(message.id.string.dropFirst()) ?? 0
      return SlotReachability.Entry(
        slot: roll(slots), layer: roll(3), priority: Int64(roll(2)), message: number, topic: message.topic,
        opposes: message.opposes, isSure: roll(2) == 0)
    }
    return Case(
      rules: rules, messages: Messages(all: all, topics: (0..<5).map { Text("t\($0)") }), entries: entries,
      target: target)
  }

  /// Whether some way for the rows to hold shows the message.
  private static func isShown(_ test: Case) -> Bool {
    let open = test.entries.indices.filter { !test.entries[$0].isSure }
    for choice in 0..<(1 << open.count) {
      let there = test.entries.indices.filter { index in
        open.firstIndex(of: index).map { choice >> $0 & 1 == 1 } ?? true
      }
      let slots = test.rules.indices.map { slot in
        SlotFilling.Slot(
          rule: test.rules[slot],
          choices: there.filter { test.entries[$0].slot == slot }.enumerated().map { number, index in
            let entry = test.entries[index]
            return MessageChoice(message: entry.message, layer: entry.layer, priority: entry.priority, element: number)
          })
      }
      var tags = PageTags()
      let taken = SlotFilling.fill(slots, test.messages, &tags) { _, _ in 0 }
      for (slot, numbers) in zip(slots, taken)
      where numbers.contains(where: { slot.choices[$0].message == test.target }) {
        return true
      }
    }
    return false
  }

  @Test func whatIsProvedIsTrue() {
    var generator = SplitMix64(seed: 4)
    var (never, missed, shown) = (0, 0, 0)
    for _ in 0..<6_000 {
      let test = Self.random(&generator)
      guard test.entries.contains(where: { $0.message == test.target }) else { continue }
      var crowding = SlotReachability(test.rules, test.entries, message: test.target)
      let isNever = crowding.answer() == .never
      if Self.isShown(test) {
        shown += 1
        #expect(!isNever, "\(test)")
      } else if isNever {
        never += 1
      } else {
        missed += 1
      }
    }
    // It has to find nearly all there is to find, too.
    #expect(shown > 1_000 && never > 300)
    #expect(missed * 5 < never, "\(missed) of \(missed + never) not proved")
  }

  @Test func whatWouldTakeTooLongIsGivenUp() {
    var rule = SlotRule()
    rule.limit = 40
    let entries = (0..<80).map { index in
      SlotReachability.Entry(
        slot: 0, layer: 0, priority: Int64(index), message: index, topic: index, opposes: [], isSure: index == 79)
    }
    var crowding = SlotReachability([rule], entries, message: 80)
    _ = crowding.answer()
  }
}
