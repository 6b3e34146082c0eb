import TerrainDocuments
import TerrainBase

/// A rule set with other definitions of some decisions, made without reading a file again.
package struct RuleSetVariant: Sendable {
  /// The decisions that are defined otherwise, by their numbers in ``RuleSet/linkedDecisions``.
  package var decisions: [Int: TypedDecision] = [:]
  /// Parameters with another value, by their numbers in ``RuleSet/parameters``. The decisions that read them are among
  /// ``decisions``.
  package var parameters: [Int: Value] = [:]

  /// A variant in which nothing differs.
  package init() {}
}

extension RuleSet {
  /// The decisions that `wanted` need, themselves included, by their numbers.
  package func closure(of wanted: some Sequence<Int>) -> Set<Int> {
    var found: Set<Int> = []
    var waiting = Array(wanted)
    while let index = waiting.popLast() {
      guard found.insert(index).inserted else { continue }
      waiting += linkedDecisions[index].needs
    }
    return found
  }

  /// The rule set as `variant` defines it; nil where it cannot be planned.
  ///
  /// - Parameter kept: the numbers of the only decisions it has, with each that one of them needs; nil: all of them.
  package func applying(_ variant: RuleSetVariant, keeping kept: Set<Int>? = nil) -> RuleSet? {
    var decisions: [LinkedDecision] = []
    var moved: [Int: Int] = [:]
    for (index, linked) in linkedDecisions.enumerated() where kept?.contains(index) ?? true {
      var linked = linked
      if let other = variant.decisions[index] { linked.typed = other }
      linked.needs = linked.needs.compactMap { moved[$0] }
      moved[index] = decisions.count
      decisions.append(linked)
    }
    var parameters = parameters
    for (index, value) in variant.parameters { parameters[index].value = value }
    let (planned, diagnostics) = PlannedDecisions.plan(decisions, slots: slots, tracing: false)
    guard let planned, !diagnostics.hasErrors else { return nil }
    return RuleSet(self, decisions: decisions, parameters: parameters, planned: planned)
  }
}
