import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain run timeline`: a phase or state, and what comes next.
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
