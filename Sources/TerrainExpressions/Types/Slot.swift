import TerrainBase

/// A numbered place for a fact or a decision: names are resolved to slots once, when a rule set is loaded.
package struct Slot: Hashable, Sendable {
  /// Its position in the ``SlotTable`` that made it.
  package let index: Int32

  package init(index: Int32) { self.index = index }
}

/// The facts bytecode is given and the decisions it computes, with their types. One table serves a whole rule set.
package struct SlotTable: Sendable {
  /// Where a slot's value comes from.
  package enum Role: Hashable, Sendable {
    /// The caller sets it before a run.
    case fact
    /// The caller sets it for each candidate; everything that depends on it is computed again for the next one.
    case candidateFact
    /// The bytecode computes it, at most once a run, when it is first used.
    case decision
    /// Something more that the body of a decision notes while it computes it (which row matched):
    /// ``BytecodeBuilder/register(of:)``.
    case companion(of: Slot)
  }

  /// One slot.
  package struct Entry: Sendable {
    /// The name shown in messages.
    package var name: Text
    /// The type of its value.
    package var type: CELType
    /// Where its value comes from.
    package var role: Role
    /// What else a fact's value must be.
    package var bounds: FactBounds?
  }

  /// The slots, in the order they were added.
  package private(set) var entries: [Entry] = []

  /// A table without slots.
  package init() {}

  /// Adds a fact. A fact that may be absent has type `optional<T>`; `bounds` hold for the value inside.
  package mutating func addFact(
    _ name: Text, _ type: CELType, perCandidate: Bool = false, bounds: FactBounds? = nil
  ) -> Slot {
    add(Entry(name: name, type: type, role: perCandidate ? .candidateFact : .fact, bounds: bounds))
  }

  /// Adds a decision: bytecode gives it its body with ``BytecodeBuilder/define(_:_:)``.
  package mutating func addDecision(_ name: Text, _ type: CELType) -> Slot {
    add(Entry(name: name, type: type, role: .decision))
  }

  /// Adds a place where a decision's body notes something beside its result.
  package mutating func addCompanion(_ name: Text, _ type: CELType, of decision: Slot) -> Slot {
    add(Entry(name: name, type: type, role: .companion(of: decision)))
  }

  private mutating func add(_ entry: Entry) -> Slot {
    entries.append(entry)
    return Slot(index: Int32(truncatingIfNeeded: entries.count - 1))
  }

  /// What `slot` is.
  package subscript(_ slot: Slot) -> Entry { entries[Int(slot.index)] }
}

/// The domain of a fact, beside its type. A double that is not a number is in none.
package struct FactBounds: Sendable {
  /// The least value.
  package var minimum: Value?
  /// The greatest value.
  package var maximum: Value?
  /// The most elements of a list or map, characters of a string, or bytes.
  package var size: Int?

  /// Bounds; what is nil bounds nothing.
  package init(minimum: Value? = nil, maximum: Value? = nil, size: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.size = size
  }

  /// True when `value` is within.
  package func contains(_ value: Value) -> Bool {
    if case .double(let number) = value, number.isNaN { return false }
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    guard let size else { return true }
    switch value {
    case .list(let elements): return elements.count <= size
    case .map(let map): return map.count <= size
    case .string(let text): return text.string.unicodeScalars.count <= size
    case .bytes(let bytes): return bytes.count <= size
    default: return true
    }
  }
}
