import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The fields of a log, as the rules declare them: the facts of one module.
///
/// A class, because a request uses it thousands of times: one reference is counted, not one for each of its fields.
final class LogShape: Sendable {
  /// The module whose facts are the fields.
  static let module: Text = "log"

  /// The method of merging several records of a day.
  enum Merging: String, Sendable, CaseIterable {
    /// The value of the latest record that has one.
    case latest
    /// Every element of every record once.
    case union
    /// The greatest number.
    case most
    /// The smallest number.
    case least
    /// All numbers added up.
    case sum
  }

  /// A field of a log.
  struct Field: Sendable {
    let fact: Fact
    let merging: Merging
    /// The name in records.
    let name: Text
  }

  /// The field of a log that records the entries of single items.
  struct Entries: Sendable {
    /// The position of the field.
    let field: Int
    /// Keys of an entry.
    let item: Text
    let feedback: Text?
    let seconds: Text?
    let kind: Text?
    /// Longer is a slip, and a finding.
    let longest: Int64
    /// No entry counts for more seconds.
    let counted: Int64
    /// The words of feedback, and the kinds of entries.
    let words: EnumerationType?
    let kinds: EnumerationType?
  }

  let fields: [Field]
  /// The fields' facts, for code that sets them very often.
  let facts: [Fact.ID]
  /// The fields that a record may have and no rule reads.
  let notRead: [Text]
  /// The positions of fields that list the ids of things that were done.
  let done: [Int]
  let entries: Entries?

  /// The requirements of logs on a rule set.
  static let contractDecisions: [Contract.Wanted] = ["merging", "called", "not_read", "done", "entries"].map {
    .init("\(module).\($0)", .dyn, isOptional: true)
  }

  /// The position of the field `name`.
  func position(of name: Text) -> Int? { fields.firstIndex { $0.name == name } }

  /// The fields that deciding `decision` may read.
  func positions(neededBy decision: Decision, in rules: RuleSet) -> [Int] {
    rules.facts(neededBy: decision).compactMap { fact in fields.firstIndex { $0.fact.id == fact.id } }
  }

  /// The shape that `rules` declare.
  ///
  /// - Throws: all errors in it.
  init(_ rules: RuleSet) throws(DiagnosticError) {
    let session = RuleSession(rules)
    session.begin()
    var diagnostics: [Diagnostic] = []
    let names = [Self.module, Text("\(rules.manifest.modulePrefix)\(Self.module)")]
    let facts = rules.facts.filter { names.contains($0.module) }
    for fact in facts where !fact.declaration.isPerCandidate || !fact.declaration.isOptional {
      diagnostics.append(.logFieldNotOptional(fact))
    }
    let known = facts.map { $0.name }
    var merging: [Text: Merging] = [:]
    if let decision = rules.decision("\(Self.module).merging") {
      var fields = ValueFields(try session.decided(decision), of: decision, in: rules)
      for field in known {
        guard let word = fields.text(field) else { continue }
        if let rule = Merging(rawValue: word.string) {
          merging[field] = rule
        } else {
          fields.wrong(field, "one of \(Merging.allCases.map { $0.rawValue }.quoted)")
        }
      }
      diagnostics += fields.finish()
    }
    var called: [Text: Text] = [:]
    if let decision = rules.decision("\(Self.module).called") {
      var fields = ValueFields(try session.decided(decision), of: decision, in: rules)
      for fact in known { called[fact] = fields.text(fact) }
      diagnostics += fields.finish()
    }
    var fields: [Field] = []
    for fact in facts {
      let type = fact.declaration.type
      let rule = merging[fact.name] ?? (type.isListOrMap ? .union : .latest)
      if !rule.suits(type) { diagnostics.append(.mergingDoesNotSuit(rule, fact)) }
      fields.append(Field(fact: fact, merging: rule, name: called[fact.name] ?? fact.name))
    }
    self.fields = fields
    self.facts = fields.map { $0.fact.id }
    func texts(_ name: Text) throws(DiagnosticError) -> [Text] {
      guard let decision = rules.decision("\(Self.module).\(name)") else { return [] }
      guard case .list(let values) = try session.decided(decision) else {
        throw DiagnosticError(.notAList("`\(decision.name)`", at: rules.place(ofResult: decision)))
      }
      return values.compactMap { if case .string(let text)? = $0.present { text } else { nil } }
    }
    notRead = try texts("not_read")
    var done: [Int] = []
    for field in try texts("done") {
      if let position = known.firstIndex(of: field) {
        done.append(position)
      } else if let decision = rules.decision("\(Self.module).done") {
        diagnostics.append(.noSuchLogField(field, at: rules.place(ofResult: decision), among: known))
      }
    }
    self.done = done
    entries = try Self.entries(rules, session, facts, into: &diagnostics)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
  }

  private static func entries(
    _ rules: RuleSet, _ session: RuleSession, _ facts: [Fact], into diagnostics: inout [Diagnostic]
  ) throws(DiagnosticError) -> Entries? {
    guard let decision = rules.decision("\(module).entries") else { return nil }
    var fields = ValueFields(try session.decided(decision), of: decision, in: rules)
    let field = fields.text("field")
    let item = fields.text("item")
    let feedback = fields.text("feedback")
    let seconds = fields.text("seconds")
    let kind = fields.text("kind")
    let longest = fields.int("seconds_at_most", atLeast: 1) ?? 86_400
    let counted = fields.int("counted_at_most", atLeast: 1) ?? longest
    diagnostics += fields.finish()
    let place = rules.place(ofResult: decision)
    guard let field, let item else {
      diagnostics.append(.wrongField("field", of: "`\(decision.name)`", wanted: "a field, beside `item`", at: place))
      return nil
    }
    guard let position = facts.firstIndex(where: { $0.name == field }),
      case .list(.record(let type)) = facts[position].declaration.type
    else {
      diagnostics.append(.noSuchLogField(field, at: place, among: facts.map { $0.name }))
      return nil
    }
    for key in [item, feedback, seconds, kind].compactMap({ $0 }) where type.index(of: key) == nil {
      diagnostics.append(.noSuchLogField(key, at: place, among: type.fields.map { $0.name }))
    }
    func words(_ key: Text?) -> EnumerationType? {
      key.flatMap { type.index(of: $0) }.flatMap { type.fields[$0].type.enumeration }
    }
    return Entries(
      field: position, item: item, feedback: feedback, seconds: seconds, kind: kind, longest: Int64(longest),
      counted: Int64(counted), words: words(feedback), kinds: words(kind))
  }
}

extension LogShape.Merging {
  /// Returns true if values of `type` can be merged so.
  fileprivate func suits(_ type: CELType) -> Bool {
    switch self {
    case .latest: return true
    case .union: return type.isListOrMap
    case .most, .least, .sum:
      if case .int = type { return true }
      if case .double = type { return true }
      return false
    }
  }
}

extension CELType {
  fileprivate var isListOrMap: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }
}

extension Diagnostic {
  static func logFieldNotOptional(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "log/field-not-optional",
      message: "`\(fact.name)` is a field of a log: a request does not provide it, and each day has its own",
      place: fact.declaration.place, fix: "declare it `optional: true, per: candidate`")
  }

  static func mergingDoesNotSuit(_ merging: LogShape.Merging, _ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "log/merging", message: "`\(fact.name)` of several records cannot be merged as `\(merging.rawValue)`",
      place: fact.declaration.place,
      fix: "`union` is for lists and maps; `most`, `least` and `sum` for numbers; `latest` for all")
  }

  static func noSuchLogField(_ name: Text, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "log/no-such-field", message: "a log has no field `\(name)` of the kind that is wanted here", place: place,
      fix: Suggestion.fix(name, among: names))
  }
}
