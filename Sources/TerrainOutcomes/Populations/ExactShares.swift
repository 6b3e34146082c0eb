import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The exact share of each outcome of the quiz, and of each value of its axes, among the people of a population.
package struct ExactShares: Sendable {
  /// The shares of one outcome or axis.
  package struct Part: Sendable {
    /// The name of the outcome or axis.
    package let name: Text
    /// Its ids or values, each with its weight: outcomes by falling weight, values in their order.
    package let shares: [(value: Text, weight: UInt128)]
  }

  /// The sum of the weights of each part.
  package let total: UInt128
  /// The outcomes, in the order in which the rules declare them.
  package let outcomes: [Part]
  /// The axes, in the quiz's order.
  package let axes: [Part]

  /// The shares of `population`; nil if its pack has no quiz.
  ///
  /// - Throws: `population/too-fine`; evaluation errors of a condition of the quiz or of the scoring rules.
  package init?(_ population: PopulationDeclaration) throws(DiagnosticError) {
    guard let engine = population.scoring else { return nil }
    let mix = try AnswerMix(population, engine)
    total = mix.total
    let parts = try mix.parts.map { part throws(DiagnosticError) in
      guard let shares = try WeightedShares(engine, weights: part.options) else {
        throw DiagnosticError(.populationTooFine(population.place))
      }
      return (factor: part.factor, shares: shares)
    }
    func sum<Key: Hashable & Sendable>(
      _ shares: (WeightedShares) -> WeightedShares.Shares<Key>
    ) -> WeightedShares.Shares<Key> {
      var sums: WeightedShares.Shares<Key> = [:]
      for part in parts {
        for (key, weight) in shares(part.shares) { sums[key, default: 0] += weight * part.factor }
      }
      return sums
    }
    outcomes = engine.outcomes.enumerated().map { index, outcome in
      let shares = sum { $0.outcomes[index] }.map { (value: $0.key, weight: $0.value) }
      return Part(name: outcome.name, shares: shares.ordered { ($1.weight, $0.value) < ($0.weight, $1.value) })
    }
    axes = engine.quiz.axes.enumerated().map { index, axis in
      let shares = sum { $0.axes[index] }.ordered { $0.key < $1.key }
      return Part(name: axis.id, shares: shares.map { (value: Text("\($0.key)"), weight: $0.value) })
    }
  }
}

extension ExactShares {
  /// For people: each outcome and axis with its shares in percent.
  package var text: String {
    var text = ""
    for part in outcomes + axes {
      text += "\(text.isEmpty ? "" : "\n")\(part.name)\n"
      let width = part.shares.map { $0.value.string.count }.max() ?? 0
      for (value, weight) in part.shares {
        let padding = String(repeating: " ", count: width - value.string.count)
        text += "  \(value)\(padding)  \(share(weight).percent) %\n"
      }
    }
    return text
  }

  /// For programs: the total weight, and each outcome and axis with its shares, exactly and as a fraction of 1.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("total", "\(total)")
      for (key, parts) in [("outcomes", outcomes), ("axes", axes)] {
        writer.object(key) { writer in
          for part in parts {
            writer.object(part.name.string) { writer in
              for (value, weight) in part.shares {
                writer.object(value.string) { writer in
                  writer.member("weight", "\(weight)")
                  writer.key("share")
                  try? writer.double(share(weight).fraction)
                }
              }
            }
          }
        }
      }
    }
    writer.newline()
    return writer.bytes
  }

  /// `weight` of all.
  package func share(_ weight: UInt128) -> Share { Share(weight, of: total) }
}

extension WeightedFacts {
  /// The exact weights of all combinations of values of the axes called `axes` among the people of `population`.
  ///
  /// - Returns: nil if the population's pack has no quiz, if a name is not an axis of it, or if the number of combinations exceeds the
  ///   limit.
  /// - Throws: `population/too-fine`, `population/follow-up`; evaluation errors of a condition of the quiz.
  package init?(_ population: PopulationDeclaration, axes: [Text]) throws(DiagnosticError) {
    guard let engine = population.scoring else { return nil }
    let positions = axes.compactMap { axis in engine.quiz.axes.firstIndex { $0.id == axis } }
    guard positions.count == axes.count else { return nil }
    let mix = try AnswerMix(population, engine)
    var weights: [[Int64]: UInt128] = [:]
    for part in mix.parts {
      guard let values = WeightedShares.values(engine, part.options, positions) else { return nil }
      for (combination, weight) in values { weights[combination, default: 0] += weight * part.factor }
    }
    self.init(
      facts: axes, total: mix.total, combinations: weights.map { (values: $0.key.map { .int($0) }, weight: $0.value) })
  }
}

extension RowShares {
  /// The shares of rows in the module files `modules`, among the people of the pack's usual population; none if something is wrong, and of
  /// decisions that rest on other facts than axes of the quiz.
  package static func rows(
    in modules: Set<String>, packAt pack: String, rulesAt rules: String, files: ContentFiles,
    isCancelled: () -> Bool = { false }
  ) -> [Row] {
    let loader = SystemLoader(packAt: pack, rulesAt: rules, files: files)
    guard let system = try? loader.system([], nil),
      let population = try? PopulationFiles(pack: pack, files: files).population(PopulationFiles.standard, system)
    else { return [] }
    let ruleSet = system.rules.ruleSet
    var known: [[Text]: WeightedFacts?] = [:]
    var rows: [Row] = []
    for decision in ruleSet.decisions where modules.contains(decision.place.source.name) && !isCancelled() {
      let shares = RowShares(decision, of: ruleSet) { facts in
        if let people = known[facts] { return people }
        let people = try? WeightedFacts(population, axes: facts)
        known[facts] = people
        return people
      }
      rows += shares?.rows ?? []
    }
    return rows
  }
}
