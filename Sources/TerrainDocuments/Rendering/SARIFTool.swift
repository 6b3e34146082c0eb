/// Who made a SARIF report.
package struct SARIFTool: Sendable {
  /// What a report contains about a code, once.
  package struct Rule: Sendable, Equatable {
    /// One sentence: what is wrong.
    package var summary: String
    /// The explanation, as plain text and as Markdown.
    package var text: String
    package var markdown: String
    /// The absolute URI of the page that explains it; nil where it is not known.
    package var page: String?

    /// What is wrong, its explanation in two forms, and its page.
    package init(summary: String, text: String, markdown: String, page: String?) {
      (self.summary, self.text, self.markdown, self.page) = (summary, text, markdown, page)
    }
  }

  /// The program's name.
  package var name: String
  /// Its version, by semantic versioning.
  package var version: String
  /// Returns what is known about a code.
  package var rule: @Sendable (_ code: String) -> Rule?

  /// A tool called `name`.
  package init(name: String, version: String, rule: @escaping @Sendable (_ code: String) -> Rule? = { _ in nil }) {
    (self.name, self.version, self.rule) = (name, version, rule)
  }
}
