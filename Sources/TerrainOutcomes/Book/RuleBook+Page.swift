import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainBase

extension RuleBook {
  /// The book as one page, which fetches nothing.
  package var html: String {
    let name = served(title)?.text.string ?? pack.id.string
    let language = served(title)?.locale.text.string ?? "en"
    return Markup.page(
      "\(name): rule book", language: "en", styles: [BookStyle.sheet],
      scripts: [BookScript.search] + (playground == nil ? [] : [BookScript.playground]), framed: playground?.script,
      navigation: { contents(to: &$0) },
      main: { page in
        page.element("header", ["id": "top"]) { page in
          page.element("p", ["class": "eyebrow"], "Rule book · \(locale.text)")
          page.element("h1", ["lang": language], name)
          page.element("p", ["class": "under"]) { page in
            page.words("Pack ")
            page.element("code", "\(pack.id) \(pack.version)")
            page.words(", rules ")
            page.element("code", "\(rules.id) \(rules.version)")
            page.words(". \(summary)")
          }
        }
        page.lineEnd()
        trial(to: &page)
        outcomes(to: &page)
        overview(to: &page)
        for module in modules { section(module, to: &page) }
        texts(to: &page)
        facts(to: &page)
        enums(to: &page)
        quality(to: &page)
        page.element("footer") { page in
          page.words(
            "Written by terrain book from the files of this pack and these rules. Content \(pack.hash), rules \(system.rules.hash)."
          )
        }
      })
  }

  private var summary: String {
    let decisions = modules.reduce(0) { $0 + $1.decisions.count }
    return
      "\(modules.count.counted("module")) with \(decisions.counted("decision")), \(messages.count.counted("text"))."
  }

  private func contents(to page: inout Markup) {
    page.element("nav", ["aria-label": "Contents", "class": "contents"]) { page in
      page.element("div", ["class": "search", "id": "search", "hidden": "hidden"]) { page in
        page.element("label", ["for": "query", "class": "hidden"], "Search the book")
        page.empty("input", ["type": "search", "id": "query", "placeholder": "Search", "autocomplete": "off"])
        page.element("p", ["role": "status", "class": "small soft", "id": "matches"], "")
      }
      page.element("details", ["open": "open"]) { page in
        page.element("summary", "Contents")
        page.element("ul") { page in
          if playground != nil { line("#try", "Try the rules", to: &page) }
          if !planes.isEmpty { line("#outcomes", "Outcomes", to: &page) }
          if !modules.isEmpty { line("#modules", "Modules", to: &page) }
          for group in moduleGroups {
            guard group.count > 1, let first = group.first else {
              for module in group { line("#\(BookPlaces.module(module.name))", short(module.name), to: &page) }
              continue
            }
            page.element("li") { page in
              page.element("a", ["href": "#\(BookPlaces.module(first.name))"], short(first.name))
              page.element("ul") { page in
                for module in group.dropFirst() {
                  line("#\(BookPlaces.module(module.name))", short(module.name), to: &page)
                }
              }
            }
          }
          if !messages.isEmpty { line("#texts", "Texts", to: &page) }
          line("#facts", "Facts", to: &page)
          if !pack.vocabularies.isEmpty { line("#enums", "Enums", to: &page) }
          if measures.quality != nil { line("#quality", "Quality", to: &page) }
        }
      }
    }
    page.lineEnd()
  }

  /// The modules in their order, those together that follow each other below one: `a`, `a.b`, `a.c`.
  private var moduleGroups: [[Module]] {
    var groups: [[Module]] = []
    for module in modules {
      if let first = groups.last?.first, short(module.name).hasPrefix("\(short(first.name)).") {
        groups[groups.count - 1].append(module)
      } else {
        groups.append([module])
      }
    }
    return groups
  }

  /// Which module decides what, in a line each.
  private func overview(to page: inout Markup) {
    guard !modules.isEmpty else { return }
    page.element("section", ["id": "modules"]) { page in
      page.element("h2", "Modules")
      page.element(
        "p", ["class": "doc"],
        "What is decided where. Each row of a table holds for some people; its result is in the column “then”.")
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Modules"]) { page in
        page.element("table", ["class": "data overview"]) { page in
          head(["module", "decides", "decisions"], to: &page)
          page.element("tbody") { page in
            for module in modules {
              page.element("tr") { page in
                page.element("th", ["scope": "row"]) { page in
                  page.element("a", ["href": "#\(BookPlaces.module(module.name))"], short(module.name))
                }
                page.element("td") { prose(module.doc?.string ?? "", to: &$0) }
                page.element("td", ["class": "right"], "\(module.decisions.count)")
              }
            }
          }
        }
      }
    }
    page.lineEnd()
  }

  private func line(_ address: String, _ words: String, to page: inout Markup) {
    page.element("li") { $0.element("a", ["href": address], words) }
  }

  /// `module` without the rule set's id.
  func short(_ module: Text) -> String {
    let prefix = rules.manifest.modulePrefix
    return module.string.hasPrefix(prefix) ? String(module.string.dropFirst(prefix.count)) : module.string
  }

  // MARK: Links

  /// A link to the decision or row at `anchor`, by its name without the rule set's id.
  func link(_ anchor: String, to page: inout Markup) {
    page.element("a", ["href": "#\(anchor)"]) { $0.element("code", short(Text(anchor))) }
  }

  /// Writes the list of what uses `name`; nothing where nothing does.
  func users(of name: IndexedName?, to page: inout Markup) {
    guard let name else { return }
    let (anchors, others) = places.users(of: name)
    guard !anchors.isEmpty || !others.isEmpty || name.isEvaluatedByProgram else { return }
    let counted = others.map { "\($0.part.rawValue) (\($0.count))" }
    guard anchors.count <= Self.shownUsers else {
      let summary =
        ["\(anchors.count) decisions and rows"] + (name.isEvaluatedByProgram ? ["the program"] : []) + counted
      return page.element("details", ["class": "users small soft"]) { page in
        page.element("summary", "Used by \(summary.joined(separator: ", "))")
        page.element("p") { page in
          for (number, anchor) in anchors.enumerated() {
            if number > 0 { page.words(", ") }
            link(anchor, to: &page)
          }
        }
      }
    }
    page.element("p", ["class": "users small soft"]) { page in
      page.words("Used by ")
      var isFirst = true
      func separate(_ page: inout Markup) {
        if !isFirst { page.words(", ") }
        isFirst = false
      }
      if name.isEvaluatedByProgram {
        separate(&page)
        page.words("the program")
      }
      for anchor in anchors {
        separate(&page)
        link(anchor, to: &page)
      }
      for part in counted {
        separate(&page)
        page.words(part)
      }
    }
  }

  /// More users of one name are listed only where a reader opens the list.
  private static let shownUsers = 4

  /// Writes `text` with its language, where that is not the page's.
  func write(_ text: LocalizedText.Served, as name: StaticString = "span", to page: inout Markup) {
    let language = text.locale.text.string
    page.element(name, ["lang": language], text.text.string)
  }
}
