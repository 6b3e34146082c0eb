import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainService

extension Command {
  /// `terrain run METHOD`: the operations that have no command of their own.
  static let runOperation = Command(
    name: "run", summary: "Run an operation that has no command of its own, for one request",
    discussion: """
      The result is a page on a terminal, and JSON in a pipe or a file. `terrain explain`
      shows how it was computed, and `terrain batch` runs an operation for many requests.
      """,
    examples: [
      .init(line: "terrain run decide MODULE.DECISION facts.yaml", purpose: "One decision"),
      .init(line: "terrain run timeline request.json --pack NAME", purpose: "The phase or state in a request"),
    ],
    children: OperationCommand.withoutOwnCommand.map { Child($0.command) })
}

extension OperationCommand {
  /// `terrain run check`: validates a filled-in form.
  static let check = OperationCommand(
    Operations.check,
    discussion: """
      FORM is a JSON or YAML file, or `-` for standard input: the record, or a request with it:
        {"form": {"FIELD": …}, "kind": "KIND", "now": "2026-11-21T09:40:00Z", "facts": {"FACT": …}}
      Where there are problems, the exit status is 1.
      """,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(name: "FORM", help: "The filled-in form, as JSON or YAML; `-` is standard input"),
          role: .requestOrMember("form"))
      ],
      options: [
        Option(
          name: "kind", kind: .value("KIND"), help: "The kind of record. Without it: the only one that rules check"),
        .locale,
      ]),
    examples: [
      .init(line: "terrain run check form.json --kind KIND --pack NAME", purpose: "Validate the form in a file")
    ],
    page: { result, _, _ in CheckPage(result.checked) },
    status: { result, _ in result.checked.isRight ? .success : .failure })

  /// `terrain run decide`: any decision of any module.
  static let decide = OperationCommand(
    Operations.decide,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(name: "DECISION", help: "`module.decision`, with or without the rule set's id"),
          role: .text("decision")),
        .init(
          operand: Operand(name: "FACTS", help: "A JSON or YAML map from facts to values; `-` is standard input"),
          role: .member("facts")),
      ], options: []),
    examples: [.init(line: "terrain run decide MODULE.DECISION facts.yaml", purpose: "One decision")]
  ) { result, _, _ in DecisionPage(result.decision) }

  /// `terrain run media`: a file that records name.
  static let media = OperationCommand(
    Operations.media,
    discussion: """
      Names its type and its size on a terminal; the JSON has its bytes in base 64. A built
      pack has the files that its records name.
      """,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(
            name: "PATH", help: "The file, as a record names it; or a request as JSON or YAML, or `-`"),
          role: .requestOrText("path"))
      ], options: []), options: [],
    examples: [
      .init(
        line: "terrain run media media/nature-even.svg --json | jq -r .base64 | base64 -d > picture.svg",
        purpose: "Write a picture to a file")
    ]
  ) { result, _, _ in MediaPage(result) }

  /// `terrain run merge`: reads two replicas, and prints one with the contents of both.
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

  /// `terrain run program`: enrolments in, changed ones out.
  static let program = OperationCommand(
    Operations.program,
    discussion: """
      REQUEST is a JSON or YAML file, or `-` for standard input:
        {"now": "2026-02-05", "facts": {"FACT": …}, "enrolments": […],
         "enrol": "PROGRAM" | "leave": true | "mark": {"day": 1, "item": "ID", "done": true}}
      The enrolments in the result are what you pass the next time. A program that the
      rules exclude for the person is not begun, and none of its items is named.
      """, options: [],
    examples: [.init(line: "terrain run program request.json", purpose: "Do what a request asks for, or show the day")]
  ) { result, session, _ throws(DiagnosticError) in try ProgramPage(result, session) }

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

  /// `terrain run timeline`: a phase or state, and the possible changes.
  static let timeline = OperationCommand(
    Operations.timeline,
    discussion: """
      REQUEST is a JSON or YAML file, or `-` for standard input:
        {"now": "2026-11-21T09:40:00Z", "state": "STATE", "move": "STATE", "facts": {"FACT": …}}
      A move that is not allowed is refused: the result lists those that are, and the exit
      status is 1.
      """,
    request: .file(options: [
      Option(
        name: "timeline", kind: .value("MODULE"), help: "Another timeline of the rule set. Without it: `timeline`")
    ]),
    examples: [
      .init(line: "terrain run timeline request.json --pack NAME", purpose: "The phase or state in a request")
    ],
    page: { result, _, _ in TimelinePage(result.timeline, zone: result.request.zone) },
    status: { result, console in
      guard case .refused(let reason) = result.timeline.outcome else { return .success }
      console.report([reason])
      return .failure
    })
}
