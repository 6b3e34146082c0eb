import TerrainChecks
import TerrainEngines
import TerrainPages
import TerrainService

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
}
