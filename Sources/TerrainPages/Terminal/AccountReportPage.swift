import TerrainDocuments
import TerrainEngines
import TerrainBase

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
