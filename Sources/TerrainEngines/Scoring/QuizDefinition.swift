import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Questions whose options move axes, as a pack declares them.
public struct Quiz: Sendable {
  /// A dimension that a quiz measures. Its ends are declared by the rules.
  public struct Axis: Sendable {
    /// The name rules and answers use.
    public let id: Text
    /// The axis's name for people.
    public let label: LocalizedText
    /// A word for its low end and one for its high end.
    public let low: LocalizedText
    /// A word for its high end.
    public let high: LocalizedText
    /// Its id in the file.
    package let place: Place
  }

  /// A single-choice question.
  public struct Question: Sendable {
    /// The name answers use.
    public let id: Text
    /// The question's text.
    public let text: LocalizedText
    /// The factor for every move of its options.
    public let weight: ExactDecimal
    /// True when a set of answers without it is incomplete.
    public let isRequired: Bool
    /// The condition for asking it; nil if everybody is asked.
    package let condition: QuestionCondition?
    /// The possible answers.
    public let options: [Option]
    /// Its id in the file.
    package let place: Place
  }

  /// An answer that can be given.
  public struct Option: Sendable {
    /// The name answers use.
    public let id: Text
    /// Its text.
    public let text: LocalizedText
    /// The moves, including the weight.
    let moves: [Move]
    /// The flags that it adds to a score.
    public let flags: [Text]
    /// Its id in the file.
    package let place: Place
  }

  /// The move of an option on one axis, in the quiz's units.
  struct Move: Sendable {
    let axis: Int
    let units: Int64
  }

  /// The axes, in the order in which the pack shows them.
  public let axes: [Axis]
  /// The questions, in the order in which they are asked.
  public let questions: [Question]
  /// Moves are whole numbers of 10^-`places`, so that sums are exact and quick.
  let places: Int
  private let questionPositions: TextLookup

  /// The goals that a person may choose; nil if the quiz does not list any.
  public let goals: [Text]?

  init(axes: [Axis], questions: [Question], places: Int, goals: [Text]? = nil) {
    self.axes = axes
    self.goals = goals
    self.questions = questions
    self.places = places
    questionPositions = TextLookup(questions.map { $0.id })
  }

  /// The position of the question called `id`.
  public func question(_ id: Text) -> Int? { questionPositions.position(of: id) }

  /// The position of the question that `node` names; nil if it names none.
  func question(_ node: Node) -> Int? {
    node.withText { questionPositions.position(of: $0) }.flatMap { $0 }
  }

  /// The position of the option of the question at `question` that `node` names; nil if it names none.
  func option(_ node: Node, of question: Int) -> Int? {
    // Uses the buffer, because copying an option counts a reference to each of its parts.
    questions[question].options.withUnsafeBufferPointer { options in
      node.withText { text in options.indices.first { options[$0].id.hasBytes(text) } }.flatMap { $0 }
    }
  }
}

extension Quiz.Question {
  /// The position of the option called `id`. Questions have a handful of options, so a search is as quick as a table.
  public func option(_ id: Text) -> Int? { options.firstIndex { $0.id == id } }
}

/// Reads a quiz from its document.
struct QuizReader {
  /// The greatest move, weight included. With ``mostQuestions`` and ``mostPlaces`` it keeps every sum inside 64 bits.
  static let greatestMove: ExactDecimal = 1_000_000
  static let mostQuestions = 1000
  static let mostPlaces = 6

  private let pack: Pack
  private var diagnostics: [Diagnostic] = []

  private init(pack: Pack) { self.pack = pack }

  /// The quiz at `node`, or its errors.
  static func read(_ node: Node, pack: Pack) -> (quiz: Quiz?, diagnostics: [Diagnostic]) {
    var reader = QuizReader(pack: pack)
    let quiz = reader.quiz(node)
    return (reader.diagnostics.hasErrors ? nil : quiz, reader.diagnostics)
  }

  /// An option as written, before all moves are converted to one unit.
  private struct RawOption {
    let id: Text
    let text: LocalizedText
    let moves: [(axis: Int, amount: ExactDecimal)]
    let flags: [Text]
    let place: Place
  }

  private mutating func quiz(_ node: Node) -> Quiz? {
    var fields = FieldReader(node, what: "a quiz")
    let axes = fields.list("axes", required: true).compactMap { axis($0) }
    let axisNames = axes.map { $0.id }
    let before = diagnostics.count
    reportRepeats(axes.map { ($0.id, $0.place) }, of: "axis")
    // Otherwise the moves of a misspelled axis would be reported one by one.
    if diagnostics.count > before { return nil }
    let questionNodes = fields.list("questions", required: true)
    let goals = fields.text("goals", required: false)
    diagnostics += fields.finish(alsoKnown: ["kind", "id", "title", "doc", "$schema"])
    if questionNodes.count > Self.mostQuestions {
      diagnostics.append(
        .tooManyQuestions(questionNodes.count, limit: Self.mostQuestions, at: node["questions"] ?? node))
      return nil
    }
    let raw = questionNodes.compactMap { question($0, axes: axisNames) }
    reportRepeats(raw.map { ($0.question.id, $0.question.place) }, of: "question")

    let places = raw.flatMap { $0.options }.flatMap { $0.moves }.map { max(0, -Int($0.amount.exponent)) }.max() ?? 0
    let questions = raw.map { question, options in
      Quiz.Question(
        id: question.id, text: question.text, weight: question.weight, isRequired: question.isRequired,
        condition: question.condition, options: options.map { scaled($0, places: places) }, place: question.place)
    }
    return Quiz(axes: axes, questions: questions, places: places, goals: goals.flatMap { self.goals($0.text, $0.node) })
  }

  /// The words of the enum `name` of the pack.
  private mutating func goals(_ name: Text, _ node: Node) -> [Text]? {
    if let words = pack.vocabularies.first(where: { $0.name == name }) { return words.values }
    diagnostics.append(.unknownGoals(at: node, among: pack.vocabularies.map { $0.name }))
    return nil
  }

  private mutating func axis(_ node: Node) -> Quiz.Axis? {
    var fields = FieldReader(node, what: "an axis")
    let id = fields.text("id")
    let label = pack.text(fields.required("label"), into: &diagnostics)
    let low = pack.text(fields.required("low"), into: &diagnostics)
    let high = pack.text(fields.required("high"), into: &diagnostics)
    diagnostics += fields.finish(alsoKnown: ["doc"])
    guard let id, let label, let low, let high else { return nil }
    return Quiz.Axis(id: id.text, label: label, low: low, high: high, place: id.node.place)
  }

  private mutating func question(_ node: Node, axes: [Text]) -> (question: Quiz.Question, options: [RawOption])? {
    var fields = FieldReader(node, what: "a question")
    let id = fields.text("id")
    let text = pack.text(fields.required("text"), into: &diagnostics)
    let weight = fields.decimal("weight") ?? 1
    let isRequired = fields.bool("required") ?? true
    let condition = fields.text(QuestionCondition.key, required: false)
    let optionNodes = fields.list("options", required: true)
    diagnostics += fields.finish(alsoKnown: ["help", "doc"])
    let options = optionNodes.compactMap { option($0, weight: weight, axes: axes) }
    reportRepeats(options.map { ($0.id, $0.place) }, of: "option")
    var compiled: QuestionCondition?
    if let condition {
      let result = QuestionCondition.compile(condition.text, at: condition.node)
      diagnostics += result.diagnostics
      compiled = result.condition
    }
    guard let id, let text else { return nil }
    return (
      Quiz.Question(
        id: id.text, text: text, weight: weight, isRequired: isRequired, condition: compiled, options: [],
        place: id.node.place), options
    )
  }

  private mutating func option(_ node: Node, weight: ExactDecimal, axes: [Text]) -> RawOption? {
    var fields = FieldReader(node, what: "an option")
    let id = fields.text("id")
    let text = pack.text(fields.required("text"), into: &diagnostics)
    var moves: [(axis: Int, amount: ExactDecimal)] = []
    for (key, value) in fields.map("deltas") {
      guard let name = key.text, let axis = axes.firstIndex(of: name) else {
        diagnostics.append(.unknownAxis(at: key, among: axes))
        continue
      }
      guard let delta = value.decimal, let amount = try? delta.multiplied(by: weight),
        amount.magnitude <= Self.greatestMove, -amount.exponent <= Self.mostPlaces
      else {
        diagnostics.append(.unusableMove(at: value, greatest: Self.greatestMove, places: Self.mostPlaces))
        continue
      }
      moves.append((axis, amount))
    }
    let flags = fields.texts("flags").map { $0.text }
    diagnostics += fields.finish(alsoKnown: ["doc"])
    guard let id, let text else { return nil }
    return RawOption(id: id.text, text: text, moves: moves, flags: flags, place: id.node.place)
  }

  /// `option` with its moves in units of 10^-`places`.
  private func scaled(_ option: RawOption, places: Int) -> Quiz.Option {
    var scale: Int128 = 1
    let moves = option.moves.compactMap { axis, amount -> Quiz.Move? in
      scale = 1
      for _ in 0..<max(0, places + Int(amount.exponent)) { scale *= 10 }
      return Int64(exactly: amount.coefficient * scale).map { Quiz.Move(axis: axis, units: $0) }
    }
    return Quiz.Option(id: option.id, text: option.text, moves: moves, flags: option.flags, place: option.place)
  }

  private mutating func reportRepeats(_ names: [(id: Text, place: Place)], of what: String) {
    var first: [Text: Place] = [:]
    for (id, place) in names {
      if let earlier = first[id] {
        diagnostics.append(.repeatedID(id, of: what, at: place, first: earlier))
      } else {
        first[id] = place
      }
    }
  }
}

extension Diagnostic {
  static func tooManyQuestions(_ count: Int, limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "quiz/too-many-questions", message: "the quiz has \(count) questions, and \(limit) is the most",
      place: node.place)
  }

  static func unknownAxis(at key: Node, among axes: [Text]) -> Diagnostic {
    Diagnostic(
      code: "quiz/unknown-axis", message: "`\(key.text ?? "")` is not an axis of this quiz", at: key,
      fix: fix(for: key, among: axes, plural: "its axes"))
  }

  static func unknownGoals(at node: Node, among enums: [Text]) -> Diagnostic {
    Diagnostic(
      code: "quiz/unknown-value", message: "the pack has no enum of this name, which would have the goals", at: node,
      fix: fix(for: node, among: enums, plural: "its enums"))
  }

  static func unusableMove(at node: Node, greatest: ExactDecimal, places: Int) -> Diagnostic {
    Diagnostic(
      code: "quiz/unusable-move",
      message:
        "a move has to be a number from -\(greatest) to \(greatest), with at most \(places) places once weighted",
      at: node)
  }

  static func repeatedID(_ id: Text, of what: String, at place: Place, first: Place) -> Diagnostic {
    Diagnostic(
      code: "quiz/repeated-id", message: "the \(what) id `\(id)` is used twice", place: place,
      related: [.init(message: "first used here", place: first)], fix: "give one of them another id")
  }

  /// A suggestion of the name nearest to the text at `node`, or a list of all names.
  private static func fix(for node: Node, among names: [Text], plural: String) -> String {
    Suggestion.fix(node.text, among: names) ?? "\(plural) are \(names.quoted(near: node.text?.string ?? ""))"
  }
}

/// The condition for asking a question: an expression over the person's `goals` and the `answers` given until then (question to option).
package struct QuestionCondition: Sendable {
  /// The member of a question that is its condition.
  package static let key: Text = "ask_when"

  /// As it is written.
  package let text: Text
  /// Machines for the condition, each used by one request at a time.
  private let machines: SessionPool<Machine>
  private let goals: Slot
  private let answers: Slot
  private let asked: Slot
  /// The texts in the expression: the only goals, questions and options that can make a difference to it.
  package let mentions: [Text]
  /// The location of the first mention of each.
  let mentionPlaces: [Place]
  /// True if it only tests whether a text in it is among the goals, and compares answers with texts in it. Its verdict then depends only on
  /// ``mentions``. (It could also count goals, or compare two answers.)
  let seesOnlyMentions: Bool

  /// The condition written as `text` at `node`, or its errors.
  static func compile(_ text: Text, at node: Node) -> (condition: QuestionCondition?, diagnostics: [Diagnostic]) {
    var slots = SlotTable()
    let goals = slots.addFact("goals", .list(.string))
    let answers = slots.addFact("answers", .map(key: .string, value: .string))
    let asked = slots.addDecision(key, .bool)
    var environment = Environment(functions: .standard)
    environment.declare("goals", .list(.string), .slot(goals))
    environment.declare("answers", .map(key: .string, value: .string), .slot(answers))
    let (parsed, syntax) = ExpressionParser.parse(ExpressionSource(text: text, node: node))
    guard let parsed else { return (nil, syntax) }
    let (typed, found) = TypeChecker.check(parsed, environment, expecting: .bool)
    guard let typed else { return (nil, syntax + found) }
    var builder = BytecodeBuilder(slots: slots)
    builder.define(asked) { builder, result, _ in builder.evaluate(typed, into: result) }
    let (program, problems) = builder.finish()
    guard let program else { return (nil, syntax + found + problems) }
    var mentions: [Text] = []
    var places: [Place] = []
    for (id, node) in parsed.nodes.enumerated() {
      let text: Text
      switch node.kind {
      case .literal(.string(let literal)): text = literal
      case .select(_, let field, _, _): text = field
      default: continue
      }
      guard !mentions.contains(text) else { continue }
      mentions.append(text)
      places.append(parsed.place(of: Expression.ID(truncatingIfNeeded: id)))
    }
    let condition = QuestionCondition(
      text: text, machines: SessionPool { Machine(program) }, goals: goals, answers: answers, asked: asked,
      mentions: mentions,
      mentionPlaces: places,
      seesOnlyMentions: seesOnlyMentions(parsed))
    return (condition, syntax + found)
  }

  private static func seesOnlyMentions(_ expression: Expression) -> Bool {
    func isLiteral(_ id: Expression.ID) -> Bool {
      if case .literal(.string) = expression.nodes[Int(id)].kind { true } else { false }
    }
    var narrow: Set<Expression.ID> = []
    for node in expression.nodes {
      switch node.kind {
      case .call("@in", nil, let arguments) where arguments.count == 2 && isLiteral(arguments[0]):
        narrow.insert(arguments[1])
      case .call("_[_]", nil, let arguments) where arguments.count == 2 && isLiteral(arguments[1]):
        narrow.insert(arguments[0])
      case .select(let operand, _, _, _): narrow.insert(operand)
      default: break
      }
    }
    return expression.nodes.indices.allSatisfy { index in
      guard case .identifier = expression.nodes[index].kind else { return true }
      return narrow.contains(Expression.ID(index))
    }
  }

  /// Returns true if the question is asked of a person with `goals` who has answered `chosen` of `quiz`.
  ///
  /// - Throws: evaluation errors of the expression.
  package func holds(goals: [Text], chosen: [Int?], quiz: Quiz) throws(DiagnosticError) -> Bool {
    var answers = ValueMap()
    for (question, option) in zip(quiz.questions, chosen) {
      if let option { answers.insert(.string(question.id), .string(question.options[option].id)) }
    }
    let values = (goals: Value.list(goals.map(Value.string)), answers: Value.map(answers))
    return try machines.with { machine throws(DiagnosticError) in
      try diagnosing(try evaluate(machine, goals: values.goals, answers: values.answers))
    }
  }

  private func evaluate(_ machine: Machine, goals: Value, answers: Value) throws(EvaluationError) -> Bool {
    machine.begin()
    try machine.set(self.goals, goals)
    try machine.set(self.answers, answers)
    try machine.run(asked)
    if case .bool(let holds)? = machine.value(asked) { return holds }
    return true
  }
}
