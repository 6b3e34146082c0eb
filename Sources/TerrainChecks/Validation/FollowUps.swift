import TerrainBase
import TerrainDocuments

/// Removes diagnostics that follow from mistakes that other diagnostics report.
///
/// A misspelled word is reported at its location, and everything that needs the right word fails as well. These diagnostics are determined,
/// not guessed: the suggested word replaces the misspelled word, and the files are validated again. A diagnostic that has no suggestion
/// itself and disappears followed from the mistake. The diagnostic is not lost: it comes back if the author writes another word.
///
/// A misspelled declaration is found in the opposite direction: its uses suggest the misspelled name. If the uses are valid after the
/// declaration is renamed instead, and one use cannot be changed without new errors elsewhere, the mistake is reported once, at the
/// declaration.
///
/// Cost: one more validation of files with mistakes, and one or two for each suggested name.
package struct FollowUps {
  private let store: SourceStore
  private let validate: (SourceStore) -> ValidationReport

  /// The maximum number of separate trials of names of declarations, and of suggestions: each costs a validation.
  private static let mostTrials = 5

  /// - Parameter validate: validates the files of a store, without looking for follow-ups.
  package init(in store: SourceStore, validate: @escaping (SourceStore) -> ValidationReport) {
    (self.store, self.validate) = (store, validate)
  }

  /// Returns the diagnostics of `report` that do not follow from other diagnostics.
  package func causes(of report: ValidationReport) -> [Diagnostic] {
    var diagnostics = report.diagnostics
    guard !diagnostics.isEmpty else { return diagnostics }
    for name in misspelledNames(report).prefix(Self.mostTrials) {
      diagnostics = renamed(name, diagnostics, report) ?? diagnostics
    }
    let suggesting = diagnostics.filter { diagnostic in
      var only = report
      only.diagnostics = [diagnostic]
      // A module that is added under `uses` is no misspelled word.
      return FixPlan(only, in: store).edits.contains { $0.place.range.count > 0 }
    }
    guard diagnostics.count > 1, !suggesting.isEmpty else { return diagnostics }
    if let rest = left(of: diagnostics, fixing: suggesting, report), rest.count < diagnostics.count { return rest }
    // Some suggestions may be right only while another mistake exists.
    if suggesting.count > 1 {
      for diagnostic in suggesting.prefix(Self.mostTrials) {
        if let rest = left(of: diagnostics, fixing: [diagnostic], report), rest.count < diagnostics.count {
          return rest
        }
      }
    }
    return diagnostics
  }

  /// The `fixed` diagnostics and those that remain after their suggestions are applied; nil if these are not fixes.
  private func left(of diagnostics: [Diagnostic], fixing fixed: [Diagnostic], _ report: ValidationReport)
    -> [Diagnostic]?
  {
    var rest = report
    rest.diagnostics = fixed
    var plan = FixPlan(rest, in: store)
    let after = plan.confirm(report, over: store, validate)
    guard !plan.edits.isEmpty else { return nil }
    let left = after.allDiagnostics
    let known = Set(diagnostics.map(Self.identity) + report.allDiagnostics.map(Self.identity))
    // A suggestion that leads to new errors is not what the author meant.
    guard left.allSatisfy({ $0.severity != .error || known.contains(Self.identity($0)) }) else { return nil }
    let identities = Set(left.map(Self.identity))
    let own = Set(fixed.map(Self.identity))
    func stays(_ diagnostic: Diagnostic) -> Bool {
      own.contains(Self.identity(diagnostic)) || identities.contains(Self.identity(diagnostic))
    }
    // A warning that stands for an error keeps the files from being used, as the error did.
    let severity = diagnostics.filter { !stays($0) || own.contains(Self.identity($0)) }.map(\.severity).max()
    return diagnostics.filter(stays).map { diagnostic in
      guard own.contains(Self.identity(diagnostic)), let severity, severity == .error else { return diagnostic }
      var cause = diagnostic
      cause.severity = severity
      return cause
    }
  }

  /// Edits move columns but no lines.
  private static func identity(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.code) \(diagnostic.place?.fileAndLine ?? "") \(diagnostic.message)"
  }

  // MARK: Declarations

  /// A name that uses suggest, and the word that they have.
  private struct Misspelled {
    let word: String
    let key: Node
    let edits: [FixPlan.Edit]
  }

  private func misspelledNames(_ report: ValidationReport) -> [Misspelled] {
    let plan = FixPlan(report, in: store)
    let byWords = Dictionary(grouping: plan.edits) { edit in
      "\(edit.place.source.text(of: edit.place.range)) \(edit.replacement)"
    }
    return byWords.keys.ordered().compactMap { words in
      guard let edits = byWords[words], let edit = edits.first,
        let key = onlyKey(Text(edit.replacement), in: report.files)
      else { return nil }
      return Misspelled(word: edit.place.source.text(of: edit.place.range), key: key, edits: edits)
    }
  }

  /// The only key `name` in `files`; nil if none or several exist.
  private func onlyKey(_ name: Text, in files: [String]) -> Node? {
    var keys: [Node] = []
    var nodes = files.flatMap { store.file($0).documents.map(\.root) }
    while let node = nodes.popLast(), keys.count < 2 {
      guard !node.isAlias else { continue }
      nodes += node.elements
      for (key, value) in node.members {
        if key.text == name { keys.append(key) }
        nodes.append(value)
      }
    }
    return keys.count == 1 ? keys[0] : nil
  }

  /// The diagnostics with a single diagnostic at the declaration in place of those of its uses; nil if the uses also have other errors.
  private func renamed(_ name: Misspelled, _ diagnostics: [Diagnostic], _ report: ValidationReport) -> [Diagnostic]? {
    let key = name.key
    let source = key.document.source
    var changed = SourceEdits(source)
    let written = source.text(of: key.range)
    changed.replace(source.clamped(key.range), with: written.replacing(key.text?.string ?? "", with: name.word))
    let bytes = changed.bytes
    let edited = store.edited()
    edited.replace(source.name) { (path) throws(DiagnosticError) in try SourceText.checked(name: path, bytes: bytes) }
    let after = validate(edited).allDiagnostics
    let left = Set(after.map(Self.identity))
    let known = Set(diagnostics.map(Self.identity))
    guard after.allSatisfy({ $0.severity != .error || known.contains(Self.identity($0)) }) else { return nil }
    let uses = diagnostics.filter { !left.contains(Self.identity($0)) }
    guard uses.count > 1 || uses.count == 1 && self.left(of: diagnostics, fixing: uses, report) == nil else {
      return nil
    }
    let misspelled = Diagnostic.misspelledDeclaration(
      key, as: name.word, uses: name.edits.map(\.place).filter { $0 != key.place })
    return (diagnostics.filter { left.contains(Self.identity($0)) } + [misspelled]).sortedForReport()
  }
}

extension Diagnostic {
  fileprivate static func misspelledDeclaration(_ key: Node, as word: String, uses: [Place]) -> Diagnostic {
    Diagnostic(
      code: "file/misspelled-declaration",
      message: "nothing uses `\(key.text ?? "")`, and `\(word)`, which is used, is not declared", place: key.place,
      related: uses.prefix(3).map { .init(message: "used here", place: $0) }, fix: "did you mean `\(word)`?")
  }
}
