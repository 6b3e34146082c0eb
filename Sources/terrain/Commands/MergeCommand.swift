import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainServer

extension Command {
  /// `terrain merge`: replicas in, what they know together out.
  static let merge = Command(
    name: "merge", summary: "Make one of two replicas of a person's records",
    discussion: """
      A and B are JSON or YAML files, or `-` for standard input:
        {"replica": "phone", "tables": {"TABLE": [{"FIELD": …, "updated_at": "…"}]}}
      Of every field the last writer counts, by the stamp beside it (under `_changed`), or by
      the record's own clock. The order of A and B makes no difference, and merging again
      changes nothing. Tables are what the pack declares.
      """,
    operands: [
      Operand(name: "A", help: "A replica's records"), Operand(name: "B", help: "Another replica's records"),
    ], options: [.pack, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let pack = try Workspace(arguments).pack(kinds: [SyncTable.kind])
        let tables = try SyncTable.all(in: pack)
        let first = try Replica(try Workspace.document(at: arguments.operand(0) ?? "-").root, tables: tables)
        let second = try Replica(try Workspace.document(at: arguments.operand(1) ?? "-").root, tables: tables)
        try console.write(MergeResult(first.merged(with: second), pack: pack))
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
