import TerrainChecks
import TerrainDocuments
import TerrainPages
import TerrainRules
import TerrainBase

extension Impact {
  /// What a page shows: places, kinds of changes of each, rows of each.
  private static let onPage = (places: 100, changes: 10, rows: 12)

  /// For a reviewer: a page for a browser that stands alone, without scripts.
  ///
  /// - Parameters:
  ///   - old: what the old version is called.
  ///   - new: what the new version is called.
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

  /// Writes `text`; what is between backticks is code.
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
