import TerrainBase
import TerrainDocuments
import TerrainRules

/// A form to validate, with further facts.
package struct FormRequest: Sendable {
  /// The record.
  package let form: Node
  /// The language to answer in; nil for the pack's own.
  package let locale: LanguageTag?
  /// The time of the request; nil if it gives none.
  package let moment: Moment?
  let facts: [(fact: Fact, value: Value)]

  /// The fields of a request.
  package enum Field {
    /// The record.
    package static let form: Text = "form"
    /// The kind it is of.
    package static let kind: Text = "kind"
  }

  /// The form that a document holds: the document itself, or its field `form`.
  package static func form(in root: Node) -> Node {
    guard root.kind == .map, let form = root[Field.form], form.kind == .map else { return root }
    return form
  }

  /// The kind of the form: the named kind, or else the only kind that rules check.
  ///
  /// - Parameter name: the kind if it is given outside of the document; nil if only the document gives it.
  /// - Throws: an error if the kind does not exist or is ambiguous.
  package static func kind(_ name: Text?, of root: Node, among kinds: [Pack.Kind]) throws(DiagnosticError) -> Pack.Kind
  {
    let kinds = kinds.filter { $0.check != nil || $0.isHandedIn }
    let declared =
      root.kind == .map ? root[Field.kind].flatMap { node in node.text.map { (name: $0, node: node) } } : nil
    if let formName = name ?? declared?.name {
      if let kind = kinds.first(where: { $0.name == formName }) { return kind }
      // A bare form may have a field with the same name and another meaning.
      if name != nil || form(in: root).index != root.index {
        throw DiagnosticError(
          .noSuchKind(at: name == nil ? declared?.node ?? root : root, formName, among: kinds.map { $0.name }))
      }
    }
    let checked = kinds.filter { $0.check != nil }
    if checked.count == 1, let kind = checked.first { return kind }
    throw DiagnosticError(.kindNotSaid(at: root, among: kinds.map { $0.name }))
  }

  /// The request at `root`: a form, or a map with a `form` and further facts.
  ///
  /// - Throws: all errors in the fields next to the form.
  package init(_ root: Node, for engine: FormEngine) throws(DiagnosticError) {
    form = Self.form(in: root)
    guard form.index != root.index else {
      locale = nil
      moment = nil
      facts = []
      return
    }
    let diagnostics = DiagnosticCollector(.request)
    var fields = FieldReader(root, what: "a request", into: diagnostics)
    let language = fields.text("locale", required: false)
    let clock = RequestClock(&fields)
    let others = fields.map("facts")
    fields.finish(alsoKnown: [Field.form, Field.kind, "$schema", "explain"])
    let tag = diagnostics.locale(language, of: engine.pack)
    var given = GivenFacts(
      engine.rules, allFacts: engine.system.rules.allFacts, reader: engine.context.reader, into: diagnostics)
    for (key, value) in others where !diagnostics.isExhausted { given.give(key, value) }
    facts = given.values
    locale = tag
    moment = clock.read(root, engine.pack.calendar, isRequired: false, into: diagnostics).moment
    if diagnostics.hasErrors { throw diagnostics.error }
  }
}

extension Diagnostic {
  static func noSuchKind(at node: Node, _ name: Text, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "check/unknown-kind", message: "the pack has no such kind of form", at: node,
      fix: Suggestion.fix(name, among: kinds) ?? checkable(kinds))
  }

  static func kindNotSaid(at node: Node, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "check/no-kind", message: "the request does not name the kind of this record", at: node,
      fix: checkable(kinds))
  }

  private static func checkable(_ kinds: [Text]) -> String {
    kinds.isEmpty ? "the pack checks none" : "it can be \(kinds.quoted)"
  }
}
