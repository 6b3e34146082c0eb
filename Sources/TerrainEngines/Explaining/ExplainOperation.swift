import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The explanation of an operation's result.
package struct ExplainResult {
  /// The operation's name.
  package let operation: String
  /// The steps that lead to the result.
  package let explanation: Explanation
  /// The evaluation error that prevented a result.
  package let failure: DiagnosticError?

  /// Creates the explanation of a result of `operation`, or of its `failure`.
  package init(operation: String, _ explanation: Explanation, failure: DiagnosticError? = nil) {
    self.operation = operation
    self.explanation = explanation
    self.failure = failure
  }

  fileprivate var traces: [DecisionTrace]? {
    switch explanation.content {
    case .decisions(let traces): traces
    case .candidates, .steps: nil
    case .weeks(let weeks): weeks.traces
    case .streak(let streak, _): streak.traces
    }
  }

  fileprivate var candidates: [Ranking.Explanation]? {
    if case .candidates(let candidates) = explanation.content { candidates } else { nil }
  }

  fileprivate var steps: [Explanation.Step]? {
    if case .steps(let steps) = explanation.content { steps } else { nil }
  }

  fileprivate var weeks: TrendExplanation? {
    if case .weeks(let weeks) = explanation.content { weeks } else { nil }
  }

  fileprivate var streak: Days? {
    if case .streak(let streak, let date) = explanation.content { Days(date: date, explanation: streak) } else { nil }
  }
}

/// The explanation of a streak report.
private struct Days {
  let date: CalendarDate
  let explanation: StreakExplanation
}

extension Operations {
  /// Runs any of `operations` in a session that records, and returns the explanation of its result.
  package static func explain(_ operations: [AnyOperation]) -> Operation<ExplainResult> {
    Operation(
      name: "explain", summary: "Show each row that was evaluated for a result, with the values that it saw",
      parameters: .object([
        .required("method", .words(operations.map({ $0.name })), "The method whose answer is explained."),
        .required("params", .map(.anything), "Its parameters."),
      ]),
      result: .explanation, isExplanation: true
    ) { parameters, session, notes throws(DiagnosticError) in
      let name = parameters["method"]?.text?.string
      guard let operation = operations.first(where: { $0.name == name }), let inner = parameters["params"] else {
        throw DiagnosticError([])
      }
      let result = try explanation(of: operation, session, inner, &notes)
      if let failure = result.failure { throw failure }
      return result
    }
  }

  /// Runs `operation` in a session that records. The parameters are those of the operation, and the result is the explanation of its result
  /// or of its failure.
  package static func explaining(_ operation: AnyOperation) -> Operation<ExplainResult> {
    Operation(
      name: operation.name, summary: operation.summary, parameters: operation.parameters, result: .explanation,
      checksParameters: false, isExplanation: true
    ) { parameters, session, notes throws(DiagnosticError) in
      try explanation(of: operation, session, parameters, &notes)
    }
  }

  private static func explanation(
    of operation: AnyOperation, _ session: OperationSession, _ parameters: Node, _ notes: inout RequestNotes
  ) throws(DiagnosticError) -> ExplainResult {
    var inner = RequestNotes()
    var failure: DiagnosticError?
    do throws(DiagnosticError) {
      try session.recording { () throws(DiagnosticError) in try operation.run(session, parameters, &inner) }
    } catch {
      failure = error
    }
    notes.warnings = inner.warnings + inner.findings
    guard let explanation = inner.explanation else { throw failure ?? DiagnosticError([]) }
    return ExplainResult(operation: operation.name, explanation, failure: failure)
  }
}

extension ResultType where Content == ExplainResult {
  fileprivate static var explanation: ResultType {
    object {
      fields(of: versionFields) { Versions($0.explanation.system) }
      requiredField("method", .text, "The method that was explained.") { $0.operation }
      optionalField(
        "candidates", .list(.candidate), "Every candidate of a ranking: those offered first, those left out last."
      ) { $0.candidates }
      optionalField("steps", .list(.step), "What is decided without rules, one thing after another.") { $0.steps }
      optionalFields(of: weekFields) { $0.weeks }
      optionalFields(of: streakFields) { $0.streak }
      optionalField("decisions", .list(.trace), "Every decision that was looked at.") { $0.traces }
    }
  }
}

extension ResultType where Content == Explanation.Step {
  fileprivate static var step: ResultType {
    named("step") {
      requiredField("subject", .text, "What it is about.") { $0.subject }
      requiredField("outcome", .text, "What became of it.") { $0.outcome }
      requiredField("reason", .text, "What decided.") { $0.reason }
      optionalField("file", .text, "The file that it is from.") { $0.place?.source.name }
      optionalField("line", .integer, "Its line.") { $0.place?.line }
    }
  }
}

private var traceFields: ResultFields<[DecisionTrace]> {
  group { requiredField("decisions", .list(.trace), "Every decision that was looked at.") { $0 } }
}

// MARK: - Candidates

extension ResultType where Content == Ranking.Explanation {
  fileprivate static var candidate: ResultType {
    named("explained") {
      requiredField("id", .text, "The candidate's id.") { $0.id }
      optionalField("kind", .text, "The kind of record it is.") { $0.kind }
      requiredField("standing", .words(["offered", "behind", "too_alike", "excluded"]), "What became of it.") {
        candidate -> String in
        switch candidate.standing {
        case .offered: "offered"
        case .behind: "behind"
        case .tooAlike: "too_alike"
        case .excluded: "excluded"
        }
      }
      optionalField("place", .count, "Its place, from 1.") {
        switch $0.standing {
        case .offered(let place), .behind(let place): place
        case .tooAlike, .excluded: nil
        }
      }
      optionalField("alike", .text, "What there would have been too much of.") {
        if case .tooAlike(let subject) = $0.standing { subject } else { nil }
      }
      optionalField("why", .text, "Why it was left out.") {
        if case .excluded(let why, _) = $0.standing { why } else { nil }
      }
      optionalFields(of: originFields) {
        if case .excluded(_, let origin) = $0.standing { origin } else { nil }
      }
      optionalField("score", .integer, "Its points.") { $0.score }
      requiredField("criteria", .list(.criterion), "What its points are made of.") { $0.criteria }
    }
  }
}

// MARK: - Weeks

private var weekFields: ResultFields<TrendExplanation> {
  group {
    requiredField("window", .window, "The days that are looked at.") { $0.report }
    requiredField("series", .list(.series(.trendExplanation)), "Every series, in the person's order.") { weeks in
      weeks.series.map { InLocale(part: $0, locale: weeks.report.page.locale) }
    }
    requiredField(
      "items", .list(.series(.effectExplanation)), "Everything that was done: the strongest effects first."
    ) { weeks in
      weeks.items.map { InLocale(part: $0, locale: weeks.report.page.locale) }
    }
  }
}

/// A part of a result with the requested language.
private struct InLocale<Part> {
  let part: Part
  let locale: LanguageTag
}

extension ResultType {
  fileprivate static func series<Part>(_ type: ResultType<Part>) -> ResultType where Content == InLocale<Part> {
    type.of { $0.part }.requested { $0.locale }
  }
}

extension ResultType where Content == TrendExplanation.Series {
  fileprivate static var trendExplanation: ResultType {
    object {
      fields(of: trendFields) { $0.trend }
      requiredField("days", .list(.day), "Every day of the window.") { $0.days }
      fields(of: traceFields) { $0.traces }
    }
  }
}

extension ResultType where Content == Effect.Explanation {
  fileprivate static var effectExplanation: ResultType {
    object {
      fields(of: effectFields) { $0.effect }
      fields(of: traceFields) { $0.traces }
    }
  }
}

extension ResultType where Content == TrendExplanation.Day {
  fileprivate static var day: ResultType {
    object {
      requiredField("date", .date, "The day.") { $0.date }
      requiredField("logged", .flag, "Whether there is a record of it.") { $0.isLogged }
      requiredField("counts", .flag, "Whether it has a value.") { $0.value != nil }
      optionalField("value", .number, "What it counts as.") { $0.value }
      optionalField("weight", .number, "How much it counts in the mean of its half.") { $0.weight }
      optionalFields(of: originFields) { $0.origin }
    }
  }
}

// MARK: - Days in a row

private var streakFields: ResultFields<Days> {
  group {
    requiredField("date", .date, "The local day.") { $0.date }
    requiredField("streak", .streakNumbers, "The numbers.") { $0.explanation.report }
    requiredField("streaks", .list(.run), "Every streak there was, the oldest first.") {
      $0.explanation.report.streak.runs
    }
    requiredField("days", .list(.day), "Every day of which there is a record, up to the day asked for.") {
      $0.explanation.days
    }
  }
}

extension ResultType where Content == Streak.Run {
  fileprivate static var run: ResultType {
    object {
      requiredField("from", .date, "Its first day.") { $0.first }
      requiredField("to", .date, "Its last kept day.") { $0.last }
      requiredField("kept", .count, "Its kept days.") { $0.kept }
      requiredField("rests", .list(.date), "Days without anything that ended nothing.") { $0.rests }
      optionalField("ended", .end, "What ended it; left out of the one that goes on.") { $0.end }
    }
  }
}

extension ResultType where Content == Streak.Run.End {
  fileprivate static var end: ResultType {
    object {
      requiredField("date", .date, "The day that ended it.") { $0.day }
      requiredField("rests", .list(.date), "The days shortly before that had used up the rest.") { $0.rests }
    }
  }
}

extension ResultType where Content == StreakExplanation.Day {
  fileprivate static var day: ResultType {
    object {
      requiredField("date", .date, "The day.") { $0.date }
      requiredField(
        "state", .words([Streak.State.kept, .rest, .neutral, .missed, .open, .before]), "What became of it."
      ) { $0.state }
      optionalFields(of: originFields) { $0.origin }
    }
  }
}

extension ResultType where Content == DecisionTrace {
  /// A decision with its value, and each row with its outcome and the values of its conditions.
  static var trace: ResultType {
    named("trace") {
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      optionalField("version", .text, "The version of its rules, where several are in force one after another.") {
        $0.version
      }
      fields(of: lineFields) { $0.place }
      optionalField("hit", .word, "Which of the rows that hold make the result.") { $0.hit }
      optionalField("value", .anything, "What it came to; left out where it failed.") { $0.value }
      optionalField("otherwise", .object(lineFields), "The location of `otherwise`, if it was used.") { $0.otherwise }
      optionalField("rows", .list(.row), "All its rows, in file order.") { $0.hit == nil ? nil : $0.rows }
    }
  }
}

extension ResultType where Content == RowTrace {
  fileprivate static var row: ResultType {
    named("row") {
      requiredField("row", .text, "The row's id.") { $0.id }
      fields(of: lineFields) { $0.place }
      optionalField("note", .text, "What its author notes.") { $0.note }
      requiredField(
        "outcome", .words(["not_looked_at", "failed", "held", "fired"]),
        "How far it got: an earlier row had decided; a condition did not hold; another row counted more; it counts."
      ) { row -> String in
        switch row.outcome {
        case .notLookedAt: "not_looked_at"
        case .failed: "failed"
        case .held: "held"
        case .fired: "fired"
        }
      }
      requiredField("conditions", .list(.condition), "Its conditions, in the order they are written.") { $0.conditions }
    }
  }
}

extension ResultType where Content == ConditionTrace {
  fileprivate static var condition: ResultType {
    named("condition") {
      optionalField("input", .text, "What is looked at; left out where the whole condition is one expression.") {
        $0.input
      }
      requiredField("text", .text, "The condition as written.") { $0.text }
      fields(of: lineFields) { $0.place }
      optionalField("holds", .flag, "Left out where it was not looked at.") { $0.holds }
      requiredField(
        "values", .map(.anything, key: { $0.name }, value: { $0.value }),
        "The facts and decisions it names, with the values they had."
      ) { $0.seen }
      optionalField("parts", .list(.part), "The comparisons in it that were looked at, where there are several.") {
        $0.parts.isEmpty ? nil : $0.parts
      }
    }
  }
}

extension ResultType where Content == ConditionTrace.Part {
  fileprivate static var part: ResultType {
    named("part") {
      requiredField("text", .text, "As it is written.") { $0.text }
      requiredField("holds", .flag, "Whether it is true.") { $0.holds }
      optionalField("value", .anything, "What was compared.") { $0.seen }
    }
  }
}

/// The rows that lead to a result, and the system that they come from.
package struct Explanation {
  /// The recorded steps.
  package enum Content {
    /// Every decision that was evaluated, with its rows.
    case decisions([DecisionTrace])
    /// Every candidate of a ranking.
    case candidates([Ranking.Explanation])
    /// Weeks, series by series.
    case weeks(TrendExplanation)
    /// Days in a row up to a local day, day by day.
    case streak(StreakExplanation, on: CalendarDate)
    /// The steps of an operation that decides without rules.
    case steps([Step])
  }

  /// Something that is decided without rules.
  package struct Step: Sendable {
    /// The subject of the step.
    package let subject: String
    /// The outcome for the subject.
    package let outcome: String
    /// The reason for the outcome.
    package let reason: String
    /// The location of the reason's declaration.
    package let place: Place?

    /// `subject`, which became `outcome` for `reason`.
    package init(_ subject: String, _ outcome: String, because reason: String, at place: Place? = nil) {
      (self.subject, self.outcome, self.reason, self.place) = (subject, outcome, reason, place)
    }
  }

  /// The recorded steps.
  package let content: Content
  /// The system whose rules were recorded.
  package let system: LoadedSystem

  /// `content`, by the rules of `system`.
  package init(_ content: Content, _ system: LoadedSystem) {
    self.content = content
    self.system = system
  }
}
