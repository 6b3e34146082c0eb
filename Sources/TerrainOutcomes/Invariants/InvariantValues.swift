import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Checks the values that invariants write into requests against the shapes of these requests: a value that is refused would make
/// fewer requests than its author believes.
struct InvariantValues {
  private let session: OutcomeSession

  /// A check over the pack and the rules of `session`.
  init(_ session: OutcomeSession) { self.session = session }

  /// What is wrong with the values of `invariant`, whose requests are those of `operation`.
  func diagnostics(about invariant: Invariant, of operation: AnyOperation) -> [Diagnostic] {
    let first = invariant.first.flatMap { session.operation($0.operation.text?.string ?? "") }
    var diagnostics = given(invariant.with, operation)
    if let first { diagnostics += given(invariant.first?.with, first) }
    for variation in invariant.vary {
      if let first, variation.path.first == Invariant.FirstStep.key {
        diagnostics += varied(variation, variation.path.dropFirst(), first)
      } else {
        diagnostics += varied(variation, variation.path[...], operation)
      }
    }
    return diagnostics
  }

  /// What is wrong with the parameters at `node`, which need not be all that `operation` requires.
  private func given(_ node: Node?, _ operation: AnyOperation) -> [Diagnostic] {
    guard let node, node.kind == .map else { return [] }
    // What is missing may vary, or be carried from the first result.
    return operation.parameters.diagnostics(
      about: node, what: "the parameters of `\(operation.name)`", declarations: session.declarations
    ).filter { $0.code != Diagnostic.missingFieldCode }
  }

  /// What is wrong with the values at `path` of the parameters of `operation`; null leaves the member out.
  private func varied(
    _ variation: Invariant.Variation, _ path: ArraySlice<Text>, _ operation: AnyOperation
  ) -> [Diagnostic] {
    let shapes: [Shape]
    do throws(DiagnosticError) {
      shapes = try ResultPath(members: path, at: variation.key).shapes(in: operation.parameters, session.declarations)
    } catch {
      return [.unknownVariation(variation, operation.name, error.diagnostics.first?.fix)]
    }
    let shape = shapes.count == 1 ? shapes[0] : Shape(.either(shapes))
    return variation.values.filter { $0.kind != .null }.flatMap { value in
      shape.diagnostics(about: value, what: "`\(variation.key.text ?? "")`", declarations: session.declarations)
    }
  }
}

extension [Diagnostic] {
  /// Each mistake once: what several invariants share (an anchor), and a name that several of them use, which is reported where it
  /// is used first, with the others as related locations.
  var onePerMistake: [Diagnostic] {
    var positions: [[String]: Int] = [:]
    var kept: [Diagnostic] = []
    for diagnostic in self {
      let mistake = [diagnostic.code, diagnostic.message]
      guard let first = positions[mistake] else {
        positions[mistake] = kept.count
        kept.append(diagnostic)
        continue
      }
      guard let place = diagnostic.place, place != kept[first].place,
        !kept[first].related.contains(where: { $0.place == place })
      else { continue }
      kept[first].related.append(.init(message: "here too", place: place))
    }
    return kept
  }
}
