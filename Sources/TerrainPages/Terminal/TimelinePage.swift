import TerrainBase
import TerrainDocuments
import TerrainEngines

/// A timeline as a page for a terminal: the state, the phases, and the permitted moves.
package struct TimelinePage: TerminalContent {
  private let timeline: Timeline
  private let zone: Zone?

  /// A page of `timeline`, with instants as clocks in `zone` show them.
  package init(_ timeline: Timeline, zone: Zone?) {
    self.timeline = timeline
    self.zone = zone
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.title(timeline.label?.text ?? timeline.state ?? "Not begun")
    if let status = timeline.status { page.paragraph(status[part: "text"] ?? status[part: "title"] ?? "", indent: 2) }
    if let course = timeline.course { write(course, to: &page) }
    if case .moved(_, let notices) = timeline.outcome {
      page.heading("To be sent")
      write(notices, to: &page)
    }
    if let allowed = timeline.allowed, !allowed.isEmpty {
      page.heading("What may follow")
      for move in allowed { page.paragraph(move.label?.text ?? move.to, mark: "• ") }
    }
    if !timeline.notes.isEmpty { page.gap() }
    for note in timeline.notes { page.paragraph(Text("Note: \(note.message)"), indent: 2) }
    page.gap()
  }

  private func write(_ course: Timeline.Course, to page: inout TerminalPage) {
    page.gap()
    let names = course.phases.map { TerminalText.harmless(($0.label?.text ?? $0.id).string) }
    let width = names.map(TerminalText.width).max() ?? 0
    for (phase, name) in zip(course.phases, names) {
      let mark =
        switch phase.standing {
        case .done: "✓"
        case .now: "▸"
        case .ahead: "·"
        }
      let line = "  \(mark) \(page.padded(name, to: width))  from \(local(phase.begins))"
      page.line(phase.standing == .now ? page.bold(line) : line)
    }
    page.gap()
    let percent = (try? course.fraction.multiplied(by: 100)).map { $0.rounded(places: 0, rule: .down) }
    page.paragraph(Text("\(percent ?? .zero) % done"), indent: 2)
    if let change = course.changesAt {
      page.paragraph(Text("changes at \(local(change))\(zone.map { ", \($0)" } ?? "")"), indent: 2)
    }
  }

  private func local(_ instant: Timestamp) -> String {
    guard let local = zone?.local(at: instant) else { return "\(instant)" }
    return "\(local.date) \(local.time)"
  }

  private func write(_ notices: [Timeline.Notice], to page: inout TerminalPage) {
    for notice in notices {
      let words = [notice.rendered[part: "title"], notice.rendered[part: "text"]].compactMap { $0?.string }
      page.paragraph(Text(words.joined(separator: " — ")), mark: notice.to.map { "\($0): " } ?? "• ")
    }
  }
}
