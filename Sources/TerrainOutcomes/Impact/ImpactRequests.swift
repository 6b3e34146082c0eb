import TerrainDocuments
import TerrainOperations
import TerrainValues

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
}

/// Makes requests on one thread.
struct ImpactRequestReader {
  private let requests: ImpactRequests
  private let members: Set<String>
  private let generators: (old: PeopleGenerator, new: PeopleGenerator)?

  init(_ requests: ImpactRequests, members: Set<String>) {
    self.requests = requests
    self.members = members
    if case .population(let old, let new, let seed, _) = requests {
      generators = (PeopleGenerator(old, seed: seed), PeopleGenerator(new, seed: seed))
    } else {
      generators = nil
    }
  }

  /// The request with the number `index`, from 0, for each version.
  func request(_ index: Int) throws(DiagnosticError) -> (old: Document, new: Document) {
    if let generators {
      return (try generated(index + 1, generators.old), try generated(index + 1, generators.new))
    }
    guard case .file(let file) = requests else { throw DiagnosticError([]) }
    var writer = JSONWriter(.compact)
    writer.beginObject()
    for (name, value) in try file.members(index + 1) {
      do throws(JSONWriterError) { try writer.member(name.string, value) } catch {
        throw DiagnosticError(.peopleValue(name, because: error))
      }
    }
    writer.endObject()
    let document = try document(SourceText(name: "person \(index + 1)", bytes: writer.bytes))
    return (document, document)
  }

  private func generated(_ number: Int, _ generator: PeopleGenerator) throws(DiagnosticError) -> Document {
    var writer = JSONWriter(.compact)
    try PersonDays(try generator.person(number), generator).write(0, members: members, to: &writer)
    return try document(SourceText(name: "person \(number)", bytes: writer.bytes))
  }

  private func document(_ source: SourceText) throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(source)
    guard let document else { throw DiagnosticError(diagnostics) }
    return document
  }
}
