extension Explanation {
  /// The path of its page, from the folder `Documentation`.
  package var path: String { Self.path(of: code) }

  /// The path of the page of `code`, from the folder `Documentation`.
  package static func path(of code: String) -> String { "reference/diagnostics/\(code).md" }

  /// Its page.
  ///
  /// - Parameters:
  ///   - location: Where the examples are, and what is run, as Markdown; nil where they are whole by themselves.
  ///   - output: What the program prints for the wrong example; nil where it is not shown.
  ///   - isOther: Whether it prints that for another example than the wrong one.
  package func page(
    in section: ExplanationSection, location: String? = nil, output: String? = nil, isOther: Bool = false
  ) -> String {
    var blocks = [
      "# \(code)", "\(severity.capitalizedFirst) · [\(section.title)](../../diagnostics.md#\(section.anchor))",
    ]
    blocks.append(relinked(meaning))
    blocks.append("**Why.** \(relinked(why))")
    if !section.introduction.isEmpty { blocks.append(relinked(section.introduction)) }
    if let schema { blocks.append("Schema:\n\n\(Self.shown(schema))") }
    blocks.append("Wrong\(location.map { ", \($0)" } ?? ""):\n\n\(Self.shown(wrong))")
    if let output {
      blocks.append("What the program reports\(isOther ? " for another example" : ""):\n\n```text\n\(output)\n```")
    }
    blocks.append("Right:\n\n\(Self.shown(right))")
    blocks.append("**How to suppress it.** \(suppression)")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// For a terminal, and for programs that show plain text.
  package var text: String {
    var lines = ["\(code) (\(severity))", "", Self.plain(meaning), "", "Why: \(Self.plain(why))"]
    if let schema { lines += ["", "Schema:", Self.indented(schema)] }
    lines += ["", "Wrong:", Self.indented(wrong), "", "Right:", Self.indented(right)]
    lines += ["", "How to suppress it: \(Self.plain(suppression))"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// For programs that show Markdown, without links.
  package var markdown: String {
    var blocks = [Self.plain(meaning), "**Why.** \(Self.plain(why))"]
    if let schema { blocks.append("Schema:\n\n\(Self.shown(schema))") }
    blocks += ["Wrong:\n\n\(Self.shown(wrong))", "Right:\n\n\(Self.shown(right))"]
    return (blocks + ["**How to suppress it.** \(suppression)"]).joined(separator: "\n\n")
  }

  /// The first paragraph of the meaning, without links.
  package var plainSummary: String { Self.plain(summary) }

  /// A block of Markdown where an example is code of several lines, else what is written.
  private static func shown(_ example: Example) -> String {
    guard let code = example.code, example.isCodeOnly, !code.isEmpty, !code.contains("```") else {
      return example.markdown
    }
    return "```\n\(code)\n```"
  }

  private static func indented(_ example: Example) -> String {
    let text = example.isCodeOnly ? example.code ?? "" : plain(example.markdown).replacing("⏎", with: "\n")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }

  /// `markdown` with its links relative to the folder of the page.
  private func relinked(_ markdown: String) -> String { markdown.replacing("](", with: "](../../") }

  /// `markdown` without the addresses of links.
  private static func plain(_ markdown: String) -> String {
    var result = ""
    var rest = markdown[...]
    while let middle = rest.firstRange(of: "]("), let start = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<start] + rest[start..<middle.lowerBound].dropFirst()
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }
}

extension ExplanationSection {
  /// The anchor of its heading, as GitHub makes it.
  package var anchor: String {
    String(title.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber ? $0 : nil })
  }

  /// Its part of the index.
  package var index: String {
    let lines = explanations.map { "- [`\($0.code)`](diagnostics/\($0.code).md): \($0.summary)" }
    return "## \(title)\n\n\(lines.joined(separator: "\n"))"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
