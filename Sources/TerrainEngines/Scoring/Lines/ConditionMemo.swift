import TerrainDocuments
import TerrainBase

/// Verdicts of a question's condition, kept for everybody who is alike in what it mentions.
final class ConditionMemo {
  /// The verdict of a condition.
  enum Verdict: UInt8 {
    case unknown, asked, notAsked
    /// It ran into an error, or depends on more than can be remembered.
    case untold
  }

  /// At most this many kinds of people are distinguished.
  private static let most = 1 << 16

  private let condition: QuestionCondition
  private let quiz: Quiz
  /// The goals it mentions, as bits of all that are mentioned.
  private let goalNames: [(bit: UInt64, name: Text)]
  /// The questions it mentions, and how many answers each has, none included.
  private let questions: [(position: Int, count: Int)]
  private var verdicts: [Verdict]

  /// `condition` of a question of `quiz`, with the texts that all conditions mention.
  init(_ condition: QuestionCondition, quiz: Quiz, mentions: [Text]) {
    self.condition = condition
    self.quiz = quiz
    var goalNames: [(bit: UInt64, name: Text)] = []
    for (index, name) in mentions.enumerated() where condition.mentions.contains(name) {
      goalNames.append((1 << UInt64(index), name))
    }
    self.goalNames = goalNames
    questions = quiz.questions.indices.filter { condition.mentions.contains(quiz.questions[$0].id) }.map {
      ($0, quiz.questions[$0].options.count + 1)
    }
    var kinds = goalNames.count <= 16 ? 1 << goalNames.count : Self.most + 1
    for (_, count) in questions { kinds = min(Self.most + 1, kinds * count) }
    let canRemember = condition.seesOnlyMentions && kinds <= Self.most && mentions.count <= UInt64.bitWidth
    verdicts = Array(repeating: .unknown, count: canRemember ? kinds : 0)
  }

  /// Its verdict on a person with those of the mentioned goals whose bits are in `wanted`, who answered `chosen` (-1: not).
  func verdict(wanted: UInt64, chosen: UnsafePointer<Int32>) -> Verdict {
    guard !verdicts.isEmpty else { return .untold }
    var kind = 0
    for goal in goalNames { kind = kind &* 2 &+ (wanted & goal.bit == 0 ? 0 : 1) }
    for question in questions { kind = kind &* question.count &+ Int(chosen[question.position]) &+ 1 }
    guard verdicts.indices.contains(kind) else { return .untold }
    if verdicts[kind] == .unknown { verdicts[kind] = ask(wanted, chosen) }
    return verdicts[kind]
  }

  private func ask(_ wanted: UInt64, _ chosen: UnsafePointer<Int32>) -> Verdict {
    let names = goalNames.filter { wanted & $0.bit != 0 }.map { $0.name }
    let answers = quiz.questions.indices.map { chosen[$0] < 0 ? nil : Int(chosen[$0]) }
    guard let holds = try? condition.holds(goals: names, chosen: answers, quiz: quiz) else { return .untold }
    return holds ? .asked : .notAsked
  }
}
