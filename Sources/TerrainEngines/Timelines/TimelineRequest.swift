import TerrainBase
import TerrainDocuments
import TerrainRules

/// A request about a timeline: the moment, the state and a move.
package struct TimelineRequest: Sendable {
  /// The time of the request; nil if the request has only a move.
  package let moment: Moment?
  /// The zone in which people read instants; nil if the request gives none.
  package let zone: Zone?
  /// The language to answer in; nil for the pack's own.
  package let locale: LanguageTag?
  /// The languages of receivers who do not read the request's language.
  let locales: [Text: LanguageTag]
  /// The state; for phases, the last phase that was shown.
  let state: Text?
  /// The move, and its node in the request.
  let move: (to: Text, node: Node)?
  let facts: [(fact: Fact, value: Value)]
  let node: Node

  /// The request at `node`.
  ///
  /// - Throws: all errors in it.
  init(_ node: Node, for engine: TimelineEngine, alsoKnown: [Text]) throws(DiagnosticError) {
    let diagnostics = DiagnosticCollector(.request)
    var fields = FieldReader(node, what: "a request", into: diagnostics)
    let locale = fields.text("locale", required: false)
    let others = fields.map("locales")
    let clock = RequestClock(&fields)
    let state = fields.text("state", required: false)
    let move = fields.text("move", required: false)
    let facts = fields.map("facts")
    let brought = fields.map("records")
    fields.finish(alsoKnown: alsoKnown + ["$schema", "explain"])
    self.locale = diagnostics.locale(locale, of: engine.pack)
    var locales: [Text: LanguageTag] = [:]
    for (key, value) in others where !diagnostics.isExhausted {
      if let name = key.text, let text = value.text {
        locales[name] = diagnostics.locale((text, value), of: engine.pack)
      }
    }
    self.locales = locales
    var given = GivenFacts(
      engine.rules, allFacts: engine.system.rules.allFacts, supplied: TimelineModule.Names.supplied,
      reader: engine.context.reader, into: diagnostics)
    for (key, value) in brought where !diagnostics.isExhausted { given.bring(key, value) }
    for (key, value) in facts where !diagnostics.isExhausted { given.give(key, value) }
    self.facts = given.values
    func word(_ given: (text: Text, node: Node)?, _ fact: Fact?) -> Text? {
      guard let given, let fact else { return given?.text }
      return engine.context.reader.value(given.node, of: fact, into: diagnostics) == nil ? nil : given.text
    }
    self.state = word(state, engine.module.state)
    let wanted = word(move, engine.module.move)
    self.move = if let move, let wanted { (wanted, move.node) } else { nil }
    if let move, engine.module.moves == nil { diagnostics.report(.movesUnknown(at: move.node)) }
    let when = clock.read(node, engine.pack.calendar, isRequired: false, into: diagnostics)
    (zone, moment) = (when.calendar, when.moment)
    if engine.module.phases != nil, moment?.instant == nil, !diagnostics.hasErrors {
      diagnostics.report(.noInstant(at: node))
    }
    self.node = node
    if diagnostics.hasErrors { throw diagnostics.error }
  }
}

extension Diagnostic {
  static func noInstant(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "timeline/no-instant", message: "phases need the instant", at: node,
      fix: "add `now: \"2026-02-05T07:30:00Z\"`")
  }

  static func movesUnknown(at node: Node) -> Diagnostic {
    Diagnostic(code: "timeline/no-moves", message: "this timeline has no moves: only time changes it", at: node)
  }
}
