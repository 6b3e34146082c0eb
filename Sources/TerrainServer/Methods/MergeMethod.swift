import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Two replicas of a person's records become one.
  public static let merge = Method(
    name: "merge", summary: "Make one of two replicas of a person's records",
    parameters: .object([
      .required("a", .replica, "A replica."),
      .required("b", .replica, "Another. Which is named first makes no difference."),
    ]),
    result: .object([
      .required("pack", .identity, "The pack that declares the tables."),
      .required("tables", .map(.list(.map(.anything))), "What both know together: what is handed in the next time."),
    ])
  ) { parameters, session, writer throws(DiagnosticError) in
    let (pack, tables) = try session.kept("tables") { () throws(DiagnosticError) in
      let pack = try session.system(contracts: [], kinds: [SyncTable.kind]).pack
      return (pack, try SyncTable.all(in: pack))
    }
    try session.check(parameters.nodeCount, \.values, at: parameters)
    guard let a = parameters["a"], let b = parameters["b"] else { return [] }
    let first = try Replica(a, tables: tables)
    let second = try Replica(b, tables: tables)
    MergeResult(first.merged(with: second), pack: pack).write(to: &writer)
    return []
  }
}

extension Shape {
  fileprivate static let replica: Shape = named("replica") {
    .object([
      .optional("replica", .text, "Who wrote the fields that have no stamp of their own: a word without blanks."),
      .optional("pack", .identity, "As an answer has it."),
      .optional(
        "tables", .map(.list(.map(.anything))),
        "For each table its records: fields, and under `_changed` and `_removed` when and by whom they were written."),
    ])
  }
}
