import TerrainBase

/// Why a value of two replicas is in what they know together.
package struct MergeExplanation: Sendable {
  /// The table, the record and the field: `TABLE[KEY].FIELD`.
  package let subject: String
  /// Which of the two counts, or that nothing is left.
  package let outcome: String
  /// What decided.
  package let reason: String
}

extension Replica {
  /// How each place of a record comes about where this replica, called `names.0`, and `other` do not know the same; in the order of tables,
  /// keys and fields.
  package func explanations(
    mergedWith other: Replica, names: (String, String)
  ) -> [MergeExplanation] {
    var result: [MergeExplanation] = []
    for (index, table) in tables.enumerated() where records.indices.contains(index) {
      let (mine, theirs) = (records[index], other.records.indices.contains(index) ? other.records[index] : [:])
      for key in Set(mine.keys).union(theirs.keys).ordered() {
        let parts = key.parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        let pair = RecordPair(
          name: "\(table.id)[\(parts)]", first: mine[key] ?? MergedRecord(), second: theirs[key] ?? MergedRecord(),
          names: names)
        result += pair.explanations
      }
    }
    return result
  }
}

/// What two replicas know of one record.
private struct RecordPair {
  let name: String
  let first: MergedRecord
  let second: MergedRecord
  let names: (String, String)

  var explanations: [MergeExplanation] {
    var result: [MergeExplanation] = []
    let removed = [first.removed, second.removed].compactMap { $0 }.max()
    if let removed, first.removed != second.removed {
      let who = removed == first.removed ? names.0 : names.1
      result.append(
        MergeExplanation(subject: name, outcome: "removed", reason: "\(who) took the record away: \(removed)"))
    }
    for slot in Set(first.registers.keys).union(second.registers.keys).ordered() {
      let (mine, theirs) = (first.registers[slot], second.registers[slot])
      guard mine != theirs else { continue }
      let element = slot.element.map { $0 == Replica.fieldItself ? "" : "[\($0)]" } ?? ""
      let (outcome, reason) = decision(mine, theirs, removed)
      result.append(MergeExplanation(subject: "\(name).\(slot.field)\(element)", outcome: outcome, reason: reason))
    }
    return result
  }

  private func decision(_ mine: Register?, _ theirs: Register?, _ removed: Stamp?) -> (String, String) {
    guard let mine, let theirs else {
      let (register, who, silent) = mine.map { ($0, names.0, names.1) } ?? (theirs, names.1, names.0)
      guard let register else { return ("nothing", "neither has it") }
      if let removed, register.stamp <= removed {
        return ("removed", "\(who) wrote it before the record was taken away: \(register.stamp)")
      }
      return (who, "\(silent) does not have it; \(who): \(register.stamp)")
    }
    let winner = mine.merged(with: theirs)
    if let removed, winner.stamp <= removed {
      return ("removed", "both wrote it before the record was taken away: \(winner.stamp)")
    }
    let (who, other, later, earlier) =
      winner == mine ? (names.0, names.1, mine, theirs) : (names.1, names.0, theirs, mine)
    let reason =
      later.stamp == earlier.stamp
      ? "both have the stamp \(later.stamp), and of two values the greater one counts"
      : "\(who) wrote it later: \(later.stamp), \(other): \(earlier.stamp)"
    return (who, reason)
  }
}
