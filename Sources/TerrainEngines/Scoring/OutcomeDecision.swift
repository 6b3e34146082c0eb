import TerrainExpressions
import TerrainRules
import TerrainBase

/// The decision of an outcome by its number, the words of its vocabulary by theirs, and, for each axis, whether it is needed:
/// exactly, and as a set of bits.
struct OutcomeDecision {
  let id: Decision.ID
  let words: [Text]
  let needs: [Bool]
  let neededAxes: UInt64

  init(_ decision: Decision, _ engine: ScoringEngine) {
    id = decision.id
    if case .enumeration(let vocabulary) = decision.type { words = vocabulary.cases } else { words = [] }
    let needed = Set(engine.rules.facts(neededBy: decision).map { $0.name })
    let needs = engine.quiz.axes.map { needed.contains($0.id) }
    self.needs = needs
    neededAxes = needs.indices.reduce(0) { $0 | (needs[$1] ? Self.bit(of: $1) : 0) }
  }

  /// Axes share a bit where there are more of them than bits.
  static func bit(of axis: Int) -> UInt64 { 1 << UInt64(axis & 63) }
}
