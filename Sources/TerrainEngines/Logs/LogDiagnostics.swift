import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

// What records of days are complained of: findings, which keep nothing from running. They say where, never what was told.

extension Diagnostic {
  static func logNotAList(at node: Node) -> Diagnostic {
    Diagnostic(code: "log/not-a-list", message: "`logs` has to be a list of records, one or more a day", at: node)
  }

  static func logNoRecord(at node: Node) -> Diagnostic {
    Diagnostic(code: "log/not-a-record", message: "a record of a day is a map of fields", at: node)
  }

  static func logNoDate(at node: Node) -> Diagnostic {
    finding(
      "log/no-date", "a record needs the local day it is about", at: node,
      fix: "add `date: 2026-02-05`, or `at` with an instant")
  }

  static func logBadDate(at node: Node) -> Diagnostic {
    finding("log/bad-date", "this is no day of the calendar", at: node, fix: "write it as `2026-02-05`")
  }

  static func logBadInstant(at node: Node) -> Diagnostic {
    finding(
      "log/bad-instant", "this is no instant", at: node, fix: "write it as `2026-02-05T07:30:00+08:00` (RFC 3339)")
  }

  static func logUnknownField(
    _ name: Text, at key: Node, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    finding(
      "log/unknown-field", "no rule knows a field `\(name)` of a log", at: key,
      fix: suggestions.fix(name, among: names, kind: "fields of a log"))
  }

  static func logWrongValue(_ fact: Fact, _ type: CELType, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    let words = type.enumeration
    let fix = words.flatMap {
      suggestions.fix(node.text, among: $0.cases, kind: "words of \($0.name)", listing: "its words are")
    }
    let wanted = words.map { "a word of `\($0.name)`" } ?? "a value of type `\(type)`"
    return finding("log/wrong-value", "`\(fact.name)` has to be \(wanted); it counts as not told", at: node, fix: fix)
  }

  static func logOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    finding("log/out-of-range", "`\(fact.name)` has to be \(range(of: fact)); it counts as not told", at: node)
  }

  static func logDayOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    finding(
      "log/out-of-range",
      "`\(fact.name)` of all records of this day together has to be \(range(of: fact)); it counts as not told", at: node
    )
  }

  static func logSeconds(at node: Node, most: Int64) -> Diagnostic {
    finding(
      "log/seconds", "something takes 0 to \(most) seconds; this counts as nobody having looked at the clock", at: node)
  }

  private static func range(of fact: Fact) -> String {
    let declaration = fact.declaration
    var limits: [String] = []
    if let minimum = declaration.minimum { limits.append("at least \(minimum)") }
    if let maximum = declaration.maximum { limits.append("at most \(maximum)") }
    if let size = declaration.maximumSize { limits.append("no longer than \(size)") }
    return limits.isEmpty ? "a number" : limits.joined(separator: ", ")
  }

  private static func finding(_ code: String, _ message: String, at node: Node, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: code, severity: .warning, message: message, at: node, fix: fix)
  }
}

extension Diagnostic {
  static func suppliedByLogs(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "request/supplied-fact", message: "`\(name)` is found from `logs`, and cannot be given", at: key,
      fix: "leave it out")
  }
}

// What the rules about logs are complained of.

extension Diagnostic {
  static func logFieldNotOptional(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "log/field-not-optional",
      message: "`\(fact.name)` is a field of a log: nobody has to tell it, and each day has its own",
      place: fact.declaration.place, fix: "declare it `optional: true, per: candidate`")
  }

  static func mergingDoesNotSuit(_ merging: LogShape.Merging, _ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "log/merging", message: "`\(fact.name)` of several records cannot be merged as `\(merging.rawValue)`",
      place: fact.declaration.place,
      fix: "`union` is for lists and maps; `most`, `least` and `sum` for numbers; `latest` for all")
  }

  static func noSuchLogField(_ name: Text, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "log/no-such-field", message: "a log has no field `\(name)` of the kind that is wanted here", place: place,
      fix: Suggestion.fix(name, among: names))
  }
}
