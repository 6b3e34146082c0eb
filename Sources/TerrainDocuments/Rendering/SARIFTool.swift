/// Who made a SARIF report.
package struct SARIFTool: Sendable {
  /// What a report contains about a code, once.
  package struct Rule: Sendable, Equatable {
    /// One sentence: what is wrong.
    package var summary: String
    /// The absolute URI of the page that explains it, or nil if the documentation is published nowhere.
    package var page: String?

    package init(summary: String, page: String?) { (self.summary, self.page) = (summary, page) }
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
