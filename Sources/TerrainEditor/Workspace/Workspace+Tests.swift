import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainBase

/// Tests of rules, as a person runs them in the editor.
extension Workspace {
  /// The cases of the test file called `name`, with their locations; none of another file.
  func testCases(in name: String) -> [RuleTestFile.Case] { testFiles(name).flatMap(\.cases) }

  /// Runs the cases of the test file called `name`; of these, the one called `only` where that is not nil.
  ///
  /// - Returns: what came of it, in a sentence or a line for each failure.
  func runTests(in name: String, only: Text?) -> String {
    guard let index = indexes(of: name).first(where: { $0.ruleSet != nil }), let rules = index.ruleSet else {
      return "The rules have mistakes, so that no test can be run."
    }
    let pack = index.pack.flatMap { loadedPack($0) }
    do throws(DiagnosticError) {
      var runner = try RuleTestRunner(rules, record: { pack?.value($0, $1) })
      for var file in testFiles(name) {
        if let only { file.cases.removeAll { $0.name != only } }
        runner.run(file)
      }
      let cases = runner.report.files.flatMap(\.cases)
      let failed = cases.filter { !$0.failures.isEmpty }
      if failed.isEmpty { return "\(cases.count.counted("test")) passed." }
      return failed.map { "\($0.name): \($0.failures.map(\.message).joined(separator: "; "))" }.joined(separator: "\n")
    } catch {
      return error.diagnostics.map(\.message).joined(separator: "\n")
    }
  }

  private func testFiles(_ name: String) -> [RuleTestFile] {
    store.file(name).documents.filter { RuleTestFile.isTests($0.root) }.compactMap { RuleTestFile.read($0.root).file }
  }

  private func loadedPack(_ folder: String) -> Pack? {
    guard let loader = try? PackLoader(path: folder, files: store.contentFiles) else { return nil }
    loader.loadAll()
    return loader.finish().pack
  }
}
