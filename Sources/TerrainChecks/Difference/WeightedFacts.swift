import TerrainRules
import TerrainBase

/// All people there can be, as far as some facts distinguish them, with how many of them there are of each kind.
package struct WeightedFacts: Sendable {
  /// The facts, by name.
  package let facts: [Text]
  /// What the weights of all combinations add up to.
  package let total: UInt128
  /// Each combination of the facts' values that there is.
  package let combinations: [(values: [Value], weight: UInt128)]

  /// People with these combinations of `facts`.
  package init(facts: [Text], total: UInt128, combinations: [(values: [Value], weight: UInt128)]) {
    self.facts = facts
    self.total = total
    self.combinations = combinations
  }
}

/// A part of all people, exactly.
package struct Share: Hashable, Sendable {
  /// The part.
  package let weight: UInt128
  /// The whole, at least 1 and below 2^127.
  package let total: UInt128

  /// `weight` of `total`.
  package init(_ weight: UInt128, of total: UInt128) {
    self.weight = weight
    self.total = total
  }

  /// The share as a fraction of 1.
  package var fraction: Double { Double(weight) / Double(total) }

  /// The share as a percentage with three decimals, rounded half up: `12.345`.
  package var percent: String {
    // Totals are below 2^127: what would not fit is divided first, which changes nothing that is shown.
    let (part, whole) = total.leadingZeroBitCount < 20 ? (weight >> 20, total >> 20) : (weight, total)
    let thousandths = (part * 200_000 + whole) / (whole * 2)
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
