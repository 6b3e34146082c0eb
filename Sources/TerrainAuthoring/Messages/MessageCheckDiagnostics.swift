import TerrainDocuments
import TerrainValues

// What an author reads when a message is never said. One function a complaint.

extension Diagnostic {
  static func neverNamed(_ id: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "message/never-named", severity: .warning, message: "no rule names the message `\(id)`", place: place,
      fix: "let a row choose it, or remove it")
  }

  static func nothingFills(_ name: Text, at place: Place, path: String, among known: [String]) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name.string, among: known)
    return Diagnostic(
      code: "message/nothing-fills",
      message: "nothing fills `{\(name)}`: no row that chooses this message says `\(name)`",
      place: place,
      fix: nearest.map { "did you mean `{\($0)}`?" } ?? "say it beside the message, or leave the braces out",
      path: path)
  }

  static func neverChosen(_ id: Text, at place: Place, by rows: [Place]) -> Diagnostic {
    Diagnostic(
      code: "message/never-chosen", severity: .warning,
      message: "the message `\(id)` can never be chosen: no facts lead to what names it", place: place,
      related: rows.prefix(4).map { .init(message: "named here", place: $0) },
      fix: "mend the conditions on the way there, or remove it")
  }

  static func crowdedOut(_ id: Text, at place: Place, by rows: [(row: String, place: Place)]) -> Diagnostic {
    Diagnostic(
      code: "message/crowded-out", severity: .warning,
      message:
        "the message `\(id)` is always crowded out: whenever its row holds, others stand before it and leave it no place",
      place: place, related: rows.map { .init(message: "`\($0.row)` stands before it", place: $0.place) },
      fix: "raise its layer or priority, give the slot another place, or remove it")
  }

  static func messageWithoutTopic(_ id: Text, at place: Place, slot: String, other: Place) -> Diagnostic {
    Diagnostic(
      code: "message/no-topic", severity: .warning,
      message: "the message `\(id)` has no topic, and \(slot) shows one message a topic", place: place,
      related: [.init(message: "this one has", place: other)],
      fix: "add `topic: …`, so that it is not shown beside another that says the same")
  }

  static func opposesItself(_ topic: Text, at node: Node, own: Node) -> Diagnostic {
    Diagnostic(
      code: "message/opposes-itself", message: "a message cannot oppose `\(topic)`, which is its own topic", at: node,
      related: [.init(message: "its topic", place: own.place)], fix: "remove it: one message a topic is shown anyway")
  }

  static func opposesNothing(_ topic: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "message/opposes-nothing", severity: .warning, message: "no message has the topic `\(topic)`", at: node,
      fix: Suggestion.fix(topic, among: known) ?? "remove it, or write a message about it")
  }
}
