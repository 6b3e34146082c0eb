import TerrainDocuments
import TerrainBase

/// Why a run has no answer: never null, false or "the next row".
public struct EvaluationError: Error, Sendable {
  /// A value that the failing operation used.
  public struct Seen: Sendable {
    /// The name the author wrote.
    public var name: Text
    /// What it was then.
    public var value: Value

    package init(name: Text, value: Value) {
      self.name = name
      self.value = value
    }
  }

  // One reference: a thrown error is one pointer, and the path without errors stays slim.
  private final class Storage: Sendable {
    let code: FunctionFailure.Code
    let message: String
    let place: Place?
    let seen: [Seen]

    init(code: FunctionFailure.Code, message: String, place: Place?, seen: [Seen]) {
      self.code = code
      self.message = message
      self.place = place
      self.seen = seen
    }
  }

  private let storage: Storage

  package init(_ code: FunctionFailure.Code, _ message: String, place: Place? = nil, seen: [Seen] = []) {
    storage = Storage(code: code, message: message, place: place, seen: seen)
  }

  /// A stable code (`overflow`, `no-row`).
  package var code: FunctionFailure.Code { storage.code }
  /// A sentence about what is wrong, without values.
  package var message: String { storage.message }
  /// Where in the author's file.
  package var place: Place? { storage.place }
  /// The names the failing operation mentions, with the values they had. Kept apart, for values may be private.
  package var seen: [Seen] { storage.seen }
}
