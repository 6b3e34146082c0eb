import TerrainChecks
import TerrainDocuments
import TerrainBase

/// Compares what a result has at a path with what is expected there.
struct ExpectationCheck {
  let expectation: Expectation
  private let operation: Node
  private let selection: ResultPath.Selection

  /// - Parameter operation: what `result` is one of.
  init(_ expectation: Expectation, in result: Node, of operation: Node) {
    self.operation = operation
    self.expectation = expectation
    selection = expectation.path.select(in: result)
  }

  /// The values at the path.
  private var found: [Node] { selection.nodes }

  /// Where the result differs, each with the text that would be accepted in place of the file's.
  func differences(_ scenario: Text) -> [ScenarioDifference] {
    let path = expectation.path.node.text ?? ""
    func difference(_ message: String, at node: Node, accepting value: Value? = nil) -> ScenarioDifference {
      let name = operation.text ?? ""
      var marks = ["\(name) \(path) \(message)"]
      marks.append("\(name) \(path) is \(found.isEmpty ? "missing" : shown)")
      if let (_, member) = selection.missing.first { marks.append("\(name) lacks \(member)") }
      if let chooser { marks.append("\(chooser.decision) \(chooser.row ?? "")") }
      return ScenarioDifference(
        diagnostic: .scenarioFailed(scenario, "`\(path)` \(message)\(reason)", at: node, fix: spelling), marks: marks,
        accepted: value.map { AcceptedValue(node: node, key: expectation.path.node, value: $0) })
    }
    guard !expectation.demands.isEmpty else {
      return [difference("has no expectation yet, and is \(shown)", at: expectation.node, accepting: whole)]
    }
    return expectation.demands.flatMap { demand -> [ScenarioDifference] in
      switch demand.word {
      case .is:
        guard let whole else { return [difference("is missing, not \(demand.value.shown)", at: demand.value)] }
        if whole.isEqual(to: demand.value.value) { return [] }
        return [difference(changes(from: demand.value.value, to: whole), at: demand.value, accepting: whole)]
      case .contains:
        return demand.values.filter { position($0) == nil }.map {
          difference("does not contain \($0.shown); it is \(shown)", at: $0)
        }
      case .excludes:
        return demand.values.compactMap { value in
          position(value).map { difference("contains \(value.shown), at position \($0 + 1)", at: value) }
        }
      case .before: return order(demand).map { [difference($0, at: demand.value)] } ?? []
      case .count:
        let count = elements.count
        if demand.value.int == Int64(count) { return [] }
        return [
          difference(
            "has \(count.counted("value")), not \(demand.value.shown)", at: demand.value, accepting: .int(Int64(count)))
        ]
      case .atLeast, .atMost:
        guard !found.isEmpty else { return [difference("is missing", at: demand.value)] }
        return found.filter { !isWithin($0, demand) }.map {
          difference(
            "is \($0.shown), not \(demand.word == .atLeast ? "at least" : "at most") \(demand.value.shown)",
            at: demand.value)
        }
      case .absent:
        return found.isEmpty == (demand.value.bool ?? true)
          ? [] : [difference(found.isEmpty ? "is missing" : "is there: \(shown)", at: demand.value)]
      }
    }
  }

  /// The value at the path, or the list of all; nil where there is none.
  private var whole: Value? {
    expectation.path.isMany ? .list(found.map(\.value)) : found.first?.value
  }

  private var shown: String { whole?.asBrieflyWritten ?? "missing" }

  /// The values among which others are looked for: those at the path, or the elements of the one list there.
  private var elements: [Node] {
    guard !expectation.path.isMany, let only = found.first, found.count == 1 else { return found }
    switch only.kind {
    case .list: return Array(only.elements)
    case .map: return only.members.map(\.value)
    default: return found
    }
  }

  private func position(_ value: Node) -> Int? {
    let value = value.value
    return elements.firstIndex { $0.value.isEqual(to: value) }
  }

  private func order(_ demand: Expectation.Demand) -> String? {
    var last: (position: Int, value: Node)?
    for value in demand.values {
      guard let position = position(value) else { return "does not contain \(value.shown); it is \(shown)" }
      if let last, last.position >= position { return "has \(value.shown) before \(last.value.shown)" }
      last = (position, value)
    }
    return nil
  }

  private func isWithin(_ node: Node, _ demand: Expectation.Demand) -> Bool {
    guard let found = node.double, let bound = demand.value.double else { return false }
    return demand.word == .atLeast ? found >= bound : found <= bound
  }

  private func changes(from expected: Value, to found: Value) -> String {
    if let difference = ValueDifference(found: found, expected: expected) { return "differs: \(difference.text)" }
    return "is \(found.asBrieflyWritten), not \(expected.asBrieflyWritten)"
  }

  /// The row that chose the value, as far as the result has it.
  private var chooser: (decision: Text, row: Text?)? {
    guard found.count == 1, let rule = selection.owners.first?["rule"], let decision = rule["decision"]?.text else {
      return nil
    }
    return (decision, rule["row"]?.text)
  }

  private var reason: String {
    chooser.map { " (chosen by \($0.row.map { "row `\($0)` of " } ?? "")`\($0.decision)`)" } ?? ""
  }

  /// The member that a path seems to mean.
  private var spelling: String? {
    guard found.isEmpty, let (map, member) = selection.missing.first, map.kind == .map else { return nil }
    return Suggestion.fix(member, among: map.members.compactMap(\.key.text))
  }
}

/// Something that a scenario expects and a result does not have.
struct ScenarioDifference {
  let diagnostic: Diagnostic
  /// What it has in common with other differences that have the same cause.
  let marks: [String]
  /// What would be expected instead; nil where the author states an intention.
  let accepted: AcceptedValue?
}

extension Node {
  /// The value, briefly.
  var shown: String { value.asBrieflyWritten }
}
