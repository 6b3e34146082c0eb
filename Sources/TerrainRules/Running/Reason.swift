import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A short explanation of a decision's result: the row that fired and the values that its conditions used. Available after every run,
/// without recording.
public struct Reason: Sendable {
  /// The part of a decision that made its result.
  public enum Part: String, Hashable, Sendable {
    /// One row.
    case row
    /// Several rows together, or no row of a policy that combines rows.
    case rows
    /// `otherwise`.
    case otherwise
    /// The `value` of a decision without rows.
    case value
  }

  /// The decision's full name.
  public var decision: Text
  /// The row that fired, or nil if `otherwise` or a `value` was used, or if several rows made the result.
  public var row: Text?
  /// The part of the decision that made the result.
  public var part: Part = .rows
  /// The row's `id`, else the place of the result.
  public var place: Place
  /// The note of the row's author.
  public var note: Text?
  /// The facts and decisions that were used, with their values.
  public var seen: [EvaluationError.Seen]
}

/// The part of a reason that does not depend on the request: the row and the inputs of its conditions.
struct ReasonSource {
  /// The reason without values.
  let reason: Reason
  /// The facts and decisions that were used, with their names.
  let looked: [(slot: Slot, name: Text, decision: Int?)]
}

/// The origin of a result, or of one element of a collected list. A class, so that keeping it costs a single reference.
public final class Origin: Sendable {
  /// The decision's full name.
  public let decision: Text
  /// The row that yielded it, or nil for `otherwise`, for a `value`, and for results of several rows together.
  public let row: Text?
  /// The row's `id`, else the place of the result.
  public let place: Place
  /// The note of the row's author.
  public let note: Text?

  /// The row `row` of `decision`, at `place`.
  package init(decision: Text, row: Text?, place: Place, note: Text?) {
    self.decision = decision
    self.row = row
    self.place = place
    self.note = note
  }
}
