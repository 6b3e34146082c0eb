import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules

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

  /// The modules in their order, grouped if they follow each other and have a common parent: `a`, `a.b`, `a.c`.
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

  /// A list of the modules with their decisions, in a line each.
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

  /// Writes the list of the uses of `name`; nothing without uses.
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

  /// The number of users of one name above which the list is collapsed.
  private static let shownUsers = 4

  /// Writes `text` with its language, if that is not the page's language.
  func write(_ text: LocalizedText.Served, as name: StaticString = "span", to page: inout Markup) {
    let language = text.locale.text.string
    page.element(name, ["lang": language], text.text.string)
  }
}

/// The style sheet of rule books, in addition to the style sheet of all pages.
enum BookStyle {
  static let sheet: StaticString = """

    :root {
      --region-1: #DCE8F5; --region-2: #F6DFD3; --region-3: #DDEBD5; --region-4: #EFE3F5; --region-5: #F7EDC8;
      --region-6: #D4EBE8; --region-7: #F5D9E1; --region-8: #E4E2DA; --region-9: #D9DCF4;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --region-1: #233B55; --region-2: #55331F; --region-3: #2C4723; --region-4: #45305A; --region-5: #4C421B;
        --region-6: #1D4743; --region-7: #552B39; --region-8: #45423A; --region-9: #303667;
      }
    }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
    code { font-size: .875em; white-space: pre-wrap; }
    pre { font-size: .8125rem; overflow-x: auto; margin: 8px 0 0; }
    a { color: var(--accent-ink); text-underline-offset: 2px; }
    a:focus-visible, input:focus-visible, pre:focus-visible { outline: 2px solid var(--mark-accent); outline-offset: 2px; }
    main { max-width: 1160px; }
    .contents { padding: 16px 24px 0; max-width: 1160px; margin: 0 auto; }
    .contents ul { list-style: none; margin: 8px 0 0; padding: 0; columns: 12rem; font-size: .875rem; }
    .contents li { padding: 3px 0; }
    .contents li ul { columns: auto; margin: 2px 0 4px; padding-left: 14px; border-left: 1px solid var(--mark-line); }
    .search input {
      width: 100%; font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--mark-edge);
      border-radius: 8px; padding: 8px 12px;
    }
    .anchor { text-decoration: none; color: var(--soft-ink); font-weight: 400; padding: 0 4px; }
    .doc { color: var(--soft-ink); margin-top: 2px; max-width: 70ch; }
    .module > h2 { margin-bottom: 4px; }
    .module > p { margin-bottom: 4px; }
    article { margin-top: 28px; }
    article.text { margin-top: 8px; padding-top: 8px; border-top: 1px solid var(--mark-line); }
    article.text > h3 { font-size: .8125rem; }
    .single { display: block; }
    .single > dt { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .entry-head { margin-top: 20px; }
    .type { font-weight: 400; font-size: .8125rem; color: var(--soft-ink); }
    .hit { margin-top: 6px; }
    .value { margin-top: 6px; padding: 8px 12px; background: var(--tint-plain); border-radius: 8px; }
    .value a, .rules a { color: inherit; text-decoration-color: var(--mark-edge); }
    .rules thead th { border-bottom: 1px solid var(--mark-edge); color: var(--ink); }
    .rules .part { color: var(--soft-ink); padding-right: 4px; }
    .rules .part:empty { padding: 0; }
    .rules tbody th { color: var(--ink); min-width: 6rem; }
    .rules td { min-width: 4.5rem; max-width: 26rem; }
    .rules .otherwise > * { border-top: 1px solid var(--mark-edge); }
    .named code { font-size: .75rem; }
    .note-text { display: block; color: var(--soft-ink); font-weight: 400; max-width: 22rem; }
    .users { margin-top: 6px; }
    .users p { margin-top: 4px; }
    .users summary { cursor: pointer; width: fit-content; }
    .data .users { margin-top: 0; }
    .overview td { max-width: 60ch; }
    .overview thead th:last-child { text-align: right; }
    .type a { color: inherit; text-decoration-color: var(--mark-edge); }
    .right { white-space: nowrap; }
    dl { margin: 4px 0 0; display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: 2px 16px; }
    dt { color: var(--soft-ink); font-size: .8125rem; padding-top: 2px; }
    dd { margin: 0; max-width: 70ch; min-width: 0; }
    .values { list-style: none; padding: 0; margin: 6px 0 0; display: flex; flex-wrap: wrap; gap: 2px 18px; font-size: .875rem; }
    .planes { display: grid; gap: 16px; margin-top: 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }
    .planes > * { min-width: 0; }
    .plane { margin: 0; }
    .plane-drawing { display: block; width: 100%; max-width: 460px; height: auto; margin-top: 8px; }
    .region { shape-rendering: crispEdges; }
    .border { stroke: var(--card); stroke-width: 2; fill: none; }
    .zero { stroke: var(--mark-edge); stroke-width: 1; stroke-dasharray: 3 4; fill: none; }
    .number { font-size: 20px; font-weight: 600; fill: var(--ink); }
    .ends { font-size: .8125rem; color: var(--soft-ink); margin-top: 6px; max-width: 460px; }
    .ends.across { display: flex; justify-content: space-between; gap: 12px; }
    .regions { list-style: none; margin: 10px 0 0; padding: 0; font-size: .9375rem; }
    .regions li { padding: 2px 0; }
    .key { display: inline-block; min-width: 1.6em; text-align: center; border-radius: 4px; font-size: .8125rem; font-weight: 600; border: 1px solid var(--mark-line); }
    .region-1 { fill: var(--region-1); background: var(--region-1); } .region-2 { fill: var(--region-2); background: var(--region-2); }
    .region-3 { fill: var(--region-3); background: var(--region-3); } .region-4 { fill: var(--region-4); background: var(--region-4); }
    .region-5 { fill: var(--region-5); background: var(--region-5); } .region-6 { fill: var(--region-6); background: var(--region-6); }
    .region-7 { fill: var(--region-7); background: var(--region-7); } .region-8 { fill: var(--region-8); background: var(--region-8); }
    .region-9 { fill: var(--region-9); background: var(--region-9); }
    .bar-cell { position: relative; width: 60%; padding-left: 4.5rem; }
    .bar { display: inline-block; vertical-align: middle; height: 6px; background: var(--mark-accent); border-radius: 3px; }
    .bar-number { position: absolute; left: 0; width: 4rem; text-align: right; }
    .playground { display: block; width: 100%; height: 90vh; margin-top: 12px; border: 1px solid var(--mark-edge); border-radius: 8px; }
    #try button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--mark-edge); border-radius: 8px; padding: 8px 20px; cursor: pointer; }
    @media print { #try { display: none; } }
    :target { scroll-margin-top: 16px; }
    article:target > h3, tr:target > *, section:target > h2 { background: var(--tint-care); }
    [hidden] { display: none !important; }
    @media (min-width: 720px) {
      article.text { display: grid; grid-template-columns: minmax(10rem, 18rem) minmax(0, 1fr); gap: 0 20px; }
      article.text > h3 { grid-row: span 2; padding-top: 3px; }
      article.text > .users { margin-top: 0; grid-column: 2; }
      article.text > dl { margin-top: 0; }
    }
    @media (min-width: 1200px) {
      body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
      .contents { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 16px; margin: 0; }
      .contents ul { columns: auto; }
      main { margin: 0; padding-top: 32px; }
    }
    @media print {
      body { display: block; }
      .contents { position: static; height: auto; padding: 0; }
      .contents ul { columns: 4; font-size: 9px; }
      .search, .anchor { display: none; }
      a { color: inherit; text-decoration: none; }
      article { margin-top: 10px; }
      article.text { margin-top: 4px; padding-top: 4px; }
      .data { font-size: 8px; }
      .planes { grid-template-columns: 1fr 1fr; gap: 8px; }
      .plane-drawing { max-width: 300px; }
      .value { padding: 3px 6px; }
    }
    @media print {
      :root {
        --region-1: #DCE8F5; --region-2: #F6DFD3; --region-3: #DDEBD5; --region-4: #EFE3F5; --region-5: #F7EDC8;
        --region-6: #D4EBE8; --region-7: #F5D9E1; --region-8: #E4E2DA; --region-9: #D9DCF4;
      }
    }
    """
}

/// The script of rule books: text in the search field hides every entry that does not contain it.
enum BookScript {
  static let search: StaticString = """
    "use strict";
    (() => {
      const box = document.getElementById("search"), field = document.getElementById("query");
      const status = document.getElementById("matches");
      const entries = [...document.querySelectorAll("article.entry")];
      const sections = [...document.querySelectorAll("main > section")];
      let words = null;
      const show = () => {
        const query = field.value.trim().toLowerCase();
        words ??= entries.map(entry => entry.textContent.toLowerCase());
        let count = 0;
        entries.forEach((entry, index) => {
          const matches = !query || words[index].includes(query);
          entry.hidden = !matches;
          if (matches) count++;
        });
        for (const section of sections) {
          const own = section.querySelectorAll("article.entry");
          section.hidden = Boolean(query) && ![...own].some(entry => !entry.hidden);
        }
        status.textContent = query ? `${count} of ${entries.length} entries` : "";
      };
      // Where it is above the book, the list of contents would hide it.
      if (innerWidth < 1200) document.querySelector("nav details").open = false;
      let timer = 0;
      field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 120); });
      addEventListener("hashchange", () => {
        if (!field.value) return;
        field.value = "";
        show();
        document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
      });
      box.hidden = false;
    })();
    """
}

/// A page that `bin/playground` wrote, which a book contains: the engine at work on the pack and the rules of the book.
package struct BookPlayground {
  /// The page as it is.
  let page: String
  /// The text of its one script that runs.
  let script: String

  /// The playground in `source`.
  ///
  /// - Throws: `book/not-a-playground`, and `book/other-playground` if it runs other content than `system`.
  package init(_ source: SourceText, of system: LoadedSystem) throws(DiagnosticError) {
    let bytes = source.bytes
    guard
      let data = Self.between(#"<script type="application/json" id="data">"#, "</script>", bytes),
      let script = Self.between("\n<script>", "</script>", bytes),
      let versions = JSONReader.read(SourceText(name: source.name, bytes: Array(data))).document?.root["versions"],
      let pack = versions["pack"]?["hash"]?.text, let rules = versions["rules"]?["hash"]?.text
    else { throw DiagnosticError(.notAPlayground(source.name)) }
    guard pack.string == system.pack.hash, rules.string == system.rules.hash else {
      throw DiagnosticError(.otherPlayground(source.name, of: system.pack.id.string))
    }
    page = String(decoding: bytes, as: UTF8.self)
    self.script = String(decoding: script, as: UTF8.self)
  }

  /// The bytes between the first `start` and the next `end`.
  private static func between(_ start: String, _ end: String, _ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let opening = bytes.firstRange(of: Array(start.utf8)) else { return nil }
    let rest = bytes[opening.upperBound...]
    guard let closing = rest.firstRange(of: Array(end.utf8)) else { return nil }
    return rest[..<closing.lowerBound]
  }
}

extension RuleBook {
  /// Writes the section with the playground; nothing in a book without a playground.
  func trial(to page: inout Markup) {
    guard let playground else { return }
    page.element("section", ["id": "try"]) { page in
      page.element("h2", "Try the rules")
      page.element(
        "p", ["class": "doc"],
        "The engine itself, in this file: answer, move a threshold, and see the result, the shares and the rows that decide. Nothing that you enter leaves it."
      )
      page.element("p") { page in
        page.element("button", ["type": "button", "id": "open-playground", "hidden": "hidden"], "Open")
      }
      page.json("playground", playground.page)
    }
    page.lineEnd()
  }
}

extension BookScript {
  /// Opens the playground in a frame, and keeps the playground's state in the address of the book.
  static let playground: StaticString = """
    "use strict";
    (() => {
      const button = document.getElementById("open-playground");
      const frame = document.createElement("iframe");
      const open = (state) => {
        const page = JSON.parse(document.getElementById("playground").textContent);
        frame.title = "The rules at work";
        frame.className = "playground";
        frame.src = URL.createObjectURL(new Blob([page], { type: 'text/html' })) + state;
        button.parentNode.replaceWith(frame);
      };
      button.hidden = false;
      button.addEventListener("click", () => { open(""); frame.focus(); });
      addEventListener("message", ({ source, data }) => {
        if (source !== frame.contentWindow || typeof data?.playground !== "string") return;
        history.replaceState(null, "", `#try=${data.playground}`);
      });
      if (!location.hash.startsWith("#try=")) return;
      open(`#${location.hash.slice(5)}`);
      frame.scrollIntoView();
    })();

    """
}

extension Diagnostic {
  fileprivate static func notAPlayground(_ file: String) -> Diagnostic {
    Diagnostic(
      code: "book/not-a-playground", message: "`\(file)` is not a page that `bin/playground` wrote", place: nil,
      fix: "`bin/playground PACK -o FILE.html` writes one")
  }

  fileprivate static func otherPlayground(_ file: String, of pack: String) -> Diagnostic {
    Diagnostic(
      code: "book/other-playground",
      message: "the playground `\(file)` runs other content than that of the book, which is of `\(pack)`", place: nil,
      fix: "write it again: `bin/playground \(pack) -o \(file)`")
  }
}
