import TerrainBase
import TerrainDocuments
import TerrainYAML

/// The fixes of diagnostics that can be applied without a decision: a misspelled word is replaced by the permitted word that it resembles,
/// and a value by the value that the diagnostic spells out.
///
/// A fix counts only if its file keeps its structure, and the word or value is then valid.
package struct FixPlan: Sendable {
  /// A replaced word or value.
  package struct Edit: Sendable, Hashable {
    /// The code of the diagnostic that suggests it.
    package let code: String
    /// The word to replace, without quotes; a value with its quotes if these change.
    package let place: Place
    /// The replacement.
    package let replacement: String
  }

  /// The edits, in the order of files and places; none overlaps another.
  package private(set) var edits: [Edit]
  /// The files as they would be, by their paths.
  package private(set) var files: [(path: String, bytes: [UInt8])]

  /// The fixes of the diagnostics of `report` for the validated files, in `store` or else on the disk.
  package init(_ report: ValidationReport, in store: SourceStore = SourceStore()) {
    let files = Set(report.files)
    var edits: [Edit] = []
    for diagnostic in report.diagnostics {
      if let edit = Self.value(diagnostic), files.contains(edit.place.source.name),
        store.kind(edit.place.source.name) == .file
      {
        edits.append(edit)
        continue
      }
      guard let replacement = Self.suggested(diagnostic), let place = diagnostic.place,
        let word = Self.word(at: place), Self.isNamed(word, by: diagnostic)
      else { continue }
      // A mistake that is repeated is reported once, with its other locations.
      let places = [place] + diagnostic.related.filter { Self.word(at: $0.place) == word }.map(\.place)
      for place in places where files.contains(place.source.name) && store.kind(place.source.name) == .file {
        edits.append(Edit(code: diagnostic.code, place: Self.core(of: place), replacement: replacement))
      }
    }
    edits.sort { ($0.place.source.name, $0.place.range.start) < ($1.place.source.name, $1.place.range.start) }
    self.edits = []
    self.files = []
    for edit in edits {
      if let last = self.edits.last?.place, last.source.name == edit.place.source.name,
        last.range.end > edit.place.range.start
      {
        continue
      }
      self.edits.append(edit)
    }
    apply()
  }

  /// Validates the fixed files with `validate`, and drops fixes of words that are then still invalid. All other parts are as in `base`, or
  /// else as on the disk.
  ///
  /// - Returns: the report on the files with the edits that are left.
  package mutating func confirm(
    _ before: ValidationReport, over base: SourceStore = SourceStore(),
    _ validate: (SourceStore) -> ValidationReport
  ) -> ValidationReport {
    for _ in 0..<Self.mostRounds where !edits.isEmpty {
      let store = base.edited()
      for (path, bytes) in files {
        store.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: bytes) }
      }
      let after = validate(store)
      let wrong = wrongEdits(in: after)
      if wrong.isEmpty { return after }
      edits.removeAll(where: wrong.contains)
      apply()
    }
    (edits, files) = ([], [])
    return before
  }

  /// Each round drops edits, and validates again.
  private static let mostRounds = 4

  /// The edits whose words `report` still is about.
  private func wrongEdits(in report: ValidationReport) -> Set<Edit> {
    var wrong: Set<Edit> = []
    var shifts: [String: Int] = [:]
    for edit in edits {
      let file = edit.place.source.name
      let start = Int(edit.place.range.start) + shifts[file, default: 0]
      let end = start + edit.replacement.utf8.count
      shifts[file, default: 0] += edit.replacement.utf8.count - edit.place.range.count
      let isStillWrong = report.allDiagnostics.contains { diagnostic in
        guard let place = diagnostic.place, place.source.name == file, diagnostic.severity == .error else {
          return false
        }
        // The quotes around the word count as the word.
        return Int(place.range.start) >= start - 1 && Int(place.range.end) <= end + 1
      }
      if isStillWrong { wrong.insert(edit) }
    }
    return wrong
  }

  /// Makes the files, and drops the edits of files whose structure would change.
  private mutating func apply() {
    files = []
    let byFile = Dictionary(grouping: edits) { $0.place.source.name }
    for path in byFile.keys.ordered() {
      guard let edits = byFile[path], let source = edits.first?.place.source else { continue }
      var changed = SourceEdits(source)
      for edit in edits { changed.replace(source.clamped(edit.place.range), with: edit.replacement) }
      let bytes = changed.bytes
      if Self.haveSameShape(source, SourceText(name: path, bytes: bytes)) { files.append((path, bytes)) }
    }
    let kept = Set(files.map(\.path))
    edits.removeAll { !kept.contains($0.place.source.name) }
  }

  private static func haveSameShape(_ old: SourceText, _ new: SourceText) -> Bool {
    let (before, after) = (SourceReader.read(old), SourceReader.read(new))
    return before.documents.map(\.root.nodeCount) == after.documents.map(\.root.nodeCount)
      && before.documents.map(\.comments.count) == after.documents.map(\.comments.count)
      && before.diagnostics.count >= after.diagnostics.count
  }

  // MARK: Suggestions

  /// The word that `diagnostic` suggests; nil if it suggests none, several, or anything but a word.
  private static func suggested(_ diagnostic: Diagnostic) -> String? {
    guard let fix = diagnostic.fix, let match = fix.prefixMatch(of: /did you mean `([^`]+)`\?/) else { return nil }
    let word = String(match.1)
    return word.utf8.allSatisfy(isOfWord) ? word : nil
  }

  /// Codes of diagnostics about a whole value, whose fix contains the replacement.
  private static let ofValues: Set<String> = [
    "quiz/other-share", "rules/cell-syntax", "rules/literal-type", "rules/outside-domain", "schema/wrong-type",
  ]

  /// The edit that `diagnostic` spells out for a value; nil if it spells out none.
  private static func value(_ diagnostic: Diagnostic) -> Edit? {
    guard ofValues.contains(diagnostic.code), let fix = diagnostic.fix, let place = diagnostic.place else { return nil }
    let (core, written) = (core(of: place), place.source.text(of: place.range))
    if let match = fix.prefixMatch(of: /write `([^`"]+)`(:|,|$)/) {
      let isQuoted = core.range != place.range
      let isPlain = match.1.utf8.allSatisfy(isOfWord)
      return Edit(
        code: diagnostic.code, place: core, replacement: isQuoted || isPlain ? String(match.1) : "\"\(match.1)\"")
    }
    guard !written.isEmpty, !written.contains(where: { "\"'\n".contains($0) }) || core.range != place.range else {
      return nil
    }
    if fix.hasPrefix("put it in quotes"), core.range == place.range {
      return Edit(code: diagnostic.code, place: place, replacement: "\"\(written)\"")
    }
    if fix.hasPrefix("leave out the quotes") || fix.hasPrefix("take the quotes away"), core.range != place.range {
      return Edit(code: diagnostic.code, place: place, replacement: core.source.text(of: core.range))
    }
    return nil
  }

  /// The word at `place`, without quotes; nil if it is not a word.
  private static func word(at place: Place) -> String? {
    let core = core(of: place)
    let text = place.source.text(of: core.range)
    // Look-alike letters belong to other alphabets.
    return !text.isEmpty && text.utf8.allSatisfy { isOfWord($0) || $0 >= 0x80 } ? text : nil
  }

  /// Returns true if the message of `diagnostic` is about `word`, or about a name that ends in it.
  private static func isNamed(_ word: String, by diagnostic: Diagnostic) -> Bool {
    diagnostic.message.contains("`\(word)`")
  }

  /// `place` without the quotes around it.
  private static func core(of place: Place) -> Place {
    let bytes = place.source.bytes[place.source.clamped(place.range)]
    guard bytes.count > 2, let first = bytes.first, first == bytes.last,
      first == UInt8(ascii: "'") || first == UInt8(ascii: "\"")
    else { return place }
    return Place(
      source: place.source, range: SourceRange(start: place.range.start + 1, end: place.range.end - 1))
  }

  /// Letters, digits, and the characters that join them in names and ids.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}

extension FixPlan.Edit {
  /// `FILE:LINE:COLUMN: \`old\` → \`new\` (code)`.
  package var line: String {
    let position = place.source.position(at: Int(place.range.start))
    let old = place.source.text(of: place.range)
    return "\(place.source.name):\(position.line):\(position.column): `\(old)` → `\(replacement)` (\(code))"
  }
}
