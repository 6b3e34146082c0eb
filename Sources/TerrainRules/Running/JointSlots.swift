import TerrainExpressions
import TerrainBase

/// The slots of two versions of a rule set as those of one, so that both can be seen over the same inputs: a fact that both declare
/// alike and a decision that has the same value in both are one slot, the old version's.
struct JointSlots {
  /// The old version, the new one.
  let rules: [RuleSet]
  /// Their slots.
  let versions: [VersionSlots]
  private let first: Int32

  /// The slots of one rule set, which are its own.
  init(_ rules: RuleSet) {
    self.rules = [rules]
    versions = [VersionSlots(slots: [:], changedNames: [], title: "")]
    first = .max
  }

  /// The slots of `old` and `new`, between which there is `difference`.
  init(_ old: RuleSet, _ new: RuleSet, _ difference: RuleSetDifference) {
    rules = [old, new]
    let first = Int32(truncatingIfNeeded: old.slots.entries.count)
    self.first = first
    var known: [Text: Slot] = [:]
    for fact in old.facts where !difference.facts.contains(fact.name) { known["fact \(fact.name)"] = fact.slot }
    for decision in old.linkedDecisions where !difference.affected.contains(decision.typed.fullName) {
      known["decision \(decision.typed.fullName)"] = decision.slot
    }
    var slots: [Slot: Slot] = [:]
    var changed = Set(difference.parameters.map { Self.last($0.name) })
    func map(_ slot: Slot, _ name: Text, _ key: Text) {
      if let same = known[key] {
        slots[slot] = same
      } else {
        slots[slot] = Slot(index: slot.index + first)
        changed.insert(Self.last(name))
      }
    }
    for fact in new.facts { map(fact.slot, fact.name, "fact \(fact.name)") }
    for decision in new.linkedDecisions {
      map(decision.slot, decision.typed.fullName, "decision \(decision.typed.fullName)")
    }
    changed.formUnion(difference.facts.map { Self.last($0) })
    changed.formUnion(difference.affected.map { Self.last($0) })
    versions = [
      VersionSlots(slots: [:], changedNames: changed, title: "old rules"),
      VersionSlots(slots: slots, changedNames: changed, title: "new rules"),
    ]
  }

  /// The version that `slot` is of, and which one it is there.
  func owner(of slot: Slot) -> (version: Int, slot: Slot) {
    slot.index < first ? (0, slot) : (1, Slot(index: slot.index - first))
  }

  private static func last(_ name: Text) -> Substring {
    let text = name.string
    return text[(text.lastIndex(of: ".").map { text.index(after: $0) } ?? text.startIndex)...]
  }
}
