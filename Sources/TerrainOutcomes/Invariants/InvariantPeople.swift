import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainValues

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
    let generator = PeopleGenerator(population, seed: Self.seed)
    var requests: [Value] = []
    for number in 1...max(1, count) {
      var writer = JSONWriter(.compact)
      guard let person = try? generator.person(number),
        (try? PersonDays(person, generator).write(0, members: operation.parameters.memberNames, to: &writer)) != nil,
        let document = JSONReader.read(SourceText(name: "person", bytes: writer.bytes)).document
      else { continue }
      requests.append(document.root.value(fractions: .decimal))
    }
    return requests
  }
}
