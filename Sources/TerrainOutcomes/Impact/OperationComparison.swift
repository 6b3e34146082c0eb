import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainRules
import TerrainValues

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

  init(
    _ old: ImpactVersion, _ new: ImpactVersion, _ name: String, _ requests: ImpactRequests,
    _ difference: RuleSetDifference, _ group: [Text]?
  ) {
    self.old = OutcomeSession(old.system, files: old.files, namesVersions: false)
    self.new = OutcomeSession(new.system, files: new.files, namesVersions: false)
    operation = self.new.operation(name)
    reader = ImpactRequestReader(requests, members: operation?.parameters.memberNames ?? [])
    self.difference = difference
    self.group = group
  }

  /// Explaining a page costs as much as a hundred pages.
  var explained: (places: Int, changes: Int) { (12, 1) }

  func compare(_ index: Int, into tally: inout ImpactTally) throws(DiagnosticError) {
    guard let operation else { return }
    let request = try reader.request(index)
    let (before, after) = (result(old, operation, request.old.root), result(new, operation, request.new.root))
    if case .failure(let error) = before, case .failure = after { throw error }
    let name = group.map { path in
      ResultDifference.text(at: path, in: request.old.root)
        ?? (try? before.get()).flatMap { ResultDifference.text(at: path, in: $0.root) }
    }
    tally.count(Self.differences(before, after), Impact.Example(request.new, index), group: name)
  }

  private func result(
    _ session: OutcomeSession, _ operation: AnyOperation, _ request: Node
  ) -> Result<Document, DiagnosticError> {
    do throws(DiagnosticError) { return .success(try session.response(operation, request).document) } catch {
      return .failure(error)
    }
  }

  private static func differences(
    _ before: Result<Document, DiagnosticError>, _ after: Result<Document, DiagnosticError>
  ) -> [ResultDifference] {
    func refusal(_ error: DiagnosticError) -> String { "(\(error.diagnostics.first?.code ?? ""))" }
    switch (before, after) {
    case (.success(let a), .success(let b)):
      return a.source.bytes == b.source.bytes ? [] : ResultDifference.all(a.root, b.root)
    case (.failure(let error), .success):
      return [ResultDifference(path: "", from: refusal(error), to: "a result")]
    case (.success, .failure(let error)):
      return [ResultDifference(path: "", from: "a result", to: refusal(error))]
    case (.failure, .failure): return []
    }
  }

  /// The rows that fire in one version only, wherever in the result they have their effect.
  func cause(of path: String, for index: Int) -> Impact.Cause {
    guard let operation, let request = try? reader.request(index) else { return Impact.Cause() }
    let before = (try? old.explanation(of: operation, request.old.root).firedRows) ?? []
    let after = (try? new.explanation(of: operation, request.new.root).firedRows) ?? []
    let (known, others) = (Set(before), Set(after))
    var cause = Impact.Cause()
    cause.old = before.filter { !others.contains($0) }.map(Impact.Origin.init)
    cause.new = after.filter { !known.contains($0) }.map(Impact.Origin.init)
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
  /// `request`, the one with the number `index`, from 0.
  init(_ request: Document, _ index: Int) {
    self.init(
      index: index, name: request.root["id"]?.text?.string ?? request.source.name, size: request.source.bytes.count)
  }
}
