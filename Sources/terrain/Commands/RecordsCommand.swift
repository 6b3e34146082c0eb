import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain run records`: the records of a kind.
  static let records = OperationCommand(
    Operations.records,
    discussion: """
      Shows their ids and names on a terminal; everything that the pack has about them is in
      the JSON. A request file can ask for some of them:
        {"kind": "KIND", "ids": ["ID"], "where": {"FIELD": [VALUE, …]}, "locale": "en-US"}
      """,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(
            name: "KIND", help: "The kind of record; or a request as JSON or YAML, or `-`"),
          role: .requestOrText("kind"))
      ],
      options: [
        Option(name: "locale", kind: .value("TAG"), help: "The language, such as zh-Hans. Without it: the pack's own"),
        Option(
          name: "limit", kind: .number(Operations.recordsLimit),
          help: "Show at most this many records. Without it: 1000"),
        Option(name: "offset", kind: .number(0...1_000_000), help: "Skip this many records"),
      ]), options: [],
    examples: [
      .init(line: "terrain run records KIND --locale zh-Hans --json", purpose: "Everything about them, in Chinese")
    ]
  ) { result, _, _ in RecordsPage(result) }
}
