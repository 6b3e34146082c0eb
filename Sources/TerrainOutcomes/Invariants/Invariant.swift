import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// A condition that must always, or must never, be true of the result of an operation, as its author declares it.
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
    /// The fixed members of each of its requests; nil for none.
    let with: Node?
    /// The fields of its result that the request contains.
    let carry: [Text]

    /// The member that contains its request, next to the members of the main request.
    static let key: Text = "first"
  }

  /// The name, by which a violation is reported and accepted.
  package let name: Text
  /// The name in the file.
  package let place: Place
  /// The meaning, as a sentence.
  package let doc: Text
  /// The operation's name.
  let operation: Node
  /// The fixed members of each request; nil for none.
  let with: Node?
  /// The operation that runs before each request; nil for none.
  let first: FirstStep?
  /// The members that vary in addition to the facts that the rules need.
  let vary: [Variation]
  /// The condition on requests; nil for all.
  let when: Node?
  /// The condition on the result.
  let condition: Node
  /// True if ``condition`` must not hold.
  let isNever: Bool
}

/// The invariants of a rule set, in `invariants.yaml` next to its manifest.
package struct InvariantFile: Sendable {
  /// The name of the file in the folder of its rule set.
  package static let name = "invariants.yaml"

  /// The invariants, in file order.
  package let invariants: [Invariant]

  /// The invariants at `node`, a file's root; invalid invariants are diagnosed and left out.
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

// Diagnostics about invariants.

extension Diagnostic {
  static func invariantNeedsOneCondition(_ key: Node, _ count: Int) -> Diagnostic {
    Diagnostic(
      code: "invariants/condition",
      message: "an invariant has one condition, `never` or `always`, and this one has \(count == 0 ? "none" : "both")",
      at: key,
      fix: count == 0
        ? "add `never: …`, or `always: …`, with a condition over `request` and `result`"
        : "make two invariants of it")
  }

  static func tooManyVariations(_ values: Node) -> Diagnostic {
    Diagnostic(
      code: "invariants/too-many-values",
      message: "a member takes at most \(CoveringArray.mostLevels) values, and these are \(values.count)", at: values,
      fix: "keep the values between which rules distinguish")
  }

  static func invariantOperation(_ name: Node, known: [String]) -> Diagnostic {
    let text = name.text ?? ""
    return Diagnostic(
      code: "invariants/unknown-operation", message: "`\(text)` is not an operation that has a result", at: name,
      fix: Suggestion.fix(text, among: known.map { Text($0) })
        ?? "the operations are \(known.quoted(near: text.string))")
  }

  static func unknownVariation(_ variation: Invariant.Variation, _ operation: String, _ nearest: String?) -> Diagnostic
  {
    Diagnostic(
      code: "invariants/unknown-parameter",
      message: "no request of `\(operation)` has `\(variation.key.text ?? "")`", at: variation.key, fix: nearest)
  }

  static func invariantNeverApplies(_ invariant: Invariant, _ requests: Int) -> Diagnostic {
    Diagnostic(
      code: "invariants/never-applies", severity: .warning,
      message: "`\(invariant.name)` cannot fail: its `when` holds for none of \(requests.counted("request"))",
      place: invariant.when?.place ?? invariant.place,
      fix: "give the member that it looks at values under `vary`, or change the condition")
  }

  static func invariantVacuous(_ invariant: Invariant, _ part: OutcomeCondition.Guard, _ requests: Int) -> Diagnostic {
    Diagnostic(
      code: "invariants/never-applies", severity: .warning,
      message: "`\(invariant.name)` cannot fail: \(part.failure) \(requests.counted("request"))",
      place: part.place,
      fix: "fix this part of the condition, or give what it looks at values under `vary`")
  }

  static func invariantRefused(_ invariant: Invariant, _ first: Diagnostic?) -> Diagnostic {
    Diagnostic(
      code: "invariants/refused",
      message: "no request for `\(invariant.name)` can be run"
        + (first.map { ": \($0.message)" } ?? ""), place: invariant.place,
      related: first?.place.map { [.init(message: "where it is refused", place: $0)] } ?? [],
      fix: "give what the operation needs under `with`, or values of it under `vary`")
  }

  static func invariantFails(_ invariant: Invariant, _ error: EvaluationError, _ example: Violation.Example)
    -> Diagnostic
  {
    Diagnostic(
      code: "invariants/fails",
      message: "a condition of `\(invariant.name)` has no value for some requests: \(Diagnostic(error).message)"
        + example.text, place: Diagnostic(error).place ?? invariant.place,
      fix: "ask with `has(…)` whether a field is there before its value is used")
  }

  /// The diagnostic about a violation; ``Baseline`` accepts it by the invariant's name.
  static func invariantViolated(_ invariant: Invariant, _ violation: Violation?) -> Diagnostic {
    guard let violation else {
      return Diagnostic(
        code: Violation.code, message: "`\(invariant.name)` is violated", place: invariant.place)
    }
    let count = violation.count
    return Diagnostic(
      code: Violation.code,
      message:
        "`\(invariant.name)` is violated by \(count) of \(violation.requests.counted("request")): \(invariant.doc)"
        + violation.example.text, place: invariant.place,
      related: violation.example.rows.map { .init(message: "`\($0.row)` of `\($0.decision)`", place: $0.place) },
      fix: "change a row or a record, or accept it by name with `--write-baseline`")
  }
}

extension InvariantFile {
  /// The contents of the file of invariants of the rule set in `folder`; nil if the file does not exist.
  ///
  /// - Throws: an error if it cannot be read.
  package static func load(in folder: String, _ files: ContentFiles) throws(DiagnosticError) -> (
    file: InvariantFile, diagnostics: [Diagnostic]
  )? {
    let path = FilePath.normal("\(folder)/\(name)")
    guard files.kind(path) == .file else { return nil }
    let (documents, found) = files.documents(try files.source(path))
    guard let document = documents.first else { return (InvariantFile(invariants: []), found) }
    let (file, diagnostics) = read(document.root)
    return (file, found + diagnostics)
  }
}

extension SoundSystem {
  /// Checks the invariants of the rules with the budget of a validation; `system` was loaded whole from ``files``.
  package func invariantFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    do throws(DiagnosticError) {
      guard let (file, diagnostics) = try InvariantFile.load(in: rules, files) else { return findings }
      let check = InvariantCheck(
        system, files: files, budget: .validation, isAnswered: isAnswered, isCancelled: isCancelled)
      let (outcomes, found) = check.run(file.invariants)
      findings.diagnostics = diagnostics + found + outcomes.compactMap(\.diagnostic)
      let exhaustive = outcomes.count { $0.isExhaustive }
      findings.checked = [
        ("invariants over all requests", exhaustive),
        ("invariants over any three values", outcomes.count - exhaustive),
      ]
    } catch {
      findings.diagnostics += error.diagnostics
    }
    return findings
  }
}
