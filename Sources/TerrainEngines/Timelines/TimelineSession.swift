import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reports timelines, one request after another, on one thread.
package final class TimelineSession {
  package let engine: TimelineEngine
  private let session: EngineSession
  private var rules: RuleSession { session.rules }
  /// True if the rules have the facts of the request that is answered.
  private var hasFacts = false

  /// A session of `engine`.
  package convenience init(_ engine: TimelineEngine) { self.init(engine, EngineSession(engine.context)) }

  private init(_ engine: TimelineEngine, _ session: EngineSession) {
    self.engine = engine
    self.session = session
  }

  /// Every decision that is evaluated for `request`, with its rows.
  ///
  /// - Throws: evaluation errors of the rules.
  package func traces(for request: TimelineRequest) throws(DiagnosticError) -> [DecisionTrace] {
    let recording = try session.recording()
    return try recording.rules.collectingTraces { () throws(DiagnosticError) in
      try TimelineSession(engine, recording).timeline(for: request)
    }.traces
  }

  /// The state, and the possible changes.
  ///
  /// - Throws: evaluation errors of the rules.
  package func timeline(for request: TimelineRequest) throws(DiagnosticError) -> Timeline {
    let module = engine.module
    hasFacts = false
    var notes: [Diagnostic] = []
    var layout: PhaseTimeline?
    var state = request.state
    if let phases = module.phases, let now = request.moment?.instant {
      try begin(request, state: nil, move: nil)
      let found = try self.layout(phases)
      layout = found
      notes += found.oddity.map { [$0 == .emptyWindow ? .emptyWindow : .shortWindow] } ?? []
      let told = state.flatMap { state in found.spans.lastIndex { $0.id == state } }
      if state == nil || told != nil, let clock = found.position(at: now) {
        if let first = found.spans.first?.begins, now < first { notes.append(.clockBefore) }
        if let told, told > clock { notes.append(.clockBack) }
        state = found.spans[max(told ?? clock, clock)].id
      }
    }
    var outcome: Timeline.Outcome?
    if let move = request.move {
      let allowed = try moves(request, from: state) ?? []
      if allowed.contains(move.to) {
        outcome = .moved(from: state, notices: try notices(request, from: state, to: move.to))
        state = move.to
      } else {
        outcome = .refused(.moveRefused(at: move.node, allowed: allowed))
      }
    }
    var allowed: [Timeline.Move]?
    for to in try moves(request, from: state) ?? [] {
      allowed =
        (allowed ?? [])
        + [Timeline.Move(to: to, label: label(to, request), notices: try notices(request, from: state, to: to))]
    }
    return Timeline(
      module: module.name, state: state, label: state.flatMap { label($0, request) },
      status: try status(request, state),
      course: try layout.flatMap { (layout) throws(DiagnosticError) in
        try course(layout, request, state)
      }, allowed: module.moves == nil ? nil : allowed ?? [], outcome: outcome, notes: notes)
  }

  // MARK: Rules

  private func begin(_ request: TimelineRequest, state: Text?, move: Text?) throws(DiagnosticError) {
    if hasFacts {
      // Only these two differ from one state and move to the next.
      rules.beginAgain(without: [engine.module.state, engine.module.move].compactMap { $0 })
    } else {
      try session.begin(request.facts, at: request.moment)
      hasFacts = true
    }
    if let fact = engine.module.state, let state { try rules.give(fact, .string(state)) }
    if let fact = engine.module.move, let move { try rules.give(fact, .string(move)) }
  }

  /// The possible moves from `state`; nil if the rules have no moves at all.
  private func moves(_ request: TimelineRequest, from state: Text?) throws(DiagnosticError) -> [Text]? {
    guard let decision = engine.module.moves else { return nil }
    try begin(request, state: state, move: nil)
    guard case .list(let values) = try rules.decided(decision) else { return [] }
    var words: [Text] = []
    for case .string(let word) in values where !words.contains(word) { words.append(word) }
    return words
  }

  private func notices(
    _ request: TimelineRequest, from state: Text?, to move: Text
  ) throws(DiagnosticError) -> [Timeline.Notice] {
    guard let decision = engine.module.notices, let shape = MessageChoiceShape(decision.type) else { return [] }
    try begin(request, state: state, move: move)
    let choices = try shape.choices(try rules.decided(decision), of: decision, engine.context.messages)
    if choices.isEmpty { return [] }
    let origins = rules.origins(of: decision)
    return choices.compactMap { choice in
      var to: Text?
      if case .string(let word)? = choice.fields?[string: TimelineModule.Names.to]?.present { to = word }
      let locale = to.flatMap { request.locales[$0] } ?? request.locale
      let renderer = session.renderer(in: locale)
      return renderer.rendered(choice, origin: origins.origin(ofElement: choice.element)).map {
        Timeline.Notice(to: to, rendered: $0, locale: locale ?? engine.pack.defaultLocale)
      }
    }
  }

  private func status(_ request: TimelineRequest, _ state: Text?) throws(DiagnosticError) -> RenderedMessage? {
    guard let decision = engine.module.status else { return nil }
    try begin(request, state: state, move: nil)
    return try session.rendered(decision, session.renderer(in: request.locale))
  }

  private func label(_ state: Text, _ request: TimelineRequest) -> LocalizedText.Served? {
    let renderer = session.renderer(in: request.locale)
    return engine.module.words.flatMap { renderer.label($0.name, state) }
  }

  // MARK: Phases

  /// The phases with their times. Requires that the facts were given.
  private func layout(_ decision: Decision) throws(DiagnosticError) -> PhaseTimeline {
    let place = engine.rules.place(ofResult: decision)
    var phases: [(id: Text, length: PhaseTimeline.Length)] = []
    var diagnostics: [Diagnostic] = []
    if case .list(let values) = try rules.decided(decision) {
      for value in values { phases.append(Self.phase(value, of: decision, in: engine.rules, into: &diagnostics)) }
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    let lengths = phases.map { $0.length }
    guard lengths.last == .stays, !lengths.dropLast().contains(.stays) else {
      throw DiagnosticError(.phaseOrder(decision, at: place))
    }
    let ends = try engine.module.ends.flatMap { (ends) throws(DiagnosticError) in try instant(ends) }
    let rests = lengths.count { $0 == .rest }
    if rests > 1 { throw DiagnosticError(.severalRests(decision, at: place)) }
    if rests == 1, ends == nil { throw DiagnosticError(.restWithoutEnd(decision, at: place)) }
    guard let beginning = engine.module.begins, let begins = try instant(beginning) else {
      throw DiagnosticError(.phasesWithoutBeginning(decision))
    }
    do throws(ArithmeticError) {
      return try PhaseTimeline(phases, begins: begins, ends: ends)
    } catch {
      throw DiagnosticError(.outsideCalendar(decision, at: place))
    }
  }

  private func instant(_ decision: Decision) throws(DiagnosticError) -> Timestamp? {
    switch try rules.decided(decision).present {
    case nil: return nil
    case .timestamp(let instant): return instant
    default: throw DiagnosticError(.notTime(decision))
    }
  }

  private static func phase(
    _ value: Value, of decision: Decision, in rules: RuleSet, into diagnostics: inout [Diagnostic]
  ) -> (id: Text, length: PhaseTimeline.Length) {
    var fields = ValueFields(value, of: decision, in: rules, what: "a phase of `\(decision.name)`")
    let id = fields.text("id")
    if id == nil { fields.wrong("id", "its name") }
    var length = PhaseTimeline.Length.stays
    switch fields.value("lasts") {
    case nil: break
    case .duration(let own) where own >= .zero: length = .lasts(own)
    case .string(let text):
      if let own = try? ExactDuration(parsing: text), own >= .zero { length = .lasts(own) } else { fallthrough }
    default: fields.wrong("lasts", "a duration such as `15m`, not below zero")
    }
    switch fields.value("rest") {
    case nil, .bool(false): break
    case .bool(true) where length == .stays: length = .rest
    default: fields.wrong("rest", "`true`, without `lasts` beside it")
    }
    diagnostics += fields.finish()
    return (id ?? "", length)
  }

  /// The phases of `layout` at the present time in `state`; nil if `state` is not a phase.
  private func course(
    _ layout: PhaseTimeline, _ request: TimelineRequest, _ state: Text?
  ) throws(DiagnosticError) -> Timeline.Course? {
    guard let now = request.moment?.instant, let first = layout.spans.first, let last = layout.spans.last,
      let position = layout.spans.firstIndex(where: { $0.id == state })
    else { return nil }
    var phases: [Timeline.Phase] = []
    var before = state
    for (index, span) in layout.spans.enumerated() where !span.isEmpty || index == position {
      let standing: Timeline.Phase.Standing = index < position ? .done : index == position ? .now : .ahead
      let notices = standing == .ahead ? try notices(request, from: before, to: span.id) : []
      if standing == .ahead { before = span.id }
      phases.append(
        Timeline.Phase(
          id: span.id, label: label(span.id, request), begins: span.begins, standing: standing, notices: notices))
    }
    // If the clock went back, the share is not less than at the beginning of the shown phase.
    let fraction = layout.fraction(at: max(now, layout.spans[position].begins))
    return Timeline.Course(
      fraction: fraction, begins: first.begins, ends: last.begins,
      changesAt: layout.change(after: position), phases: phases)
  }
}

extension Diagnostic {
  static func phaseOrder(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/last-phase",
      message: "the last phase of `\(phases.name)`, and only that, has neither `lasts` nor `rest`", place: place)
  }

  static func severalRests(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/several-rests", message: "only one phase of `\(phases.name)` can have the rest of the window",
      place: place)
  }

  static func restWithoutEnd(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/no-end", message: "a phase of `\(phases.name)` has the rest of a window that does not end",
      place: place, fix: "add a decision `ends`, a timestamp")
  }

  static func outsideCalendar(_ phases: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "timeline/calendar", message: "the phases of `\(phases.name)` end after the year 9999", place: place)
  }

  static func notTime(_ decision: Decision) -> Diagnostic {
    Diagnostic(code: "timeline/not-time", message: "`\(decision.name)` has to be a timestamp", place: decision.place)
  }

  static func moveRefused(at node: Node, allowed: [Text]) -> Diagnostic {
    Diagnostic(
      code: "timeline/refused", message: "this move is not allowed in the current state", at: node,
      fix: allowed.isEmpty ? "no move leaves the current state" : "it can become \(allowed.quoted)")
  }

  static let clockBefore = Diagnostic(
    code: "timeline/clock-before", severity: .warning, message: "the clock is before the beginning", place: nil)

  static let clockBack = Diagnostic(
    code: "timeline/clock-back", severity: .warning,
    message: "the clock went back: what was shown last stays until it has caught up", place: nil)

  static let shortWindow = Diagnostic(
    code: "timeline/short-window", severity: .warning,
    message: "the window is shorter than its phases: those at its end lose what does not fit", place: nil)

  static let emptyWindow = Diagnostic(
    code: "timeline/empty-window", severity: .warning,
    message: "the window does not end after it begins: every phase is over at once", place: nil)
}

/// Reports the state of something in the phases and states that a rule module declares.
///
/// Immutable; threads share one engine, each with a ``TimelineSession`` of its own.
package struct TimelineEngine: Engine {
  /// The pack, the rules, and the values prepared from both.
  package let context: EngineContext
  let module: TimelineModule

  /// The module for requests that name none.
  package static let usualModule: Text = "timeline"

  /// The requirements of the timeline of the module `name` on a rule set.
  package static func contract(_ name: Text) -> Contract { TimelineModule.contract(name) }

  /// A module is a timeline if it has any of these decisions.
  package static let decisions = [TimelineModule.Names.phases, TimelineModule.Names.moves]

  /// An engine over `system`, which was loaded for ``contract(_:)`` of the module `name`.
  ///
  /// - Throws: errors that keep rules and pack from working together, with locations in both.
  package init(_ system: LoadedSystem, module name: Text) throws(DiagnosticError) {
    context = try EngineContext(system)
    module = try TimelineModule(name, rules: system.rules.ruleSet)
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields that are read elsewhere.
  /// - Throws: all errors in it.
  package func request(_ node: Node, alsoKnown: [Text] = []) throws(DiagnosticError) -> TimelineRequest {
    try TimelineRequest(node, for: self, alsoKnown: alsoKnown)
  }
}

extension TimelineEngine {
  /// Returns true if a timeline's request gives the fact `name` outside of `facts`.
  package static func givesFact(_ name: Text) -> Bool { TimelineModule.Names.supplied.contains(name) }
}

/// Phases laid out in a window of time: when each begins and ends.
package struct PhaseTimeline: Sendable {
  /// The length of a phase.
  package enum Length: Hashable, Sendable {
    /// A duration, shortened if the window has less time left.
    case lasts(ExactDuration)
    /// The time of the window that the other phases leave.
    case rest
    /// The phase never ends, which only the last phase may.
    case stays
  }

  /// A phase with its times.
  package struct Span: Hashable, Sendable {
    /// The phase.
    package let id: Text
    /// The beginning of the phase.
    package let begins: Timestamp
    /// The end, which equals the beginning if the window has no time for the phase; nil for the last phase.
    package let ends: Timestamp?

    /// True if the window has no time for the phase.
    var isEmpty: Bool { ends.map { $0 <= begins } ?? false }
  }

  /// Something unexpected about the window.
  package enum Oddity: Hashable, Sendable {
    /// The window ends at its beginning or before.
    case emptyWindow
    /// The window is shorter than its phases.
    case shortWindow
  }

  /// In order.
  package let spans: [Span]
  /// The oddity of the phases; nil if they have none.
  package let oddity: Oddity?

  /// Lays out the phases, of which the last one stays, from `begins` on.
  ///
  /// - Parameter ends: the end of the window. Phases are cut off there. If nil, phases take the time they need, and a phase with the length
  ///   ``Length/rest`` gets none.
  /// - Throws: an error if a phase would end outside of the calendar.
  package init(
    _ phases: [(id: Text, length: Length)], begins: Timestamp, ends: Timestamp?
  ) throws(ArithmeticError) {
    var needed = ExactDuration.zero
    for case .lasts(let length) in phases.map({ $0.length }) { needed = try needed.adding(length) }
    let window = ends.map { max(.zero, $0.since(begins)) }
    let rest = try window.map { (window) throws(ArithmeticError) in max(.zero, try window.subtracting(needed)) }
    var left = window ?? needed
    var at = begins
    var spans: [Span] = []
    for (id, length) in phases {
      var takes = ExactDuration.zero
      switch length {
      case .lasts(let own): takes = min(own, left)
      case .rest: takes = min(rest ?? .zero, left)
      case .stays:
        spans.append(Span(id: id, begins: at, ends: nil))
        continue
      }
      let end = try at.adding(takes)
      spans.append(Span(id: id, begins: at, ends: end))
      at = end
      left = try left.subtracting(takes)
    }
    self.spans = spans
    if let ends, ends <= begins {
      oddity = .emptyWindow
    } else {
      oddity = window.map { $0 < needed } ?? false ? .shortWindow : nil
    }
  }

  /// The position of the phase at `now`; before the beginning, the first that has any time.
  package func position(at now: Timestamp) -> Int? {
    spans.firstIndex { span in span.ends.map { span.begins < $0 && now < $0 } ?? true }
  }

  /// The elapsed share at `now` of the time before the last phase: 0 to 1 with four places, rounded down.
  package func fraction(at now: Timestamp) -> ExactDecimal {
    guard let begins = spans.first?.begins, let over = spans.last?.begins, begins < over, now < over else { return 1 }
    let elapsed = max(.zero, now.since(begins)).nanosecondCount
    let whole = over.since(begins).nanosecondCount
    return (try? ExactDecimal(coefficient: elapsed * 10_000 / whole, exponent: -4)) ?? .zero
  }

  /// The end of the phase at `position`; nil if it stays.
  package func change(after position: Int) -> Timestamp? { spans[position].ends }
}

extension ExactDuration {
  /// In all. A duration lies within some 320 billion seconds, so that this fits by far.
  fileprivate var nanosecondCount: Int128 { Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }
}
