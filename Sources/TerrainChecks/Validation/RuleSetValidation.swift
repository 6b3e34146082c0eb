import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

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
  /// What earlier validations found; nil: everything is worked out.
  var memory: ValidationMemory?
  /// The number of what was found of the pack that needs it, among what the memory has.
  var userNumber = 0
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
  /// How deep the checks go.
  var depth = Validator.Depth.everything
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

  private func allFindings() -> [Diagnostic] {
    if isCancelled() { return [] }
    let (loading, loadingNumber) = loading
    guard var loaded = loading.loaded else { return loading.diagnostics + unreadableTests }
    if isCancelled() { return [] }
    let typed = loaded
    if depth > .proofs {
      let planning = kept("planning", from: [loadingNumber]) { _ in
        Result { () throws(DiagnosticError) in try typed.planned() }
      }
      switch planning.value {
      case .success(let planned): loaded = planned
      case .failure(let error): return error.diagnostics + unreadableTests
      }
    }
    if isCancelled() { return [] }
    let (analysis, analysisNumber) = kept("analysis", from: [loadingNumber]) { $0.analysis(of: typed) }
    if isCancelled() { return [] }
    var found = Found(rules: analysis.findings, diagnostics: loaded.warnings)
    let unlisted = UnlistedModuleCheck(loaded.ruleSet.manifest, in: folder, store, isAnswered)
    if unlisted.explainsGaps { found.rules.diagnostics.removeAll { $0.code.hasPrefix("rules/unused-") } }
    let pack = knownPack
    var number = analysisNumber
    if let pack, isNeeded, depth > .proofs {
      let before = found
      (found, number) = kept("engines", from: [analysisNumber, userNumber, unlisted.explainsGaps ? 1 : 0]) {
        validation in
        var found = before
        validation.addEngines(loaded, analysis, pack, unlisted, to: &found)
        return found
      }
    }
    // Tests of rules that are known to be wrong would report the same again; so would tests of rules that use a pack which
    // is.
    let canTest = user == nil ? !isLost : pack != nil && !isFlawed
    if depth == .everything, extent == .everything, canTest, !isCancelled(), !found.hasErrors {
      let before = found
      found =
        kept("tests", from: [number, userNumber]) { validation in
          var found = before
          found.diagnostics += validation.tests(loaded.ruleSet, pack, beside: &found.rules)
          return found
        }.value
    } else {
      found.diagnostics += unreadableTests
    }
    // What is unused may be used by what is wrong or missing.
    if found.rules.diagnostics.hasErrors || isEarlier {
      found.rules.diagnostics.removeAll { $0.code.hasPrefix("rules/unused-") }
    }
    if found.hasErrors { found.diagnostics.removeAll { $0.code == Diagnostic.messageNeverNamedCode } }
    return unlisted.explaining(found.rules.diagnostics + found.diagnostics)
  }

  // MARK: Steps

  /// What was found so far.
  private struct Found: Sendable {
    var rules: RuleFindings
    var diagnostics: [Diagnostic]

    var hasErrors: Bool { rules.diagnostics.hasErrors || diagnostics.hasErrors }
  }

  /// The rules, or why they cannot be loaded.
  private struct Loading: Sendable {
    let loaded: LoadedRuleSet?
    let diagnostics: [Diagnostic]
    /// What the pack answered about its types.
    let vocabulary: VocabularyAnswers
  }

  /// The rules' tables, and what is proved of them.
  private struct Analysis: Sendable {
    let view: TableView
    let contents: TableContents?
    let findings: RuleFindings
  }

  /// What is called `step` of this validation: the earlier one where neither what was read for it nor the results with the numbers
  /// `base` have changed, else that of `make`.
  private func kept<T: Sendable>(
    _ step: String, from base: [Int], isStill: (T) -> Bool = { _ in true }, _ make: (Self) -> T
  ) -> (value: T, number: Int) {
    guard let memory else { return (make(self), 0) }
    return memory.value(
      "\(step) of \(name)", store, flaws: [], base: base, isWhole: { !isCancelled() }, isStill: isStill
    ) { store in
      var validation = self
      validation.store = store
      return make(validation)
    }
  }

  private var name: String { "\(folder) for \(user?.contents.folder ?? (isLost ? "unknown" : "none"))" }

  private var loading: (value: Loading, number: Int) {
    let vocabulary = user?.loader.vocabulary ?? (isLost ? .unknown : .empty)
    return kept("loading", from: [], isStill: { $0.vocabulary.areTrue(of: vocabulary) }) { $0.load(vocabulary) }
  }

  private func load(_ vocabulary: PackVocabulary) -> Loading {
    // What the pack requires of the rules is in its manifest.
    if let user { _ = store.file("\(user.contents.folder)/\(PackLoader.manifestName)") }
    let answers = VocabularyAnswers()
    do throws(DiagnosticError) {
      let loaded = try RuleSetLoader(files: store.contentFiles).load(
        at: folder, for: isNeeded ? user?.loader.statedRequirement : nil, vocabulary: answers.noting(vocabulary),
        overrides: overrides, extent: .everything, plans: false, memory: memory?.types(name))
      return Loading(loaded: loaded, diagnostics: [], vocabulary: answers)
    } catch {
      return Loading(loaded: nil, diagnostics: error.diagnostics, vocabulary: answers)
    }
  }

  private func analysis(of loaded: LoadedRuleSet) -> Analysis {
    let view = loaded.ruleSet.tableView(memory?.views(name))
    let contents = (memory?.proofs(name)).map { TableContents(view, $0) }
    let findings = RuleAnalysis.findings(for: loaded.ruleSet, view, contents: contents, isAnswered: isAnswered)
    return Analysis(view: view, contents: contents, findings: findings)
  }

  /// Adds what engines, pages and rankings find.
  private func addEngines(
    _ loaded: LoadedRuleSet, _ analysis: Analysis, _ pack: Pack, _ unlisted: UnlistedModuleCheck, to found: inout Found
  ) {
    // A decision that lacks rows may lack those that an engine misses.
    let gaps = Set(
      found.rules.diagnostics.filter { $0.severity == .error && Diagnostic.gapCodes.contains($0.code) }.map(\.place))
    found.diagnostics += days(loaded, analysis, pack, unlisted, beside: &found.rules).filter {
      $0.place == nil || !gaps.contains($0.place)
    }
    guard !found.hasErrors else { return }
    let engines = EngineFindings(system: LoadedSystem(pack: pack, rules: loaded))
    found.diagnostics += engines.all
    // Of a pack as a whole this is found when its quiz is tried.
    if extent == .modules { found.diagnostics += unlisted.explaining(engines.scoring, for: ScoringEngine.contract) }
  }

  /// What is wrong with files of tests as files.
  private var unreadableTests: [Diagnostic] {
    guard extent == .everything else { return [] }
    let known = memory?.documents
    return testDocuments.flatMap { document in
      known.value(of: document, for: Self.shapeOfTests) { RuleTestFile.read(document.root).diagnostics }
    }
  }

  private static let shapeOfTests = DocumentMemory.Purpose()

  /// The pack, where all of it can be read.
  private var knownPack: Pack? {
    user.flatMap { $0.contents.unknownTypes.isEmpty ? $0.loader.finish().pack : nil }
  }

  /// Whether a schema has found anything wrong in the pack.
  private var isFlawed: Bool { user.map { $0.contents.isFlawed || !$0.contents.flawedKinds.isEmpty } ?? false }

  /// What is found of pages and rankings, and of the messages they show.
  private func days(
    _ loaded: LoadedRuleSet, _ analysis: Analysis, _ pack: Pack, _ unlisted: UnlistedModuleCheck,
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
    let check = MessageLint(
      rules, analysis.view, pack, survey, messages, inRecords: Set(inRecords ?? []), contents: analysis.contents)
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
    testDocuments.map { RuleTestFile.read($0.root) }
  }

  private var testDocuments: [Document] {
    store.contentFiles(ofRuleSetIn: folder).flatMap { path in
      store.file(path).documents.filter { RuleTestFile.isTests($0.root) }
    }
  }
}

/// Which failures of tests have one cause: a decision that is not as expected makes those that need it wrong too.
struct TestCauses {
  /// For each decision that failed, the first failed one among it and those it needs.
  private var causes: [Text: Text] = [:]

  /// Causes of the failures of the decisions `failed`, by their full names.
  init(_ ruleSet: RuleSet, failed: [Text]) {
    let failed = Set(failed)
    if failed.isEmpty { return }
    // A decision comes after those it needs, so the cause of each of these is known.
    var causesByIndex: [Text?] = []
    for linked in ruleSet.linkedDecisions {
      let name = linked.typed.fullName
      let inherited = linked.needs.lazy.compactMap { causesByIndex.indices.contains($0) ? causesByIndex[$0] : nil }
        .first
      let cause = inherited ?? (failed.contains(name) ? name : nil)
      causesByIndex.append(cause)
      if failed.contains(name) { causes[name] = cause }
    }
  }

  /// The failures of a case, with their causes.
  func attributed(_ test: RuleTestRunner.CaseResult) -> [Diagnostic] {
    let cause = test.failed.lazy.compactMap { causes[$0] }.first
    guard let cause else { return test.failures }
    return test.failures.map { failure in
      failure.code == Diagnostic.testFailedCode ? failure.caused(by: .init("tests of \(cause)")) : failure
    }
  }
}
