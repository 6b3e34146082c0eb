import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Writes people as requests, one JSON object per line.
package struct PopulationWriter {
  private let population: PopulationDeclaration
  private let seed: UInt64
  private let members: Set<String>?

  /// A writer of the people of `population` with the seed `seed`.
  ///
  /// - Parameter members: the members of requests that are written; nil for all.
  package init(_ population: PopulationDeclaration, seed: UInt64, members: Set<String>? = nil) {
    self.population = population
    self.seed = seed
    self.members = members
  }

  /// People whose requests are in memory at a time, per thread.
  private static let block = 64

  /// Writes the requests of `days` days of each of the first `people` people, in their order. Memory does not grow with their
  /// number.
  ///
  /// - Parameters:
  ///   - progress: called with the number of people written.
  ///   - deliver: takes whole lines.
  /// - Throws: evaluation errors of an expression of the population.
  package func write(
    people: Int, days: Int, progress: (Int) -> Void = { _ in }, _ deliver: ([UInt8]) -> Void
  ) throws(DiagnosticError) {
    let threads = max(1, min(WorkerThread.processors, people / Self.block))
    var next = 1
    while next <= people {
      let first = next
      let count = min(threads * Self.block, people - first + 1)
      let parts = ParallelMap.values(threads) { thread -> Result<[UInt8], DiagnosticError> in
        let range = (first + count * thread / threads)..<(first + count * (thread + 1) / threads)
        do throws(DiagnosticError) { return .success(try lines(of: range, days: days)) } catch {
          return .failure(error)
        }
      }
      for part in parts { deliver(try part.get()) }
      next += count
      progress(next - 1)
    }
  }

  private func lines(of people: Range<Int>, days: Int) throws(DiagnosticError) -> [UInt8] {
    let generator = PeopleGenerator(population, seed: seed)
    var writer = JSONWriter()
    for number in people {
      try PersonDays(try generator.person(number), generator).writeAll(days, members: members, to: &writer)
    }
    return writer.bytes
  }
}

extension Shape {
  /// The names of the members that an object of this shape may have.
  package var memberNames: Set<String> {
    guard case .object(let fields) = form else { return [] }
    return Set(fields.map(\.name))
  }
}
