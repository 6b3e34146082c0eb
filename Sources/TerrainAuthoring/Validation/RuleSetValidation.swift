import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Everything that can be checked of a rule set: that it loads, what can be proved of it, and its tests.
struct RuleSetValidation {
  let folder: String
  let store: SourceStore

  /// What is found for the pack `pack`, whose vocabulary the rules may use; nil where no pack needs them.
  func findings(for pack: PackContents?, requirement: Pack.Requirement?) -> [Diagnostic] {
    let loaded: LoadedRuleSet
    do throws(DiagnosticError) {
      loaded = try RuleSetLoader(files: store.contentFiles).load(
        at: folder, for: requirement, vocabulary: pack?.ruleVocabulary ?? .empty, extent: .everything)
    } catch {
      return error.diagnostics + testFiles.flatMap(\.diagnostics)
    }
    let found = loaded.warnings + RulesCheck.diagnostics(for: loaded.ruleSet.tableView())
    // Tests of rules that are known to be wrong would tell the same once more.
    return found + (found.hasErrors ? testFiles.flatMap(\.diagnostics) : tests(loaded.ruleSet))
  }

  private func tests(_ ruleSet: RuleSet) -> [Diagnostic] {
    let files = testFiles
    var found = files.flatMap(\.diagnostics)
    do throws(DiagnosticError) {
      var runner = try RuleTestRunner(ruleSet)
      for (file, _) in files { if let file { runner.run(file) } }
      found += files.isEmpty ? [] : runner.report.failures
    } catch {
      found += error.diagnostics
    }
    return found
  }

  /// The files of tests anywhere in the folder.
  private var testFiles: [(file: RuleTestFile?, diagnostics: [Diagnostic])] {
    store.contentFiles(at: folder).flatMap { path in
      store.file(path).documents.filter { RuleTestFile.isTests($0.root) }.map { RuleTestFile.read($0.root) }
    }
  }
}

extension PackContents {
  /// The types the pack adds to the rule language: its vocabularies, and for each kind `KIND_id`, the ids of its records.
  var ruleVocabulary: PackVocabulary {
    var types: [Text: CELType] = [:]
    func add(_ name: Text, _ cases: [Text]) {
      var seen: Set<Text> = []
      types[name] = .enumeration(EnumerationType(name: name, cases: cases.filter { seen.insert($0).inserted }))
    }
    for kind in kinds { add("\(kind.name)_id", kind.records.map(\.id)) }
    for vocabulary in vocabularies { add(vocabulary.name, vocabulary.values.map(\.text)) }
    return PackVocabulary(types)
  }
}
