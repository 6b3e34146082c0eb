/// What a diagnostic code means: the source of its page, of `terrain diagnostics CODE`, and of the rules in SARIF reports.
package struct Explanation: Sendable, Equatable {
  /// An example as it is written in Markdown: code between backticks, mostly with words around it.
  package struct Example: Sendable, Equatable {
    /// Markdown. In it, `⏎` is a line end and `⇥` a tab.
    package var markdown: String

    /// The code of the example: the first text between backticks, with its line ends and tabs; nil where it is in words only.
    package var code: String? { span?.code }

    /// True where nothing but the code is the example.
    package var isCodeOnly: Bool { span?.isWhole ?? false }

    private var span: (code: String, isWhole: Bool)? {
      guard let start = markdown.firstIndex(of: "`") else { return nil }
      let fence = markdown[start...].prefix { $0 == "`" }
      let body = markdown[fence.endIndex...]
      guard let end = Self.end(of: body, fence: fence) else { return nil }
      var code = body[..<end]
      if fence.count > 1, code.hasPrefix(" "), code.hasSuffix(" "), code.count > 1 {
        code = code.dropFirst().dropLast()
      }
      let rest = body[end...].dropFirst(fence.count)
      return (
        String(code).replacing("⏎", with: "\n").replacing("⇥", with: "\t"),
        start == markdown.startIndex && rest.isEmpty
      )
    }

    /// Where the code in `body` ends: at as many backticks as began it, and no more.
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

  /// What reports a diagnostic, which decides how it is suppressed.
  package enum Reach: String, Sendable, CaseIterable {
    /// A check of files that have been read.
    case file
    /// Reading a file.
    case reading
    /// A command, or the files that its options name.
    case command
    /// An operation, about its request.
    case request
  }

  /// The stable code: `area/what-is-wrong`.
  package var code: String
  /// How severe it is: `error`, or several where that depends on something that the meaning names.
  package var severity: String
  /// What is wrong: paragraphs of Markdown, with links relative to `Documentation/reference`.
  package var meaning: String
  /// Why it matters.
  package var why: String
  /// The schema that the examples are validated by, where they are documents.
  package var schema: Example?
  package var wrong: Example
  package var right: Example
  package var reach: Reach

  /// The part of the code before the slash.
  package var area: String { String(code.prefix { $0 != "/" }) }
  /// The part of the code after the slash.
  package var name: String { String(code.drop { $0 != "/" }.dropFirst()) }
  /// The first paragraph of the meaning.
  package var summary: String {
    String(meaning.firstRange(of: "\n\n").map { meaning[..<$0.lowerBound] } ?? meaning[...])
      .replacing("\n", with: " ")
  }

  /// How it is suppressed, as Markdown.
  package var suppression: String {
    switch reach {
    case .file:
      "With a comment on its line or above it that has the reason: `# terrain:ignore \(code) REASON`. Where a file has no "
        + "comments, or for many at once: `terrain validate --write-baseline FILE`, then `--baseline FILE`. Only the report is "
        + "suppressed; an operation that needs what is wrong still fails."
    case .reading: "Not at all: what cannot be read has no comments either. Correct the file."
    case .command: "Not at all: it is about the command and the files that it was given. Correct those."
    case .request: "Not at all: it is part of the response. Correct the request, or the rules that it is about."
    }
  }
}
