import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
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
final class OperationComparison {
  private(set) var tally = OperationTally()
  private let old: OutcomeSession
  private let new: OutcomeSession
  private let operation: AnyOperation?
  private let reader: ImpactRequestReader
  private let group: [Text]?

  init(_ old: ImpactVersion, _ new: ImpactVersion, _ name: String, _ requests: ImpactRequests, _ group: [Text]?) {
    self.old = OutcomeSession(old.system, files: old.files, namesVersions: false)
    self.new = OutcomeSession(new.system, files: new.files, namesVersions: false)
    operation = self.new.operation(name)
    reader = ImpactRequestReader(requests, members: operation?.parameters.memberNames ?? [])
    self.group = group
  }

  /// Compares the results for the request with the number `index`.
  ///
  /// - Throws: what is wrong with it, where neither version takes it.
  func compare(_ index: Int) throws(DiagnosticError) {
    guard let operation else { return }
    let request = try reader.request(index)
    let (before, after) = (result(old, operation, request.old.root), result(new, operation, request.new.root))
    if case .failure(let error) = before, case .failure = after { throw error }
    let name = group.map { path in
      Self.value(path, in: request.old.root) ?? (try? before.get()).flatMap { Self.value(path, in: $0.root) }
        ?? "(none)"
    }
    let size = request.new.source.bytes.count
    let example = OperationImpact.Example(index: index, id: request.new.root["id"]?.text?.string, size: size)
    tally.count(Self.differences(before, after), example, group: name)
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
      return [ResultDifference(path: "", change: .value(from: refusal(error), to: "a result"))]
    case (.success, .failure(let error)):
      return [ResultDifference(path: "", change: .value(from: "a result", to: refusal(error)))]
    case (.failure, .failure): return []
    }
  }

  /// The rows that fire for the request with the number `index` in one version only.
  func rows(_ index: Int) -> (old: [FiredRow], new: [FiredRow]) {
    guard let operation, let request = try? reader.request(index) else { return ([], []) }
    let before = (try? old.explanation(of: operation, request.old.root).firedRows) ?? []
    let after = (try? new.explanation(of: operation, request.new.root).firedRows) ?? []
    let (known, others) = (Set(before), Set(after))
    return (before.filter { !others.contains($0) }, after.filter { !known.contains($0) })
  }

  private static func value(_ path: [Text], in node: Node) -> String? {
    var node = node
    for name in path {
      guard let inner = node[name] else { return nil }
      node = inner
    }
    return ResultDifference.text(node)
  }
}
