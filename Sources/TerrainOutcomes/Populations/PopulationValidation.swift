import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainBase

extension SoundSystem {
  /// People who are drawn at most to see whether conditions ever hold, and at least to see whether values are those of their facts.
  private static let people = 500
  private static let leastPeople = 50
  /// At least as many where values are not those of facts: a rare one is not found in others.
  private static let peopleWithValues = 150

  /// What is wrong with the populations of the pack, which `system` has been loaded from.
  func populationFindings(_ system: LoadedSystem) -> Findings {
    var findings = Findings()
    let paths = PopulationFiles(pack: pack, files: files).paths
    do throws(DiagnosticError) {
      let scoring = try PopulationFiles.scoring(system)
      for path in paths where !isCancelled() {
        let (documents, found) = files.documents(try files.source(path))
        // What is wrong with it as YAML is reported with all files.
        guard let root = documents.first?.root, !found.hasErrors else { continue }
        let (population, diagnostics) = PopulationReader.read(root, system, scoring: scoring)
        findings.diagnostics += diagnostics
        if let population {
          findings.diagnostics += try self.diagnostics(about: population, system, OutcomeSession(system, files: files))
        }
      }
    } catch {
      findings.diagnostics += error.diagnostics
    }
    if !paths.isEmpty { findings.checked = [("populations", paths.count)] }
    return findings
  }

  /// What shows only when people are drawn.
  private func diagnostics(
    about population: PopulationDeclaration, _ system: LoadedSystem, _ session: OutcomeSession
  ) throws(DiagnosticError) -> [Diagnostic] {
    let generator = PeopleGenerator(population, seed: 1)
    var wrong: [Text] = []
    var values = DrawnValues(population, system, session)
    var diagnostics: [Diagnostic] = []
    let conditions = population.expressions.filter(\.isCondition)
    for number in 1...Self.people {
      if isCancelled() { return [] }
      let least = values.isNeeded ? Self.peopleWithValues : Self.leastPeople
      if number > least, conditions.allSatisfy({ generator.evaluator.hasHeld[$0.index] }) { break }
      let days = PersonDays(try generator.person(number), generator)
      var writer = JSONWriter()
      // Days of all seasons: a condition about a month holds in its time.
      try days.write((number - 1) * 73 % 365, to: &writer)
      guard let root = JSONReader.read(SourceText(name: "a person", bytes: writer.bytes)).document?.root else {
        continue
      }
      values.look(at: root)
      let facts = ["person", "day", "facts"].compactMap { root[$0] } + (root["logs"].map { Array($0.elements) } ?? [])
      for section in facts {
        for (key, value) in section.members {
          guard let name = key.text, let fact = system.rules.ruleSet.fact(name), !wrong.contains(name) else { continue }
          var reader = LiteralReader(missingListsAreEmpty: true, records: .held(by: system.pack), into: nil)
          let bounds = FactBounds(minimum: fact.declaration.minimum, maximum: fact.declaration.maximum)
          let isRight = reader.read(value, as: fact.declaration.type).map { bounds.contains($0) } ?? false
          if !isRight, let place = population.place(ofFact: name) {
            wrong.append(name)
            diagnostics.append(.populationWrongFact(name, place))
          }
        }
      }
    }
    diagnostics += values.diagnostics
    for condition in conditions where !generator.evaluator.hasHeld[condition.index] {
      diagnostics.append(.populationNeverHolds(condition.place, people: Self.people))
    }
    return diagnostics
  }
}

extension PopulationDeclaration {
  /// Where the values of the fact `name` are declared.
  fileprivate func place(ofFact name: Text) -> Place? {
    (person + facts + day + (log?.fields ?? [])).first { $0.name == name }?.source.place
  }
}
