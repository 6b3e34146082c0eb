import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The effect of an operation on an account, and the account, as a page for a terminal.
package struct AccountPage: TerminalContent {
  private let answer: LoyaltyResult
  private let engine: LoyaltyEngine

  /// The maximum number of entries shown.
  private static let mostLines = 12

  /// A page of `answer`.
  package init(_ answer: LoyaltyResult, engine: LoyaltyEngine) {
    self.answer = answer
    self.engine = engine
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.title(answer.account.id.isEmpty ? Text(answer.operation.rawValue) : answer.account.id)
    if let outcome = outcome { page.paragraph(Text(outcome), indent: 2) }
    if let asOf = answer.account.asOf, answer.operation != .quote { page.paragraph("As of \(local(asOf))", indent: 2) }
    if let level = answer.account.level { page.paragraph("Level: \(label(level))", indent: 2) }
    if answer.operation != .quote { for balance in answer.account.balances { write(balance, to: &page) } }
    if answer.operation != .quote { writeBenefits(to: &page) }
    let isStatus = answer.operation == .status
    if isStatus { page.write(engine.unknownNames(in: answer.account)) }
    if let standing = answer.standing, answer.operation != .quote {
      page.heading("Standing")
      page.value(engine.worded(standing: standing, at: answer.account.asOf, locale: answer.locale))
    }
    let lines = isStatus ? answer.account.entries.suffix(Self.mostLines) : answer.change.entries[...]
    write(lines, heading: isStatus ? "The last lines" : "New lines", to: &page)
    write(answer.change.withdrawn[...], heading: "Withdrawn lines", to: &page)
    if !answer.change.counterparts.isEmpty { page.heading("For other accounts") }
    for counterpart in answer.change.counterparts {
      let unit = counterpart.unit ?? engine.settings.unit
      let effect =
        counterpart.of.map { "\(counterpart.kind.rawValue) \(TerminalText.harmless($0.string))" }
        ?? "+\(counterpart.amount) \(TerminalText.harmless(unit.string))"
      page.line(
        "    \(TerminalText.harmless(counterpart.account.string)): \(effect)  "
          + page.faint(TerminalText.harmless(counterpart.id.string)))
    }
    if !answer.notifications.isEmpty { page.heading("Messages") }
    for said in answer.notifications {
      let words = [said[part: "title"], said[part: "text"]].compactMap { $0?.string }
      page.paragraph(Text(words.joined(separator: ": ")), mark: "• ")
    }
    page.gap()
  }

  private var outcome: String? {
    guard let outcome = answer.change.outcome else { return nil }
    if answer.change.isDuplicate { return "This event is a duplicate: nothing has changed." }
    switch outcome {
    case .applied: return answer.operation == .quote ? "It would be applied." : "Applied."
    case .waits: return "It waits for the event that it is about."
    case .later: return "Its time is in the future."
    case .refused(let why):
      let place = answer.change.why.first.map { " (\($0.place.fileAndLine))" }
      let field = answer.change.refusedAt.map { ", at `\($0)`" }
      return "Refused: \(why)\(field ?? "")\(place ?? "")"
    }
  }

  private func write(_ balance: UnitBalance, to page: inout TerminalPage) {
    page.heading(balance.unit)
    let parts: [(name: String, amount: Int64)] = [
      ("active", balance.active), ("pending", balance.pending), ("held", balance.held), ("lifetime", balance.lifetime),
      ("earned", balance.earned), ("adjusted", balance.adjusted), ("received", balance.received),
      ("spent", balance.spent), ("sent", balance.sent), ("expired", balance.expired), ("taken back", balance.takenBack),
    ]
    for part in parts where part.amount != 0 || part.name == "active" {
      page.line("    \(page.padded(part.name, to: 12))\(page.padded("\(part.amount)", to: 10, right: true))")
    }
  }

  /// The benefits that can be used.
  private func writeBenefits(to page: inout TerminalPage) {
    let usable = answer.account.benefits.filter { $0.stage == .issued }
    if usable.isEmpty { return }
    page.heading("Benefits")
    for benefit in usable.prefix(Self.mostLines) {
      let uses = benefit.uses.map { "\($0 - benefit.used)×" } ?? "runs"
      let expires = benefit.expires.map { "until \(local($0))" } ?? ""
      page.line(
        "    \(page.padded(TerminalText.harmless(benefit.name.string), to: 20))\(page.padded(uses, to: 6))"
          + "\(page.faint("\(TerminalText.harmless(benefit.id.description))  \(expires)"))")
    }
  }

  private func write(_ entries: ArraySlice<AccountEntry>, heading: Text, to page: inout TerminalPage) {
    if entries.isEmpty { return }
    page.heading(heading)
    for entry in entries {
      let amount = page.padded(entry.amount > 0 ? "+\(entry.amount)" : "\(entry.amount)", to: 10, right: true)
      let why = [entry.kind.rawValue, entry.cause?.string ?? entry.row?.string, peer(of: entry)].compactMap(\.self)
      let said = TerminalText.harmless(why.joined(separator: ", "))
      page.line(
        "    \(engine.settings.zone.date(at: entry.time))\(amount) \(TerminalText.harmless(entry.unit.string))  \(page.faint(said))"
      )
    }
  }

  /// The sender or receiver of the amount of `entry`; nil if the entry is not a transfer.
  private func peer(of entry: AccountEntry) -> String? {
    guard entry.kind == .send || entry.kind == .receive,
      let peer = answer.account.events.first(where: { $0.id == entry.event })?.details?.peer
    else { return nil }
    return "\(entry.kind == .send ? "to" : "from") \(peer)"
  }

  private func label(_ level: Text) -> Text {
    engine.label(ofLevel: level, locale: answer.locale) ?? level
  }

  private func local(_ instant: Timestamp) -> String {
    let local = engine.settings.zone.local(at: instant)
    return "\(local.date) \(local.time), \(engine.settings.zone)"
  }
}

/// A report about accounts, as a page for a terminal.
package struct AccountReportPage: TerminalContent {
  private let report: AccountReport

  /// A page of `report`.
  package init(_ report: AccountReport) { self.report = report }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.title(Text(Int(report.accounts).counted("account")))
    let rows = report.rows
    for section in AccountReport.Section.allCases {
      let lines = rows.filter { $0.section == section }.map { row in
        [row.unit?.string ?? "", row.key.string].map(TerminalText.harmless) + [
          Self.number(row.amount), Self.number(row.events), "\(row.accounts)",
        ]
      }
      if !lines.isEmpty {
        write(Text(section.rawValue), [["unit", "", "amount", "events", "accounts"]] + lines, to: &page)
      }
    }
    for unit in report.units {
      if let share = report.breakage(of: unit) {
        page.paragraph("breakage of \(unit): \(Self.percent(share)) of what was spent or expired", indent: 2)
      }
    }
    page.gap()
  }

  /// With two decimals at most: a share has four.
  private static func percent(_ share: ExactDecimal) -> String {
    (try? share.multiplied(by: ExactDecimal(100))).map { "\($0) %" } ?? ""
  }

  private static func number(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }

  /// A table without the columns that are empty.
  private func write(_ heading: Text, _ table: [[String]], to page: inout TerminalPage) {
    page.heading(heading)
    let columns = table[0].indices.filter { column in table.dropFirst().contains { !$0[column].isEmpty } }
    for (index, row) in table.enumerated() {
      let cells = columns.map { column in
        page.padded(row[column], to: table.map(\.[column].count).max() ?? 0, right: column > 1)
      }
      let line = "    " + cells.joined(separator: "  ")
      page.line(index == 0 ? page.faint(line) : line)
    }
  }
}

/// The comparison of an account with the result of its own events, as a page for a terminal.
package struct VerifiedAccountPage: TerminalContent {
  private let result: VerifiedAccount

  /// A page of `result`.
  package init(_ result: VerifiedAccount) { self.result = result }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.title(result.account.id)
    defer { page.gap() }
    page.write(result.unknownNames)
    guard let difference = result.difference else {
      page.paragraph(
        "The account is what its \(result.account.events.count.counted("event")) \(result.account.events.count == 1 ? "comes" : "come") to.",
        indent: 2)
      return
    }
    let event = difference.event.map { " of event `\($0)`" } ?? ""
    page.paragraph("The account contradicts its own events: `\(difference.path)`\(event).", indent: 2)
    page.paragraph("expected: \(difference.expected ?? "nothing")", indent: 4)
    page.paragraph("found:    \(difference.found ?? "nothing")", indent: 4)
    if result.isOfOtherRules {
      page.paragraph("Other rules than the present ones folded it last, which may be the reason.", indent: 2)
    }
  }
}
