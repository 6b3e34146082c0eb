import TerrainRules
import TerrainDocuments
import TerrainBase

/// Reads a quiz from its document.
struct QuizReader {
  /// The greatest move, weight included. With ``mostQuestions`` and ``mostPlaces`` it keeps every sum inside 64 bits.
  static let greatestMove: ExactDecimal = 1_000_000
  static let mostQuestions = 1000
  static let mostPlaces = 6

  private let pack: Pack
  private var diagnostics: [Diagnostic] = []

  private init(pack: Pack) { self.pack = pack }

  /// The quiz at `node`, or what is wrong with it.
  static func read(_ node: Node, pack: Pack) -> (quiz: Quiz?, diagnostics: [Diagnostic]) {
    var reader = QuizReader(pack: pack)
    let quiz = reader.quiz(node)
    return (reader.diagnostics.hasErrors ? nil : quiz, reader.diagnostics)
  }

  /// An option as written, before every move has the same unit.
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
    let questionNodes = fields.list("questions", required: true)
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
    return Quiz(axes: axes, questions: questions, places: places)
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

  /// The nearest of `names` to the text at `node`, else all of them.
  private static func fix(for node: Node, among names: [Text], plural: String) -> String {
    Suggestion.fix(node.text, among: names) ?? "\(plural) are \(names.quoted(near: node.text?.string ?? ""))"
  }
}
