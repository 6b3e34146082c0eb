import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainSchemas

/// Checks packs, rule sets and single files: everything that can be known about them without running them, in one run.
///
/// A file's role follows from the schema it names, else from what is in it. Of packs and rule sets everything is checked: the
/// shape of each file, whether the records agree, the quiz, the rules and what can be proved of them, their tests.
package struct Validator: Sendable {
  /// Something to validate.
  package enum Input: Sendable, Hashable {
    /// A file, a folder, or a pattern of these (`packs/**/*.yaml`).
    case path(String)
    /// Standard input, under this name. It is not a file, and is checked by itself.
    case standardInput(name: String)
    /// Standard input in place of the file at this path, as an editor gives what is not saved yet. The file need not be there.
    case unsaved(path: String)
  }

  /// How deep the checks of a validation go: each depth includes those before it.
  package enum Depth: Int, Sendable, Comparable, CaseIterable {
    /// Shape, references, types and what is proved of decisions: quick enough for every keystroke.
    case proofs
    /// What engines, pages and messages need of packs and rules.
    case engines
    /// Tests, examples and results.
    case everything

    package static func < (lhs: Depth, rhs: Depth) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// A schema's file that everything is validated by, and nothing else is checked; nil for all checks.
  package var schema: String?
  /// The folder of published schemas, for files that name none; nil if there is none.
  package var publishedSchemas: String?
  /// The folder of the pack whose quiz answers outside of packs are answers to; nil if they are only validated by a schema.
  package var answersPack: String?
  /// Diagnostics that are accepted.
  package var baseline: Baseline?
  /// How deep the checks go.
  package var depth = Depth.everything
  /// Finds the folder of a rule set by its id, for the pack in a folder; asked if there is none beside the pack.
  package var ruleSet: @Sendable (_ id: String, _ pack: String) -> String? = { _, _ in nil }

  /// Reads standard input, to be called by a name.
  package var standardInput: @Sendable (_ name: String) throws(DiagnosticError) -> SourceText = {
    (name) throws(DiagnosticError) in try SourceText.standardInput(name: name)
  }
  /// Reads the example requests of a pack that is right otherwise, and returns what is wrong with them; nil: they are only held
  /// against their schemas.
  package var readRequests: (@Sendable (ExampleRequests) -> [Diagnostic])?
  /// Checks what people get of a pack and rules that are right otherwise; nil: nothing is run for people.
  package var checkOutcomes: (@Sendable (SoundSystem) -> SoundSystem.Findings)?
  /// Shows what is checked next, in a few words; nil: nobody watches.
  package var showProgress: (@Sendable (String) -> Void)?
  /// What earlier validations of the same inputs found; nil: everything is worked out.
  package var memory: ValidationMemory?
  /// True if the report is no longer needed: called between checks, of which none begins then. The report is useless afterwards.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// A validator that makes all checks.
  package init() {}

  /// Validates `inputs`.
  package func validate(_ inputs: [Input]) -> ValidationReport { validate(inputs, in: SourceStore()) }

  /// Validates `inputs`, whose files come from `store`.
  package func validate(_ inputs: [Input], in store: SourceStore) -> ValidationReport {
    guard let memory else { return causes(of: validateOnce(inputs, in: store), inputs, store) }
    // Each round forgets what the one before it should not have taken.
    for _ in 0..<Self.mostRounds {
      memory.begin()
      let report = validateOnce(inputs, in: store)
      if isCancelled() || !memory.tookWhatIsStale(in: store) { return report }
    }
    var validator = self
    validator.memory = nil
    return validator.validateOnce(inputs, in: store)
  }

  /// The report without diagnostics that follow from others. An editor, which has a memory, shows these too: it validates after every key.
  private func causes(of report: ValidationReport, _ inputs: [Input], _ store: SourceStore) -> ValidationReport {
    let areFiles = inputs.allSatisfy { if case .path = $0 { true } else { false } }
    guard areFiles, schema == nil, baseline == nil, depth == .everything, !isCancelled() else { return report }
    var validator = self
    validator.showProgress = nil
    var result = report
    result.diagnostics = FollowUps(in: store) { [validator] in validator.validateOnce(inputs, in: $0) }.causes(
      of: report)
    return result
  }

  private static let mostRounds = 3

  private func validateOnce(_ inputs: [Input], in store: SourceStore) -> ValidationReport {
    var paths: [String] = []
    var unsaved: [String] = []
    var given: [SourceStore.File] = []
    var run = ValidationRun(self, store)
    for input in inputs {
      switch input {
      case .path(let path): paths.append(path)
      case .standardInput(let name):
        do throws(DiagnosticError) {
          given.append(run.store.add(try standardInput(name)))
        } catch {
          run.diagnostics += error.diagnostics
        }
      case .unsaved(let path):
        let path = FilePath.normal(path)
        unsaved.append(path)
        run.store.replace(path, with: standardInput)
      }
    }
    let targets = ValidationTargets(
      paths, unsaved: unsaved, alone: schema != nil, given: given.map(\.path), in: run.store)
    run.collect(targets, given)
    if !isCancelled() { run.validateFiles() }
    if schema == nil, !isCancelled() { run.validateWholes() }
    return run.report()
  }
}

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
  /// True if all files are of packs, of rule sets, or schemas: no other may be about somebody.
  package internal(set) var isOfContent = false
  /// The packs that were checked.
  var packs: [PackContents] = []
  private let documents: DocumentIndex

  init(files: [String], documents: DocumentIndex) {
    self.files = files
    self.documents = documents
  }

  /// Returns true if a diagnostic of `threshold` or graver is left.
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

/// The records and texts of validated packs, in two lines for their author.
///
/// Records are counted by kind if there is one pack, and by pack if there are several.
struct ContentCounts {
  private var records: [(name: Text, count: Int)] = []
  private var texts: [(locale: Text, count: Int)] = []

  init(_ packs: [PackContents]) {
    for pack in packs {
      if packs.count == 1 {
        records = pack.kinds.map { ($0.name, $0.records.count) }
      } else {
        records.append((pack.manifest["id"]?.text ?? "", pack.kinds.reduce(0) { $0 + $1.records.count }))
      }
      for use in pack.fields.uses where use.roles.isLocalized {
        if use.node.kind == .string {
          if let locale = pack.defaultLocale { count(locale.text) }
        } else {
          for member in use.node.members { if let locale = pack.locales.locale(of: member.key) { count(locale.text) } }
        }
      }
    }
    records.removeAll { $0.count == 0 }
  }

  private mutating func count(_ locale: Text) {
    if let index = texts.firstIndex(where: { $0.locale == locale }) {
      texts[index].count += 1
    } else {
      texts.append((locale, 1))
    }
  }

  /// A line for the records and a line for the texts; empty if there are none.
  var lines: String {
    Self.line("records", records.map { "\($0.count) \($0.name)" })
      + Self.line("texts", texts.map { "\($0.count) \($0.locale)" })
  }

  private static func line(_ title: String, _ counts: [String]) -> String {
    counts.isEmpty ? "" : "\(title): \(counts.joined(separator: ", "))\n"
  }
}
