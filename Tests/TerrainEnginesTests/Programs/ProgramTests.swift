import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Programs: one at a time, unlocked by the calendar, done when everything of them is done.
@Suite struct ProgramTests {
  static func pack(
    _ programs: String = standard, steps: String = "[{ say: Go, time: 20 }, { say: Look }, { say: Rest, time: 10 }]"
  )
    throws -> Pack
  {
    try withTemporaryDirectory { folder in
      try folder.write(
        """
        id: p
        version: 1.0.0
        default_locale: en
        rules: { id: p, version: 1.0.0 }
        kinds:
          program: { path: programs.yaml }
          walk: { path: walks.yaml, timeline: { steps: steps, seconds: time, text: say } }
        """, to: "pack.yaml")
      try folder.write(programs, to: "programs.yaml")
      try folder.write("kind: walk\nitems: [{ id: round, steps: \(steps) }]", to: "walks.yaml")
      let loader = try PackLoader(path: folder.path, documents: SourceReader.read)
      loader.loadAll()
      return try #require(loader.finish().pack)
    }
  }

  static let standard = """
    kind: program
    items:
      - id: two-days
        days:
          - { day: 1, walk_refs: [round, long], read_ref: maps }
          - { day: 2, walk_refs: [round] }
      - { id: other, days: [{ day: 1, walk_refs: [round] }] }
    """

  static func date(_ text: Text) throws -> CalendarDate { try CalendarDate(parsing: text) }

  @Test func followsTheCalendar() throws {
    let program = try DayProgram(#require(Self.pack().record("program", "two-days")))
    #expect(program.days.map(\.items) == [["round", "long", "maps"], ["round"]])
    let start = try Self.date("2026-03-28")
    let enrolment = Enrolment(program: program.id, started: start)
    let days = try (-1...4).map { enrolment.day(of: program, on: try start.adding(days: $0)) }
    #expect(days == [nil, 1, 2, 2, 2, 2])
    #expect(enrolment.isUnlocked(1, of: program, on: start))
    #expect(!enrolment.isUnlocked(2, of: program, on: start))
    // Unlocked by the calendar, although nothing has been done.
    #expect(enrolment.isUnlocked(2, of: program, on: try start.adding(days: 1)))
    #expect(!enrolment.isUnlocked(3, of: program, on: try start.adding(days: 9)))
    #expect(!enrolment.leaving().isUnlocked(1, of: program, on: start))
  }

  @Test func isDoneWhenEverythingIs() throws {
    let program = try DayProgram(#require(Self.pack().record("program", "two-days")))
    let start = try Self.date("2026-12-31")
    let next = try start.adding(days: 1)
    var enrolment = Enrolment(program: program.id, started: start)
    enrolment = try enrolment.marking("round", day: 1, of: program, on: start)
    #expect(!enrolment.isDone(1, of: program), "one item does not make a day")
    enrolment = try enrolment.marking("round", day: 1, of: program, on: start)
    #expect(enrolment.done[1] == ["round"], "done twice is done")
    for item in ["long", "maps"] as [Text] { enrolment = try enrolment.marking(item, day: 1, of: program, on: next) }
    #expect(enrolment.isDone(1, of: program))
    #expect(enrolment.daysDone(of: program) == 1)
    enrolment = try enrolment.marking("maps", day: 1, of: program, on: next, done: false)
    #expect(!enrolment.isDone(1, of: program))
    enrolment = try enrolment.marking("maps", day: 1, of: program, on: next)
    #expect(enrolment.completed == nil)
    enrolment = try enrolment.marking("round", day: 2, of: program, on: next)
    #expect(enrolment.completed == next)
    #expect(!enrolment.isActive)
    #expect(throws: Enrolment.Refusal.notActive) { try enrolment.marking("round", day: 2, of: program, on: next) }
  }

  @Test(arguments: [
    (3, "round" as Text, Enrolment.Refusal.noSuchDay), (.min, "round", .noSuchDay), (.max, "round", .noSuchDay),
    (0, "round", .noSuchDay), (2, "round", .locked),
    (1, "square", .noSuchItem),
  ])
  func refuses(day: Int, item: Text, refusal: Enrolment.Refusal) throws {
    let program = try DayProgram(#require(Self.pack().record("program", "two-days")))
    let start = try Self.date("2026-03-28")
    let enrolment = Enrolment(program: program.id, started: start)
    #expect(throws: refusal) { try enrolment.marking(item, day: day, of: program, on: start) }
  }

  @Test func oneAtATime() throws {
    let pack = try Self.pack()
    let first = try DayProgram(#require(pack.record("program", "two-days")))
    let other = try DayProgram(#require(pack.record("program", "other")))
    let start = try Self.date("2026-03-28")
    var all: [Enrolment] = [].enrolling(in: first, on: start)
    all[0] = try all[0].marking("round", day: 1, of: first, on: start)
    all = all.enrolling(in: other, on: try start.adding(days: 1))
    #expect(all.map(\.isActive) == [false, true])
    #expect(all.active?.program == "other")
    all = all.enrolling(in: first, on: try start.adding(days: 5))
    #expect(all.filter(\.isActive).count == 1)
    #expect(all.active?.done == [:], "begun again, it begins anew")
    #expect(all[0].done[1] == ["round"], "what was done stays written")
  }

  @Test(arguments: [
    ("- { id: x, days: [{ day: 2, walk_refs: [round] }] }", "program/day"),
    ("- { id: x, days: [{ day: 1 }] }", "program/empty-day"), ("- { id: x, days: [] }", "program/empty-day"),
    ("- { id: x }", "program/empty-day"), ("- { id: x, days: [round] }", "content/wrong-kind"),
  ])
  func complains(_ item: String, code: String) throws {
    let pack = try Self.pack("kind: program\nitems:\n  \(item)")
    do {
      _ = try DayProgram(#require(pack.records(of: "program").first))
      Issue.record("nothing was complained of")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.first?.code == code)
    }
  }

  @Test func swapsWhatIsNothingForAPerson() throws {
    let pack = try Self.pack(
      """
      kind: program
      items:
        - id: two-days
          days: [{ day: 1, walk_refs: [round, long] }, { day: 2, walk_refs: [long, short] }]
          swaps: [{ instead_of: long, use: [steep, short, flat] }]
      """)
    let program = try DayProgram(#require(pack.record("program", "two-days")))
    let reason = DayProgram.Reason(why: "knees", origin: nil)
    let (same, none) = program.adapted(to: [:])
    #expect(same.days.map(\.items) == [["round", "long"], ["long", "short"]])
    #expect(none.isEmpty)
    // The first that is allowed, and not on the day already.
    let (adapted, swaps) = program.adapted(to: ["long": reason, "steep": reason])
    #expect(adapted.days.map(\.items) == [["round", "short"], ["flat", "short"]])
    #expect(swaps.map(\.item) == ["short", "flat"])
    #expect(swaps.map(\.planned) == ["long", "long"])
    // What nothing takes the place of is named as such.
    let unmet = program.adapted(to: ["round": reason]).swaps
    #expect(unmet.map(\.planned) == ["round"] && unmet.allSatisfy { $0.item == nil })
    // What was done before it was swapped stays done, and either can be taken back.
    let start = try Self.date("2026-03-01")
    var enrolment = Enrolment(program: program.id, started: start, done: [1: ["long"]])
    #expect(enrolment.isDone("short", day: 1, of: adapted))
    enrolment = try enrolment.marking("short", day: 1, of: adapted, on: start, done: false)
    #expect(!enrolment.isDone("short", day: 1, of: adapted))
    #expect(throws: Enrolment.Refusal.noSuchItem) {
      try enrolment.marking("long", day: 1, of: adapted, on: start)
    }
  }
}
