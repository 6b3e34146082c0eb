import TerrainBase
import TerrainDocuments

/// Sums over many accounts, which are added one by one.
package struct AccountReport: Sendable {
  /// The sections of the report.
  package enum Section: String, Sendable, CaseIterable {
    /// Balances by the last month in which they can be spent.
    case liability
    /// Amounts that expire soon.
    case expiring
    /// Accounts, by level.
    case levels
    /// Accounts that are new, or whose level is another than before.
    case changedLevels = "changed_levels"
    /// Earned amounts by cause.
    case campaigns
    /// Benefits by name and stage.
    case benefits
    /// Amounts by kind of entry.
    case flow
  }

  /// A row.
  package struct Row: Sendable {
    package let section: Section
    /// The unit; nil for levels.
    package let unit: Text?
    /// The month, level, cause, benefit or kind.
    package let key: Text
    /// The amount; nil for levels. The largest 64-bit number is the upper limit.
    package internal(set) var amount: Int64?
    /// The number of events; nil if none are counted.
    package internal(set) var events: Int64?
    /// The number of accounts.
    package internal(set) var accounts: Int64 = 0
  }

  private struct Key: Hashable {
    let section: Section
    let unit: Text?
    let key: Text
  }

  /// The time range of the report.
  package struct Scope: Sendable {
    /// The instant at which accounts are viewed; nil for each account's own instant.
    package let now: Timestamp?
    /// The instant from which entries and changes of levels count; nil: all entries, and no changes of levels.
    package let since: Timestamp?
    /// The number of days of the program's calendar within which an expiry is soon.
    package let days: Int

    /// Views accounts at `now`, with their changes after `since` and the expiries within `days`.
    package init(now: Timestamp?, since: Timestamp?, days: Int) {
      self.now = now
      self.since = since
      self.days = days
    }
  }

  package let scope: Scope
  /// The number of accounts that were added.
  package private(set) var accounts: Int64 = 0
  private var sums: [Key: Row] = [:]

  /// A report about nothing yet.
  package init(_ scope: Scope) { self.scope = scope }

  /// The rows, by section, unit and key.
  package var rows: [Row] {
    let order = Dictionary(keepingFirst: Section.allCases.enumerated().map { ($1, $0) })
    func place(_ row: Row) -> (Int, Text, Text) { (order[row.section] ?? 0, row.unit ?? "", row.key) }
    return sums.values.sorted { place($0) < place($1) }
  }

  /// The expired share of the amount of `unit` that was spent or expired; nil if neither happened. In a report about a period, the amount
  /// may have been earned in another period.
  package func breakage(of unit: Text) -> ExactDecimal? {
    func sum(_ kind: AccountEntry.Kind) -> Int64 {
      sums[Key(section: .flow, unit: unit, key: Text(kind.rawValue))]?.amount ?? 0
    }
    let ended = Int128(sum(.redeem)) + Int128(sum(.expire))
    guard let all = Int64(exactly: -ended), all > 0 else { return nil }
    return try? ExactDecimal(-sum(.expire)).divided(by: ExactDecimal(all), places: 4, rounding: .halfEven)
  }

  /// The units in which something came or went, in order.
  package var units: [Text] { Set(sums.keys.filter { $0.section == .flow }.compactMap { $0.unit }).sorted() }

  // MARK: Adding

  /// Adds `account`, which `session` keeps.
  ///
  /// - Throws: evaluation errors of the rules.
  package mutating func add(_ account: Account, _ session: LoyaltySession) throws(DiagnosticError) {
    var account = account
    if let now = scope.now { _ = try session.advance(&account, to: now) }
    let now = account.asOf ?? account.events.last?.time ?? .epoch
    accounts += 1
    var found: [Key: Row] = [:]
    func add(_ section: Section, _ unit: Text?, _ key: Text, _ amount: Int64? = nil, events: Int64? = nil) {
      let key = Key(section: section, unit: unit, key: key)
      found[key, default: Row(section: section, unit: unit, key: key.key)].add(amount, events: events)
    }
    let days = session.engine.settings.days
    let soon = try session.engine.instant(scope.days, after: now)
    for balance in account.balances {
      for lot in balance.activeLots {
        add(.liability, balance.unit, lot.expires.map { Self.month($0, in: days) } ?? "never", lot.left)
        if let expires = lot.expires, expires <= soon {
          add(.expiring, balance.unit, Text(scope.days.counted("day")), lot.left)
        }
      }
      if balance.pending != 0 { add(.liability, balance.unit, "pending", balance.pending) }
      if balance.held != 0 { add(.liability, balance.unit, "held", balance.held) }
      if balance.active < 0 { add(.liability, balance.unit, "owed", balance.active) }
    }
    for benefit in account.benefits where benefit.ended ?? now > scope.since ?? .earliest {
      add(.benefits, nil, Text("\(benefit.name) \(benefit.stage.rawValue)"), events: 1)
    }
    add(.levels, nil, account.level ?? "new")
    if let since = scope.since {
      var before = account
      _ = try session.advance(&before, to: since)
      if let new = account.level, new != before.level {
        add(.changedLevels, nil, Text("\(before.level ?? "new") → \(new)"))
      }
    }
    var counted: Set<Pair> = []
    for entry in account.entries where entry.time <= now && entry.time > scope.since ?? .earliest {
      add(.flow, entry.unit, Text(entry.kind.rawValue), entry.amount)
      guard entry.kind == .earn || entry.kind == .receive, let cause = entry.cause else { continue }
      let isNew = counted.insert(Pair(event: entry.event, cause: cause, unit: entry.unit)).inserted
      add(.campaigns, entry.unit, cause, entry.amount, events: isNew ? 1 : 0)
    }
    for (key, row) in found {
      sums[key, default: Row(section: row.section, unit: row.unit, key: row.key)].add(row)
    }
  }

  private struct Pair: Hashable {
    let event: Text
    let cause: Text
    let unit: Text
  }

  /// The last month in which something can be spent that expires at `instant`.
  private static func month(_ instant: Timestamp, in days: LocalDays) -> Text {
    let last = (try? Timestamp(seconds: instant.seconds - 1)) ?? instant
    let (year, month, _) = Moment(last, in: days).date.fields
    return Text("\(year)-\(month < 10 ? "0" : "")\(month)")
  }
}

extension AccountReport.Row {
  fileprivate mutating func add(_ amount: Int64?, events: Int64?) {
    if let amount { self.amount = Self.sum(self.amount ?? 0, amount) }
    if let events { self.events = (self.events ?? 0) + events }
  }

  /// Adds the values of one account.
  fileprivate mutating func add(_ row: Self) {
    add(row.amount, events: row.events)
    accounts += 1
  }

  private static func sum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflows) = a.addingReportingOverflow(b)
    return overflows ? (b < 0 ? .min : .max) : sum
  }
}

extension LoyaltyEngine {
  /// The instant `days` days of the program's calendar after `start`.
  fileprivate func instant(_ days: Int, after start: Timestamp) throws(DiagnosticError) -> Timestamp {
    do throws(ArithmeticError) {
      return try CalendarPeriod(days: days).end(from: start, in: settings.zone)
    } catch {
      throw DiagnosticError(.beyondTheCalendar)
    }
  }
}

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
  /// The rows as CSV (RFC 4180) with a header. The first row states the number of accounts and the instant at which they are viewed.
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
