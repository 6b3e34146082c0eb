import TerrainDocuments
import TerrainEngines
import TerrainService

extension Command {
  /// `terrain program`: enrolments in, changed ones out.
  static let program = Command(
    name: "program", summary: "Begin, follow and leave a program of several days",
    discussion: """
      REQUEST is a JSON or YAML file, or `-` for standard input:
        {"date": "2026-02-05", "enrolments": […],
         "enrol": "PROGRAM" | "leave": true | "mark": {"day": 1, "item": "ID", "done": true}}
      The enrolments in the answer are what is handed in the next time.
      """,
    operands: [requestOperand], options: [.pack, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let pack = try Workspace(arguments).pack(kinds: [DayProgram.kind])
        let request = try ProgramRequest(try Workspace.document(at: arguments.operand(0) ?? "-").root)
        try console.write(ProgramResponse(request, pack: pack))
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
