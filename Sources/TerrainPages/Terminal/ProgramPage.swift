import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The program that a person follows as a page for a terminal: each day with the names of its items, and what is done.
package struct ProgramPage: TerminalContent {
  private let result: ProgramResult
  /// The pack with the records of every kind that has names: items are of any kind.
  private let pack: Pack

  /// A page of `result`, which an operation of `session` made.
  package init(_ result: ProgramResult, _ session: OperationSession) throws(DiagnosticError) {
    self.result = result
    pack = try session.loader.pack(result.pack.kinds.filter { !$0.label.isEmpty }.map(\.name))
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    guard let enrolment = result.enrolments.active, let program = result.program else {
      page.title("No program")
      return page.gap()
    }
    page.title(name(program.id))
    let (date, count) = (result.request.date, program.days.count)
    let today = enrolment.day(of: program, on: date)
    page.paragraph(
      today.map { "Day \($0) of \(count)" } ?? Text("Begins on \(enrolment.started)"), indent: 2)
    if let reason = result.leftOut { page.paragraph(Text("Left out: \(reason.why)"), indent: 2) }
    for (index, day) in program.days.enumerated() where result.leftOut == nil {
      let number = index + 1
      let isOpen = enrolment.isUnlocked(number, of: program, on: date)
      let opens = isOpen ? nil : try? enrolment.started.adding(days: index)
      page.heading(Text("Day \(number)\(number == today ? ", today" : opens.map { ", from \($0)" } ?? "")"))
      for item in day.items {
        let mark = enrolment.isDone(item, day: number, of: program) ? "✓ " : "· "
        page.paragraph(Text("\(name(item))\(instead(of: item, on: number))"), mark: mark)
      }
    }
    page.gap()
  }

  /// The item in whose place `item` is, if it is in one's place.
  private func instead(of item: Text, on day: Int) -> String {
    let swap = result.swaps.first { $0.day == day && $0.item == item }
    return swap.map { " (in place of \(name($0.planned)))" } ?? ""
  }

  /// The name of the program or item `id` for people, or `id` if the pack has none.
  private func name(_ id: Text) -> Text {
    guard let (record, kind) = pack.record(named: id) else { return id }
    return pack.label(of: record, kind: kind)?.served(for: result.locale)?.text ?? id
  }
}
