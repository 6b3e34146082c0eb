import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A module of rules that declares phases or states: its decisions.
struct TimelineModule: Sendable {
  /// The names of a timeline's decisions, after the module's, and of the facts that it is given.
  enum Names {
    static let phases: Text = "phases"
    static let begins: Text = "begins"
    static let ends: Text = "ends"
    static let moves: Text = "moves"
    static let notices: Text = "notices"
    static let status: Text = "status"
    static let state: Text = "state"
    static let move: Text = "move"
    static let to: Text = "to"
    static let supplied: Set<Text> = [state, move]
  }

  let name: Text
  let phases: Decision?
  let begins: Decision?
  let ends: Decision?
  let moves: Decision?
  let notices: Decision?
  let status: Decision?
  let state: Fact?
  let move: Fact?
  /// The vocabulary that states are words of.
  let words: EnumerationType?

  /// The requirements of the timeline of the module `name` on a rule set.
  static func contract(_ name: Text) -> Contract {
    let decisions: [(Text, CELType)] = [
      (Names.phases, .dyn), (Names.begins, .timestamp), (Names.ends, .dyn), (Names.moves, .list(.string)),
      (Names.notices, .dyn), (Names.status, .dyn),
    ]
    return Contract(
      "terrain run timeline", caller: name == TimelineEngine.usualModule ? nil : "terrain run timeline --timeline",
      decisions: decisions.map { .init("\(name).\($0.0)", $0.1, isOptional: true) },
      modules: [name], otherFacts: .dyn)
  }

  /// The timeline of the module `name`.
  ///
  /// - Throws: errors that keep the module from being a timeline.
  init(_ name: Text, rules: RuleSet) throws(DiagnosticError) {
    let module = try ModuleDecisions(name, of: rules, keeping: Self.contract(name))
    self.name = name
    phases = module[Names.phases]
    begins = module[Names.begins]
    ends = module[Names.ends]
    moves = module[Names.moves]
    notices = module[Names.notices]
    status = module[Names.status]
    state = rules.fact(Names.state)
    move = rules.fact(Names.move)
    words = (state ?? move)?.declaration.type.enumeration
    if phases == nil, moves == nil { throw DiagnosticError(.noTimeline(name, at: nil)) }
    if let phases, begins == nil { throw DiagnosticError(.phasesWithoutBeginning(phases)) }
    if let notices, MessageChoiceShape(notices.type) == nil { throw DiagnosticError(.notNotices(notices)) }
    if let status, MessageChoiceShape(status.type) == nil { throw DiagnosticError(.notChoices(status)) }
  }
}

extension Diagnostic {
  static func noTimeline(_ name: Text, at place: Place?) -> Diagnostic {
    Diagnostic(
      code: "timeline/nothing", message: "`\(name)` has neither phases nor moves", place: place,
      fix: "give it `phases` and `begins`, or `moves`")
  }

  static func notNotices(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "timeline/notices", message: "`\(decision.name)` has to be a list of records with `to` and `message`",
      place: decision.place, fix: "declare such a record under `records` of the pack, and write `type: list<…>`")
  }

  static func phasesWithoutBeginning(_ phases: Decision) -> Diagnostic {
    Diagnostic(
      code: "timeline/no-beginning", message: "`\(phases.name)` has no beginning", place: phases.place,
      fix: "add a decision `begins`, a timestamp")
  }
}

/// A state, and the possible changes.
package struct Timeline: Sendable {
  /// A message for a recipient.
  package struct Notice: Sendable {
    /// The receiver; nil if the rules do not declare it.
    package let to: Text?
    /// The message in the receiver's language.
    package let rendered: RenderedMessage
    /// The language it was wanted in.
    package let locale: LanguageTag
  }

  /// A phase.
  package struct Phase: Sendable {
    /// The standing of a phase: over, current, or ahead.
    package enum Standing: String, Sendable {
      case done, now, ahead
    }

    /// Its id.
    package let id: Text
    /// Its name for people.
    package let label: LocalizedText.Served?
    /// The beginning of the phase.
    package let begins: Timestamp
    /// The standing: over, current, or ahead.
    package let standing: Standing
    /// The messages for its beginning; empty if it has begun.
    package let notices: [Notice]
  }

  /// The phases at the present time.
  package struct Course: Sendable {
    /// The elapsed share of the time before the last phase.
    package let fraction: ExactDecimal
    /// The beginning of the first phase.
    package let begins: Timestamp
    /// The beginning of the last phase.
    package let ends: Timestamp
    /// The time of the next change; nil if none will happen.
    package let changesAt: Timestamp?
    /// The phases with a positive length, in order.
    package let phases: [Phase]
  }

  /// A move that is allowed.
  package struct Move: Sendable {
    /// The target state.
    package let to: Text
    /// Its name for people.
    package let label: LocalizedText.Served?
    /// The messages that it would send.
    package let notices: [Notice]
  }

  /// The outcome of the requested move.
  package enum Outcome: Sendable {
    /// The move was made.
    case moved(from: Text?, notices: [Notice])
    /// The move is not allowed.
    case refused(Diagnostic)
  }

  /// The module that declares it.
  package let module: Text
  /// Its state; nil if it has not begun.
  package let state: Text?
  /// The state's name for people.
  package let label: LocalizedText.Served?
  /// The message about its state.
  package let status: RenderedMessage?
  /// The phases at the present time; nil without phases, or if a move has led away from them.
  package let course: Course?
  /// The moves that are allowed; nil if it knows none.
  package let allowed: [Move]?
  /// The outcome of the requested move.
  package let outcome: Outcome?
  /// Warnings about the request and the window.
  package let notes: [Diagnostic]

  /// True if a move was requested and not made.
  package var isRefused: Bool {
    if case .refused = outcome { return true }
    return false
  }
}
