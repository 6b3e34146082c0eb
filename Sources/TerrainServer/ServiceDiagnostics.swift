import TerrainDocuments
import TerrainValues

// Everything the service complains of by itself, in one place.

extension Diagnostic {
  static func noJSON(because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "response/no-json", message: "a value cannot be written as JSON: \(error)", place: nil)
  }

  package static func rulesNotFound(_ id: Text, neededAt place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/not-found", message: "there is no rule set `\(id)`", place: place,
      fix: "it is looked for in `Rules/\(id)` beside the pack's folder `ContentPacks`, then in TERRAIN_HOME")
  }

  static func factTooLarge(_ node: Node) -> Diagnostic {
    Diagnostic(code: "request/number-too-large", message: "no `double` is as far from zero as this number", at: node)
  }

  static func notInSnapshot(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "system/not-kept", message: "`\(path)` was not among the files that were read when the pack was loaded",
      place: nil)
  }

  static func notAWord(of words: [String], what: String, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "request/unknown-word", message: "\(what) has to be one of \(words.quoted)", at: node,
      fix: suggestions.fix(node.text, among: words.map { Text($0) }, kind: words.first ?? ""))
  }

  static func tooMany(_ count: Int, limit: Int, what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "request/too-many", message: "\(what) has \(count) elements; at most \(limit) are taken", at: node)
  }

  static let requestLimitCode = "request/limit"

  static func beyondLimit(_ name: String, of limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: requestLimitCode, message: "one request takes at most \(limit) `\(name)`", at: node,
      fix: "ask in several requests, or start the program with `--limit \(name)=NUMBER`")
  }

  static func notInRange(least: Int64?, most: Int64?, what: String, at node: Node) -> Diagnostic {
    var limits: [String] = []
    if let least { limits.append("at least \(least)") }
    if let most { limits.append("at most \(most)") }
    let wanted = (["a whole number"] + limits).joined(separator: ", ")
    return Diagnostic(code: "request/number-range", message: "\(what) has to be \(wanted)", at: node)
  }

  static func notAnEvent(_ file: String, line: Int) -> Diagnostic {
    Diagnostic(
      code: "account/line", message: "line \(line) of `\(file)` is not an event: those are JSON objects, one a line",
      place: nil)
  }

  static func whileFolding(_ file: String, from line: Int) -> Diagnostic {
    Diagnostic(
      code: "account/folding", severity: .info,
      message: "this is about the account whose first event is on line \(line) of `\(file)`", place: nil)
  }
}
