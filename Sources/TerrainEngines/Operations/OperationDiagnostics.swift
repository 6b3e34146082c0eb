import TerrainDocuments
import TerrainBase

// The diagnostics of operations about requests and results.

extension Diagnostic {
  package static func noJSON(because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "response/no-json", message: "a value cannot be written as JSON: \(error)", place: nil)
  }

  package static func notAWord(of words: [String], what: String, at node: Node, _ suggestions: Suggestions)
    -> Diagnostic
  {
    Diagnostic(
      code: "request/unknown-value", message: "\(what) has to be one of \(words.quoted)", at: node,
      fix: suggestions.fix(node.text, among: words.map { Text($0) }, kind: words.first ?? ""))
  }

  package static func tooMany(_ count: Int, limit: Int, what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "request/too-many", message: "\(what) has \(count) elements; at most \(limit) are taken", at: node)
  }

  package static let requestLimitCode = "request/limit"

  package static func beyondLimit(_ name: String, of limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: requestLimitCode, message: "one request takes at most \(limit) `\(name)`", at: node,
      fix: "ask in several requests, or start the program with `--limit \(name)=NUMBER`")
  }

  package static func notInRange(least: Int64?, most: Int64?, what: String, at node: Node) -> Diagnostic {
    var limits: [String] = []
    if let least { limits.append("at least \(least)") }
    if let most { limits.append("at most \(most)") }
    let expected = (["a whole number"] + limits).joined(separator: ", ")
    return Diagnostic(code: "request/number-range", message: "\(what) has to be \(expected)", at: node)
  }
}
