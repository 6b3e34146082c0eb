import TerrainDocuments
import TerrainBase

// A report about accounts as JSON and as CSV.

extension ResultType where Content == AccountReport {
  /// A report about accounts.
  package static var accountReport: ResultType {
    object {
      requiredField("accounts", .count, "How many accounts there are.") { $0.accounts }
      optionalField("now", .instant, "The instant at which they are viewed.") { $0.scope.now }
      optionalField("since", .instant, "The instant from which entries and changes of levels count.") { $0.scope.since }
      requiredField("rows", .list(.row), "The sums.") { $0.rows }
      requiredField(
        "breakage", .map(.number, key: { $0.unit }, value: { $0.share }),
        "By unit, the share of what was spent or expired that expired."
      ) { report in
        report.units.compactMap { unit in report.breakage(of: unit).map { (unit: unit, share: $0) } }
      }
    }
  }
}

extension ResultType where Content == AccountReport.Row {
  fileprivate static var row: ResultType {
    object {
      requiredField("section", .word, "What it is about.") { $0.section }
      optionalField("unit", .text, "Of what.") { $0.unit }
      requiredField("key", .text, "The month, level, cause or kind.") { $0.key }
      optionalField("amount", .integer, "How much.") { $0.amount }
      optionalField("events", .count, "In how many events.") { $0.events }
      requiredField("accounts", .count, "In how many accounts.") { $0.accounts }
    }
  }
}

extension AccountReport {
  /// The rows as CSV (RFC 4180), with a header, after one that says how many accounts there are and when they are viewed.
  package var csv: String {
    let header = ["section", "unit", "key", "amount", "events", "accounts"]
    let cells = rows.map { row in
      [row.section.rawValue, row.unit?.string ?? "", row.key.string]
        + [row.amount, row.events, row.accounts].map { $0.map { "\($0)" } ?? "" }
    }
    let all = ["accounts", "", scope.now?.description ?? "", "", "", "\(accounts)"]
    return ([header, all] + cells).map { CSVReader.line($0).dropLast() + "\r\n" }.joined()
  }
}
