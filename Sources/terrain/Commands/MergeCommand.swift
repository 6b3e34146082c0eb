import TerrainEngines

extension OperationCommand {
  /// `terrain run merge`: two replicas in, one with what both contain out.
  static let merge = OperationCommand(
    Operations.merge,
    discussion: """
      A and B are JSON or YAML files, or `-` for standard input:
        {"replica": "phone", "tables": {"TABLE": [{"FIELD": …, "updated_at": "…"}]}}
      Of each field the last write counts, by the stamp beside it (under `_changed`) or by
      the record's own clock. The order of A and B makes no difference, and merging again
      changes nothing. The pack declares the tables.
      """,
    request: RequestArguments(
      parts: [
        .init(operand: Operand(name: "A", help: "A replica's records"), role: .member("a")),
        .init(operand: Operand(name: "B", help: "Another replica's records"), role: .member("b")),
      ], options: []),
    options: [],
    examples: [
      .init(line: "terrain run merge phone.json laptop.json > merged.json", purpose: "What both replicas contain")
    ]
  )
}
