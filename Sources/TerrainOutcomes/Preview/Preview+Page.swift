import TerrainPages

extension Preview {
  /// For an author: the pages beside each other, those that differ first, in a page for a browser that stands alone.
  ///
  /// - Parameters:
  ///   - old: what the old version is called.
  ///   - new: what the new version is called.
  package func html(_ old: String, _ new: String) -> String {
    let changed = people.count(where: \.isChanged)
    return Markup.page("Preview of \(operation): \(old) → \(new)", language: "en", styles: [Self.style]) { page in
      page.element("header") { page in
        page.element("p", ["class": "eyebrow"], "Preview of \(operation)")
        page.element("h1", summary)
        page.element("p", ["class": "under"]) { page in
          page.element("code", old)
          page.words(" → ")
          page.element("code", new)
          page.words(", \(sample)")
        }
      }
      page.lineEnd()
      for person in people where person.isChanged {
        page.element("section") { page in
          page.element("h2", person.name)
          page.element("div", ["class": "sides"]) { page in
            side(old, .old, of: person, to: &page)
            side(new, .new, of: person, to: &page)
          }
        }
        page.lineEnd()
      }
      guard changed < people.count else { return }
      page.element("section") { page in
        page.element("h2", "The same in both")
        for person in people where !person.isChanged {
          page.element("details") { page in
            page.element("summary", person.name)
            page.element("div", ["class": "card"]) { text(.new, of: person, to: &$0) }
          }
        }
      }
    }
  }

  private static let style: StaticString = """

    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    code { font-size: .875em; }
    pre { margin: 8px 0 0; font-size: .8125rem; line-height: 1.5; white-space: pre-wrap; }
    pre del, pre ins { display: block; text-decoration: none; margin: 0 -8px; padding: 0 8px; border-radius: 4px; }
    pre del { background: var(--tint-care); box-shadow: inset 3px 0 var(--mark-third); }
    pre ins { background: var(--tint-good); box-shadow: inset 3px 0 var(--mark-second); }
    .sides { display: grid; gap: 16px; }
    .sides > * { min-width: 0; }
    details .card { margin-top: 8px; }
    @media (min-width: 900px), print { .sides { grid-template-columns: 1fr 1fr; } }
    """

  private func side(_ title: String, _ side: LineDifference.Side, of person: Person, to page: inout Markup) {
    page.element("div", ["class": "card"]) { page in
      page.element("h3", side == .old ? "Before: \(title)" : "After: \(title)")
      text(side, of: person, to: &page)
    }
  }

  /// The page of one version; the lines that only it has are marked.
  private func text(_ side: LineDifference.Side, of person: Person, to page: inout Markup) {
    page.element("pre", ["lang": person.language]) { page in
      for line in person.lines where line.side == .both || line.side == side {
        switch line.side {
        case .both:
          page.words(line.text)
          page.lineEnd()
        case .old: page.element("del", line.text.isEmpty ? " " : line.text)
        case .new: page.element("ins", line.text.isEmpty ? " " : line.text)
        }
      }
    }
  }
}
