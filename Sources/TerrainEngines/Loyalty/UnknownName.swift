import TerrainRules
import TerrainBase

/// A name in an account that the pack or the rules no longer have. It is kept as it is.
package struct UnknownName: Sendable, Hashable {
  /// What it names.
  package enum Kind: String, Sendable, CaseIterable {
    case level, cause, unit, benefit
  }

  /// What it names.
  package let kind: Kind
  /// The name.
  package let id: Text
  /// Where it is, as a path in the account: the first place.
  package let path: Text
}

extension LoyaltyEngine {
  /// The names in `account` that the pack or the rules no longer have, each once.
  package func unknownNames(in account: Account) -> [UnknownName] {
    var names: [UnknownName] = []
    func add(_ kind: UnknownName.Kind, _ id: Text, _ path: String) {
      guard !names.contains(where: { $0.kind == kind && $0.id == id }) else { return }
      names.append(UnknownName(kind: kind, id: id, path: Text(path)))
    }
    let versions = earlier + [self]
    let steps = versions.flatMap { $0.decisions.steps }
    if let level = account.level, !versions.contains(where: { $0.levels.contains(level) }) {
      add(.level, level, "level.id")
    }
    let causes = EarningSteps.causes(of: steps)
    let units = EarningSteps.units(of: steps).map { $0 + [settings.unit] }
    for (index, entry) in account.entries.enumerated() {
      if entry.kind == .earn, let cause = entry.cause, let causes, !causes.contains(cause) {
        add(.cause, cause, "entries[\(index)].cause")
      }
      if let units, !units.contains(entry.unit) { add(.unit, entry.unit, "entries[\(index)].unit") }
    }
    let benefits = decisions.issued.flatMap { BenefitTerms.names(of: $0) }
    for (index, benefit) in account.benefits.enumerated() {
      if let benefits, !benefits.contains(benefit.name) { add(.benefit, benefit.name, "benefits[\(index)].benefit") }
    }
    return names
  }
}
