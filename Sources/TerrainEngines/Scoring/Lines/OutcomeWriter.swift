import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Evaluates the decision of an outcome, and writes the id.
final class OutcomeWriter {
  private let decision: Decision.ID
  private let name: Text
  /// The decision's words as JSON, by their code; none where its type is any text.
  private let words: TextPieces

  init(_ decision: Decision) {
    self.decision = decision.id
    name = decision.name
    if case .enumeration(let ids) = decision.type {
      words = TextPieces(ids.cases.map(LeanScoreWriter.json))
    } else {
      words = TextPieces([])
    }
  }

  /// Writes what `session`, which was given its facts, decides; false where the result is no id.
  @inline(__always)
  func write(_ session: RuleSession, to output: inout OutputBytes) -> Bool {
    guard (try? session.run(decision)) != nil else { return false }
    if let code = session.bits(decision), code >= 0, code < words.count {
      words.write(Int(code), to: &output)
      return true
    }
    return writeText(session, to: &output)
  }

  @inline(never)
  private func writeText(_ session: RuleSession, to output: inout OutputBytes) -> Bool {
    guard let known = session.ruleSet.decision(name), case .string(let id)? = try? session.value(known) else {
      return false
    }
    output.append(LeanScoreWriter.json(id))
    return true
  }
}
