import TerrainDocuments

/// What a validation found.
package struct ValidationReport: Sendable {
  /// The diagnostics that count, sorted by location, each defect once.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// The diagnostics before those of one cause became one: a baseline accepts each by itself.
  var allDiagnostics: [Diagnostic] = []
  /// Every file that was checked.
  package let files: [String]
  /// How many diagnostics comments in the files ignore.
  package internal(set) var suppressed = 0
  /// How many diagnostics the baseline accepts.
  package internal(set) var accepted = 0
  /// How many entries of the baseline are about nothing any more.
  package internal(set) var staleInBaseline = 0
  /// What of results was checked, and how much of it.
  package internal(set) var checked: [(what: String, count: Int)] = []
  /// The packs that were checked.
  var packs: [PackContents] = []
  private let documents: DocumentIndex

  init(files: [String], documents: DocumentIndex) {
    self.files = files
    self.documents = documents
  }

  /// Whether a diagnostic of `threshold` or graver is left.
  package func fails(from threshold: Severity) -> Bool { diagnostics.contains { $0.severity >= threshold } }

  /// A baseline file, to be written at `path`, that accepts everything that was found.
  package func baselineFile(at path: String) -> [UInt8] { Baseline.file(allDiagnostics, at: path, documents) }

  /// Lines with the numbers of records and texts in the packs; empty if no pack was checked.
  package var contentCounts: String { ContentCounts(packs).lines }

  /// One line: how many files, what came of them, and what of results was checked.
  package var summary: String {
    var parts: [String] = []
    for (severity, what) in [(Severity.error, "error"), (.warning, "warning"), (.info, "note")] {
      let number = diagnostics.count { $0.severity == severity }
      if number > 0 { parts.append(number.counted(what)) }
    }
    var line =
      "\(files.count.counted("file")): \(parts.isEmpty ? "no problems found" : parts.joined(separator: ", "))"
    var notes: [String] = []
    if suppressed > 0 { notes.append("\(suppressed) ignored by comments") }
    if accepted > 0 { notes.append("\(accepted) accepted by the baseline") }
    if staleInBaseline > 0 { notes.append("\(staleInBaseline) in the baseline no longer there") }
    if !notes.isEmpty { line += " (\(notes.joined(separator: "; ")))" }
    let results = checked.filter { $0.count > 0 }.map { what, count in
      // What is counted is a plural, whose first word ends in `s`: `gates of quality`.
      let words = what.split(separator: " ", maxSplits: 1)
      let isOne = count == 1 && words[0].hasSuffix("s")
      return "\(count) " + (isOne ? ([words[0].dropLast()] + words.dropFirst()).joined(separator: " ") : what)
    }
    return results.isEmpty ? line : "\(line); checked \(results.joined(separator: ", "))"
  }
}
