import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// Everything that can be checked of a rule set: that it loads, what can be proved of it, and its tests.
struct RuleSetValidation {
  /// How much is checked.
  enum Extent {
    /// Everything.
    case everything
    /// The modules, and what the pack and the engines need of them: no tests, and nothing about the pack's records.
    case modules
  }

  private(set) var folder: String
  var store: SourceStore
  /// The number of what was found of the pack that needs it, among what a memory has; nil: of no memory.
  var userNumber: Int?
  /// The pack that needs it; nil where none does, or none that can be read.
  var user: Pairing.User?
  /// Whether a pack may need it that cannot be read: then any type may be one of that pack's.
  var isLost = false
  /// Whether ``user`` needs this rule set, and does not only lend its types to it.
  var isNeeded = true
  /// Whether it is an earlier version: nothing is unused in what is no longer changed.
  var isEarlier = false
  /// How much is checked.
  var extent = Extent.everything
  /// Whether tests are run.
  var runsTests = true
  /// Parameters with other values than in the files.
  var overrides: [ParameterOverride] = []
  /// Whether the author ignores or has accepted a diagnostic.
  var isAnswered: @Sendable (Diagnostic) -> Bool = { _ in false }
  /// Whether the result is no longer needed.
  var isCancelled: @Sendable () -> Bool = { false }

  /// The same for its earlier versions: they need the pack's types, and no page or engine needs them.
  private var ofEarlierVersions: [RuleSetValidation] {
    RuleSetVersions(store.contentFiles).folders(of: folder).map { folder in
      var validation = self
      (validation.folder, validation.isNeeded, validation.isEarlier, validation.overrides) = (folder, false, true, [])
      return validation
    }
  }

  /// What is found for the pack that needs it, whose types the rules may use. One version is looked at after another: they
  /// share what loads the pack.
  func findings() -> [Diagnostic] {
    ([self] + ofEarlierVersions).flatMap { $0.allFindings() }.withCauses(in: user?.contents.folder ?? folder)
  }

  /// What is found, where `memory` has it from an earlier validation that found `flaws` by schemas too.
  func findings(_ memory: ValidationMemory?, _ flaws: [Diagnostic]) -> [Diagnostic] {
    guard let memory, let userNumber, let user else { return findings() }
    let name = "rules \(folder) for \(user.contents.folder)\(runsTests ? " with tests" : "")"
    return memory.value(name, store, flaws: flaws, base: userNumber, isWhole: { !isCancelled() }) { store in
      var validation = self
      validation.store = store
      return validation.findings()
    }.value
  }

  private func allFindings() -> [Diagnostic] {
    if isCancelled() { return [] }
    let loaded: LoadedRuleSet
    let types = user?.loader.vocabulary ?? (isLost ? .unknown : .empty)
    do throws(DiagnosticError) {
      loaded = try RuleSetLoader(files: store.contentFiles).load(
        at: folder, for: isNeeded ? user?.loader.statedRequirement : nil, vocabulary: types, overrides: overrides,
        extent: .everything)
    } catch {
      return error.diagnostics + unreadableTests
    }
    if isCancelled() { return [] }
    let view = loaded.ruleSet.tableView()
    var rules = RuleAnalysis.findings(for: loaded.ruleSet, view, isAnswered: isAnswered)
    if isCancelled() { return [] }
    var diagnostics = loaded.warnings
    let unlisted = UnlistedModuleCheck(loaded.ruleSet.manifest, in: folder, store, isAnswered)
    if unlisted.explainsGaps { rules.diagnostics.removeAll { $0.code.hasPrefix("rules/unused-") } }
    let pack = knownPack
    if let pack, isNeeded { diagnostics += days(loaded, view, pack, unlisted, beside: &rules) }
    if let pack, isNeeded, !rules.diagnostics.hasErrors, !diagnostics.hasErrors {
      let engines = EngineFindings(system: LoadedSystem(pack: pack, rules: loaded))
      diagnostics += engines.all
      // Of a pack as a whole this is found when its quiz is tried.
      if extent == .modules { diagnostics += unlisted.explaining(engines.scoring, for: ScoringEngine.contract) }
    }
    // Tests of rules that are known to be wrong would report the same again; so would tests of rules that use a pack which
    // is.
    let canTest = user == nil ? !isLost : pack != nil && !isFlawed
    if runsTests, extent == .everything, canTest, !isCancelled(), !rules.diagnostics.hasErrors, !diagnostics.hasErrors {
      diagnostics += tests(loaded.ruleSet, pack, beside: &rules)
    } else {
      diagnostics += unreadableTests
    }
    // What is unused may be used by what is wrong or missing.
    if rules.diagnostics.hasErrors || isEarlier {
      rules.diagnostics.removeAll { $0.code.hasPrefix("rules/unused-") }
    }
    return unlisted.explaining(rules.diagnostics + diagnostics)
  }

  /// What is wrong with files of tests as files.
  private var unreadableTests: [Diagnostic] {
    extent == .everything ? testFiles.flatMap(\.diagnostics) : []
  }

  /// The pack, where all of it can be read.
  private var knownPack: Pack? {
    user.flatMap { $0.contents.unknownTypes.isEmpty ? $0.loader.finish().pack : nil }
  }

  /// Whether a schema has found anything wrong in the pack.
  private var isFlawed: Bool { user.map { $0.contents.isFlawed || !$0.contents.flawedKinds.isEmpty } ?? false }

  /// What is found of pages and rankings, and of the messages they show.
  private func days(
    _ loaded: LoadedRuleSet, _ view: TableView, _ pack: Pack, _ unlisted: UnlistedModuleCheck,
    beside known: inout RuleFindings
  ) -> [Diagnostic] {
    let rules = loaded.ruleSet
    let survey = PageInventory(rules, pack: pack)
    guard !survey.diagnostics.hasErrors, let messages = survey.messages else { return survey.diagnostics }
    if extent == .modules { return survey.diagnostics + pack.kinds.flatMap { FormEngine.findings($0, rules) } }
    let inRecords = user?.contents.fields.uses.filter { $0.roles.references.contains(Messages.kind) }
      .compactMap(\.node.text)
    let forms = pack.kinds.flatMap { FormEngine.findings($0, rules) }
    // Messages that only an unlisted module names would all be found unused.
    if unlisted.explainsGaps { return survey.diagnostics + forms }
    let check = MessageLint(rules, view, pack, survey, messages, inRecords: Set(inRecords ?? []))
    return survey.diagnostics + forms + (forms.hasErrors ? [] : records(loaded, pack)) + check.findings(beside: &known)
  }

  /// What form validation reports about the pack's own records.
  private func records(_ rules: LoadedRuleSet, _ pack: Pack) -> [Diagnostic] {
    do throws(DiagnosticError) {
      var diagnostics: [Diagnostic] = []
      for kind in pack.kinds { diagnostics += try FormEngine.findings(inRecordsOf: kind, pack, rules) }
      return diagnostics
    } catch {
      return error.diagnostics
    }
  }

  /// Tests that fail, except because of a row that can never fire: these are reported there.
  private func tests(_ ruleSet: RuleSet, _ pack: Pack?, beside known: inout RuleFindings) -> [Diagnostic] {
    let files = testFiles
    var diagnostics = files.flatMap(\.diagnostics)
    do throws(DiagnosticError) {
      var runner = try RuleTestRunner(ruleSet, record: { pack?.value($0, $1) })
      for (file, _) in files where !isCancelled() { if let file { runner.run(file) } }
      let failing = files.isEmpty ? [] : runner.report.files.flatMap(\.cases).filter { !$0.failures.isEmpty }
      let causes = TestCauses(ruleSet, failed: failing.flatMap(\.failed))
      let deadRows = failing.isEmpty ? [:] : known.causes(in: ruleSet)
      for test in failing {
        if let cause = test.failed.compactMap({ deadRows[$0] }).first {
          known.fail(at: test.failures.first?.place, because: cause)
        } else {
          diagnostics += causes.attributed(test).filter { !isAboutUnreadable($0, pack) }
        }
      }
    } catch {
      diagnostics += error.diagnostics
    }
    for diagnostic in diagnostics {
      if let fact = diagnostic.factWithOtherValues, let cause = diagnostic.cause {
        known.attribute(toFact: fact, cause)
      }
    }
    return diagnostics
  }

  /// Whether a test only fails on a record that cannot be read: that is reported at the record.
  private func isAboutUnreadable(_ diagnostic: Diagnostic, _ pack: Pack?) -> Bool {
    guard diagnostic.code == "rules/literal-type", let pack, let place = diagnostic.place else { return false }
    let id = Text(place.source.text(of: place.range))
    return pack.kinds.contains { pack.record($0.name, id) != nil }
  }

  /// The files of tests anywhere in the folder.
  private var testFiles: [(file: RuleTestFile?, diagnostics: [Diagnostic])] {
    store.contentFiles(ofRuleSetIn: folder).flatMap { path in
      store.file(path).documents.filter { RuleTestFile.isTests($0.root) }.map { RuleTestFile.read($0.root) }
    }
  }
}
