import TerrainExpressions

/// The slots of one version of a rule set beside those of another one.
struct VersionSlots {
  /// The joint slots of those that the other version does not have alike.
  let slots: [Slot: Slot]
  /// The last parts of the names that mean something else in the other version.
  let changedNames: Set<Substring>
  /// What distinguishes its expressions from the other version's: `old rules`.
  let title: String

  /// The joint slot of `slot`.
  func slot(_ slot: Slot) -> Slot { slots[slot] ?? slot }

  /// How the expression `text` is distinguished from that of the other version, where it may mean something else; else nil.
  func title(of text: String) -> String? {
    guard !changedNames.isEmpty else { return nil }
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.contains(where: changedNames.contains) ? title : nil
  }
}
