import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Requests of the people of a pack's population.
struct InvariantPeople: Sendable {
  private let population: PopulationDeclaration

  /// The people of the standard population of the pack of `system`; nil where it has none, or a wrong one, which is diagnosed with the
  /// population.
  init?(_ system: LoadedSystem, files: ContentFiles) {
    let declared = PopulationFiles(pack: system.pack.path, files: files)
    guard let population = try? declared.population(PopulationFiles.standard, system) else { return nil }
    self.population = population
  }

  /// The numbers of people are those of this seed: each check is about the same ones.
  private static let seed: UInt64 = 1

  /// The requests of the first `count` people on their first day, with the members that `operation` takes.
  func requests(_ count: Int, for operation: AnyOperation) -> [Value] {
    let people = PeopleSource.population(population, seed: Self.seed).reader()
    return (1...max(1, count)).compactMap { number in
      let request = try? people.firstRequest(number, members: operation.parameters.memberNames)
      return request?.root.value(fractions: .decimal)
    }
  }
}
