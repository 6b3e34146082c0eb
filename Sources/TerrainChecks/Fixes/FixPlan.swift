import TerrainBase
import TerrainDocuments
import TerrainYAML

/// The fixes of diagnostics that can be applied without a decision: a misspelled word is replaced by the permitted word that it resembles,
/// and any other text by the text that the diagnostic spells out.
///
/// A fix counts only if the text is then valid: its file can still be read, and no error is in the line that was not there before.
package struct FixPlan: Sendable {
  /// A replaced text.
  package struct Edit: Sendable, Hashable {
    /// The code of the diagnostic that suggests it.
    package let code: String
    /// The text to replace: a word without its quotes, or a value with its quotes if these change. Empty for an insertion.
    package let place: Place
    /// The replacement.
    package let replacement: String
    /// The location of the diagnostic.
    package let cause: Place
    /// True if the file may have other keys and values than before.
    fileprivate var changesStructure = false
  }

  /// The edits, in the order of files and places; none overlaps another.
  package private(set) var edits: [Edit]
  /// The files as they would be, by their paths.
  package private(set) var files: [(path: String, bytes: [UInt8])]

  /// The fixes of the diagnostics of `report` for the validated files, in `store` or else on the disk.
  package init(_ report: ValidationReport, in store: SourceStore = SourceStore()) {
    let files = Set(report.files)
    let all = report.diagnostics.flatMap(Self.edits).filter { edit in
      files.contains(edit.place.source.name) && store.kind(edit.place.source.name) == .file
    }
    self.edits = []
    self.files = []
    let ordered = all.ordered {
      ($0.place.source.name, $0.place.range.start) < ($1.place.source.name, $1.place.range.start)
    }
    for edit in ordered {
      if let last = edits.last?.place, last.source.name == edit.place.source.name,
        last.range.end > edit.place.range.start || last == edit.place
      {
        continue
      }
      edits.append(edit)
    }
    apply()
  }

  /// The difference of the files in the unified format.
  package var difference: String {
    files.map { path, bytes in
      edits.first { $0.place.source.name == path }.map { UnifiedDifference.text($0.place.source, bytes) } ?? ""
    }.joined()
  }

  /// Validates the fixed files with `validate`, and drops fixes that leave or cause errors. All other parts are as in `base`, or else as on
  /// the disk.
  ///
  /// - Parameter before: the report on the files as they are.
  /// - Returns: the report on the files with the edits that are left.
  package mutating func confirm(
    _ before: ValidationReport, over base: SourceStore = SourceStore(),
    _ validate: (SourceStore) -> ValidationReport
  ) -> ValidationReport {
    let known = Set(before.allDiagnostics.map(Finding.init))
    for _ in 0..<Self.mostRounds where !edits.isEmpty {
      let store = base.edited()
      for (path, bytes) in files {
        store.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: bytes) }
      }
      let after = validate(store)
      let wrong = wrongEdits(in: after, besides: known)
      if wrong.isEmpty { return after }
      edits.removeAll(where: wrong.contains)
      apply()
    }
    (edits, files) = ([], [])
    return before
  }

  /// Each round drops edits, and validates again.
  private static let mostRounds = 4

  /// An error, as it is recognized after edits have moved it within its line.
  private struct Finding: Hashable {
    let code: String
    let line: String?
    let message: String

    init(_ diagnostic: Diagnostic) {
      (code, line, message) = (diagnostic.code, diagnostic.place?.fileAndLine, diagnostic.message)
    }
  }

  /// The edits that `report` contradicts: it has an error about the replacement, or a new error in its line.
  private func wrongEdits(in report: ValidationReport, besides known: Set<Finding>) -> Set<Edit> {
    let errors = report.allDiagnostics.filter { $0.severity == .error }
    let new = errors.filter { !known.contains(Finding($0)) }
    var wrong: Set<Edit> = []
    var shifts: [String: Int] = [:]
    for edit in edits {
      let file = edit.place.source.name
      let start = Int(edit.place.range.start) + shifts[file, default: 0]
      let end = start + edit.replacement.utf8.count
      shifts[file, default: 0] += edit.replacement.utf8.count - edit.place.range.count
      let isStillWrong = errors.contains { diagnostic in
        guard let place = diagnostic.place, place.source.name == file else { return false }
        // The quotes around the word count as the word.
        return Int(place.range.start) >= start - 1 && Int(place.range.end) <= end + 1
      }
      let causesError = new.contains { diagnostic in
        diagnostic.place?.fileAndLine == edit.place.fileAndLine
      }
      if isStillWrong || causesError { wrong.insert(edit) }
    }
    return wrong
  }

  /// Makes the files, and drops the edits of files that could then not be read, or whose structure would change.
  private mutating func apply() {
    files = []
    let byFile = Dictionary(grouping: edits) { $0.place.source.name }
    for path in byFile.keys.ordered() {
      guard let edits = byFile[path], let bytes = Self.bytes(with: edits) else { continue }
      files.append((path, bytes))
    }
    let kept = Set(files.map(\.path))
    edits.removeAll { !kept.contains($0.place.source.name) }
  }

  /// The bytes of the file of `edits` with these; nil if it could not be read, or would have another structure.
  private static func bytes(with edits: [Edit]) -> [UInt8]? {
    guard let source = edits.first?.place.source else { return nil }
    var changed = SourceEdits(source)
    for edit in edits { changed.replace(source.clamped(edit.place.range), with: edit.replacement) }
    let bytes = changed.bytes
    let (before, after) = (SourceReader.read(source), SourceReader.read(SourceText(name: source.name, bytes: bytes)))
    guard after.diagnostics.count <= before.diagnostics.count else { return nil }
    if after.diagnostics.count < before.diagnostics.count || edits.contains(where: \.changesStructure) { return bytes }
    let haveSameShape =
      before.documents.map(\.root.nodeCount) == after.documents.map(\.root.nodeCount)
      && before.documents.map(\.comments.count) == after.documents.map(\.comments.count)
    return haveSameShape ? bytes : nil
  }

  // MARK: Suggested words

  /// The edits that `diagnostic` spells out; empty if it spells out none, several, or a form that is to be filled in.
  private static func edits(_ diagnostic: Diagnostic) -> [Edit] {
    guard let place = diagnostic.place else { return [] }
    guard let word = suggestion(diagnostic) else { return spelledOut(diagnostic, at: place).map { [$0] } ?? [] }
    guard let (old, first) = misspelled(diagnostic, insteadOf: word, at: place) else { return [] }
    // A mistake that is repeated is reported once, with its other locations.
    let others = diagnostic.related.map { core(of: $0.place) }.filter { $0.source.text(of: $0.range) == old }
    return ([first] + others).map { Edit(code: diagnostic.code, place: $0, replacement: word, cause: $0) }
  }

  /// The word that `diagnostic` suggests; nil if it suggests none or several.
  private static func suggestion(_ diagnostic: Diagnostic) -> String? {
    guard let match = diagnostic.fix?.prefixMatch(of: /did you mean `([^`"'\s]+)`\?/) else { return nil }
    return String(match.1)
  }

  /// The word that is replaced by `word`, and its location: the whole text at `place`, the part of it that the message names, or the only
  /// similar word there or else in its line.
  private static func misspelled(
    _ diagnostic: Diagnostic, insteadOf word: String, at place: Place
  ) -> (old: String, place: Place)? {
    let whole = core(of: place)
    let text = whole.source.text(of: whole.range)
    let named = diagnostic.message.matches(of: /`([^`]+)`/).map { String($0.1) }
    if named.contains(text) || Suggestion.nearest(to: text, among: [word]) == word { return (text, whole) }
    for name in named {
      if let part = part(name, of: whole) { return (name, part) }
    }
    for place in [whole, line(of: place)] {
      let text = place.source.text(of: place.range)
      let words = text.split { !$0.utf8.allSatisfy(isOfName) } + text.split { !$0.utf8.allSatisfy(Text.isWordByte) }
      let similar = Set(words.map(String.init)).filter {
        $0 != word && Suggestion.nearest(to: $0, among: [word]) == word
      }
      if similar.count == 1, let old = similar.first, let part = part(old, of: place) { return (old, part) }
    }
    return nil
  }

  /// Returns true for letters, digits, and the characters that join them in names and paths.
  private static func isOfName(_ byte: UInt8) -> Bool { Text.isWordByte(byte) || [0x2D, 0x2E, 0x2F].contains(byte) }

  // MARK: Texts that are spelled out

  /// The edit that `diagnostic` spells out for any other text than a misspelled word; nil if it spells out none.
  private static func spelledOut(_ diagnostic: Diagnostic, at place: Place) -> Edit? {
    guard let fix = diagnostic.fix else { return nil }
    let replaced = diagnostic.fixPlace ?? place
    let whole = core(of: replaced)
    func edit(_ place: Place, _ text: some StringProtocol, changesStructure: Bool = false) -> Edit {
      Edit(
        code: diagnostic.code, place: place, replacement: String(text), cause: diagnostic.place ?? place,
        changesStructure: changesStructure || diagnostic.fixPlace != nil)
    }
    let old = replaced.source.text(of: replaced.range)
    if let match = fix.firstMatch(of: /(?:write|use) `([^`]+)` instead of `([^`]+)`$/) {
      if old.count > 1, old.hasPrefix(match.2), old.hasSuffix(match.2) {
        return edit(replaced, match.1 + old.dropFirst(match.2.count).dropLast(match.2.count) + match.1)
      }
      return near(String(match.2), replaced).map { edit($0, match.1) }
    }
    if let match = fix.prefixMatch(of: /convert it: `(\w+\(([^`]+)\))`$/) {
      return near(String(match.2), replaced).map { edit($0, match.1) }
    }
    if let match = fix.prefixMatch(of: /add `([^`]+)` (?:under `uses`|to `uses` of `[^`]+`)$/) {
      return use(String(match.1), in: place.source).map { edit($0.place, $0.text, changesStructure: true) }
    }
    if let match = fix.prefixMatch(of: /leave out the `([^`]+)`$/) {
      return part(String(match.1), of: replaced, isWord: false).map { edit($0, "") }
    }
    if let text = written(fix) {
      // A form such as `condition ? value : otherwise` is to be filled in.
      let isForm = diagnostic.code.hasPrefix("expressions/") && diagnostic.fixPlace == nil
      if text.contains("…") || isForm && text.contains(where: { " ({".contains($0) }) { return nil }
      let candidates =
        text.hasPrefix("\"") || text.hasPrefix("'") || text.hasPrefix("[") || diagnostic.code == "schema/wrong-type"
        ? [edit(replaced, text, changesStructure: text.hasPrefix("["))]
        : [edit(whole, text), edit(whole, text.replacing("\"", with: "'")), edit(replaced, "\"\(text)\"")]
      return candidates.first { bytes(with: [$0]) != nil }
    }
    if ["remove it", "leave it out", "remove the comma"].contains(fix) {
      return old.utf8.count == 1 && !old.utf8.allSatisfy(Text.isWordByte) ? edit(replaced, "") : nil
    }
    guard !old.isEmpty, !old.contains(where: { "\"'\n~".contains($0) }) || whole.range != replaced.range else {
      return nil
    }
    if fix.hasPrefix("put it in quotes"), whole.range == replaced.range { return edit(replaced, "\"\(old)\"") }
    if fix.hasPrefix("leave out the quotes") || fix.hasPrefix("take the quotes away"), whole.range != replaced.range {
      return edit(replaced, whole.source.text(of: whole.range))
    }
    return nil
  }

  /// The whole text that `fix` tells to write.
  private static func written(_ fix: String) -> String? {
    let form = /(?:.+: )?(?:write|put it in quotes:|put it in square brackets:) `([^`]+)`(?::|, with |, or |$)/
    if let match = fix.prefixMatch(of: form) { return String(match.1) }
    return fix.prefixMatch(of: /did you mean ("[^"]+")\?$/).map { String($0.1) }
  }

  /// The end of the list of used modules of the file `source`, and `module` as a further element.
  private static func use(_ module: String, in source: SourceText) -> (place: Place, text: String)? {
    guard let root = SourceReader.read(source).documents.first?.root else { return nil }
    func insertion(_ offset: UInt32, _ text: String) -> (place: Place, text: String) {
      (Place(source: source, range: SourceRange(start: offset, end: offset)), text)
    }
    guard let used = root["uses" as Text] else {
      let next = root.members.first { $0.key.text != "rules" && $0.key.text != "module" && $0.key.text != "doc" }
      return next.map { insertion($0.key.range.start, "uses: [\(module)]\n") }
    }
    guard let last = used.elements.reversed().first, source.text(of: used.range).hasPrefix("[") else { return nil }
    return insertion(last.range.end, ", \(module)")
  }

  // MARK: Places

  /// The only occurrence of `text` at `place`, or else in its line.
  private static func near(_ text: String, _ place: Place) -> Place? {
    part(text, of: place) ?? part(text, of: line(of: place))
  }

  /// The line in which `place` begins.
  private static func line(of place: Place) -> Place {
    let bytes = place.source.bytes
    let offset = place.source.clamped(place.range).lowerBound
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let range = SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: end))
    return Place(source: place.source, range: range)
  }

  /// The location of `text` in the text at `place`; nil unless it is there exactly once.
  ///
  /// - Parameter isWord: True if other letters may not adjoin it.
  private static func part(_ text: String, of place: Place, isWord: Bool = true) -> Place? {
    let (whole, part) = (place.source.bytes[place.source.clamped(place.range)], Array(text.utf8))
    guard !part.isEmpty, whole.count >= part.count else { return nil }
    let starts = (whole.startIndex...whole.endIndex - part.count).filter { start in
      guard whole[start..<start + part.count].elementsEqual(part) else { return false }
      guard isWord else { return true }
      let (before, after) = (start - 1, start + part.count)
      return !(whole.indices.contains(before) && Text.isWordByte(whole[before]) && Text.isWordByte(part[0]))
        && !(whole.indices.contains(after) && Text.isWordByte(whole[after]) && Text.isWordByte(part[part.count - 1]))
    }
    guard starts.count == 1 else { return nil }
    let start = UInt32(clamping: starts[0])
    return Place(source: place.source, range: SourceRange(start: start, end: start + UInt32(clamping: part.count)))
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
}

extension Text {
  /// Returns true for letters, digits, and `_`.
  fileprivate static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
