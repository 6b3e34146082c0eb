import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase
import TerrainSchemas

/// Packs and rule sets as wholes.
extension ValidationRun {
  /// A pack and what was found of it.
  private struct ValidatedPack: Sendable {
    let validation: PackValidation
    var outcome: PackValidation.Outcome
    /// The number of what was found, among what a memory has.
    var number = 0

    /// Validates the pack in `folder`; nil where it has no manifest.
    static func validate(_ folder: String, _ pairing: Pairing, _ memory: ValidationMemory? = nil) -> ValidatedPack? {
      pairing.contents(folder, memory?.packs).map { contents in
        let validation = PackValidation(contents: contents, rules: pairing.rules(of: contents), pairing: pairing)
        return ValidatedPack(validation: validation, outcome: validation.run(memory?.documents))
      }
    }

    /// Adds what was found of the quiz.
    mutating func add(_ quiz: PackValidation.Outcome) {
      outcome.diagnostics += quiz.diagnostics
      (outcome.quiz, outcome.quizRules, outcome.engine) = (quiz.quiz, quiz.quizRules, quiz.engine)
    }
  }

  /// Validates the packs, each by itself.
  private func validatedPacks(_ pairing: Pairing, _ flaws: [Diagnostic]) -> [ValidatedPack] {
    let (folders, memory, isCancelled) = (targets.packs, validator.memory, validator.isCancelled)
    let triesQuiz = validator.depth > .proofs
    let isWhole: @Sendable () -> Bool = { !isCancelled() }
    return ParallelMap.values(folders.count) { index -> ValidatedPack? in
      let folder = folders[index]
      guard let memory else {
        var pack = ValidatedPack.validate(folder, pairing)
        if triesQuiz, let quiz = pack?.validation.quiz(pairing.store) { pack?.add(quiz) }
        return pack
      }
      let (value, number) = memory.value("pack \(folder)", pairing.store, flaws: flaws, isWhole: isWhole) {
        ValidatedPack.validate(folder, pairing.reading($0), memory)
      }
      guard var pack = value else { return nil }
      pack.number = number
      guard triesQuiz else { return pack }
      let quiz = memory.value("quiz \(folder)", pairing.store, flaws: flaws, base: [number], isWhole: isWhole) {
        pack.validation.quiz($0)
      }
      pack.add(quiz.value)
      return pack
    }.compactMap { $0 }
  }

  mutating func validateWholes() {
    let pairing = pairing
    let (memory, flaws, isCancelled) = (validator.memory, schemaFindings + schemaErrors, validator.isCancelled)
    let packs = validatedPacks(pairing, flaws)
    let validations = packs.map(\.validation)
    let outcomes = packs.map(\.outcome)
    self.packs = validations.map(\.contents)
    diagnostics += outcomes.flatMap(\.diagnostics)
    // A file that was moved no longer leads to its schema; that it was is reported.
    let strays = Set(validations.flatMap(\.contents.strays).map(\.path))
    diagnostics.removeAll { found in
      found.code == Diagnostic.schemaNotFoundCode && found.place.map { strays.contains($0.source.name) } ?? false
    }
    for (validation, outcome) in zip(validations, outcomes) { engines[validation.contents.folder] = outcome.engine }

    // Each rule set is checked for every pack that needs it, those beside it included that were not requested.
    var jobs: [RuleSetValidation] = []
    for pack in packs {
      guard let folder = pack.validation.rules, let loader = pack.outcome.loader else { continue }
      let user = Pairing.User(loader: loader, contents: pack.validation.contents)
      jobs.append(
        RuleSetValidation(folder: folder, store: store, memory: memory, userNumber: pack.number, user: user))
    }
    for folder in targets.ruleSets where !jobs.contains(where: { $0.folder == folder }) {
      let users = pairing.users(of: folder)
      jobs += users.confirmed.map { RuleSetValidation(folder: folder, store: store, user: $0) }
      if users.confirmed.isEmpty {
        jobs.append(RuleSetValidation(folder: folder, store: store, isLost: !users.lost.isEmpty))
        diagnostics += users.lost
      }
      // What keeps rules from being checked has to be reported, though the pack was not requested.
      for user in users.confirmed where !user.contents.unknownTypes.isEmpty {
        diagnostics += user.loader.finish().diagnostics
      }
    }
    let isAnswered = isAnswered
    for index in jobs.indices {
      jobs[index].isAnswered = isAnswered
      jobs[index].isCancelled = validator.isCancelled
      jobs[index].depth = validator.depth
    }
    let all = jobs
    let findings = ParallelMap.values(all.count) { all[$0].findings() }.flatMap { $0 }
    diagnostics += findings
    let wrongRules = Set(findings.filter(Self.isAboutRules).compactMap(\.place?.source.name))
    for outcome in outcomes where outcome.quizRules.isDisjoint(with: wrongRules) { diagnostics += outcome.quiz }
    for (validation, outcome) in zip(validations, outcomes) {
      diagnostics += outcome.loader?.finish().diagnostics.withCauses(in: validation.contents.folder) ?? []
    }
    let reads = validator.depth < .everything ? nil : validator.readRequests
    for file in files where !ExampleRequests.have(file.path, packs: targets.packs) {
      diagnostics += answers(in: file)
    }
    if let reads {
      let errors = (diagnostics + schemaFindings).filter { $0.severity == .error }
      let examples = validations.compactMap { ExampleRequests(of: $0, among: files, besides: errors, from: store) }
      diagnostics += ParallelMap.values(examples.count) { reads(examples[$0]) }.flatMap { $0 }
    }
    if validator.depth == .everything, let checks = validator.checkOutcomes, !validator.isCancelled() {
      let errors = (diagnostics + schemaFindings + schemaErrors).filter { $0.severity == .error && !isAnswered($0) }
      for system in all.compactMap({ SoundSystem($0, besides: errors) }) {
        validator.showProgress?("checking the results of \(system.pack)")
        let check = { checks(system.reading($0)) }
        let found = memory?.value("results \(system.pack)", store, flaws: flaws, isWhole: { !isCancelled() }, check)
        outcomeFindings.add(found?.value ?? check(store))
      }
      diagnostics += outcomeFindings.diagnostics
    }
  }

  /// Packs and rule sets, now that the diagnostics of schemas are known.
  private var pairing: Pairing {
    Pairing(store: store, flaws: KnownErrors(schemaFindings + schemaErrors), elsewhere: validator.ruleSet)
  }

  /// Whether the author ignores a diagnostic by a comment, or has accepted it in the baseline.
  private var isAnswered: @Sendable (Diagnostic) -> Bool {
    let (suppressions, documents, baseline) = (suppressions, documents, validator.baseline)
    return { suppressions.answers($0) || baseline?.knows($0, documents) ?? false }
  }

  /// Whether `finding` is an error in rules themselves, and not in what a test expects of them.
  private static func isAboutRules(_ finding: Diagnostic) -> Bool {
    finding.severity == .error && !finding.code.hasPrefix("rules/test-")
  }

  /// Diagnostics about answers: they have to be answers to the quiz of the pack in whose folder they are, else of the one that
  /// was named for them.
  private mutating func answers(in file: SourceStore.File) -> [Diagnostic] {
    let documents = file.documents.filter { [.answers, .request].contains(role(of: $0)) }
    guard documents.contains(where: { $0.root["answers"] != nil }) else { return [] }
    let folder = targets.packs.last { FilePath.isInside(file.path, $0) } ?? validator.answersPack.map(FilePath.normal)
    guard let folder, let engine = engine(of: folder) else { return [] }
    return documents.flatMap { engine.diagnostics(about: $0.root) }
  }

  /// What scores the quiz of the pack in `folder`; nil where it has none, or something is wrong with it.
  private mutating func engine(of folder: String) -> ScoringEngine? {
    if let engine = engines[folder] { return engine }
    let pairing = pairing
    guard !targets.packs.contains(folder), triedEngines.insert(folder).inserted,
      let contents = pairing.contents(folder)
    else { return nil }
    let validation = PackValidation(contents: contents, rules: pairing.rules(of: contents), pairing: pairing)
    engines[folder] = validation.scoringEngine()
    return engines[folder]
  }
}
