import Foundation
import TestSupport
import Testing

/// A page under `Documentation/reference/diagnostics`, the source of everything that is known about a code.
///
/// A page consists of blocks between empty lines, in this order: a heading with the code; severity and section; paragraphs with the
/// meaning; `**Why.** …`; a paragraph of the section, if it has one; the examples, each after a line `Schema:`, `Wrong:` (with its
/// file and command) or `Right:`; and `**How to suppress it.** …`. After the wrong example, a block shows the program's output.
struct DiagnosticPage: Sendable {
  /// An example: a block of code, or Markdown with code between backticks in it, in which `⏎` is a line end and `⇥` a tab.
  struct Example: Sendable, Equatable {
    var markdown: String
    /// The first code of the example, or nil if it consists of words only.
    var code: String?
    /// True if nothing but the code is the example.
    var isCodeOnly: Bool

    init(_ block: String) {
      markdown = block
      if block.hasPrefix("```\n"), block.hasSuffix("\n```") {
        (code, isCodeOnly) = (String(block.dropFirst(4).dropLast(4)), true)
        return
      }
      let fence = block.drop { $0 != "`" }.prefix { $0 == "`" }
      guard !fence.isEmpty, let end = Self.end(of: block[fence.endIndex...], fence: fence) else {
        (code, isCodeOnly) = (nil, false)
        return
      }
      var text = block[fence.endIndex..<end]
      if fence.count > 1, text.hasPrefix(" "), text.hasSuffix(" "), text.count > 1 {
        text = text.dropFirst().dropLast()
      }
      code = String(text).replacing("⏎", with: "\n").replacing("⇥", with: "\t")
      isCodeOnly = fence.startIndex == block.startIndex && block[end...].count == fence.count
    }

    /// The end of the code in `body`: as many backticks as began it, and no more.
    private static func end(of body: Substring, fence: Substring) -> Substring.Index? {
      var index = body.startIndex
      while index < body.endIndex {
        let run = body[index...].prefix { $0 == "`" }
        if run.count == fence.count { return index }
        index = run.isEmpty ? body.index(after: index) : run.endIndex
      }
      return nil
    }
  }

  let code: String
  let severity: String
  /// The title of its section, as the index has it.
  let section: String
  let meaning: String
  let why: String
  let schema: Example?
  let wrong: Example
  let right: Example
  let suppression: String
  /// The output of the program for the wrong example, or for another one; nil if the page shows none.
  let output: String?
  let blocks: [String]

  /// The page at `url`; throws if a part is missing.
  init(_ url: URL) throws {
    blocks = Self.blocks(try String(contentsOf: url, encoding: .utf8))
    let blocks = blocks
    try #require(blocks.count > 6 && blocks[0].hasPrefix("# "), "\(url.path)")
    code = String(blocks[0].dropFirst(2))
    let line = try #require(blocks[1].wholeMatch(of: /(.+) · \[(.+)\]\(\.\.\/\.\.\/diagnostics\.md#.+\)/), "\(code)")
    (severity, section) = (line.1.lowercased(), String(line.2))
    let why = try #require(blocks.firstIndex { $0.hasPrefix(Self.whyMark) }, "\(code)")
    meaning = blocks[2..<why].joined(separator: "\n\n")
    self.why = String(blocks[why].dropFirst(Self.whyMark.count))
    func example(_ name: String) -> Example? {
      let mark = blocks.firstIndex { $0.hasPrefix(name) && ($0.hasSuffix(":") && !$0.contains("\n")) }
      return mark.flatMap { $0 + 1 < blocks.count ? Example(blocks[$0 + 1]) : nil }
    }
    schema = example("Schema")
    wrong = try #require(example("Wrong"), "\(code)")
    right = try #require(example("Right"), "\(code)")
    suppression = try #require(blocks.last.flatMap { $0.hasPrefix(Self.suppressionMark) ? $0 : nil }, "\(code)")
    output = blocks.firstIndex { $0.hasPrefix(Self.outputMark) }.map {
      String(blocks[$0 + 1].dropFirst("```text\n".count).dropLast("\n```".count))
    }
  }

  /// The page with `location` of the wrong example and `output`.
  func text(location: String?, output: String?, isOther: Bool) throws -> String {
    var blocks = blocks
    if let shown = blocks.firstIndex(where: { $0.hasPrefix(Self.outputMark) }) {
      blocks.removeSubrange(shown...(shown + 1))
    }
    let wrong = try #require(blocks.firstIndex { $0.hasPrefix("Wrong") })
    blocks[wrong] = "Wrong\(location.map { ", \($0)" } ?? ""):"
    if let output {
      blocks.insert("```text\n\(output)\n```", at: wrong + 2)
      blocks.insert("\(Self.outputMark)\(isOther ? " for another example" : ""):", at: wrong + 2)
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  var area: String { String(code.prefix { $0 != "/" }) }
  var name: String { String(code.drop { $0 != "/" }.dropFirst()) }
  /// The first paragraph of the meaning on one line, with links relative to `Documentation/reference`.
  var summary: String {
    String(meaning.firstRange(of: "\n\n").map { meaning[..<$0.lowerBound] } ?? meaning[...])
      .replacing("\n", with: " ").replacing("](../../", with: "](")
  }

  private static let whyMark = "**Why.** "
  private static let suppressionMark = "**How to suppress it.** "
  private static let outputMark = "What the program reports"

  /// The parts of `page` between empty lines; blocks of code are one part.
  private static func blocks(_ page: String) -> [String] {
    var blocks: [[Substring]] = [[]]
    var isCode = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if line.isEmpty && !isCode { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
    }
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
  }

  // MARK: All pages

  static let documentation = TranscriptTests.checkout.appending(path: "Documentation")

  /// The index: each section's title with its codes, in order.
  static let index: [(title: String, codes: [String])] = {
    let text =
      (try? String(contentsOf: documentation.appending(path: "reference/diagnostics.md"), encoding: .utf8)) ?? ""
    var sections: [(title: String, codes: [String])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        sections.append((String(line.dropFirst(3)), []))
      } else if let match = line.firstMatch(of: /^- \[`([a-z0-9\/-]+)`\]/), !sections.isEmpty {
        sections[sections.count - 1].codes.append(String(match.1))
      }
    }
    return sections
  }()

  /// Every code, in the order of the index.
  static var codes: [String] { index.flatMap(\.codes) }

  /// Every page, in the order of the index.
  static let all: [DiagnosticPage] = codes.compactMap { try? DiagnosticPage(url(of: $0)) }

  static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  static func url(of code: String) -> URL { documentation.appending(path: "reference/diagnostics/\(code).md") }
}
