import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules

extension Impact {
  /// The complete result for programs.
  package func json() throws(DiagnosticError) -> [UInt8] { try Self.description.json(self, .pretty) + [0x0A] }

  /// The description of an impact.
  package static var description: ResultType<Impact> {
    .object {
      optionalField("operation", .text, "The operation; absent where decisions are compared.") { $0.operation }
      requiredField("people", .count, "How many people were compared.") { $0.people }
      requiredField("changed", .count, "How many of them would get something else.") { $0.changed }
      requiredField("parameters", .list(parameter), "The parameters that differ.") { $0.parameters }
      requiredField("groups", .list(group), "The groups, the largest first.") { $0.groups }
      requiredField(
        "differences", .list(difference), "The places that differ, the one with the most people first; details last."
      ) {
        $0.differences
      }
      optionalField("decisions", decisions, "What is known of decisions beside their changes.") { $0.decisions }
    }
  }

  private static var decisions: ResultType<Decisions> {
    .object {
      requiredField("unchanged", .count, "How many have the same result for everybody.") { $0.unchanged }
      requiredField("undecided", .list(undecided), "Those without a value in either version for some people.") {
        $0.undecided
      }
      requiredField("only_old", .list(.text), "Those that only the old rules have.") { $0.onlyOld.map(\.string) }
      requiredField("only_new", .list(.text), "Those that only the new rules have.") { $0.onlyNew.map(\.string) }
    }
  }

  private static var undecided: ResultType<Undecided> {
    .object {
      requiredField("decision", .text, "The decision.") { $0.decision }
      requiredField("error", .text, "The code of the failure.") { $0.code }
      requiredField("lacking", .list(.text), "The facts that some people lack.") { $0.lacking.map(\.string) }
      requiredField("count", .count, "How many people.") { $0.count }
    }
  }

  private static var parameter: ResultType<RuleSetDifference.Parameter> {
    .object {
      requiredField("name", .text, "Its name.") { $0.name }
      optionalField("old", .text, "Its value in the old rules.") { $0.old?.asBrieflyWritten }
      optionalField("new", .text, "Its value in the new rules.") { $0.new?.asBrieflyWritten }
    }
  }

  private static var group: ResultType<Group> {
    .object {
      requiredField("name", .text, "What its people have in common.") { $0.name }
      requiredField("people", .count, "How many there are.") { $0.people }
      requiredField("changed", .count, "How many of them would get something else.") { $0.changed }
    }
  }

  private static var difference: ResultType<Difference> {
    .object {
      requiredField("path", .text, "Where in results; a decision where decisions are compared.") { $0.path }
      requiredField("count", .count, "For how many people.") { $0.count }
      requiredField("greater", .count, "Numbers that became greater.") { $0.greater }
      requiredField("less", .count, "Numbers that became less.") { $0.less }
      optionalField("totals", totals, "What numbers that changed add up to.") {
        $0.greater + $0.less == 0 ? nil : $0.totals
      }
      requiredField("changes", .list(change), "The changes, the most frequent first.") { $0.changes }
      requiredField("others", .count, "Changes of further kinds.") { $0.others }
    }
  }

  private static var totals: ResultType<Totals> {
    .object {
      requiredField("before", .number, "Their sum in the old results.") { $0.before }
      requiredField("after", .number, "Their sum in the new results.") { $0.after }
      requiredField("gained", .number, "The sum of what some became greater by.") { $0.gained }
      requiredField("lost", .number, "The sum of what some became less by.") { $0.lost }
      requiredField("gain_most", .list(mover), "For whom they became greater by most.") { $0.gainers }
      requiredField("lose_most", .list(mover), "For whom they became less by most.") { $0.losers }
    }
  }

  private static var mover: ResultType<Mover> {
    .object {
      requiredField("name", .text, "The request's id, its account, or its line.") { $0.name }
      requiredField("by", .number, "What the numbers changed by; negative where they became less.") { $0.delta }
    }
  }

  private static var change: ResultType<Change> {
    .object {
      requiredField("from", .orNull(.text), "The old value; null where there was none.") { $0.from }
      requiredField("to", .orNull(.text), "The new value; null where there is none.") { $0.to }
      requiredField("count", .count, "How many people.") { $0.count }
      requiredField("example", .text, "The smallest request that shows it.") { $0.example.name }
      requiredField("rows_old", .list(origin), "What made the old result of the example, and not the new one.") {
        $0.cause?.old ?? []
      }
      requiredField("rows_new", .list(origin), "What made the new result of the example, and not the old one.") {
        $0.cause?.new ?? []
      }
      requiredField("parameters", .list(.text), "Parameters that differ and that these name.") {
        $0.cause?.parameters.map(\.name.string) ?? []
      }
    }
  }

  private static var origin: ResultType<Origin> {
    .object {
      requiredField("decision", .text, "The decision.") { $0.decision }
      optionalField("row", .text, "The row; absent where no single row made the result.") { $0.row }
      requiredField("part", .text, "The part of the decision: `row`, `rows`, `otherwise` or `value`.") {
        $0.part.rawValue
      }
      requiredField("place", .text, "Its file and line.") { $0.place.fileAndLine }
    }
  }
}

extension Impact {
  /// The maximum numbers in a text: places, changes per place, rows per change.
  private static let shown = (places: 20, changes: 5, rows: 4)

  /// A text for people: the number of changes, then each place with its changes, examples, and rows.
  package var text: String {
    var text = "\(operation.map { "\($0): " } ?? "")\(summary)\(share(changed))\n"
    for parameter in parameters { text += "parameter \(parameter.words)\n" }
    if !groups.isEmpty {
      text += "\nby group:\n"
      for group in groups {
        text += "  \(group.name): \(group.changed) of \(group.people)\(share(group.changed, of: group.people))\n"
      }
    }
    for difference in differences.prefix(Self.shown.places) { text += lines(difference) }
    let more = differences.count - Self.shown.places
    if more > 0 { text += "\nand \(more.counted("more place")); `--json` has all\n" }
    if let decisions { text += "\n" + decisions.lines(people).map { "\($0)\n" }.joined() }
    return text
  }

  /// The number of people whose results would change, in words.
  var summary: String { "\(changed) of \(people) would get something else" }

  private func share(_ count: Int, of all: Int? = nil) -> String {
    let share = Self.share(count, of: all ?? people)
    return share.isEmpty ? "" : " (\(share))"
  }

  /// The share of `count` in `all`, with one decimal; empty if `all` is 0.
  static func share(_ count: Int, of all: Int) -> String {
    guard all > 0 else { return "" }
    let tenths = (count * 2000 + all) / (all * 2)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private func lines(_ difference: Difference) -> String {
    var text = "\n\(difference.name): \(difference.count)\(share(difference.count))\n"
    for line in difference.numberLines { text += "  \(line)\n" }
    let changes = difference.changes.prefix(difference.shown(of: Self.shown.changes))
    for change in changes {
      text += "  \(change.count)\(share(change.count)) \(change.words)\n"
      if let cause = change.cause { text += lines(cause, of: change.example) }
    }
    let more = difference.kinds(after: changes.count)
    if more > 0 { text += "  and \(more.counted("other kind"))\n" }
    return text
  }

  private func lines(_ cause: Cause, of example: Example) -> String {
    // The facts that a decision reads fit on a line; a request of an operation does not.
    let facts = operation == nil ? " \(cause.request)" : ""
    var text = "    the smallest request: \(example.name)\(facts)\n"
    for (title, origins) in cause.titled {
      let shown = origins.prefix(Self.shown.rows).map(\.words)
      let more = origins.count > Self.shown.rows ? ", and \(origins.count - Self.shown.rows) more" : ""
      text += "    \(title): \(shown.joined(separator: ", "))\(more)\n"
    }
    for parameter in cause.parameters { text += "    parameter \(parameter.words)\n" }
    return text
  }
}

extension Impact.Decisions {
  /// Decisions without a value that are listed.
  private static let shown = 20

  /// The information in addition to changes, in words.
  func lines(_ people: Int) -> [String] {
    var lines = ["unchanged: \(unchanged.counted("decision"))"]
    for one in undecided.prefix(Self.shown) {
      let lacking = one.lacking.map { "`\($0)`" }.joined(separator: ", ")
      let why = lacking.isEmpty ? one.code : "\(one.code): \(lacking)"
      let share = Impact.share(one.count, of: people)
      lines.append("without a value in both versions: \(one.decision) for \(one.count), \(share) (\(why))")
    }
    let more = undecided.count - Self.shown
    if more > 0 { lines.append("without a value in both versions: \(more) more; `--json` has all") }
    for (title, names) in [("only in the old rules", onlyOld), ("only in the new rules", onlyNew)] where !names.isEmpty
    {
      lines.append("\(title): \(names.map(\.string).joined(separator: ", "))")
    }
    return lines
  }
}

extension Impact.Difference {
  /// The name of the place.
  var name: String { path.isEmpty ? "the whole result" : path }

  /// The changes of numbers, in one line each; empty if no number changed.
  var numberLines: [String] {
    guard greater + less > 0 else { return [] }
    let mean = Self.words((totals.gained - totals.lost) / Double(greater + less), isMean: true)
    var lines = [
      "\(greater) greater, \(less) less; by \(mean) on average",
      "in all \(Self.words(totals.before)) before, \(Self.words(totals.after)) after: "
        + "\(Self.words(totals.gained)) gained, \(Self.words(totals.lost)) lost",
    ]
    for (title, movers) in [("gain most", totals.gainers), ("lose most", totals.losers)] where !movers.isEmpty {
      lines.append("\(title): " + movers.map { "\($0.name) \(Self.words($0.delta))" }.joined(separator: ", "))
    }
    return lines
  }

  /// A number with one decimal, which is left out if it is 0 and the number is not a mean.
  private static func words(_ number: Double, isMean: Bool = false) -> String {
    let tenths = (number * 10).rounded() / 10
    if !isMean, let whole = Int64(exactly: tenths) { return "\(whole)" }
    return "\(tenths)"
  }

  /// The number of changes shown, at most `most`: only one example if numbers change in many ways.
  func shown(of most: Int) -> Int { greater + less > 0 && changes.count > most ? 1 : most }

  /// The kinds of changes after the first `count`.
  func kinds(after count: Int) -> Int { changes.count - min(count, changes.count) + (others > 0 ? 1 : 0) }
}

extension Impact.Change {
  /// The change in words.
  var words: String {
    switch (from, to) {
    case (let from?, let to?): "from \(from) to \(to)"
    case (let from?, nil): "no more \(from)"
    case (nil, let to?): "now \(to)"
    case (nil, nil): ""
    }
  }
}

extension Impact.Cause {
  /// The origins of the results, with titles. If both versions have the same origins, the title names both.
  var titled: [(title: String, origins: [Impact.Origin])] {
    if old == new { return old.isEmpty ? [] : [("in both versions", old)] }
    return [("rows of the old rules", old), ("rows of the new rules", new)].filter { !$0.1.isEmpty }
  }
}

extension Impact.Origin {
  /// The row and its location.
  var words: String { "\(name) (\(place.fileAndLine))" }

  /// `m.d.row`, or the part of the decision that is used in place of a row.
  var name: String {
    switch part {
    case .row: "\(decision).\(row ?? "")"
    case .rows: "the rows of \(decision)"
    case .otherwise: "`otherwise` of \(decision)"
    case .value: "`value` of \(decision)"
    }
  }
}

extension Impact {
  /// The maximum numbers on a page: places, changes per place, rows per change.
  private static let onPage = (places: 100, changes: 10, rows: 12)

  /// A self-contained HTML page without scripts for a reviewer.
  ///
  /// - Parameters:
  ///   - old: the name of the old version.
  ///   - new: the name of the new version.
  ///   - pages: the pages of people before and after, or nil if the results have none.
  package func html(_ old: String, _ new: String, pages: ImpactPages? = nil) -> String {
    let subject = operation ?? "decisions"
    let shown = pages.flatMap { $0.people.isEmpty ? nil : $0 }
    let styles = [Self.style] + (shown == nil ? [] : [ImpactPages.style])
    return Markup.page("Impact on \(subject): \(old) → \(new)", language: "en", styles: styles) { page in
      page.element("header") { page in
        page.element("p", ["class": "eyebrow"], "Impact on \(subject)")
        page.element("h1", summary)
        page.element("p", ["class": "under"]) { page in
          page.element("code", old)
          page.words(" → ")
          page.element("code", new)
          prose(", over \(sample)", to: &page)
        }
        bar(changed, of: people, to: &page)
      }
      page.lineEnd()
      if !parameters.isEmpty {
        section("Parameters that differ", "parameters", to: &page) { page in
          table(["parameter", "old", "new"], to: &page) { page in
            for parameter in parameters {
              row(
                parameter.name.string, [parameter.old, parameter.new].map { $0?.asBrieflyWritten ?? "none" }, to: &page)
            }
          }
        }
      }
      if !groups.isEmpty {
        section("By group", "groups", to: &page) { page in
          table(["group", "people", "changed", "share"], to: &page) { page in
            for group in groups {
              let share = Self.share(group.changed, of: group.people)
              row(group.name, ["\(group.people)", "\(group.changed)", share], to: &page)
            }
          }
        }
      }
      section("What changes", "changes", to: &page) { page in
        if differences.isEmpty { page.element("p", "Nothing differs for anybody.") }
        for difference in differences.prefix(Self.onPage.places) { card(difference, to: &page) }
        let more = differences.count - Self.onPage.places
        if more > 0 { page.element("p", ["class": "soft"], "And \(more) more; `--json` has all.") }
        for line in decisions?.lines(people) ?? [] { page.element("p", ["class": "note"]) { prose(line, to: &$0) } }
      }
      if let shown {
        section("Pages before and after", "pages", to: &page) { shown.write(old, new, to: &$0) }
      }
    }
  }

  private static let style: StaticString = """

    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
    pre { margin: 8px 0 0; padding: 10px 12px; border-radius: 8px; background: var(--tint-plain); }
    pre { white-space: pre-wrap; }
    .share { margin-top: 20px; height: 10px; border-radius: 5px; background: var(--mark-line); overflow: hidden; }
    .share i { display: block; height: 100%; background: var(--mark-accent); }
    .card + .card { margin-top: 16px; }
    .card .rows { margin-top: 12px; }
    del { text-decoration: none; border-bottom: 2px solid var(--mark-care); }
    ins { text-decoration: none; border-bottom: 2px solid var(--mark-good); }
    .cause { margin: 8px 0 0; font-size: .875rem; }
    .cause dt { color: var(--soft-ink); margin-top: 8px; }
    .cause dd { margin: 0; }
    """

  /// Writes `text`; a part between backticks is code.
  private func prose(_ text: String, to page: inout Markup) {
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) { page.words(String(part)) } else { page.element("code", String(part)) }
    }
  }

  private func bar(_ count: Int, of all: Int, to page: inout Markup) {
    let share = Self.share(count, of: all)
    guard !share.isEmpty else { return }
    page.element("div", ["class": "share", "role": "img", "aria-label": share]) { page in
      page.element("i", ["style": "width: \(Double(count * 1000 / all) / 10)%"], "")
    }
    page.element("p", ["class": "small soft"], "\(share) of people")
  }

  private func section(
    _ title: String, _ name: String, to page: inout Markup, _ body: (inout Markup) -> Void
  ) {
    page.element("section", ["aria-labelledby": name]) { page in
      page.element("h2", ["id": name], title)
      body(&page)
    }
    page.lineEnd()
  }

  private func table(_ heads: [String], to page: inout Markup, _ rows: (inout Markup) -> Void) {
    page.element("table", ["class": "data"]) { page in
      page.element("thead") { page in
        page.element("tr") { page in for head in heads { page.element("th", ["scope": "col"], head) } }
      }
      page.element("tbody", [:], rows)
    }
  }

  private func row(_ head: String, _ cells: [String], to page: inout Markup) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"], head)
      for cell in cells { page.element("td", cell) }
    }
  }

  private func card(_ difference: Difference, to page: inout Markup) {
    page.element("article", ["class": "card"]) { page in
      page.element("div", ["class": "head"]) { page in
        page.element("h3") { $0.element("code", difference.name) }
        page.element("span", ["class": "chip"], people(difference.count))
      }
      for line in difference.numberLines { page.element("p", ["class": "soft"], line) }
      let changes = difference.changes.prefix(difference.shown(of: Self.onPage.changes))
      page.element("ul", ["class": "rows"]) { page in
        for change in changes {
          page.element("li") { page in
            words(change, to: &page)
            if let cause = change.cause { dl(cause, of: change.example, to: &page) }
          }
        }
      }
      let more = difference.kinds(after: changes.count)
      if more > 0 { page.element("p", ["class": "note"], "and \(more.counted("other kind"))") }
    }
    page.lineEnd()
  }

  private func people(_ count: Int) -> String {
    "\(count) \(count == 1 ? "person" : "people"), \(Self.share(count, of: people))"
  }

  private func words(_ change: Change, to page: inout Markup) {
    page.element("p") { page in
      if let from = change.from {
        page.words(change.to == nil ? "no more " : "from ")
        page.element("del", from)
      }
      if let to = change.to {
        page.words(change.from == nil ? "now " : " to ")
        page.element("ins", to)
      }
      page.words(" ")
      page.element("span", ["class": "small soft"], people(change.count))
    }
  }

  private func dl(_ cause: Cause, of example: Example, to page: inout Markup) {
    page.element("dl", ["class": "cause"]) { page in
      for (title, origins) in cause.titled {
        page.element("dt", title)
        for origin in origins.prefix(Self.onPage.rows) {
          page.element("dd") { page in
            if origin.part == .row { page.element("code", origin.name) } else { prose(origin.name, to: &page) }
            page.words(" ")
            page.element("span", ["class": "soft"], origin.place.fileAndLine)
          }
        }
        let more = origins.count - Self.onPage.rows
        if more > 0 { page.element("dd", ["class": "soft"], "and \(more) more") }
      }
      if !cause.parameters.isEmpty {
        page.element("dt", "parameters")
        for parameter in cause.parameters { page.element("dd") { prose(parameter.words, to: &$0) } }
      }
      page.element("dt", "the smallest request: \(example.name)")
      page.element("dd") { $0.element("pre", cause.request) }
    }
  }
}
