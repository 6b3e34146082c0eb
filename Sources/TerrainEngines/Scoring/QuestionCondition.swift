import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// When a question is asked: an expression over the person's `goals` and the `answers` so far (question to option).
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
  /// Where each of them first occurs.
  let mentionPlaces: [Place]
  /// True where it asks only whether a text in it is among the goals, and for the answer to a question that
  /// does: its verdict then depends on nothing but ``mentions``. (It could also count goals, or compare two answers.)
  let seesOnlyMentions: Bool

  /// The condition written as `text` at `node`, or what is wrong with it.
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

  /// Whether the question is asked of a person with `goals` who has answered `chosen` of `quiz`.
  ///
  /// - Throws: what the expression ran into.
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
