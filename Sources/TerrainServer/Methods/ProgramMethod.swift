import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Enrolments in, changed ones out.
  public static let program = Method(
    name: "program", summary: "Begin, follow and leave a program of several days",
    parameters: .object([
      .required("date", .date, "The local day."),
      .optional(
        "person", .facts,
        "What is known of the person: facts of the rules, by name. What the ranking `programs` leaves out for them is not begun, and its items are not named."
      ),
      .optional("enrolments", .list(.enrolment), "What the answer to the last request gave."),
      .optional("enrol", .text, "The program to begin."),
      .optional("leave", .flag, "Whether the one that is followed is left."),
      .optional(
        "mark",
        .object([
          .required("day", .integer, "The day of the program, from 1."),
          .required("item", .text, "What was done."),
          .optional("done", .flag, "False takes it back."),
        ]), "What was done."),
    ]),
    result: .object(
      [.required("pack", .identity, "The pack that this comes from.")] + [
        .required("date", .date, "The local day."),
        .required("active", .orNull(.standing), "How the program that is followed stands."),
        .required("enrolments", .list(.enrolment), "What is handed in the next time."),
      ]),
    checksShape: false, isQuick: true
  ) { parameters, session, writer throws(DiagnosticError) in
    let pack = try session.kept("programs") { () throws(DiagnosticError) in
      try session.system(contracts: [], kinds: [DayProgram.kind]).pack
    }
    // Its own reader first: the gate's takes more fields than a request about programs has.
    let request = try ProgramRequest(parameters)
    let gate = try parameters[ProgramGate.person].map { _ throws(DiagnosticError) in
      try ProgramGate(parameters, session: session.day(ranking: ProgramGate.ranking, for: parameters))
    }
    try ProgramResult(request, pack: pack, gate: gate).write(to: &writer)
    return []
  }
}

extension Shape {
  fileprivate static let enrolment: Shape = named("enrolment") {
    .object([
      .required("program", .text, "The program's id."),
      .required("started", .date, "The local day that is day 1."),
      .optional("active", .flag, "Whether it is being followed."),
      .optional("completed", .date, "The local day on which the last item was done."),
      .optional("done", .map(.list(.text)), "For each day, from 1, what has been done."),
    ])
  }

  fileprivate static let standing: Shape = named("standing") {
    .object([
      .required("program", .text, "The program's id."),
      .required("day", .orNull(.integer), "The day it is; null before the first."),
      .required("of", .count, "How many days it has."),
      .required("days_done", .count, "How many days are done."),
      .optional(
        "left_out", .object([.required("why", .text, "What the rules say.")] + Field.chosen),
        "Why it is nothing for this person any more; its items are not named then."),
      .required(
        "days",
        .list(
          .object([
            .required("day", .integer, "The day, from 1."),
            .required("unlocked", .flag, "Whether it has come."),
            .required("done", .flag, "Whether everything of it is done."),
            .required("items", .map(.flag), "Its items, and whether each is done."),
          ])), "Every day."),
    ])
  }
}
