import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainBase

/// Words in braces that nothing fills: people would see the braces.
struct PlaceholderLint {
  let rules: RuleSet
  let pack: Pack
  let mentions: MessageMentions

  /// What is found in the texts of `message`, which rules name.
  func findings(in message: Message) -> [Diagnostic] {
    findings(in: message) { names(givenTo: message.id) }
  }

  /// What is found in the texts of `message`, which records name: any decision may choose it, so a word that none of them gives
  /// is filled by nothing.
  func findings(inNamedByRecords message: Message) -> [Diagnostic] {
    findings(in: message) { everyName }
  }

  private func findings(in message: Message, known names: () -> Set<Text>?) -> [Diagnostic] {
    guard let texts = pack.record(Messages.kind, message.id)?.node["texts"], texts.kind == .map else { return [] }
    var diagnostics: [Diagnostic] = []
    var given: Set<Text>??
    for (_, part) in texts.members {
      for node in part.kind == .map ? part.members.map(\.value) : [part] {
        guard let text = node.text else { continue }
        for (name, range) in Placeholder.all(in: text) {
          let filled = given ?? names()
          given = .some(filled)
          // A second `{` is reported where braces are matched.
          guard let filled, !filled.contains(name), !name.string.contains("{") else { continue }
          diagnostics.append(
            .nothingFills(
              name, at: node.place(ofDecoded: range), path: node.path, among: filled.map(\.string).ordered())
          )
        }
      }
    }
    return diagnostics
  }

  /// What the decisions give beside the message that name it, or pass it on; nil where that is known only when they run.
  private func names(givenTo id: Text) -> Set<Text>? {
    var waiting = (mentions.positions[id] ?? []).map(\.decision)
    var seen: Set<Int> = []
    var names: Set<Text> = []
    while let decision = waiting.popLast() {
      guard seen.insert(decision).inserted else { continue }
      guard Self.collect(rules.linkedDecisions[decision].typed.type, into: &names) else { return nil }
      waiting += (mentions.users[decision] ?? []).map(\.decision)
    }
    return names
  }

  /// What any decision gives beside a message; nil where that is known only when they run.
  private var everyName: Set<Text>? {
    var names: Set<Text> = []
    for decision in rules.linkedDecisions {
      // A map of numbers is not a choice of a message.
      if case .map(_, let value) = decision.typed.type, [.int, .uint, .double, .decimal, .bool].contains(value) {
        continue
      }
      guard Self.collect(decision.typed.type, into: &names) else { return nil }
    }
    return names
  }

  /// Types nest a few levels deep at most.
  private static func collect(_ type: CELType, into names: inout Set<Text>) -> Bool {
    switch type {
    case .list(let inner), .optional(let inner): return collect(inner, into: &names)
    case .record(let record):
      names.formUnion(record.fields.map(\.name))
      return true
    case .map, .dyn: return false
    default: return true
    }
  }
}

extension Diagnostic {
  fileprivate static func nothingFills(_ name: Text, at place: Place, path: String, among known: [String]) -> Diagnostic
  {
    let word = name.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let nearest = known.contains(word) ? word : Suggestion.nearest(to: word, among: known)
    return Diagnostic(
      code: "message/nothing-fills",
      message: "nothing fills `{\(name)}`: no row that chooses this message gives `\(name)`",
      place: place,
      fix: nearest.map { "did you mean `{\($0)}`?" } ?? "give it beside the message, or leave the braces out",
      path: path)
  }
}
