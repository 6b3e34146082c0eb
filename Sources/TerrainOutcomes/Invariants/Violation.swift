import TerrainDocuments
import TerrainBase

/// A violation of an invariant.
package struct Violation: Sendable {
  /// The code of its diagnostic.
  static let code = "invariants/violated"

  /// The smallest request that shows it.
  package struct Example: Sendable {
    /// The request.
    package let request: Value
    /// The rows that fire for it and not where one of its members is missing, as far as they are known.
    package let rows: [FiredRow]

    /// The request in a message.
    var text: String { "; the smallest request: `\(request.json ?? "")`" }
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
    var text = condition.text?.string ?? ""
    if text.hasPrefix("=") { text = String(text.dropFirst()) }
    if isNever { text = "!(\(text))" }
    let key: [Value] = [.string(FirstStep.key)]
    func step(_ operation: Node, _ request: Value) -> String {
      "for: \(operation.text ?? "")\n      request: \(request.json ?? "")"
    }
    let last =
      step(operation, request.removing([key])) + "\n      holds:\n        - \(Value.string(Text(text)).json ?? "")\n"
    guard let first else {
      let lines = last.split(separator: "\n").map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
      return "  - name: \(Value.string(doc).json ?? "")\n    " + lines.joined(separator: "\n") + "\n"
    }
    return """
        - name: \(Value.string(doc).json ?? "")
          carry: \(Value.list(first.carry.map { .string($0) }).json ?? "")
          steps:
            - \(step(first.operation, request.at(key) ?? .map([:])))
            - \(last)
      """
  }
}
