import TerrainEngines
import TerrainRules
import TerrainBase

/// The slots of all pages, with what they may be given.
struct MessageSlots {
  /// Slots that are filled together, of which it is known what they may be given.
  private(set) var groups: [SlotGroup] = []
  /// Results that go to these slots.
  private(set) var settled: Set<ResultPosition> = []
  /// Decisions that also go elsewhere: notes of rankings, slots that take what is known only when it runs, other engines.
  private(set) var open: Set<Int> = []

  init(
    _ survey: PageInventory, _ rules: RuleSet, _ messages: Messages, _ firing: RowFiring, _ mentions: MessageMentions
  ) {
    let reader = SlotEntryReader(rules: rules, messages: messages, firing: firing, mentions: mentions)
    var chosen: Set<Int> = []
    var roots = Set(survey.rankings.flatMap { [$0.note, $0.fallback].compactMap { $0.map(rules.number) } })
    for (page, rule) in survey.pages {
      for part in rule.parts {
        if case .show(let decision) = part.content { roots.insert(rules.number(of: decision)) }
      }
      for parts in Self.together(rule) {
        var entries: [(slot: Int, entry: SlotEntry)] = []
        var decisions: [Int] = []
        var isKnown = true
        for (slot, part) in parts.enumerated() {
          let number = rules.number(of: part.decision)
          decisions.append(number)
          guard let own = reader.entries(of: number, shape: part.shape) else {
            isKnown = false
            continue
          }
          entries += own.map { (slot, $0) }
        }
        chosen.formUnion(decisions)
        guard isKnown else {
          roots.formUnion(decisions)
          continue
        }
        settled.formUnion(entries.map(\.entry.position))
        let name = parts.map { "`\($0.id)`" }.joined(separator: " and ")
        groups.append(
          SlotGroup(name: "\(name) of the page `\(page)`", rules: parts.map(\.rule), entries: entries))
      }
    }
    for number in rules.decisions.indices where mentions.users[number] == nil && !chosen.contains(number) {
      roots.insert(number)
    }
    // A page's own list names headings; they are shown whatever else is.
    open = mentions.closure(of: roots)
  }

  private typealias Slot = (id: Text, decision: Decision, shape: MessageChoiceShape, rule: SlotRule)

  /// The slots of `page` beside each other, in the order in which they are first met.
  private static func together(_ page: PageDefinition) -> [[Slot]] {
    var names: [Text] = []
    var groups: [[Slot]] = []
    for part in page.parts {
      guard case .choose(let decision, let shape, let rule, let beside) = part.content else { continue }
      let slot = (part.id, decision, shape, rule)
      if let known = names.firstIndex(of: beside) {
        groups[known].append(slot)
      } else {
        names.append(beside)
        groups.append([slot])
      }
    }
    return groups
  }
}
