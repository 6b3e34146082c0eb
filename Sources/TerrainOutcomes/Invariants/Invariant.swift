import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainBase

/// What must never, or always, be true of the result of an operation, as its author declares it.
package struct Invariant: Sendable {
  /// A member of requests that takes several values.
  struct Variation: Sendable {
    /// The path, as it is written.
    let key: Node
    /// The keys that lead to the member.
    let path: [Text]
    /// Its values, the simplest first.
    let values: [Node]
  }

  /// An operation that is run before, whose result the request continues.
  struct FirstStep: Sendable {
    /// The operation's name.
    let operation: Node
    /// What each of its requests has; nil for nothing.
    let with: Node?
    /// The fields of its result that the request contains.
    let carry: [Text]

    /// The member that contains its request, beside those of the request itself.
    static let key: Text = "first"
  }

  /// The name, by which a violation is reported and accepted.
  package let name: Text
  /// The name in the file.
  package let place: Place
  /// What it demands, as a sentence.
  package let doc: Text
  /// The operation's name.
  let operation: Node
  /// What each request has; nil for nothing.
  let with: Node?
  /// What is run before each request; nil for nothing.
  let first: FirstStep?
  /// The members that vary beside the facts that the rules need.
  let vary: [Variation]
  /// The condition on requests; nil for all.
  let when: Node?
  /// What must be true of the result, or must not be.
  let condition: Node
  /// Whether ``condition`` must not hold.
  let isNever: Bool
}

/// The invariants of a rule set: `invariants.yaml` beside its manifest.
package struct InvariantFile: Sendable {
  /// What the file is called, in the folder of its rule set.
  package static let name = "invariants.yaml"

  /// The invariants, in file order.
  package let invariants: [Invariant]

  /// The invariants at `node`, a file's root; those that are wrong are missing, and diagnosed.
  package static func read(_ node: Node) -> (file: InvariantFile, diagnostics: [Diagnostic]) {
    var reader = InvariantReader()
    let invariants = reader.invariants(node)
    return (InvariantFile(invariants: invariants), reader.diagnostics)
  }
}

/// Reads a file of invariants.
private struct InvariantReader {
  var diagnostics: [Diagnostic] = []

  mutating func invariants(_ node: Node) -> [Invariant] {
    guard let fields = Fields(node, "a file of invariants", allowed: ["doc", "invariants"], into: &diagnostics),
      let map = fields.required("invariants", into: &diagnostics)
    else { return [] }
    guard map.kind == .map else {
      diagnostics.append(.wrongShape("`invariants`", expected: "a map from names to invariants", actual: map))
      return []
    }
    return map.members.compactMap { invariant($0.key, $0.value) }
  }

  private mutating func invariant(_ key: Node, _ node: Node) -> Invariant? {
    let before = diagnostics.count
    guard
      let fields = Fields(
        node, "an invariant", allowed: ["doc", "for", "with", "first", "vary", "when", "never", "always"],
        expressions: ["when", "never", "always"], into: &diagnostics)
    else { return nil }
    _ = fields.required("doc", into: &diagnostics)
    let doc = fields.text("doc", into: &diagnostics)
    let operation = fields.required("for", into: &diagnostics)
    _ = fields.text("for", into: &diagnostics)
    if let with = fields["with"], with.kind != .map {
      diagnostics.append(.wrongShape("`with`", expected: "a map of parameters", actual: with))
    }
    let conditions = ["never", "always"].compactMap { fields[$0] }
    if conditions.count != 1 { diagnostics.append(.invariantNeedsOneCondition(key, conditions.count)) }
    let vary = fields["vary"].map { variations($0) } ?? []
    let first = fields["first"].flatMap { self.first($0) }
    guard diagnostics.count == before, let name = key.text, let doc, let operation, let condition = conditions.first
    else { return nil }
    return Invariant(
      name: name, place: key.place, doc: doc, operation: operation, with: fields["with"], first: first,
      vary: vary, when: fields["when"], condition: condition, isNever: fields["never"] != nil)
  }

  private mutating func first(_ node: Node) -> Invariant.FirstStep? {
    guard
      let fields = Fields(node, "what is run first", allowed: ["for", "with", "carry"], into: &diagnostics),
      let operation = fields.required("for", into: &diagnostics), fields.text("for", into: &diagnostics) != nil,
      let carry = fields.required("carry", into: &diagnostics)
    else { return nil }
    guard carry.kind == .list, carry.count > 0 else {
      diagnostics.append(.wrongShape("`carry`", expected: "a list of fields of the result", actual: carry))
      return nil
    }
    return Invariant.FirstStep(operation: operation, with: fields["with"], carry: carry.elements.compactMap(\.text))
  }

  private mutating func variations(_ node: Node) -> [Invariant.Variation] {
    guard node.kind == .map else {
      diagnostics.append(.wrongShape("`vary`", expected: "a map from paths to lists of values", actual: node))
      return []
    }
    return node.members.compactMap { key, values in
      guard values.kind == .list, values.count > 0 else {
        diagnostics.append(.wrongShape("what varies", expected: "a list of values", actual: values))
        return nil
      }
      guard values.count <= CoveringArray.mostLevels else {
        diagnostics.append(.tooManyVariations(values))
        return nil
      }
      let path = (key.text?.string ?? "").split(separator: ".").map { Text(String($0)) }
      return Invariant.Variation(key: key, path: path, values: Array(values.elements))
    }
  }
}
