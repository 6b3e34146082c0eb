import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// All checks of a rule set: loading, proofs, and tests.
struct RuleSetValidation {
  /// The extent of the checks.
  enum Extent {
    /// Everything.
    case everything
    /// The modules, and the requirements of the pack and the engines on them: no tests, and no checks of the pack's records.
    case modules
  }

  private(set) var folder: String
  var store: SourceStore
  /// The cache of earlier validations; nil to compute everything.
  var memory: ValidationMemory?
  /// The number, in the cache, of the findings about the pack that needs it.
  var userNumber = 0
  /// The pack that needs it; nil if none does, or none that can be read.
  var user: Pairing.User?
  /// True if an unreadable pack may need the rule set, so that any type may be one of that pack's types.
  var isLost = false
  /// True if ``user`` needs this rule set, and does not only lend its types to it.
  var isNeeded = true
  /// True if it is an earlier version, whose unused names are not reported.
  var isEarlier = false
  /// The extent of the checks.
  var extent = Extent.everything
  /// The depth of the checks.
  var depth = Validator.Depth.everything
  /// Parameters with other values than in the files.
  var overrides: [ParameterOverride] = []
  /// True if the author ignores or has accepted a diagnostic.
  var isAnswered: @Sendable (Diagnostic) -> Bool = { _ in false }
  /// True if the result is no longer needed.
  var isCancelled: @Sendable () -> Bool = { false }

  /// The validations of its earlier versions, which need the pack's types, but no page or engine.
  private var ofEarlierVersions: [RuleSetValidation] {
    RuleSetVersions(store.contentFiles).folders(of: folder).map { folder in
      var validation = self
      (validation.folder, validation.isNeeded, validation.isEarlier, validation.overrides) = (folder, false, true, [])
      return validation
    }
  }

  /// The findings for the pack that needs the rule set, whose types the rules may use. Versions are checked one after another, because they
  /// share the pack's loader.
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
    var found = Found(rules: analysis.findings, diagnostics: loaded.warnings + misplacedFiles)
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
    // Tests of rules with known errors would report these again, and so would tests of rules that use a pack with errors.
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
    // A name may seem unused because of an error or a missing part.
    if found.rules.diagnostics.hasErrors || isEarlier {
      found.rules.diagnostics.removeAll { $0.code.hasPrefix("rules/unused-") }
    }
    if found.hasErrors { found.diagnostics.removeAll { $0.code == Diagnostic.messageNeverNamedCode } }
    return unlisted.explaining(found.rules.diagnostics + found.diagnostics)
  }

  // MARK: Steps

  /// The collected findings.
  private struct Found: Sendable {
    var rules: RuleFindings
    var diagnostics: [Diagnostic]

    var hasErrors: Bool { rules.diagnostics.hasErrors || diagnostics.hasErrors }
  }

  /// The rules, or why they cannot be loaded.
  private struct Loading: Sendable {
    let loaded: LoadedRuleSet?
    let diagnostics: [Diagnostic]
    /// The pack's answers about its types.
    let vocabulary: VocabularyAnswers
  }

  /// The rules' tables, and the proofs about them.
  private struct Analysis: Sendable {
    let view: TableView
    let contents: TableContents?
    let findings: RuleFindings
  }

  /// The result of the step `step` of this validation: the cached result if neither its files nor the results with the numbers `base` have
  /// changed, else the result of `make`.
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
    // The pack's requirements on the rules are in its manifest.
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

  /// Adds the findings of engines, pages, and rankings.
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
    // For a complete pack, the check of its quiz finds this.
    if extent == .modules { found.diagnostics += unlisted.explaining(engines.scoring, for: ScoringEngine.contract) }
  }

  /// The errors in the form of test files.
  private var unreadableTests: [Diagnostic] {
    guard extent == .everything else { return [] }
    let known = memory?.documents
    return testDocuments.flatMap { document in
      known.value(of: document, for: Self.shapeOfTests) { RuleTestFile.read(document.root).diagnostics }
    }
  }

  private static let shapeOfTests = DocumentMemory.Purpose()

  /// Files in folders if no command looks for files of their role: one diagnostic for each folder.
  private var misplacedFiles: [Diagnostic] {
    guard extent == .everything else { return [] }
    var reported: Set<String> = []
    return store.contentFiles(ofRuleSetIn: folder).flatMap { path in
      store.file(path).documents.compactMap { document in
        guard let role = FileRole(document), let home = role.ruleSetHome else { return nil }
        let own = FilePath.relative(path, to: FilePath.normal(folder))
        guard own != home, !own.hasPrefix("\(home)/"), reported.insert("\(home) \(FilePath.folder(own))").inserted
        else {
          return nil
        }
        return .misplaced(own, home, at: document.root)
      }
    }
  }

  /// The pack, if it is completely readable.
  private var knownPack: Pack? {
    user.flatMap { $0.contents.unknownTypes.isEmpty ? $0.loader.finish().pack : nil }
  }

  /// True if a schema has found anything wrong in the pack.
  private var isFlawed: Bool { user.map { $0.contents.isFlawed || !$0.contents.flawedKinds.isEmpty } ?? false }

  /// The findings about pages and rankings, and about the messages that they show.
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
    // Messages that only an unlisted module names would all be reported as unused.
    if unlisted.explainsGaps { return survey.diagnostics + forms }
    let check = MessageLint(
      rules, analysis.view, pack, survey, messages, inRecords: Set(inRecords ?? []), contents: analysis.contents)
    return survey.diagnostics + forms + (forms.hasErrors ? [] : records(loaded, pack)) + check.findings(beside: &known)
  }

  /// The problems that form validation reports about the pack's own records.
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

  /// Returns true if a test only fails on a record that cannot be read: that is reported at the record.
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

/// Groups failures of tests by cause: a decision with a wrong result also makes the decisions that need it wrong.
struct TestCauses {
  /// For each decision that failed, the first failed decision among it and the decisions that it needs.
  private var causes: [Text: Text] = [:]

  /// Causes of the failures of the decisions `failed`, by their full names.
  init(_ ruleSet: RuleSet, failed: [Text]) {
    let failed = Set(failed)
    if failed.isEmpty { return }
    // A decision comes after the decisions that it needs, so that their causes are known.
    var causesByIndex: [Text?] = []
    for decision in ruleSet.decisions {
      let name = decision.name
      let needs = decision.typed.needs
      let inherited = needs.lazy.compactMap { causesByIndex.indices.contains($0) ? causesByIndex[$0] : nil }.first
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

/// All checks of a rule set's modules without its tests: loading, proofs, engines, pages, and rankings. The findings are those of
/// `validate`, for each pack that needs the modules.
package struct RuleSetCheck {
  /// The findings.
  package struct Report {
    /// The name of the rule set: its id, or its folder if the id is unreadable.
    package let name: String
    /// The diagnostics that count, sorted.
    package let diagnostics: [Diagnostic]
    /// The manifest and the modules that it lists.
    package let files: [String]
  }

  private let folder: String
  private let packs: [String]
  private let overrides: [ParameterOverride]
  private let store: SourceStore
  private let pairing: Pairing

  /// A check of the rule set in `folder`.
  ///
  /// - Parameters:
  ///   - packs: the folders of the packs that it is checked for; none: it is checked without the types of any pack.
  ///   - overrides: parameters with other values than in the files.
  package init(_ folder: String, packs: [String], overrides: [ParameterOverride], files: ContentFiles) {
    self.folder = FilePath.normal(folder)
    self.packs = packs.map(FilePath.normal)
    self.overrides = overrides
    store = SourceStore(files)
    pairing = Pairing(store: store, flaws: .none, elsewhere: { _, _ in nil })
  }

  /// The folders of the packs in neighboring folders that need the rule set in `folder`, sorted; else the pack of the same name.
  package static func packs(beside folder: String, files: ContentFiles) -> [String] {
    func root(_ file: String) -> Node? {
      (try? files.source(file)).flatMap { files.documents($0).documents.first?.root }
    }
    let folder = RuleSetVersions(files).ruleSet(of: folder)
    let home = FilePath.normal("\(folder)/../../ContentPacks")
    let manifests = ((try? files.list(home, [PackLoader.manifestName])) ?? []).filter {
      FilePath.name($0) == PackLoader.manifestName
    }
    let id = root("\(folder)/\(RuleSetLoader.manifestName)")?["id"]?.text
    let users = manifests.filter { id != nil && root($0)?["rules"]?["id"]?.text == id }
    let namesake = "\(home)/\(FilePath.name(folder))/\(PackLoader.manifestName)"
    return (users.isEmpty ? manifests.filter { $0 == namesake } : users).map(FilePath.folder)
  }

  /// Checks it.
  package func run() -> Report {
    let manifest = store.file("\(folder)/\(RuleSetLoader.manifestName)")
    let id = manifest.documents.first?.root["id"]?.text
    var diagnostics: [Diagnostic] = []
    var jobs: [RuleSetValidation] = []
    for pack in packs {
      guard let contents = pairing.contents(pack), let loader = try? pairing.loader(contents) else {
        diagnostics += store.file("\(pack)/\(PackLoader.manifestName)").diagnostics
        continue
      }
      loader.loadAll()
      var job = job
      job.user = Pairing.User(loader: loader, contents: contents)
      job.isNeeded = !job.isEarlier && loader.statedRequirement?.id == id
      jobs.append(job)
    }
    if jobs.isEmpty {
      var job = job
      job.isLost = !packs.isEmpty
      jobs.append(job)
    }
    let suppressions = suppressions
    for index in jobs.indices { jobs[index].isAnswered = { suppressions.answers($0) } }
    let all = jobs
    diagnostics += ParallelMap.values(all.count) { all[$0].findings() }.flatMap { $0 }
    // Errors that prevent checks of the rules are reported, even though only the rules were requested.
    for user in jobs.compactMap(\.user) where !user.contents.unknownTypes.isEmpty {
      diagnostics += user.loader.finish().diagnostics
    }
    let counted = Precedence(schemas: []).remaining(diagnostics.withoutMilder()).filter { !suppressions.answers($0) }
    return Report(name: id?.string ?? folder, diagnostics: counted.sortedForReport(), files: moduleFiles)
  }

  private var job: RuleSetValidation {
    var job = RuleSetValidation(folder: folder, store: store)
    job.extent = .modules
    job.isEarlier = RuleSetVersions(store.contentFiles).ruleSet(of: folder) != folder
    job.overrides = overrides
    return job
  }

  private var suppressions: Suppressions {
    var suppressions = Suppressions()
    for file in moduleFiles { suppressions.add(store.file(file).documents) }
    return suppressions
  }

  /// The manifest's file and those of the modules that can be read, and so of its earlier versions.
  private var moduleFiles: [String] {
    ([folder] + RuleSetVersions(store.contentFiles).folders(of: folder)).flatMap { moduleFiles(in: $0) }
  }

  private func moduleFiles(in folder: String) -> [String] {
    let manifest = "\(folder)/\(RuleSetLoader.manifestName)"
    var files = [manifest]
    guard let modules = store.file(manifest).documents.first?.root["modules"], modules.kind == .map else {
      return files
    }
    for (_, module) in modules.members.map({ ($0.key, $0.value) }) {
      guard let file = module.text, let path = store.contentFiles.path(file.string, inside: folder).path,
        store.kind(path) == .file, store.file(path).source != nil
      else { continue }
      files.append(path)
    }
    return files
  }
}

/// The errors that only engines find in a rule set's modules: texts and numbers that only an engine reads, such as the name of a time zone.
struct EngineFindings {
  /// The pack and the rules, loaded without errors; every engine takes the parts that it needs.
  let system: LoadedSystem

  /// The errors that keep the pack's quiz and the rules from working together; empty if the pack has no quiz.
  var scoring: [Diagnostic] {
    guard system.pack.kinds.contains(where: { $0.name == ScoringEngine.quizKind }) else { return [] }
    return findings([ScoringEngine.contract]) { system throws(DiagnosticError) in _ = try ScoringEngine(system) }
  }

  /// The findings of making each engine whose module the rule set has.
  var all: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let ruleSet = system.rules.ruleSet
    func has(_ module: Text) -> Bool {
      ruleSet.modules.contains { $0.name == "\(ruleSet.manifest.modulePrefix)\(module)" }
    }
    if has(LoyaltyEngine.module) {
      diagnostics += findings([LoyaltyEngine.contract]) { system throws(DiagnosticError) in
        _ = try LoyaltyEngine(system)
      }
    }
    if has(TrendEngine.module) {
      diagnostics += findings(TrendEngine.contracts) { system throws(DiagnosticError) in _ = try TrendEngine(system) }
    }
    if has(StreakEngine.module) {
      diagnostics += findings(StreakEngine.contracts) { system throws(DiagnosticError) in _ = try StreakEngine(system) }
    }
    for module in timelines(of: ruleSet) {
      diagnostics += findings([TimelineEngine.contract(module)]) { system throws(DiagnosticError) in
        _ = try TimelineEngine(system, module: module)
      }
    }
    return diagnostics
  }

  /// The modules of timelines: they have phases or moves.
  private func timelines(of ruleSet: RuleSet) -> [Text] {
    let prefix = ruleSet.manifest.modulePrefix
    return ruleSet.modules.compactMap { module in
      guard module.name.string.hasPrefix(prefix) else { return nil }
      let name = Text(String(module.name.string.dropFirst(prefix.count)))
      return TimelineEngine.decisions.contains { ruleSet.decision("\(name).\($0)") != nil } ? name : nil
    }
  }

  /// The errors that prevent making an engine: violations of contracts, else the engine's own errors.
  private func findings(
    _ contracts: [Contract], _ make: (LoadedSystem) throws(DiagnosticError) -> Void
  ) -> [Diagnostic] {
    let broken = contracts.flatMap(system.rules.ruleSet.check)
    if broken.hasErrors { return broken }
    do throws(DiagnosticError) {
      try make(system)
      return []
    } catch {
      return error.diagnostics
    }
  }
}

/// The modules that a valid rule set does not list. A missing module is reported once, at the module, and not at each missing part.
struct UnlistedModuleCheck {
  private let modules: UnlistedModules?
  /// True if a module's absence may be the reason why names and messages have no use: one is unlisted, and its author has not answered
  /// that.
  let explainsGaps: Bool

  /// The check of the rule set in `folder` with `manifest`.
  init(
    _ manifest: RuleSetManifest, in folder: String, _ store: SourceStore, _ isAnswered: (Diagnostic) -> Bool
  ) {
    let root = store.file("\(folder)/\(RuleSetLoader.manifestName)").documents.first?.root
    let modules = root.map { UnlistedModules(in: folder, manifest, root: $0, files: store.contentFiles) }
    self.modules = modules
    explainsGaps =
      modules.map { modules in
        modules.entries.contains { $0.listed == nil && !isAnswered(modules.diagnostic($0, .warning)) }
      } ?? false
  }

  /// `findings` with a diagnostic for each unlisted module: an error if tests are about it, in which case their own diagnostics are left
  /// out.
  func explaining(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard let modules, !modules.entries.isEmpty else { return findings }
    var tested: Set<Text> = []
    let others = findings.filter { finding in
      guard finding.code == Diagnostic.testUnknownModuleCode, let place = finding.place else { return true }
      let name = Text(place.source.text(of: place.range))
      guard modules.entries.contains(where: { $0.listed == nil && $0.name == name }) else { return true }
      tested.insert(name)
      return false
    }
    let reported = Set(others.filter { $0.code == Diagnostic.unlistedModuleCode }.compactMap(\.place))
    let diagnostics = modules.entries.map { modules.diagnostic($0, tested.contains($0.name) ? .error : .warning) }
    return others + diagnostics.filter { $0.place.map { !reported.contains($0) } ?? true }
  }

  /// `findings` of the engine with `contract`, with one about the unlisted module that the engine misses in their place.
  func explaining(_ findings: [Diagnostic], for contract: Contract) -> [Diagnostic] {
    modules?.explaining(findings, contracts: [contract]) ?? findings
  }
}

extension [Diagnostic] {
  /// The diagnostics without those that another diagnostic repeats with a higher severity: an unreferenced module of one run may be needed
  /// in another.
  func withoutMilder() -> [Diagnostic] {
    let errors = Set(filter { $0.code == Diagnostic.unlistedModuleCode && $0.severity == .error }.compactMap(\.place))
    return filter { finding in
      finding.code != Diagnostic.unlistedModuleCode || finding.severity == .error
        || !(finding.place.map(errors.contains) ?? false)
    }
  }
}

extension Diagnostic {
  fileprivate static func misplaced(_ path: String, _ home: String, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "file/misplaced", severity: .warning,
      message: "no command runs `\(path)`: in a rule set, such a file is \(home.contains(".") ? "" : "in ")`\(home)`",
      at: node, fix: "move it to `\(home)`")
  }
}
