import TerrainEngines

extension OperationCommand {
  /// `terrain run program`: enrolments in, changed ones out.
  static let program = OperationCommand(
    Operations.program,
    discussion: """
      REQUEST is a JSON or YAML file, or `-` for standard input:
        {"date": "2026-02-05", "person": {"FACT": …}, "enrolments": […],
         "enrol": "PROGRAM" | "leave": true | "mark": {"day": 1, "item": "ID", "done": true}}
      The enrolments in the result are what you pass the next time. A program that the
      rules exclude for the person is not begun, and none of its items is named.
      """, options: [],
    examples: [.init(line: "terrain run program request.json", purpose: "Do what a request asks for, or show the day")])
}
