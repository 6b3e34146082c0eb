import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Validates forms, the records of one kind that a request has, by the rule module of the kind. Its schema is applied before.
///
/// Immutable; threads share one engine.
package struct FormEngine: Engine {
  /// The pack, the rules, and the values prepared from both.
  package let context: EngineContext
  /// The kind whose records are validated.
  package let kind: Pack.Kind
  private let problems: Decision?
  /// Sessions over the rules, which are kept because making one costs as much as the rules are large.
  private let sessions: SessionPool<EngineSession>
  /// The facts that ``problems`` needs.
  private let needed: [Fact]

  /// The name of the decision that lists problems, after the module's.
  static let problems: Text = "problems"
  private static let at: Text = "at"
  private static let message: Text = "message"
  private static let expected: Text = "expected"

  /// The kind of record that words are.
  package static let messageKind: Text = Messages.kind

  /// An engine for records of `kind` over `system`, which was loaded with all its rules.
  ///
  /// - Throws: errors that keep rules and pack from working together, with locations in both.
  package init(_ system: LoadedSystem, kind: Pack.Kind) throws(DiagnosticError) {
    let context = try EngineContext(system)
    self.context = context
    self.kind = kind
    let rules = system.rules.ruleSet
    sessions = SessionPool { EngineSession(context) }
    problems = kind.check.flatMap { rules.decision("\($0).\(Self.problems)") }
    needed = problems.map { rules.facts(neededBy: $0).filter { !$0.declaration.isPerCandidate } } ?? []
    if let module = kind.check, problems == nil { throw DiagnosticError(.noProblems(module, at: kind.place)) }
  }

  /// The errors that keep the rules from checking forms of `kind`, except errors within the rules.
  package static func findings(_ kind: Pack.Kind, _ rules: RuleSet) -> [Diagnostic] {
    guard let module = kind.check else { return [] }
    guard let decision = rules.decision("\(module).\(problems)") else { return [.noProblems(module, at: kind.place)] }
    guard case .list(let element) = decision.type, isProblem(element) else {
      return [.notProblems(decision, at: rules.place(ofResult: decision))]
    }
    return []
  }

  /// The problems that the rules find in the pack's own records of `kind`. Empty if the check needs more facts than the record, such as the
  /// time.
  package static func findings(
    inRecordsOf kind: Pack.Kind, _ pack: Pack, _ rules: LoadedRuleSet
  ) throws(DiagnosticError) -> [Diagnostic] {
    guard kind.check != nil, !kind.isHandedIn else { return [] }
    let engine = try FormEngine(LoadedSystem(pack: pack, rules: rules, warnings: []), kind: kind)
    var found: [Diagnostic] = []
    for record in pack.records(of: kind.name) {
      do throws(DiagnosticError) {
        for problem in try engine.problems(FormRequest(record.node, for: engine), besides: []) {
          found.append(.wrongRecord(record.id, kind.name, problem))
        }
      } catch {
        if error.diagnostics.contains(where: { $0.code != "evaluation/missing-fact" }) { throw error }
      }
    }
    return found
  }

  private static func isProblem(_ type: CELType) -> Bool {
    switch type {
    case .dyn: true
    case .map(key: .string, _): true
    case .record(let shape): [at, message].allSatisfy { name in shape.fields.contains { $0.name == name } }
    default: false
    }
  }

  /// The message `id`, rendered; nil if the pack does not have it.
  package func words(_ id: Text, _ locale: LanguageTag?) -> RenderedMessage? {
    context.messages.position(of: id).flatMap { MessageRenderer(pack, context.messages, locale: locale).rendered($0) }
  }

  /// The facts in the fields of `form`, and the errors in those fields.
  ///
  /// - Parameter wrong: fields that already have a diagnostic, and are therefore not facts.
  func facts(
    of form: Node, besides wrong: Set<Text>
  ) -> (facts: [(fact: Fact, value: Value)], problems: [FormProblem]) {
    var facts: [(fact: Fact, value: Value)] = []
    var found: [FormProblem] = []
    let all = DiagnosticCollector(.request)
    for (key, node) in form.members where node.kind != .null && !all.isExhausted {
      guard let name = key.text, !wrong.contains(name), let fact = needed.first(where: { $0.name == name }) else {
        continue
      }
      let part = all.part(keeping: DiagnosticCollector.mostDiagnostics - found.count)
      if let value = context.reader.value(node, of: fact, into: part) { facts.append((fact, value)) }
      for diagnostic in part.diagnostics {
        found.append(
          FormProblem(
            at: name, code: diagnostic.code, rendered: nil, message: diagnostic.message, fix: diagnostic.fix,
            place: diagnostic.place ?? node.place))
      }
    }
    guard wrong.isEmpty, found.isEmpty else { return (facts, found) }
    for fact in needed {
      guard case .record(let type) = fact.declaration.type, type.name == kind.name else { continue }
      if let value = context.reader.record(form, kind: kind.name, into: all.part(keeping: 0)) {
        facts.append((fact, value))
      }
    }
    return (facts, found)
  }

  /// The problems of the form of `request`.
  ///
  /// - Parameter wrong: fields that the schema refuses, by their names; the empty name is the form itself.
  /// - Throws: evaluation errors of the rules.
  package func problems(
    _ request: FormRequest, besides wrong: Set<Text>
  ) throws(DiagnosticError) -> [FormProblem] {
    try sessions.with { session throws(DiagnosticError) in try problems(request, besides: wrong, in: session) }
  }

  /// Every decision that is evaluated for `request`, with its rows.
  ///
  /// - Parameter wrong: as in ``problems(_:besides:)``.
  /// - Throws: evaluation errors of the rules.
  package func traces(
    for request: FormRequest, besides wrong: Set<Text>
  ) throws(DiagnosticError) -> [DecisionTrace] {
    try sessions.with { session throws(DiagnosticError) in
      let recording = try session.recording()
      return try recording.rules.collectingTraces { () throws(DiagnosticError) in
        try problems(request, besides: wrong, in: recording)
      }.traces
    }
  }

  private func problems(
    _ request: FormRequest, besides wrong: Set<Text>, in session: EngineSession
  ) throws(DiagnosticError) -> [FormProblem] {
    guard request.form.kind == .map else { return [] }
    let read = facts(of: request.form, besides: wrong)
    guard let decision = problems else { return read.problems }
    let given = read.facts + request.facts.filter { other in !read.facts.contains { $0.fact.id == other.fact.id } }
    // A decision that needs a wrong field is not evaluated before the field is fixed.
    let missing = needed.filter { fact in
      guard !fact.declaration.isOptional, !given.contains(where: { $0.fact.id == fact.id }) else { return false }
      if case .record(let type) = fact.declaration.type, type.name == kind.name { return true }
      return wrong.contains(fact.name) || read.problems.contains { $0.at == fact.name }
    }
    if !missing.isEmpty { return read.problems }
    try session.begin(given, at: request.moment)
    let value = try session.rules.decided(decision)
    return try read.problems + formProblems(value, of: decision, in: session, request)
  }

  private func formProblems(
    _ value: Value, of decision: Decision, in session: EngineSession, _ request: FormRequest
  ) throws(DiagnosticError) -> [FormProblem] {
    let place = rules.place(ofResult: decision)
    guard case .list(let values)? = value.present else { throw DiagnosticError(.notProblems(decision, at: place)) }
    let origins = session.rules.origins(of: decision)
    let renderer = session.renderer(in: request.locale)
    let shape = MessageChoiceShape(decision.type)
    var problems: [FormProblem] = []
    for (element, value) in values.enumerated() {
      guard case .map(let map)? = value.present, case .string(let at)? = map[string: Self.at]?.present,
        case .string(let id)? = map[string: Self.message]?.present
      else { throw DiagnosticError(.notProblems(decision, at: place)) }
      guard let message = context.messages.position(of: id) else {
        throw DiagnosticError(.noSuchMessage(id, of: decision))
      }
      let origin = origins.origin(ofElement: element)
      let choice = MessageChoice(
        message: message, layer: 0, priority: 0, fields: map, shape: shape, element: element)
      let rendered =
        renderer.rendered(choice, origin: origin)
        ?? RenderedMessage(message: id, topic: nil, tags: [], layer: nil, parts: [], origin: origin)
      problems.append(
        FormProblem(
          at: at, code: origin?.row.map { "\(kind.check ?? "").\($0)" } ?? id.string, rendered: rendered,
          message: rendered[part: "text"]?.string ?? id.string, expected: map[string: Self.expected]?.present,
          place: FormPath.nearest(at, from: request.form).place))
    }
    return problems
  }
}

extension Diagnostic {
  static func noProblems(_ module: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "check/no-problems", message: "the rules have no decision `\(module).problems`", place: place,
      fix: "name a module with a decision `problems`, a list of records with `at` and `message`")
  }

  static func notProblems(_ decision: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "check/problems", message: "`\(decision.name)` has to be a list of records with `at` and `message`",
      place: place)
  }

  static func wrongRecord(_ id: Text, _ kind: Text, _ problem: FormProblem) -> Diagnostic {
    Diagnostic(
      code: "check/wrong-record", message: "the \(kind) `\(id)`: \(problem.message)", place: problem.place,
      related: (problem.rendered?.origin?.place).map { [.init(message: "found by this rule", place: $0)] } ?? [],
      fix: problem.rendered?[part: "advice"]?.string ?? problem.fix)
  }
}

/// A form that was checked.
package struct ValidatedForm: Sendable {
  /// The kind of record that it is.
  package let kind: Text
  /// The problems: first those of its schema, then those of the rules.
  package let problems: [FormProblem]
  /// True if nothing is wrong with it.
  package var isRight: Bool { problems.isEmpty }

  /// A form of `kind` with `problems`.
  package init(kind: Text, problems: [FormProblem]) {
    self.kind = kind
    self.problems = problems
  }
}

/// A problem of a form, at one of its fields.
package struct FormProblem: Sendable {
  /// The path to the field from the form: `name`, `lines[0].quantity`; empty for the form itself.
  package let at: Text
  /// Its code: the code of a schema's diagnostic; of a rule's, `MODULE.ROW`, or the message if no single row chose it.
  package let code: String
  /// The pack's words for it; nil if the pack has none.
  package let rendered: RenderedMessage?
  /// A sentence for the case that the pack has no text for the problem.
  package let message: String
  /// A fix; nil if none is known, or the pack's text contains it.
  package let fix: String?
  /// The correct value, if the rules declare it.
  package let expected: Value?
  /// The location of the field or, if it is absent, of its nearest ancestor.
  package let place: Place

  /// A problem at the field `at`.
  package init(
    at: Text, code: String, rendered: RenderedMessage?, message: String, fix: String? = nil, expected: Value? = nil,
    place: Place
  ) {
    self.at = at
    self.code = code
    self.rendered = rendered
    self.message = message
    self.fix = fix
    self.expected = expected
    self.place = place
  }
}

/// The way to a field inside a form.
package enum FormPath {
  /// `way` without positions in lists: `lines[0].quantity` is `lines.quantity`.
  package static func withoutPositions(_ way: String) -> String {
    var result = ""
    var inside = false
    for character in way {
      switch character {
      case "[": inside = true
      case "]": inside = false
      default: if !inside { result.append(character) }
      }
    }
    return result
  }

  /// The node at the end of `way` from `form`, or the last existing node on the way.
  package static func nearest(_ way: Text, from form: Node) -> Node {
    var node = form
    for step in way.string.split(whereSeparator: { ".[]".contains($0) }) {
      var next: Node?
      switch node.kind {
      case .map: next = node[Text(String(step))]
      case .list: next = Int(step).flatMap { node.element(at: $0) }
      default: break
      }
      guard let next else { break }
      node = next
    }
    return node
  }
}
