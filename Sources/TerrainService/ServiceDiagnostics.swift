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

  static func notAWord(of words: [String], what: String, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "request/unknown-word", message: "\(what) has to be one of \(words.quoted)", at: node,
      fix: Suggestion.fix(node.text, among: words))
  }

  static func tooMany(_ count: Int, limit: Int, what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "request/too-many", message: "\(what) has \(count) elements; at most \(limit) are taken", at: node)
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
