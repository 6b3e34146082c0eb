import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Where a result, or one element of a collected list, comes from. A class, so that keeping one costs one reference.
public final class Origin: Sendable {
  /// The decision's full name.
  public let decision: Text
  /// The row that yielded it; nil for `otherwise`, a `value`, and what several rows made together.
  public let row: Text?
  /// The row's `id`; else where the result is written.
  public let place: Place
  /// What the row's author notes.
  public let note: Text?

  /// The row `row` of `decision`, at `place`.
  package init(decision: Text, row: Text?, place: Place, note: Text?) {
    self.decision = decision
    self.row = row
    self.place = place
    self.note = note
  }
}
