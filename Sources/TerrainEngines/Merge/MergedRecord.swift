import TerrainBase

/// The knowledge of a replica about one value: its last writer and the value.
package struct Register: Hashable, Sendable {
  package let stamp: Stamp
  /// As compact JSON; nil if it was taken away.
  package let json: [UInt8]?

  /// The later of two registers. Only a faulty clock can make the same replica write two values at one instant. Then the value with the
  /// greater bytes is taken: any choice will do if every replica makes the same choice.
  func merged(with other: Register) -> Register {
    if stamp != other.stamp { return stamp < other.stamp ? other : self }
    guard let json else { return other }
    guard let others = other.json else { return self }
    return json.lexicographicallyPrecedes(others) ? other : self
  }
}

/// A record as a join of registers: one a field, and one for each element of a field that is a set or a map.
///
/// Merging takes the later register of each pair, so that the order, frequency, and grouping of merges do not matter (Shapiro, Preguiça,
/// Baquero, Zawirski: "A comprehensive study of convergent and commutative replicated data types", 2011: LWW-register, LWW-element-set).
package struct MergedRecord: Hashable, Sendable {
  /// The address of a value in a record.
  package struct Slot: Hashable, Sendable, Comparable {
    package let field: Text
    /// The element of a set or map, or ``Replica/fieldItself``, which records that the set or map exists; nil for other fields.
    package let element: Text?

    package static func < (lhs: Slot, rhs: Slot) -> Bool {
      if lhs.field != rhs.field { return lhs.field < rhs.field }
      guard let element = rhs.element else { return false }
      return lhs.element.map { $0 < element } ?? true
    }
  }

  /// The registers by slot. Nothing in it is as old as `removed`.
  package private(set) var registers: [Slot: Register] = [:]
  /// The time at which the record was last removed; values written later exist nevertheless.
  package private(set) var removed: Stamp?

  package init() {}

  /// Merges a register into the record.
  mutating func learn(_ register: Register, at slot: Slot) {
    if let removed, register.stamp <= removed { return }
    registers[slot] = registers[slot]?.merged(with: register) ?? register
  }

  /// Learns that the record was taken away.
  mutating func learn(removed stamp: Stamp) {
    let latest = removed.map { max($0, stamp) } ?? stamp
    removed = latest
    registers = registers.filter { $0.value.stamp > latest }
  }

  /// Learns all that `other` knows.
  mutating func learn(_ other: MergedRecord) {
    if let stamp = other.removed { learn(removed: stamp) }
    for (slot, register) in other.registers { learn(register, at: slot) }
  }
}

/// The reason why a value of two replicas is in their merged record.
package struct MergeExplanation: Sendable {
  /// The table, the record and the field: `TABLE[KEY].FIELD`.
  package let subject: String
  /// The replica whose value was taken, or that no value is left.
  package let outcome: String
  /// The reason for the outcome.
  package let reason: String
}

extension Replica {
  /// The origin of each value about which this replica, called `names.0`, and `other` differ, in the order of tables, keys, and fields.
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

/// The knowledge of two replicas about one record.
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

/// The time of a write and the replica that wrote, which together decide between two writers.
///
/// Stamps are totally ordered, by instant and then by the replica's id, so that every replica makes the same decision.
package struct Stamp: Hashable, Sendable {
  /// The time, to the microsecond.
  package let instant: Timestamp
  /// The id of the replica: a word without blanks, different for every device.
  package let replica: Text

  /// Creates the stamp of a write by `replica` at `instant`.
  package init(instant: Timestamp, replica: Text) {
    self.instant = instant
    self.replica = replica
  }

  /// A stamp in the form stored next to a field: an instant (RFC 3339 or PostgreSQL's form), a blank, a replica's id. nil for anything
  /// else.
  package init?(_ text: Text) {
    guard let blank = text.string.utf8.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    let replica = Text(String(text.string[text.string.utf8.index(after: blank)...]))
    guard Self.isReplica(replica),
      let instant = try? Timestamp(exchanged: Text(String(text.string[..<blank])))
    else { return nil }
    self.init(instant: instant, replica: replica)
  }

  /// The most bytes of a replica's id.
  package static let longestReplica = 64

  /// Returns true if `text` can be a replica's id: 1 to ``longestReplica`` visible characters of ASCII.
  static func isReplica(_ text: Text) -> Bool {
    (1...longestReplica).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

extension Stamp: Comparable {
  /// Earlier; of the same instant, the smaller id.
  package static func < (lhs: Stamp, rhs: Stamp) -> Bool {
    lhs.instant == rhs.instant ? lhs.replica < rhs.replica : lhs.instant < rhs.instant
  }
}

extension Stamp: CustomStringConvertible {
  /// As it is kept: `2026-02-05T06:54:06.536161Z phone`.
  package var description: String { "\(instant.exchanged) \(replica.string)" }
}
