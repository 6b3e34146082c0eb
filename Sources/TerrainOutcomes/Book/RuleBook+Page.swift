import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainValues

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
    return "\(modules.count) modules with \(decisions) decisions, \(messages.count) texts."
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
          for module in modules { line("#\(BookPlaces.module(module.name))", short(module.name), to: &page) }
          if !messages.isEmpty { line("#texts", "Texts", to: &page) }
          line("#facts", "Facts", to: &page)
          if !pack.vocabularies.isEmpty { line("#enums", "Enums", to: &page) }
          if measures.quality != nil { line("#quality", "Quality", to: &page) }
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
      for anchor in anchors.prefix(Self.mostUsers) {
        separate(&page)
        link(anchor, to: &page)
      }
      if anchors.count > Self.mostUsers { page.words(" and \(anchors.count - Self.mostUsers) more") }
      for (part, count) in others {
        separate(&page)
        page.words("\(part.rawValue) (\(count))")
      }
    }
  }

  /// More users of one name are counted, not listed.
  private static let mostUsers = 24

  /// Writes `text` with its language, where that is not the page's.
  func write(_ text: LocalizedText.Served, as name: StaticString = "span", to page: inout Markup) {
    let language = text.locale.text.string
    page.element(name, ["lang": language], text.text.string)
  }
}
