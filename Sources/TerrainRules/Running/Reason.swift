import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Why a decision has its result, in short: the row that fired, and what its conditions used. Known after any
/// run, without recording.
public struct Reason: Sendable {
  /// The part of a decision that made its result.
  public enum Part: String, Hashable, Sendable {
    /// One row.
    case row
    /// Several rows together, or none of those that could have added to it.
    case rows
    /// `otherwise`.
    case otherwise
    /// The `value` of a decision without rows.
    case value
  }

  /// The decision's full name.
  public var decision: Text
  /// The row that fired; nil where `otherwise` or a `value` was used, or where several rows made the result.
  public var row: Text?
  /// What made the result.
  public var part: Part = .rows
  /// The row's `id`; else where the result is written.
  public var place: Place
  /// What the row's author notes.
  public var note: Text?
  /// The facts and decisions that were used, with the values they had.
  public var seen: [EvaluationError.Seen]
}

/// What a reason has that does not depend on the request: the row, and what its conditions look at.
struct ReasonSource {
  /// The reason, with nothing seen.
  let reason: Reason
  /// The facts and decisions that were used, with what they are called.
  let looked: [(slot: Slot, name: Text, decision: Int?)]
}

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
