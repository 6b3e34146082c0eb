import TerrainValues

/// A numbered place for a fact or a decision: names are resolved to slots once, when a rule set is loaded.
public struct Slot: Hashable, Sendable {
  /// Its position in the ``SlotTable`` that made it.
  public let index: Int32

  package init(index: Int32) { self.index = index }
}

/// The facts a program is given and the decisions it computes, with their types. One table serves a whole rule set.
public struct SlotTable: Sendable {
  /// Where a slot's value comes from.
  public enum Role: Hashable, Sendable {
    /// The caller sets it before a run.
    case fact
    /// The caller sets it for each candidate; everything that depends on it is computed again for the next one.
    case candidateFact
    /// The program computes it, at most once a run, when it is first used.
    case decision
    /// Something more that the body of a decision notes while it computes it (which row held): ``ProgramBuilder/register(of:)``.
    case companion(of: Slot)
  }

  /// One slot.
  public struct Entry: Sendable {
    /// The name shown in messages.
    public var name: Text
    /// The type of its value.
    public var type: CELType
    /// Where its value comes from.
    public var role: Role
  }

  /// The slots, in the order they were added.
  public private(set) var entries: [Entry] = []

  /// A table without slots.
  public init() {}

  /// Adds a fact. A fact that may be absent has type `optional<T>`.
  public mutating func addFact(_ name: Text, _ type: CELType, perCandidate: Bool = false) -> Slot {
    add(Entry(name: name, type: type, role: perCandidate ? .candidateFact : .fact))
  }

  /// Adds a decision: a program gives it its body with ``ProgramBuilder/define(_:_:)``.
  public mutating func addDecision(_ name: Text, _ type: CELType) -> Slot {
    add(Entry(name: name, type: type, role: .decision))
  }

  /// Adds a place where a decision's body notes something beside its result.
  public mutating func addCompanion(_ name: Text, _ type: CELType, of decision: Slot) -> Slot {
    add(Entry(name: name, type: type, role: .companion(of: decision)))
  }

  private mutating func add(_ entry: Entry) -> Slot {
    entries.append(entry)
    return Slot(index: Int32(truncatingIfNeeded: entries.count - 1))
  }

  /// What `slot` is.
  public subscript(_ slot: Slot) -> Entry { entries[Int(slot.index)] }
}
