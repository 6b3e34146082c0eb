import TerrainDocuments
import TerrainValues

/// A violation of an invariant.
package struct Violation: Sendable {
  /// The code of its diagnostic.
  static let code = "invariants/violated"

  /// The smallest request that shows it.
  package struct Example: Sendable {
    /// A row that fires for the request, and not where one of its members is missing.
    package struct Row: Sendable, Hashable {
      /// The decision's full name.
      package let decision: Text
      /// The row's id.
      package let row: Text
      /// The row's location.
      package let place: Place
    }

    /// The request.
    package let request: Value
    /// The rows that are responsible, as far as they are known.
    package let rows: [Row]

    /// The request in a message.
    var text: String {
      var writer = JSONWriter(.compact)
      try? writer.value(request)
      return "; the smallest request: `\(writer.string)`"
    }
  }

  /// How many requests show it.
  package let count: Int
  /// How many requests the invariant is about.
  package let requests: Int
  /// The smallest one.
  package let example: Example
}

extension Invariant {
  /// A scenario that fails as long as `request` violates the invariant: to paste under `scenarios`.
  package func scenario(_ request: Value) -> String {
    func json(_ value: Value) -> String {
      var writer = JSONWriter(.compact)
      try? writer.value(value)
      return writer.string
    }
    var text = condition.text?.string ?? ""
    if text.hasPrefix("=") { text = String(text.dropFirst()) }
    if isNever { text = "!(\(text))" }
    return """
        - name: \(json(.string(doc)))
          for: \(operation.text ?? "")
          request: \(json(request))
          holds:
            - \(json(.string(Text(text))))

      """
  }
}
