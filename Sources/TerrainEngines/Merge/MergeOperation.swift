import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// Merges two replicas of a person's records.
  package static var merge: Operation<MergeResult> {
    Operation(
      name: "merge", summary: "Merge two replicas of a person's records",
      parameters: .object([
        .required("a", .replica, "A replica."),
        .required("b", .replica, "Another. Which is named first makes no difference."),
      ]),
      result: .merged
    ) { parameters, session, notes throws(DiagnosticError) in
      let tables = try session.kept(.tables) { () throws(DiagnosticError) in
        let pack = try session.loader.pack([SyncTable.kind])
        return SyncTables(pack: pack, tables: try SyncTable.all(in: pack))
      }
      try session.check(parameters.nodeCount, .values, at: parameters)
      let first = try Replica(parameters["a"] ?? parameters, tables: tables.tables)
      let second = try Replica(parameters["b"] ?? parameters, tables: tables.tables)
      if session.isRecording {
        let steps = first.explanations(mergedWith: second, names: ("a", "b")).map {
          Explanation.Step($0.subject, $0.outcome, because: $0.reason)
        }
        notes.explanation = Explanation(.steps(steps), try session.everything())
      }
      return MergeResult(first.merged(with: second), pack: tables.pack)
    }
  }
}

/// The shared tables of replicas, and the pack that declares them.
private struct SyncTables {
  let pack: Pack
  let tables: [SyncTable]
}

/// A replica with the combined knowledge of two others, which is passed in the next time.
package struct MergeResult {
  /// The replica.
  package let replica: Replica
  /// The pack that declares its tables.
  package let pack: Pack

  /// The result `replica`, whose tables `pack` declares.
  package init(_ replica: Replica, pack: Pack) {
    self.replica = replica
    self.pack = pack
  }
}

extension ResultType where Content == MergeResult {
  fileprivate static var merged: ResultType {
    object {
      requiredField("pack", .version, "The pack that declares the tables.") { Versions.Version($0.pack) }
      // The replica writes its tables itself, so that the same knowledge gives the same bytes in any order of learning.
      ResultFields(
        shapes: [
          .required(
            "tables", .map(.list(.map(.anything))), "The records of both together: what the next request contains.")
        ], writers: [{ result, _, writer in result.replica.writeTables(to: &writer) }])
    }
  }
}

extension Shape {
  fileprivate static let replica: Shape = named("replica") {
    .object([
      .optional("replica", .text, "Who wrote the fields that have no stamp of their own: a word without blanks."),
      .optional("pack", ResultType<Versions.Version>.version.shape, "As an answer has it."),
      .optional(
        "tables", .map(.list(.map(.anything))),
        "For each table its records: fields, and under `_changed` and `_removed` when and by whom they were written."),
    ])
  }
}

extension SessionKey<SyncTables> {
  fileprivate static let tables = SessionKey()
}
