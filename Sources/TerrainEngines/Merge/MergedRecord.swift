import TerrainBase

/// What a replica knows of one place for a value: who wrote it last, and what.
package struct Register: Hashable, Sendable {
  package let stamp: Stamp
  /// As compact JSON; nil where it was taken away.
  package let json: [UInt8]?

  /// The later of two. Where the same replica has two values of one instant, which only a faulty clock can bring about, the
  /// one with the greater bytes: any choice will do that every replica makes alike.
  func merged(with other: Register) -> Register {
    if stamp != other.stamp { return stamp < other.stamp ? other : self }
    guard let json else { return other }
    guard let others = other.json else { return self }
    return json.lexicographicallyPrecedes(others) ? other : self
  }
}

/// A record as a join of registers: one a field, and one for each element of a field that is a set or a map.
///
/// Merging takes the later of each, so it does not matter in which order, how often, or in which groups replicas meet
/// (Shapiro, Preguiça, Baquero, Zawirski: "A comprehensive study of convergent and commutative replicated data types",
/// 2011: LWW-register, LWW-element-set).
package struct MergedRecord: Hashable, Sendable {
  /// Which place in a record.
  package struct Slot: Hashable, Sendable, Comparable {
    package let field: Text
    /// The element of a set or map, or ``Replica/fieldItself``, which records that the set or map is there; nil for other fields.
    package let element: Text?

    package static func < (lhs: Slot, rhs: Slot) -> Bool {
      if lhs.field != rhs.field { return lhs.field < rhs.field }
      guard let element = rhs.element else { return false }
      return lhs.element.map { $0 < element } ?? true
    }
  }

  /// What is known of each place. Nothing in it is as old as `removed`.
  package private(set) var registers: [Slot: Register] = [:]
  /// When the record was last taken away; what was written later is there nevertheless.
  package private(set) var removed: Stamp?

  package init() {}

  /// Learns what was written.
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
