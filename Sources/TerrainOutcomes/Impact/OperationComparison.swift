import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// A pack and its rules, loaded whole, as one side of a comparison.
package struct ImpactVersion: Sendable {
  /// The pack and its rules.
  package let system: LoadedSystem
  /// The files that they were read from.
  package let files: ContentFiles

  /// The version `system`, which was loaded whole from `files`.
  package init(_ system: LoadedSystem, files: ContentFiles) {
    self.system = system
    self.files = files
  }
}

/// Two versions, evaluating one request after another on one thread.
final class OperationComparison: ImpactComparison {
  private let old: OutcomeSession
  private let new: OutcomeSession
  private let operation: AnyOperation?
  private let reader: ImpactRequestReader
  private let difference: RuleSetDifference
  private let group: [Text]?
  private let scope: ComparedMembers
  private let versions: (old: [UInt8], new: [UInt8])

  init(
    _ old: ImpactVersion, _ new: ImpactVersion, _ name: String, _ requests: ImpactRequests,
    _ difference: RuleSetDifference, _ group: [Text]?, _ scope: ComparedMembers
  ) {
    self.old = OutcomeSession(old.system, files: old.files, namesVersions: false)
    self.new = OutcomeSession(new.system, files: new.files, namesVersions: false)
    operation = self.new.operation(name)
    reader = ImpactRequestReader(requests, members: operation?.parameters.memberNames ?? [])
    self.scope = scope
    self.difference = difference
    self.group = group
    versions = (WrittenResult.versions(of: old.system), WrittenResult.versions(of: new.system))
  }

  /// Explaining one page costs as much as evaluating a hundred pages.
  var explained: (places: Int, changes: Int) { (12, 1) }

  func compare(_ index: Int, into tally: inout ImpactTally) throws(DiagnosticError) {
    guard let operation else { return }
    let request = try reader.request(index)
    let (before, after) = (result(old, operation, request.old.root), result(new, operation, request.new.root))
    if case .failure(let error) = before, case .failure = after { throw error }
    let name = group.map { path in
      ResultDifference.text(at: path, in: request.old.root)
        ?? (try? before.get().read()).flatMap { ResultDifference.text(at: path, in: $0.root) }
    }
    tally.count(try differences(before, after), Impact.Example(request.new, index), group: name)
  }

  private func result(
    _ session: OutcomeSession, _ operation: AnyOperation, _ request: Node
  ) -> Result<WrittenResult, DiagnosticError> {
    do throws(DiagnosticError) { return .success(try session.written(operation, request).result) } catch {
      return .failure(error)
    }
  }

  /// Most people get the same from both versions: results with equal bytes are not parsed.
  private func differences(
    _ before: Result<WrittenResult, DiagnosticError>, _ after: Result<WrittenResult, DiagnosticError>
  ) throws(DiagnosticError) -> [ResultDifference] {
    func refusal(_ error: DiagnosticError) -> String { "(\(error.diagnostics.first?.code ?? ""))" }
    switch (before, after) {
    case (.success(let a), .success(let b)):
      let isAlike = a.isWritten(like: b, besides: versions.old, and: versions.new)
      return isAlike
        ? [] : ResultDifference.all(try a.read().root, try b.read().root, of: operation?.result, scope)
    case (.failure(let error), .success):
      return [ResultDifference(path: "", from: refusal(error), to: "a result")]
    case (.success, .failure(let error)):
      return [ResultDifference(path: "", from: "a result", to: refusal(error))]
    case (.failure, .failure): return []
    }
  }

  /// The rows that decided, each once, wherever they have their effect in the result. If rows that fire in both versions are defined
  /// differently, they are the cause; otherwise the cause is the rows that fire in only one version, or more often in it.
  func cause(of path: String, for index: Int) -> Impact.Cause {
    guard let operation, let request = try? reader.request(index) else { return Impact.Cause() }
    let before = (try? old.explanation(of: operation, request.old.root).firedRows) ?? []
    let after = (try? new.explanation(of: operation, request.new.root).firedRows) ?? []
    var cause = Impact.Cause()
    let (known, others) = (Set(before), Set(after))
    func decisive(_ rows: [FiredRow], _ choose: (FiredRow) -> Bool) -> [Impact.Origin] {
      var seen: Set<FiredRow> = []
      return rows.filter { choose($0) && seen.insert($0).inserted }.map(Impact.Origin.init)
    }
    func isRedefined(_ row: FiredRow) -> Bool {
      known.contains(row) && others.contains(row) && difference.redefinedRows[row.decision]?.contains(row.row) == true
    }
    cause.old = decisive(before, isRedefined)
    let redefined = decisive(after, isRedefined)
    cause.new = cause.old.compactMap { origin in redefined.first { $0 == origin } }
    if cause.old.isEmpty {
      cause.old = decisive(before) { !others.contains($0) }
      cause.new = decisive(after) { !known.contains($0) }
    }
    if cause.old.isEmpty && cause.new.isEmpty {
      func times(_ rows: [FiredRow]) -> [FiredRow: Int] { Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +) }
      let (often, oftener) = (times(before), times(after))
      cause.old = decisive(before) { often[$0, default: 0] > oftener[$0, default: 0] }
      cause.new = decisive(after) { often[$0, default: 0] < oftener[$0, default: 0] }
    }
    cause.parameters = difference.parameters(namedBy: cause, old.system.rules.ruleSet, new.system.rules.ruleSet)
    cause.request = request.new.root.value.json ?? ""
    return cause
  }
}

extension RuleSetDifference {
  /// The parameters that differ and that decisions of `cause` name.
  func parameters(namedBy cause: Impact.Cause, _ old: RuleSet, _ new: RuleSet) -> [Parameter] {
    let named = Set(
      [(cause.old, old), (cause.new, new)].flatMap { origins, rules in
        origins.flatMap { parameters(namedBy: $0.decision, in: rules).map(\.name) }
      })
    return parameters.filter { named.contains($0.name) }
  }
}

extension Impact.Example {
  /// The example `request` with the number `index`, from 0.
  init(_ request: Document, _ index: Int) {
    let source = request.source
    let name = source.origin == nil ? source.name : "\(source.name):\(source.position(at: 0).line)"
    let account = request.root["account"].flatMap { $0.text ?? $0["account"]?.text }
    let id = request.root["person_id"]?.text ?? account
    self.init(index: index, name: id?.string ?? name, size: source.bytes.count)
  }
}

/// The requests over which two versions are compared, by their numbers.
package enum ImpactRequests: Sendable {
  /// The first `people` people of a population, each with the request of one day. Facts that result from a score follow each version's own
  /// rules.
  case population(old: PopulationDeclaration, new: PopulationDeclaration, seed: UInt64, people: Int)
  /// Requests of real people, all their members: a member that the operation does not take is an error.
  case file(PeopleFile)

  /// The number of people.
  package var count: Int {
    switch self {
    case .population(_, _, _, let people): people
    case .file(let file): file.count
    }
  }

  /// Collects the errors in the people's requests.
  var problems: PeopleProblems {
    if case .file = self { PeopleProblems(of: .file) } else { PeopleProblems(of: .population) }
  }

  /// The description of the people.
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
  /// Nil if both versions get the same requests.
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
