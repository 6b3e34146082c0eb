import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

extension AnyOperation {
  /// Returns true if a pack and its rules have the decisions and records that the operation needs.
  ///
  /// `rpc.discover`, `terrain schema --pack`, the tools of assistants, and the error of an unsupported method use this. An operation
  /// loads its engine before it reads the request: it therefore fails for an empty request with an error about the request, or, if
  /// decisions are missing, with one about the rules. Operations about the service itself are supported by every pack.
  package func isSupported(in session: OperationSession) -> Bool {
    guard AnyOperation.evaluating.contains(where: { $0.name == name }) else { return true }
    guard let nothing = JSONReader.read(SourceText(name: "request", text: "{}")).document,
      let (pack, rules) = (try? session.everything()).map({ ($0.pack, $0.rules.ruleSet) })
    else { return false }
    switch name {
    case Operations.merge.name: return pack.kind(SyncTable.kind) != nil
    case Operations.program.name: return pack.kind(DayProgram.kind) != nil
    // A request names a module.
    case Operations.page.name: return !PageInventory(rules, pack: pack).pages.isEmpty
    case Operations.suggest.name: return !PageInventory(rules, pack: pack).rankings.isEmpty
    case Operations.timeline.name: return TimelineEngine.decisions.contains { !rules.modules(with: $0).isEmpty }
    default: break
    }
    var writer = JSONWriter(.compact)
    do throws(DiagnosticError) { try run(session, nothing.root, to: &writer) } catch {
      return RPCError(error, source: nothing.source).code != .system
    }
    return true
  }

  /// Returns `error`, preceded by the sentence that the pack does not support the operation, if that is its cause.
  func explaining(_ error: DiagnosticError, in session: OperationSession, source: SourceText) -> DiagnosticError {
    guard RPCError(error, source: source).code == .system, !isSupported(in: session) else { return error }
    return DiagnosticError([.notSupported(name, by: session.served?.pack.id)] + error.diagnostics)
  }
}

extension Diagnostic {
  fileprivate static func notSupported(_ method: String, by pack: Text?) -> Diagnostic {
    Diagnostic(
      code: "rpc/not-supported", message: "the pack\(pack.map { " `\($0)`" } ?? "") cannot answer `\(method)`",
      place: nil,
      fix: "`rpc.discover` lists the methods that it can answer")
  }
}
