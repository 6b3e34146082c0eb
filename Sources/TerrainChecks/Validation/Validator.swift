import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainSchemas

/// Checks packs, rule sets, and single files in one run, with all checks that do not need a request.
///
/// A file's role follows from the schema that it names, else from its contents. For packs and rule sets the checks are: the shape of each
/// file, the consistency of the records, the quiz, the rules and the proofs about them, and their tests.
package struct Validator: Sendable {
  /// Something to validate.
  package enum Input: Sendable, Hashable {
    /// A file, a folder, or a pattern (`packs/**/*.yaml`).
    case path(String)
    /// Standard input, under this name. It is not a file, and is checked separately.
    case standardInput(name: String)
    /// Standard input in place of the file at this path, for unsaved changes in an editor. The file need not exist.
    case unsaved(path: String)
  }

  /// The depth of a validation's checks: each depth includes those before it.
  package enum Depth: Int, Sendable, Comparable, CaseIterable {
    /// Shape, references, types, and proofs about decisions: quick enough for every keystroke.
    case proofs
    /// The requirements of engines, pages, and messages on packs and rules.
    case engines
    /// Tests, examples and results.
    case everything

    package static func < (lhs: Depth, rhs: Depth) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// A schema's file that everything is validated by, and nothing else is checked; nil for all checks.
  package var schema: String?
  /// The folder of published schemas, for files that name none; nil if it does not exist.
  package var publishedSchemas: String?
  /// The folder of the pack whose quiz answers outside of packs are answers to; nil if they are only validated by a schema.
  package var answersPack: String?
  /// Diagnostics that are accepted.
  package var baseline: Baseline?
  /// The depth of the checks.
  package var depth = Depth.everything
  /// Finds the folder of a rule set by its id, for the pack in a folder; called if the neighboring folder has none.
  package var ruleSet: @Sendable (_ id: String, _ pack: String) -> String? = { _, _ in nil }

  /// Reads standard input, to be called by a name.
  package var standardInput: @Sendable (_ name: String) throws(DiagnosticError) -> SourceText = {
    (name) throws(DiagnosticError) in try SourceText.standardInput(name: name)
  }
  /// Reads the example requests of a pack without other errors, and returns their errors; nil to check them only against their schemas.
  package var readRequests: (@Sendable (ExampleRequests) -> [Diagnostic])?
  /// Checks the results for people of a pack and rules without errors; nil to skip these checks.
  package var checkOutcomes: (@Sendable (SoundSystem) -> SoundSystem.Findings)?
  /// Shows the next check in a few words; nil for no progress display.
  package var showProgress: (@Sendable (String) -> Void)?
  /// The cache of earlier validations of the same inputs; nil to compute everything.
  package var memory: ValidationMemory?
  /// Returns true if the report is no longer needed; called between checks, of which no further one then begins. The report is useless
  /// afterwards.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// A validator that makes all checks.
  package init() {}

  /// Validates `inputs`.
  package func validate(_ inputs: [Input]) -> ValidationReport { validate(inputs, in: SourceStore()) }

  /// Validates `inputs`, whose files come from `store`.
  package func validate(_ inputs: [Input], in store: SourceStore) -> ValidationReport {
    guard let memory else { return causes(of: validateOnce(inputs, in: store), inputs, store) }
    // Each round discards the outdated results that the round before used.
    for _ in 0..<Self.mostRounds {
      memory.begin()
      let report = validateOnce(inputs, in: store)
      if isCancelled() || !memory.tookWhatIsStale(in: store) { return report }
    }
    var validator = self
    validator.memory = nil
    return validator.validateOnce(inputs, in: store)
  }

  /// The report without diagnostics that follow from other diagnostics. An editor, which has a memory, shows these too: it validates after
  /// every key.
  private func causes(of report: ValidationReport, _ inputs: [Input], _ store: SourceStore) -> ValidationReport {
    let areFiles = inputs.allSatisfy { if case .path = $0 { true } else { false } }
    guard areFiles, schema == nil, baseline == nil, depth == .everything, !isCancelled() else {
      return report
    }
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

/// The report of a validation.
package struct ValidationReport: Sendable {
  /// The diagnostics that count, sorted by location, with each error once.
  package var diagnostics: [Diagnostic] = []
  /// The diagnostics before those with the same cause were merged, because a baseline accepts each separately.
  var allDiagnostics: [Diagnostic] = []
  /// Every file that was checked.
  package let files: [String]
  /// The number of diagnostics that comments in the files suppress.
  package internal(set) var suppressed = 0
  /// The number of diagnostics that the baseline accepts.
  package internal(set) var accepted = 0
  /// The number of entries of the baseline that match no diagnostic.
  package internal(set) var staleInBaseline = 0
  /// The checked results, with their number.
  package internal(set) var checked: [(what: String, count: Int)] = []
  /// True if all files belong to packs or rule sets, or are schemas: any other file may contain personal data.
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

  /// A baseline file, to be written at `path`, that accepts all diagnostics.
  package func baselineFile(at path: String) -> [UInt8] { Baseline.file(allDiagnostics, at: path, documents) }

  /// Lines with the numbers of records and texts in the packs; empty if no pack was checked.
  package var contentCounts: String { ContentCounts(packs).lines }

  /// One line with the number of files, the number of diagnostics, and the checked results.
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
      // The words are a plural whose first word ends in `s`: `gates of quality`.
      let words = what.split(separator: " ", maxSplits: 1)
      let isOne = count == 1 && words[0].hasSuffix("s")
      return "\(count) " + (isOne ? ([words[0].dropLast()] + words.dropFirst()).joined(separator: " ") : what)
    }
    return results.isEmpty ? line : "\(line); checked \(results.joined(separator: ", "))"
  }
}

/// The records and texts of validated packs, in two lines for their author.
///
/// Records are counted by kind for a single pack, and by pack for several packs.
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

  /// A line for the records and a line for the texts; empty without records and texts.
  var lines: String {
    Self.line("records", records.map { "\($0.count) \($0.name)" })
      + Self.line("texts", texts.map { "\($0.count) \($0.locale)" })
  }

  private static func line(_ title: String, _ counts: [String]) -> String {
    counts.isEmpty ? "" : "\(title): \(counts.joined(separator: ", "))\n"
  }
}
