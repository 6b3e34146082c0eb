import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Questions whose options move axes, as a pack declares them.
public struct Quiz: Sendable {
  /// What a quiz measures. Its ends are declared by the rules.
  public struct Axis: Sendable {
    /// The name rules and answers use.
    public let id: Text
    /// What people call it.
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
    /// What is asked.
    public let text: LocalizedText
    /// What every move of its options is multiplied by.
    public let weight: ExactDecimal
    /// True when a set of answers without it is incomplete.
    public let isRequired: Bool
    /// When it is asked; nil for a question that everybody is asked.
    package let condition: QuestionCondition?
    /// What can be answered.
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
    /// What it adds, weight included.
    let moves: [Move]
    /// What it adds to a score beside the axes.
    public let flags: [Text]
    /// Its id in the file.
    package let place: Place
  }

  /// What an option adds to one axis, in the quiz's units.
  struct Move: Sendable {
    let axis: Int
    let units: Int64
  }

  /// What is measured, in the order the pack shows it.
  public let axes: [Axis]
  /// What is asked, in the order it is asked.
  public let questions: [Question]
  /// Moves are whole numbers of 10^-`places`, so that sums are exact and quick.
  let places: Int
  private let questionPositions: TextPositions

  init(axes: [Axis], questions: [Question], places: Int) {
    self.axes = axes
    self.questions = questions
    self.places = places
    questionPositions = TextPositions(questions.map { $0.id })
  }

  /// The position of the question called `id`.
  public func question(_ id: Text) -> Int? { questionPositions.position(of: id) }

  /// The position of the question that `node` names; nil where it names none.
  func question(_ node: Node) -> Int? {
    node.withText { questionPositions.position(of: $0) }.flatMap { $0 }
  }

  /// The position of the option of the question at `question` that `node` names; nil where it names none.
  func option(_ node: Node, of question: Int) -> Int? {
    // Where the options are: a copy of one counts a reference to each of its parts.
    questions[question].options.withUnsafeBufferPointer { options in
      node.withText { text in options.indices.first { options[$0].id.hasBytes(text) } }.flatMap { $0 }
    }
  }
}

extension Quiz.Question {
  /// The position of the option called `id`. Questions have a handful of options, so a search is as quick as a table.
  public func option(_ id: Text) -> Int? { options.firstIndex { $0.id == id } }
}
