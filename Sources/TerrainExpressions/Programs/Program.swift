import TerrainDocuments
import TerrainValues

/// A flat program: all decisions of a rule set, or one expression. Immutable; every worker's ``Machine`` copies it.
public final class Program: Sendable {
  /// The facts and decisions it is about.
  public let slots: SlotTable

  package init(slots: SlotTable) { self.slots = slots }

  /// The facts that computing `decision` may read, whichever way it goes.
  public func facts(neededBy decision: Slot) -> [Slot] { [] }
}
