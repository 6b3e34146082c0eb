import TerrainDocuments
import TerrainValues

// What replicas and the tables they share are complained of. No value of a record is ever said: only where it stands.

extension Diagnostic {
  static func noFieldType(at node: Node, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "merge/field-type", message: "this is no way for a field to merge", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "there are \(names.quoted)")
  }

  static func unknownTable(
    _ name: Text, at node: Node, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "merge/unknown-table", message: "the pack declares no table `\(name)`", at: node,
      fix: suggestions.fix(name, among: names, kind: "tables", listing: "it has"))
  }

  static func badKey(_ field: Text, of node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/key", message: "a record is told apart by `\(field)`, which has to be a text or a whole number here",
      at: node)
  }

  static func noClock(_ table: SyncTable, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/no-clock", message: "nothing says when this was written", at: node,
      fix: "give `\(table.clock[0])`, or a stamp beside each field under `\(Replica.stampsKey)`")
  }

  static func badReplica(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/replica",
      message:
        "fields without a stamp need `replica` at the top, an id of 1 to \(Stamp.longestReplica) letters without blanks",
      at: node, fix: "add `replica: phone`")
  }

  static func badStamp(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/stamp", message: "a stamp is an instant with its offset, a blank, and a replica's id", at: node,
      fix: "write it as `2026-02-05T06:54:06.536161Z phone`")
  }

  static func badInstant(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/instant", message: "this has to be an instant with its offset", at: node,
      fix: "write it as `2026-02-05T06:54:06.536161Z` or `2026-02-05 06:54:06.536161+00`")
  }

  static func badDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/day", message: "this has to be a local calendar day", at: node, fix: "write it as `2026-02-05`")
  }

  static func notJSON(at node: Node, because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "merge/not-json", message: "a value cannot be kept as JSON: \(error)", at: node)
  }
}
