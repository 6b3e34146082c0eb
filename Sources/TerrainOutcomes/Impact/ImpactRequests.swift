import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The requests over which two versions are compared, by their numbers.
package enum ImpactRequests: Sendable {
  /// The first `people` people of a population, each with the request of one day. What follows from a score follows from each version's
  /// own rules.
  case population(old: PopulationDeclaration, new: PopulationDeclaration, seed: UInt64, people: Int)
  /// Requests of real people, all their members: a member that the operation does not take is an error.
  case file(PeopleFile)

  /// How many there are.
  package var count: Int {
    switch self {
    case .population(_, _, _, let people): people
    case .file(let file): file.count
    }
  }

  /// Takes what is wrong with them.
  var problems: PeopleProblems {
    if case .file = self { PeopleProblems(of: .file) } else { PeopleProblems(of: .population) }
  }

  /// Who they are, in words.
  var sample: String {
    switch self {
    case .population(_, let population, let seed, let people): "\(people) people of `\(population.name)`, seed \(seed)"
    case .file(let file): "\(file.count) people of `\(file.name)`"
    }
  }
}

/// Makes requests on one thread.
struct ImpactRequestReader {
  private let old: PeopleSource.Reader
  /// Nil where both versions get the same requests.
  private let new: PeopleSource.Reader?
  private let members: Set<String>

  init(_ requests: ImpactRequests, members: Set<String>) {
    self.members = members
    switch requests {
    case .population(let old, let new, let seed, _):
      self.old = PeopleSource.population(old, seed: seed).reader()
      self.new = PeopleSource.population(new, seed: seed).reader()
    case .file(let file):
      old = PeopleSource.requests(file).reader()
      new = nil
    }
  }

  /// The request with the number `index`, from 0, for each version.
  func request(_ index: Int) throws(DiagnosticError) -> (old: Document, new: Document) {
    let request = try old.firstRequest(index + 1, members: members)
    return (request, try new?.firstRequest(index + 1, members: members) ?? request)
  }
}
