import TerrainBase
import TerrainDocuments

/// Writes HTML, with SVG inside. Data is always written as text.
///
/// Names of elements and attributes are literals of the program, so that no data can become a name. Every value is escaped, in texts and
/// attributes. Characters that change the writing direction, and control characters, are shown as `\u{202e}`.
package struct Markup {
  /// Names and values of attributes, in order.
  package typealias Attributes = KeyValuePairs<StaticString, String>

  /// The markup written until now.
  package private(set) var text = ""
  /// The tag of the page's language.
  private(set) var language = ""

  /// Writes an element; `body` writes its contents.
  package mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    text += ">"
    body(&self)
    text += "</\(name)>"
  }

  /// Writes an element with words in it.
  package mutating func element(_ name: StaticString, _ attributes: Attributes, _ words: String) {
    element(name, attributes) { $0.words(words) }
  }

  /// Writes an element with words in it.
  package mutating func element(_ name: StaticString, _ words: String) { element(name, [:], words) }

  /// Writes an element without anything in it.
  package mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
    open(name, attributes)
    text += "/>"
  }

  /// Writes words.
  package mutating func words(_ words: String) { text += Self.escaped(words) }

  /// Writes words.
  package mutating func words(_ words: Text) { self.words(words.string) }

  /// Writes a literal of the program without escaping, such as a doctype or a style sheet.
  package mutating func literal(_ literal: StaticString) { text += "\(literal)" }

  /// A self-contained page for light and dark mode: nothing is fetched, and only its own scripts run.
  ///
  /// - Parameters:
  ///   - language: the tag of the main language.
  ///   - styles: style sheets in addition to the style sheet of all pages.
  ///   - scripts: the only scripts that run; the page's policy names their hashes.
  ///   - framed: the script of a page that runs in a frame of this page, which may use WebAssembly.
  ///   - navigation: writes the part before the main part.
  ///   - main: writes the main part.
  package static func page(
    _ title: String, language: String, styles: [StaticString] = [], scripts: [StaticString] = [],
    framed: String? = nil, navigation: ((inout Markup) -> Void)? = nil, main: (inout Markup) -> Void
  ) -> String {
    var page = Markup()
    page.language = language
    page.literal("<!doctype html>\n")
    page.element("html", ["lang": language]) { page in
      page.element("head") { page in
        page.empty("meta", ["charset": "utf-8"])
        page.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.empty(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content":
              "default-src 'none'; style-src 'unsafe-inline'; img-src data:\(Self.policy(of: scripts, framed: framed))",
          ])
        page.empty("meta", ["name": "color-scheme", "content": "light dark"])
        page.empty("meta", ["name": "referrer", "content": "no-referrer"])
        page.element("title", title)
        page.element("style") { page in
          page.literal(PageStyle.sheet)
          for style in styles { page.literal(style) }
        }
      }
      page.lineEnd()
      page.element("body") { page in
        navigation?(&page)
        page.element("main", [:], main)
        for script in scripts {
          page.lineEnd()
          page.element("script") { $0.literal(script) }
        }
      }
    }
    page.lineEnd()
    return page.text
  }

  /// The part of a policy that permits `scripts`, by their hashes, and a page in a frame that runs the script `framed`: it is made in the
  /// page, and has its policy.
  private static func policy(of scripts: [StaticString], framed: String?) -> String {
    let hashes = (scripts.map { "\($0)" } + (framed.map { [$0] } ?? [])).map { script in
      " 'sha256-\(String(decoding: Base64.encode(SHA256.digest(of: Array(script.utf8))), as: UTF8.self))'"
    }
    guard !hashes.isEmpty else { return "" }
    return "; script-src\(hashes.joined())\(framed == nil ? "" : " 'wasm-unsafe-eval'; frame-src blob:")"
  }

  /// Writes `text` as data for scripts, in an element that is not shown: a literal of JSON, in which no element can end.
  package mutating func json(_ id: StaticString, _ text: String) {
    var writer = JSONWriter(.compact)
    writer.string(text)
    let literal = writer.bytes.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
    self.text += "<script type=\"application/json\" id=\"\(id)\">\(String(decoding: literal, as: UTF8.self))</script>"
  }

  /// Ends a line, so that the page can be read as a file.
  package mutating func lineEnd() { text += "\n" }

  private mutating func open(_ name: StaticString, _ attributes: Attributes) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
  }

  /// `words` as text in an element or in an attribute in double quotes.
  static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in TerminalText.harmless(words).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The style sheet of every page. Colors are named by their purpose: `--…-ink` are for words, `--mark-…` for shapes without words,
/// `--ground`, `--card`, and `--tint-…` for backgrounds of words. A test computes the contrasts.
enum PageStyle {
  static let sheet: StaticString = """
    :root {
      color-scheme: light dark;
      --ground: #FAFAF8; --card: #FFFFFF; --tint-good: #EEF3EE; --tint-care: #F8F2E6; --tint-plain: #F3F1EC;
      --ink: #1A1A1A; --soft-ink: #5E5850; --accent-ink: #705A3C; --good-ink: #3F6546; --care-ink: #775818;
      --mark-accent: #8B7355; --mark-second: #5E8763; --mark-third: #A67C2D; --mark-edge: #8F887C;
      --mark-line: #E6E2DA; --mark-quiet: #D3CDC2; --mark-zone: #E4EDE4; --mark-fill: #8B735533;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #171614; --card: #201F1C; --tint-good: #242C25; --tint-care: #302A1E; --tint-plain: #2A2825;
        --ink: #EDEAE4; --soft-ink: #B7B0A5; --accent-ink: #D0B895; --good-ink: #A6CBAA; --care-ink: #E0C48F;
        --mark-accent: #B79C78; --mark-second: #7A9E7E; --mark-third: #C9A96E; --mark-edge: #857E73;
        --mark-line: #36332E; --mark-quiet: #4D4942; --mark-zone: #2A352B; --mark-fill: #B79C7844;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Noto Sans CJK SC", sans-serif;
    }
    h1, h2, .pulse-title { font-family: ui-serif, "Iowan Old Style", Georgia, "Songti SC", "Noto Serif CJK SC", serif; font-weight: 500; }
    main { max-width: 1088px; margin: 0 auto; padding: 40px 24px 56px; }
    h1 { font-size: 2.6rem; line-height: 1.12; margin: 0; letter-spacing: -0.01em; text-wrap: balance; }
    h2 { font-size: 1.45rem; line-height: 1.3; margin: 0 0 16px; }
    h3 { font-size: 1rem; line-height: 1.35; font-weight: 600; margin: 0; }
    p { margin: 0; }
    section { margin-top: 56px; }
    .soft { color: var(--soft-ink); }
    .small { font-size: .8125rem; }
    .eyebrow { color: var(--accent-ink); font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; margin-bottom: 14px; }
    .under { color: var(--soft-ink); font-size: 1.0625rem; margin-top: 6px; }
    .card { background: var(--card); border: 1px solid var(--mark-line); border-radius: 14px; padding: 20px; }
    .grid { display: grid; gap: 16px; }
    .grid > * { min-width: 0; }
    .head { display: flex; justify-content: space-between; align-items: baseline; gap: 4px 12px; flex-wrap: wrap; }
    .chip { font-size: .8125rem; font-weight: 600; border-radius: 999px; padding: 2px 10px; background: var(--tint-plain); color: var(--soft-ink); }
    .chip.good { background: var(--tint-good); color: var(--good-ink); }
    .chip.care { background: var(--tint-care); color: var(--care-ink); }
    .note { margin-top: 10px; color: var(--soft-ink); font-size: .9375rem; }
    .rows { list-style: none; margin: 12px 0 0; padding: 0; }
    .rows > li { padding: 12px 0; border-top: 1px solid var(--mark-line); }
    .rows > li:first-child { border-top: 0; padding-top: 0; }
    .rows > li:last-child { padding-bottom: 0; }
    .rows .note { margin-top: 3px; }
    details { margin-top: 12px; }
    summary { cursor: pointer; color: var(--soft-ink); font-size: .875rem; padding: 4px 0; }
    summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--mark-accent); outline-offset: 2px; border-radius: 4px; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th { font-weight: 500; text-align: left; }
    .scroll { overflow-x: auto; }
    .data { width: 100%; font-size: .8125rem; margin-top: 8px; }
    .data th, .data td { padding: 4px 12px 4px 0; vertical-align: top; border-top: 1px solid var(--mark-line); }
    .data thead th, .data thead td { border-top: 0; color: var(--soft-ink); vertical-align: bottom; }
    .data th { color: var(--soft-ink); }
    .data tbody + tbody tr:first-child > * { border-top: 1px solid var(--mark-edge); }
    .data td:last-child, .data th:last-child { padding-right: 0; }
    .data .right { text-align: right; }
    .scroll .data th, .scroll .data td { overflow-wrap: normal; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--mark-line); font-size: .8125rem; color: var(--soft-ink); }
    @media (max-width: 480px) {
      main { padding: 24px 16px 40px; }
      h1 { font-size: 2.1rem; }
      section { margin-top: 44px; }
      .card { padding: 16px; }
    }
    @page { size: A4; margin: 12mm; }
    @media print {
      :root {
        color-scheme: light;
        --ground: #FFFFFF; --card: #FFFFFF; --tint-good: #EEF3EE; --tint-care: #F8F2E6; --tint-plain: #F3F1EC;
        --ink: #1A1A1A; --soft-ink: #4F4A43; --accent-ink: #5F4C32; --good-ink: #37593D; --care-ink: #684C14;
        --mark-accent: #8B7355; --mark-second: #5E8763; --mark-third: #A67C2D; --mark-edge: #78726A;
        --mark-line: #958E83; --mark-quiet: #A8A196; --mark-zone: #DCE7DC; --mark-fill: #8B735533;
      }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      html, body { font-size: 10px; }
      body { line-height: 1.4; }
      main { max-width: none; padding: 0; }
      section { margin-top: 16px; }
      h1 { font-size: 26px; }
      h2 { font-size: 15px; margin-bottom: 7px; break-after: avoid; }
      h3 { break-after: avoid; }
      .grid { gap: 8px; }
      .card { padding: 9px 11px; border-radius: 8px; break-inside: avoid; }
      .chip { border: 1px solid var(--mark-line); padding: 0 7px; }
      .note { margin-top: 4px; }
      .rows > li { padding: 4px 0; break-inside: avoid; }
      .scroll { overflow: visible; }
      .data th, .data td { padding: 1px 5px 1px 0; }
      tr { break-inside: avoid; }
      footer { margin-top: 16px; padding-top: 6px; }
    }
    """
}
