import TerrainAnalysis
import TerrainDocuments
import TerrainRules
import TerrainValues

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
