import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  private static let timelineOption = Option(
    name: "timeline", kind: .value("MODULE"), help: "Ask another timeline of the rule set. Without it: `timeline`")

  /// `terrain timeline`: where something stands, and what comes next.
  static let timeline = Command(
    name: "timeline", summary: "Say where something stands in its phases or states, and move it",
    discussion: """
      REQUEST is a JSON or YAML file, or `-` for standard input:
        {"now": "2026-11-21T09:40:00Z", "state": "STATE", "move": "STATE", "facts": {"FACT": …}}
      A move that is not allowed is refused with what is, and the exit status is 1.
      """,
    operands: [requestOperand], options: [.pack, .set, timelineOption, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let name = arguments.value(of: timelineOption).map { Text($0) } ?? TimelineEngine.usualModule
        let system = try Workspace(arguments).system(contracts: [TimelineEngine.contract(name)], kinds: [])
        console.report(system.warnings)
        let engine = try TimelineEngine(system, module: name)
        let request = try engine.request(try Workspace.document(at: arguments.operand(0) ?? "-").root)
        let timeline = try TimelineSession(engine).timeline(for: request)
        let response = TimelineResult(timeline, for: request, engine: engine)
        try console.answer(arguments, response, page: TimelinePage(timeline, zone: request.zone))
        if case .refused(let why) = timeline.outcome { console.report([why]) }
        return timeline.isRefused ? .findings : .fine
      } catch {
        return console.report(error)
      }
    })
}
