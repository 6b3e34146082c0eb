import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Runs evaluating operations over one version of a pack and its rules, on one thread.
///
/// The pack and the rules are loaded once, whole. Sessions of several threads are made of the same ``system`` and ``files``.
package final class OutcomeSession {
  /// The pack and its rules.
  package let system: LoadedSystem
  /// The files that they were read from.
  package let files: ContentFiles
  /// What they declare about requests and results.
  package let declarations: Declarations
  /// The operations that can be run, in the order of documents about them.
  package let operations = AnyOperation.evaluating
  /// The pack's records as values.
  let records: RecordLookup
  /// Called with each operation that ``run(_:_:)`` runs and its outcome.
  package var observer: ((AnyOperation, Outcome) -> Void)?
  private let session: OperationSession
  private var known: [String: OutcomeDescription] = [:]
  /// Bytes of the longest result so far.
  private var longest = 0

  /// A session over `system`, which was loaded whole from `files`.
  ///
  /// - Parameter namesVersions: whether results name the versions of the pack and the rules.
  package init(_ system: LoadedSystem, files: ContentFiles, namesVersions: Bool = true) {
    self.system = system
    self.files = files
    declarations = Declarations(system)
    records = RecordLookup(system.pack)
    session = OperationSession(SystemLoader(loaded: system, files: files))
    session.namesVersions = namesVersions
  }

  /// A session over everything that `loader` loads.
  ///
  /// - Throws: what is wrong with the pack or the rules.
  package convenience init(_ loader: SystemLoader) throws(DiagnosticError) {
    self.init(try loader.system([], nil), files: try loader.files())
  }

  /// The operation called `name`.
  package func operation(_ name: String) -> AnyOperation? { operations.first { $0.name == name } }

  /// How requests and results of `operation` look to conditions.
  package func description(of operation: AnyOperation) -> OutcomeDescription {
    if let made = known[operation.name] { return made }
    let made = OutcomeDescription(operation, declarations, records)
    known[operation.name] = made
    return made
  }

  /// Runs `operation` for `request`, its parameters.
  package func run(_ operation: AnyOperation, _ request: Node) -> Outcome {
    let outcome: Outcome
    do throws(DiagnosticError) {
      let (document, notes) = try response(operation, request)
      outcome = .result(document.root, warnings: notes.warnings + notes.findings)
    } catch {
      outcome = .refused(error.diagnostics)
    }
    observer?(operation, outcome)
    return outcome
  }

  /// The result of `operation` for `request`, as a document of the bytes that it is written as.
  func response(
    _ operation: AnyOperation, _ request: Node
  ) throws(DiagnosticError) -> (document: Document, notes: RequestNotes) {
    let (result, notes) = try written(operation, request)
    return (try result.read(), notes)
  }

  /// The result of `operation` for `request`, as it is written.
  func written(
    _ operation: AnyOperation, _ request: Node
  ) throws(DiagnosticError) -> (result: WrittenResult, notes: RequestNotes) {
    var writer = JSONWriter(.compact)
    writer.reserve(longest)
    let notes = try operation.run(session, request, to: &writer)
    longest = max(longest, writer.count)
    return (WrittenResult(operation: operation.name, bytes: writer.bytes), notes)
  }

  /// How `operation` computes its result for `request`: the rows that were evaluated.
  ///
  /// - Throws: what is wrong with the request; what the rules ran into is part of the explanation.
  package func explanation(of operation: AnyOperation, _ request: Node) throws(DiagnosticError) -> Explanation {
    try Operations.explaining(operation).run(session, request).result.explanation
  }
}
