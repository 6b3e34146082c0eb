import TerrainBase
import TerrainEngines
import Testing

/// A way through a quiz, question by question.
@Suite struct QuizWalkTests {
  static func walk(goals: [Text] = []) throws -> QuizWalk {
    let quiz = try TerrainFixture.engine().quiz
    return try QuizWalk(
      quiz, answers: Answers(chosen: Array(repeating: nil, count: quiz.questions.count), goals: goals))
  }

  @Test func asksInOrderAndSkipsWhatIsNotAsked() throws {
    for (goals, count) in [([] as [Text], 15), (["menstrual_comfort"], 16)] {
      var walk = try Self.walk(goals: goals)
      var seen: [Int] = []
      while let question = walk.next {
        seen.append(question)
        #expect(walk.answered == seen.count - 1)
        walk = try walk.choosing(0, at: question)
      }
      #expect(seen.count == count)
      #expect(seen == seen.sorted())
      #expect(walk.answered == walk.asked.count)
      #expect(walk.previous(before: nil) == seen.last)
    }
  }

  @Test func goesBack() throws {
    var walk = try Self.walk()
    let first = try #require(walk.next)
    walk = try walk.choosing(1, at: first)
    let second = try #require(walk.next)
    #expect(walk.previous(before: second) == first)
    #expect(walk.previous(before: first) == nil)
    #expect(walk.chosen(first) == 1)
    walk = try walk.choosing(2, at: first)
    #expect(walk.chosen(first) == 2)
    #expect(walk.next == second)
    walk = try walk.choosing(nil, at: first)
    #expect(walk.next == first)
  }

  @Test func anAnswerThatIsNoLongerAskedForIsGone() throws {
    var walk = try Self.walk(goals: ["menstrual_comfort"])
    while let question = walk.next { walk = try walk.choosing(0, at: question) }
    let last = try #require(walk.asked.last)
    var answers = walk.answers
    answers.goals = []
    let without = try QuizWalk(walk.quiz, answers: answers)
    #expect(!without.asked.contains(last))
    #expect(without.chosen(last) == nil)
    #expect(without.next == nil)
  }

}
