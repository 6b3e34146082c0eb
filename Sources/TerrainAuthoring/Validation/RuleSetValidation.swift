import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// Everything that can be checked of a rule set: that it loads, what can be proved of it, and its tests.
struct RuleSetValidation {
  let folder: String
  let store: SourceStore
  /// The pack of whoever asks, where its files have been looked through.
  var contents: PackContents?

  /// What is found for the pack of `loader`, whose types the rules may use; nil where no pack needs them.
  func findings(for loader: PackLoader?) -> [Diagnostic] {
    let loaded: LoadedRuleSet
    do throws(DiagnosticError) {
      loaded = try RuleSetLoader(files: store.contentFiles).load(
        at: folder, for: loader?.statedRequirement, vocabulary: loader?.vocabulary ?? .empty, extent: .everything)
    } catch {
      return error.diagnostics + testFiles.flatMap(\.diagnostics)
    }
    let view = loaded.ruleSet.tableView()
    // Where records are missing, rows that name them seem dead.
    let isWhole = contents?.kinds.allSatisfy(\.isWhole) ?? true
    var found = isWhole ? RulesCheck.diagnostics(for: view) : []
    let pack = loader?.finish().pack
    if let pack { found += days(loaded, view, pack, beside: &found) }
    found += loaded.warnings
    // Tests of rules that are known to be wrong would tell the same once more; so would tests that name a pack's records when
    // the pack itself cannot be had.
    let canTest = !found.hasErrors && (loader == nil || pack != nil)
    return found + (canTest ? tests(loaded.ruleSet, pack) : testFiles.flatMap(\.diagnostics))
  }

  /// What is found of pages and rankings, and of the messages they show.
  private func days(
    _ loaded: LoadedRuleSet, _ view: TableView, _ pack: Pack, beside known: inout [Diagnostic]
  ) -> [Diagnostic] {
    let rules = loaded.ruleSet
    let survey = DaySurvey(rules, pack: pack)
    guard !survey.diagnostics.hasErrors, let messages = survey.messages else { return survey.diagnostics }
    let inRecords = contents?.fields.uses.filter { $0.roles.references.contains(Messages.kind) }
      .compactMap(\.node.text)
    let check = MessageCheck(rules, view, pack, survey, messages, inRecords: Set(inRecords ?? []))
    let forms = pack.kinds.flatMap { CheckEngine.findings($0, rules) }
    return survey.diagnostics + forms + (forms.hasErrors ? [] : records(loaded, pack)) + check.findings(beside: &known)
  }

  /// What the rules of kinds that are checked say of the pack's own records.
  private func records(_ rules: LoadedRuleSet, _ pack: Pack) -> [Diagnostic] {
    do throws(DiagnosticError) {
      var found: [Diagnostic] = []
      for kind in pack.kinds { found += try CheckEngine.findings(inRecordsOf: kind, pack, rules) }
      return found
    } catch {
      return error.diagnostics
    }
  }

  private func tests(_ ruleSet: RuleSet, _ pack: Pack?) -> [Diagnostic] {
    let files = testFiles
    var found = files.flatMap(\.diagnostics)
    do throws(DiagnosticError) {
      var runner = try RuleTestRunner(ruleSet, record: { pack?.value($0, $1) })
      for (file, _) in files { if let file { runner.run(file) } }
      found += files.isEmpty ? [] : runner.report.failures.filter { !isAboutUnreadable($0, pack) }
    } catch {
      found += error.diagnostics
    }
    return found
  }

  /// Whether a test only stumbles over a record that is there and cannot be read: that is said where the record stands.
  private func isAboutUnreadable(_ diagnostic: Diagnostic, _ pack: Pack?) -> Bool {
    guard diagnostic.code == "rules/literal-type", let pack, let place = diagnostic.place else { return false }
    let id = Text(place.source.text(of: place.range))
    return pack.kinds.contains { pack.record($0.name, id) != nil }
  }

  /// The files of tests anywhere in the folder.
  private var testFiles: [(file: RuleTestFile?, diagnostics: [Diagnostic])] {
    store.contentFiles(at: folder).flatMap { path in
      store.file(path).documents.filter { RuleTestFile.isTests($0.root) }.map { RuleTestFile.read($0.root) }
    }
  }
}
