import TerrainDocuments
import TerrainEngines

/// The tools of the Model Context Protocol: operations that the served pack can answer.
enum MCPTools {
  static let operations =
    AnyOperation.evaluating + [
      AnyOperation(Operations.explain(AnyOperation.evaluating)), AnyOperation(Operations.packValidate),
    ]

  /// The name of the tool: some clients refuse dots.
  static func name(of operation: AnyOperation) -> String { operation.name.replacing(".", with: "_") }

  /// The list of tools as JSON. Models read all of it, so that schemas have top-level parameters only; the dispatcher checks the rest.
  static func list(_ state: ServiceState) -> [UInt8] {
    let session = OperationSession(state.served, service: state)
    var writer = JSONWriter(.compact)
    writer.array { writer in
      for operation in operations where operation.runsApart || canAnswer(operation, session) {
        writer.object { writer in
          writer.member("name", name(of: operation))
          writer.member("description", operation.summary)
          writer.key("inputSchema")
          writer.raw(ShapeSchema.outline(of: operation.parameters))
          writer.object("annotations") { writer in writer.member("readOnlyHint", true) }
        }
      }
    }
    return writer.bytes
  }

  /// Whether an operation finds its decisions and its records in the pack. An operation loads its engine before it reads the
  /// request: for an empty request it fails with an error about the request, or, if decisions are missing, about the rules.
  private static func canAnswer(_ operation: AnyOperation, _ session: OperationSession) -> Bool {
    guard let nothing = JSONReader.read(SourceText(name: "request", text: "{}")).document,
      let (pack, rules) = (try? session.everything()).map({ ($0.pack, $0.rules.ruleSet) })
    else { return false }
    switch operation.name {
    case Operations.merge.name: return pack.kind(SyncTable.kind) != nil
    case Operations.program.name: return pack.kind(DayProgram.kind) != nil
    // A request can name a module that is not called like the operation.
    case Operations.insight.name: return !PageInventory(rules, pack: pack).pages.isEmpty
    case Operations.suggest.name: return !PageInventory(rules, pack: pack).rankings.isEmpty
    case Operations.timeline.name: return TimelineEngine.decisions.contains { !rules.modules(with: $0).isEmpty }
    default: break
    }
    var writer = JSONWriter(.compact)
    do throws(DiagnosticError) { try operation.run(session, nothing.root, to: &writer) } catch {
      return RPCError(error, source: nothing.source).code != .system
    }
    return true
  }
}
