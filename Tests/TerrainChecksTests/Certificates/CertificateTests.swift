import Foundation
import TerrainBase
import TestSupport
import Testing

@testable import TerrainChecks

/// Other solvers agree with every verdict. Those that are not installed are skipped, and the log says so.
@Suite struct CertificateTests {
  static let ruleSets = ["design", "diamond-desk", "embera", "quicksip", "terrain", "yeetcard"]

  @Test(arguments: ruleSets) func shippedRules(_ name: String) throws {
    let certificates = RuleCertificate.all(for: try RuleFiles.repository(name))
    let asked = certificates.filter { !$0.verdicts.isEmpty }
    #expect(asked.reduce(0) { $0 + $1.verdicts.count } > 5)
    for solver in Solver.installed {
      for certificate in asked {
        let answers = try solver.answers(to: certificate.text)
        #expect(answers == certificate.verdicts.map(\.answer), "\(solver): \(certificate.decision)")
      }
    }
  }

  /// A rule set with all kinds of columns and verdicts, and the file of one of its decisions.
  @Test func everyKindOfColumn() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        n: { type: int, min: -3 }
        x: { type: double, min: 0, max: 1 }
        money: { type: decimal, optional: true }
        size: { type: string, values: [small, medium, large], ordered: true }
        tags: { type: list<string> }
        word: { type: string }
      decisions:
        d:
          hit: unique
          rows:
            - { id: a, when: { n: "< 0", x: "<= 0.1" }, then: 1 }
            - { id: b, when: { n: ">= 0", size: ">= medium" }, then: 2 }
            - { id: c, when: { money: "> 1.25", word: tea, n: 7, size: small }, then: 3 }
            - { id: e, when: "'x' in tags && n < -2 && x > 0.5", then: 4 }
            - { id: never, when: "n > 3 && n < 4", then: 5 }
      """)
    let certificate = try #require(RuleCertificate.all(for: rules).first)
    #expect(
      certificate.verdicts.map(\.claim) == ["gap", "no-overlap"] + Array(repeating: "reachable", count: 4) + [
        "unreachable"
      ])
    #expect(
      certificate.text.contains("; c3 is size: 0 = small, 1 = medium, 2 = large")
        || certificate.text.contains("is size: 0 = small"))
    for solver in Solver.installed {
      #expect(try solver.answers(to: certificate.text) == certificate.verdicts.map(\.answer), "\(solver)")
    }
  }

  /// Debug builds are some thirty times slower.
  #if DEBUG
    static let count = 200
  #else
    static let count = TestExtent.count(400, long: 20_000, of: "random tables for other solvers")
  #endif

  @Test func randomTables() throws {
    var tables = RandomTables(seed: 7)
    var claims: [String: Int] = [:]
    for start in stride(from: 0, to: Self.count, by: 100) {
      var certificates: [RuleCertificate] = []
      for index in start..<min(start + 100, Self.count) {
        let table = tables.table(traced: index % 5 == 1, undecided: index % 5 == 2)
        let policy: RowPolicy = index % 2 == 0 ? .unique : .precedence(order: Array(table.rows.indices))
        certificates.append(.of(table, named: "random \(index)", policy: policy, limits: ProofLimits()))
      }
      for verdict in certificates.flatMap(\.verdicts) { claims[verdict.claim, default: 0] += 1 }
      // One process for many tables.
      let text = certificates.map(\.text).joined(separator: "(reset)\n")
      for solver in Solver.installed {
        let expected = certificates.flatMap { certificate in
          certificate.verdicts.map { "\(certificate.decision) \($0.claim) \($0.row ?? "") \($0.answer)" }
        }
        let answers = try solver.answers(to: text)
        #expect(answers.count == expected.count, "\(solver) \(start)")
        for (answer, expected) in zip(answers, expected) where !expected.hasSuffix(" \(answer)") {
          Issue.record("\(solver) answers \(answer): \(expected)")
        }
      }
    }
    // Each kind of verdict was among them.
    for claim in ["complete", "gap", "overlap", "no-overlap", "reachable", "unreachable"] {
      #expect(claims[claim, default: 0] > Self.count / 100, "\(claim)")
    }
  }

  @Test func whatIsOutsideIsNamed() throws {
    let rules = try RuleFiles.module(
      """
      facts: { tags: { type: list<string> }, n: { type: int } }
      decisions:
        d: { hit: unique, rows: [{ id: a, when: "tags.size() > n", then: 1 }, { id: b, when: "n > 3", then: 2 }] }
      """)
    let certificate = try #require(RuleCertificate.all(for: rules).first)
    #expect(
      certificate.outside == [
        "whether it has a row for all inputs: some conditions cannot be decided",
        "whether two of its rows overlap: some conditions cannot be decided",
      ])
  }
}
