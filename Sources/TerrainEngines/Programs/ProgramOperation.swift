import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// Enrolments in, changed ones out.
  package static var program: Operation<ProgramResult> {
    Operation(
      name: "program", summary: "Begin, follow and leave a program of several days", parameters: .program,
      result: .programs, checksParameters: false, isQuick: true
    ) { parameters, session, notes throws(DiagnosticError) in
      let pack = try session.kept(.programs) { () throws(DiagnosticError) in
        try session.loader.pack([DayProgram.kind])
      }
      // The request's own reader is called first, because the gate's reader accepts more fields than a request about programs has.
      let request = try ProgramRequest(parameters, for: pack)
      let gate = try parameters[ProgramGate.facts].map { _ throws(DiagnosticError) in
        try ProgramGate(parameters, session: session.suggestions(ranking: ProgramGate.ranking, for: parameters))
      }
      let result = try ProgramResult(request, pack: pack, gate: gate)
      if session.isRecording {
        var traces: [DecisionTrace] = []
        if let gate, let program = result.program { traces = try gate.traces(about: program.id, swaps: result.swaps) }
        notes.explanation = Explanation(.decisions(traces), try session.everything())
      }
      return result
    }
  }
}

/// Enrolments after an action, and the progress of the active one.
package struct ProgramResult {
  /// The request.
  package let request: ProgramRequest
  /// The enrolments.
  package let enrolments: [Enrolment]
  /// The pack that has the programs.
  package let pack: Pack
  /// The program of the active enrolment, as it is for the person.
  package let program: DayProgram?
  /// The replacements in the program.
  package let swaps: [DayProgram.Swap]
  /// The texts of the replacements, by id.
  package let offers: [Text: Ranking.Offer]
  /// The reason for which the rules exclude the active program for the person now.
  package let leftOut: DayProgram.Reason?

  /// The outcome of `request` with the programs of `pack`; items of programs that `gate` excludes are not named.
  ///
  /// - Throws: an error if the program does not exist, or the action is not possible.
  package init(_ request: ProgramRequest, pack: Pack, gate: ProgramGate?) throws(DiagnosticError) {
    self.request = request
    self.pack = pack
    enrolments = try request.performed(with: pack, gate)
    let planned: DayProgram? =
      if let active = enrolments.active { try request.program(active.program, pack) } else { nil }
    if let planned, let adapted = try gate?.adapted(planned) {
      (program, swaps) = adapted
    } else {
      (program, swaps) = (planned, [])
    }
    var offers: [Text: Ranking.Offer] = [:]
    for item in swaps.compactMap({ $0.item }) where offers[item] == nil { offers[item] = try gate?.offer(item) }
    self.offers = offers
    leftOut = if let program { try gate?.reason(against: program.id) } else { nil }
  }

  fileprivate var progress: Progress? {
    guard let active = enrolments.active, let program else { return nil }
    return Progress(
      enrolment: active, program: program, swaps: swaps, offers: offers, date: request.date, leftOut: leftOut)
  }

  /// The language of the result.
  package var locale: LanguageTag { request.locale ?? pack.defaultLocale }
}

/// The active enrolment on a day.
private struct Progress {
  let enrolment: Enrolment
  let program: DayProgram
  let swaps: [DayProgram.Swap]
  let offers: [Text: Ranking.Offer]
  let date: CalendarDate
  let leftOut: DayProgram.Reason?
}

/// A day of the active enrolment.
private struct ProgramDay {
  let number: Int
  let progress: Progress

  /// The replacements of the day; nil if there are none, or no item is named.
  var swaps: [ShownSwap]? {
    let own = progress.swaps.compactMap { swap in
      swap.day == number ? swap.item.map { ShownSwap(item: $0, swap: swap, offer: progress.offers[$0]) } : nil
    }
    return own.isEmpty || progress.leftOut != nil ? nil : own
  }
}

/// An item that replaces another, with its texts.
private struct ShownSwap {
  let item: Text
  let swap: DayProgram.Swap
  let offer: Ranking.Offer?
}

extension ResultType where Content == ProgramResult {
  fileprivate static var programs: ResultType {
    object {
      requiredField("pack", .version, "The pack that this comes from.") { Versions.Version($0.pack) }
      requiredField("date", .date, "The local day.") { $0.request.date }
      requiredField("locale", .locale, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("active", .orNull(.progress), "The progress in the program that the person follows.") {
        $0.progress
      }
      requiredField("enrolments", .list(.enrolment), "What the next request contains.") { $0.enrolments }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == Progress {
  fileprivate static var progress: ResultType {
    named("standing") {
      requiredField("program", .id(of: .kinds([DayProgram.kind])), "The program's id.") { $0.program.id }
      requiredField("day", .orNull(.integer), "The day it is; null before the first.") {
        $0.enrolment.day(of: $0.program, on: $0.date)
      }
      requiredField("of", .count, "How many days it has.") { $0.program.days.count }
      requiredField("days_done", .count, "How many days are done.") { $0.enrolment.daysDone(of: $0.program) }
      optionalField(
        "left_out", .leftOut, "Why it is nothing for this person any more; its items are not named then."
      ) { $0.leftOut }
      requiredField("days", .list(.programDay), "Every day.") { progress in
        progress.program.days.indices.map { ProgramDay(number: $0 + 1, progress: progress) }
      }
    }
  }
}

extension ResultType where Content == DayProgram.Reason {
  fileprivate static var leftOut: ResultType {
    object {
      requiredField("why", .text, "What the rules say.") { $0.why }
      optionalFields(of: originFields) { $0.origin }
    }
  }
}

extension ResultType where Content == ProgramDay {
  fileprivate static var programDay: ResultType {
    object {
      requiredField("day", .integer, "The day, from 1.") { $0.number }
      requiredField("unlocked", .flag, "Whether it has come.") {
        $0.progress.enrolment.isUnlocked($0.number, of: $0.progress.program, on: $0.progress.date)
      }
      requiredField("done", .flag, "Whether everything of it is done.") {
        $0.progress.enrolment.isDone($0.number, of: $0.progress.program)
      }
      requiredField(
        "items", .map(.flag, key: { $0.item }, value: { $0.isDone }), "Its items, and whether each is done."
      ) { day in
        let items = day.progress.leftOut == nil ? day.progress.program.days[day.number - 1].items : []
        return items.map { item in
          (item: item, isDone: day.progress.enrolment.isDone(item, day: day.number, of: day.progress.program))
        }
      }
      optionalField("swaps", .list(.swap), "What takes the place of what is nothing for this person.") { $0.swaps }
    }
  }
}

extension ResultType where Content == ShownSwap {
  fileprivate static var swap: ResultType {
    object {
      requiredField("item", .id(of: .inField("kind")), "The item of the day.") { $0.item }
      optionalFields(of: offerFields) { $0.offer }
      requiredField("instead_of", .text, "What the program has there.") { $0.swap.planned }
      requiredField("why", .text, "What the rules say against that.") { $0.swap.reason.why }
      optionalFields(of: originFields) { $0.swap.reason.origin }
    }
  }
}

extension ResultType where Content == Enrolment {
  /// As it is passed again the next time.
  fileprivate static var enrolment: ResultType {
    let type = ResultType.object {
      requiredField("program", .text, "The program's id.") { $0.program }
      requiredField("started", .date, "The local day that is day 1.") { $0.started }
      requiredField("active", .flag, "Whether it is being followed.") { $0.isActive }
      optionalField("completed", .date, "The local day on which the last item was done.") { $0.completed }
      requiredField(
        "done", .map(.list(.text), key: { Text("\($0.day)") }, value: { $0.items }),
        "For each day, from 1, what has been done."
      ) { enrolment in
        enrolment.done.ordered { $0.key < $1.key }.map { (day: $0.key, items: $0.value) }
      }
    }
    return type.shown(as: .enrolment)
  }
}

extension Shape {
  fileprivate static let enrolment: Shape = named("enrolment") {
    .object([
      .required("program", .id(of: .kinds([DayProgram.kind])), "The program's id."),
      .required("started", .date, "The local day that is day 1."),
      .optional("active", .flag, "Whether it is being followed."),
      .optional("completed", .date, "The local day on which the last item was done."),
      .optional("done", .map(.list(.text)), "For each day, from 1, what has been done."),
    ])
  }

  fileprivate static let program: Shape = .object(
    Field.clock(isRequired: true) + [
      .optional("locale", .locale, "The language to answer in."),
      .optional(
        "facts", .facts,
        "What is known of the person: facts of the rules, by name. What the ranking `programs` leaves out for them is not begun, and its items are not named."
      ),
      .optional("enrolments", .list(.enrolment), "What the answer to the last request gave."),
      .optional("enrol", .id(of: .kinds([DayProgram.kind])), "The program to begin."),
      .optional("leave", .flag, "Whether the one that is followed is left."),
      .optional(
        "mark",
        .object([
          .required("day", .integer, "The day of the program, from 1."),
          .required("item", .text, "What was done."),
          .optional("done", .flag, "False takes it back."),
        ]), "What was done."),
    ])
}

extension SessionKey<Pack> {
  fileprivate static let programs = SessionKey()
}
