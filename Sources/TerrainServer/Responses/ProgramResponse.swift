import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

/// Enrolments after something was done with them, and how the one that is followed stands.
public struct ProgramResult: Response {
  private let request: ProgramRequest
  private let enrolments: [Enrolment]
  private let pack: Pack
  private let program: DayProgram?
  /// Why the one that is followed is nothing for the person any more.
  private let leftOut: ProgramGate.Reason?

  /// What comes of `request` with the programs of `pack`; of those that `gate` closes no item is named.
  ///
  /// - Throws: where there is no such program, or the action cannot be done.
  public init(_ request: ProgramRequest, pack: Pack, gate: ProgramGate?) throws(DiagnosticError) {
    self.request = request
    self.pack = pack
    enrolments = try request.performed(with: pack, gate)
    program = if let active = enrolments.active { try request.program(active.program, pack) } else { nil }
    leftOut = if let program { try gate?.reason(against: program.id) } else { nil }
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.identity(pack)
      writer.member("date", request.date.description)
      writer.key("active")
      if let active = enrolments.active, let program {
        standing(active, program, to: &writer)
      } else {
        writer.null()
      }
      writer.array("enrolments") { writer in for enrolment in enrolments { kept(enrolment, to: &writer) } }
    }
  }

  private func standing(_ active: Enrolment, _ program: DayProgram, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("program", program.id)
      writer.key("day")
      if let day = active.day(of: program, on: request.date) { writer.int(day) } else { writer.null() }
      writer.member("of", program.days.count)
      writer.member("days_done", active.daysDone(of: program))
      if let leftOut {
        writer.object("left_out") { writer in
          writer.member("why", leftOut.why)
          if let origin = leftOut.origin { writer.origin(origin) }
        }
      }
      writer.array("days") { writer in
        for (index, day) in program.days.enumerated() {
          writer.object { writer in
            writer.member("day", index + 1)
            writer.member("unlocked", active.isUnlocked(index + 1, of: program, on: request.date))
            writer.member("done", active.isDone(index + 1, of: program))
            writer.object("items") { writer in
              for item in day.items where leftOut == nil {
                writer.key(item)
                writer.bool(active.done[index + 1]?.contains(item) ?? false)
              }
            }
          }
        }
      }
    }
  }

  /// As it is handed in again the next time.
  private func kept(_ enrolment: Enrolment, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("program", enrolment.program)
      writer.member("started", enrolment.started.description)
      writer.member("active", enrolment.isActive)
      writer.member("completed", ifAny: enrolment.completed?.description)
      writer.object("done") { writer in
        for day in enrolment.done.keys.sorted() {
          writer.member("\(day)", enrolment.done[day] ?? [])
        }
      }
    }
  }
}
