/// The explanations of one subject, in the order in which they are read.
package struct ExplanationSection: Sendable {
  /// The heading.
  package let title: String
  /// What holds for all examples of the section, as Markdown; may be empty.
  package let introduction: String
  /// The explanations.
  package let explanations: [Explanation]

  /// A section whose explanations are written in `text`, one after the other:
  ///
  ///     # area/what-is-wrong (severity)      the severity is left out where it is `error`
  ///     What is wrong, in Markdown.
  ///     - Why: Why it matters.
  ///     - Wrong: `an example`
  ///     - Right: `an example`
  ///     - Schema: `what the examples are validated by`, where they are documents
  ///     - Reported for: a case of `Reach`, where it differs from that of the section
  ///
  /// A line that is indented continues the one above it.
  init(_ title: String, introduction: String = "", reach: Explanation.Reach = .file, _ text: String) {
    self.title = title
    self.introduction = introduction
    var entries: [[Substring]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") { entries.append([]) }
      if !entries.isEmpty { entries[entries.count - 1].append(line) }
    }
    explanations = entries.map { Self.explanation($0, reach) }
  }

  private static func explanation(_ lines: [Substring], _ reach: Explanation.Reach) -> Explanation {
    var heading = lines.first?.dropFirst(2) ?? ""
    var severity = "error"
    if let space = heading.firstIndex(of: " ") {
      severity = String(heading[space...].dropFirst(2).dropLast())
      heading = heading[..<space]
    }
    var meaning: [Substring] = []
    var fields: [Substring: String] = [:]
    var current: Substring?
    for line in lines.dropFirst() {
      if let name = Self.fields.first(where: { line.hasPrefix("- \($0): ") }) {
        current = name[...]
        fields[name[...]] = String(line.dropFirst(name.count + 4))
      } else if let current {
        let more = line.drop { $0 == " " }
        if !more.isEmpty { fields[current, default: ""] += " \(more)" }
      } else {
        meaning.append(line)
      }
    }
    return Explanation(
      code: String(heading), severity: severity, meaning: meaning.joined(separator: "\n"), why: fields["Why"] ?? "",
      schema: fields["Schema"].map { .init(markdown: $0) }, wrong: .init(markdown: fields["Wrong"] ?? ""),
      right: .init(markdown: fields["Right"] ?? ""),
      reach: fields["Reported for"].flatMap(Explanation.Reach.init) ?? reach)
  }

  private static let fields = ["Why", "Schema", "Wrong", "Right", "Reported for"]
}
