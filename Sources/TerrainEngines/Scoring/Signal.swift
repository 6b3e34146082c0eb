import TerrainBase

/// An answer that weighed much, and on what.
public struct Signal: Sendable {
  /// The question, as its position in the quiz.
  public let question: Int
  /// The option that was chosen, as its position in the question.
  public let option: Int
  /// The axis it moved most, as its position in the quiz; of equals the first.
  public let axis: Int
  /// How far it moved that axis, the question's weight included.
  public let amount: ExactDecimal
  /// How much it moved in all: the sum of the magnitudes.
  public let weight: ExactDecimal
}

extension Quiz {
  /// The `count` answers that moved most, the weightiest first; equal ones in the order of the questions. Answers that moved
  /// nothing are none.
  func signals(_ answers: Answers, count: Int) -> [Signal] {
    var signals: [(signal: Signal, weight: Int64)] = []
    for (index, chosen) in answers.chosen.enumerated() {
      guard let chosen, questions.indices.contains(index), questions[index].options.indices.contains(chosen) else {
        continue
      }
      let moves = axes.indices.map { questions[index].options[chosen].units(on: $0) }
      // The quiz's reader has bounded every sum, so this cannot overflow.
      let weight = moves.reduce(0) { $0 &+ Swift.abs($1) }
      guard weight > 0, let greatest = moves.map({ Swift.abs($0) }).max(),
        let axis = moves.firstIndex(where: { Swift.abs($0) == greatest })
      else { continue }
      signals.append(
        (
          Signal(question: index, option: chosen, axis: axis, amount: exact(moves[axis]), weight: exact(weight)),
          weight
        ))
    }
    let sorted = signals.ordered { a, b in
      (b.weight, a.signal.question) < (a.weight, b.signal.question)
    }
    return sorted.prefix(count).map { $0.signal }
  }

  private func exact(_ units: Int64) -> ExactDecimal {
    (try? ExactDecimal(coefficient: Int128(units), exponent: Int32(-places))) ?? .zero
  }
}
