import TerrainBase
import TerrainDocuments

extension Quiz {
  /// The maximum number of combinations of goals and answers that are tried for a condition (`conditionCombinations`).
  static let mostTried = 20_000

  /// The result of checking whether any person is asked the question at `position`.
  package enum Asking: Sendable {
    /// Everybody or some people are asked.
    case sometimes
    /// The condition holds for no combination of goals and answers.
    case never
    /// There are more combinations than are tried, and the question is asked for none of the tried combinations.
    case undecided
  }

  /// Tries the goals and the answers that the condition of the question at `position` mentions, in all combinations.
  package func asking(_ position: Int) -> Asking {
    guard questions.indices.contains(position), let condition = questions[position].condition else { return .sometimes }
    // A condition can distinguish only the names that it mentions; any other goal or answer is equivalent to none.
    let asked = questions.indices.filter { condition.mentions.contains(questions[$0].id) }
    let goals = condition.mentions.filter { mention in !asked.contains { questions[$0].id == mention } }
    var choices = goals.map { _ in 2 }
    for question in asked { choices.append(questions[question].options.count + 1) }
    var combinations = 1
    for count in choices { combinations = min(Self.mostTried + 1, combinations * count) }
    for index in 0..<min(combinations, Self.mostTried) {
      var rest = index
      var chosen: [Int?] = Array(repeating: nil, count: questions.count)
      var wanted: [Text] = []
      for (place, count) in choices.enumerated() {
        let choice = rest % count
        rest /= count
        if place < goals.count {
          if choice == 1 { wanted.append(goals[place]) }
        } else {
          chosen[asked[place - goals.count]] = choice == 0 ? nil : choice - 1
        }
      }
      // Evaluation errors for some answers are reported with those answers, not here.
      if (try? condition.holds(goals: wanted, chosen: chosen, quiz: self)) == true { return .sometimes }
    }
    return combinations > Self.mostTried ? .undecided : .never
  }
}

extension Quiz {
  /// The texts in conditions that are no question and no option: words of a vocabulary, or misspelt.
  package var otherMentions: [(text: Text, place: Place)] {
    var known = Set(questions.map { $0.id })
    for question in questions { known.formUnion(question.options.map({ $0.id })) }
    return questions.compactMap { $0.condition }.flatMap { condition in
      zip(condition.mentions, condition.mentionPlaces).filter { !known.contains($0.0) }.map { (text: $0, place: $1) }
    }
  }

  /// Every question and option.
  package var ids: [Text] { questions.flatMap { [$0.id] + $0.options.map { $0.id } } }
}
