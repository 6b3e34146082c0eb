import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainServer

extension Command {
  /// `terrain program`: enrolments in, changed ones out.
  static let program = Command(
    name: "program", summary: "Begin, follow and leave a program of several days",
    discussion: """
      REQUEST is a JSON or YAML file, or `-` for standard input:
        {"date": "2026-02-05", "person": {"FACT": …}, "enrolments": […],
         "enrol": "PROGRAM" | "leave": true | "mark": {"day": 1, "item": "ID", "done": true}}
      The enrolments in the answer are what is handed in the next time. Of a program that
      the rules leave out for the person nothing is begun, and no item is named.
      """,
    operands: [requestOperand], options: [.pack, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let pack = try workspace.pack(kinds: [DayProgram.kind])
        let node = try Workspace.document(at: arguments.operand(0) ?? "-").root
        let request = try ProgramRequest(node)
        let gate = try node[ProgramGate.person].map { _ throws(DiagnosticError) in
          let (engine, _) = try workspace.suggestionEngine(ranking: ProgramGate.ranking, for: node)
          return try ProgramGate(node, session: SuggestionSession(engine))
        }
        try console.write(ProgramResult(request, pack: pack, gate: gate))
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
