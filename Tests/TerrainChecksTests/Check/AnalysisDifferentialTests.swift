import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TestSupport
import Testing

@testable import TerrainChecks

/// Random modules: what check says against deciding every combination of facts with the evaluator itself.
@Suite struct AnalysisDifferentialTests {
  #if DEBUG
    static let count = 40
  #else
    static let count = TestExtent.count(40, long: 200, of: "random modules for each hit policy")
  #endif

  /// What became of `result` for one combination: the row that fired, or an error's code.
  private enum Outcome: Hashable {
    case row(Text)
    case failure(String)
  }

  private func outcome(_ session: RuleSession, _ facts: [(Fact, Value?)], _ decision: Decision) -> Outcome {
    session.begin()
    do throws(EvaluationError) {
      for (fact, value) in facts { if let value { try session.set(fact, value) } }
      _ = try session.value(decision)
      return .row(session.reasons(for: decision).first?.row ?? "-")
    } catch {
      return .failure(error.code.name)
    }
  }

  private func outcomes(_ rules: RuleSet) throws -> [Outcome: Int] {
    let session = RuleSession(rules)
    let decision = try #require(rules.decision("m.result"))
    var points: [[(Fact, Value?)]] = [[]]
    for (name, _, values) in RandomModules.facts {
      guard let fact = rules.fact(Text(name)) else { continue }
      points = points.flatMap { point in values.map { point + [(fact, $0)] } }
    }
    var counts: [Outcome: Int] = [:]
    for point in points { counts[outcome(session, point, decision), default: 0] += 1 }
    return counts
  }

  /// What deciding comes to for a witness; what it does not say is given some value.
  private func outcome(_ rules: RuleSet, _ table: DecisionTable, _ region: ProofRegion) throws -> Outcome {
    var facts: [(Fact, Value?)] = []
    var lists: [Text: [Value]] = [:]
    for (name, _, values) in RandomModules.facts {
      guard let fact = rules.fact(Text(name)) else { continue }
      let column = table.columnOf.first { entry in
        if case .fact(name) = table.view.columns[entry.key].origin { true } else { false }
      }
      let key = column.flatMap { column in region.witness.first { $0.column == column.value } }
      let value = key.map { key in key.key.flatMap { table.view.columns[column?.key ?? 0].classes[Int($0)].witness } }
      facts.append((fact, value ?? values[0]))
    }
    for (column, key) in region.witness {
      guard let index = table.viewColumns[column], key == 1,
        case .membership(let list, let element) = table.view.columns[index].origin
      else { continue }
      lists[Text(list), default: []].append(element)
    }
    for (name, elements) in lists {
      for index in facts.indices where facts[index].0.name == name { facts[index].1 = .list(elements) }
    }
    return outcome(RuleSession(rules), facts, try #require(rules.decision("m.result")))
  }

  @Test(arguments: ["first", "unique"]) func gapsOverlapsAndDeadRows(hit: String) throws {
    var modules = RandomModules(seed: hit == "first" ? 11 : 12)
    var seen = (gaps: 0, overlaps: 0, dead: 0, undecided: 0, exact: 0)
    for number in 0..<Self.count {
      let text = modules.module(hit: hit)
      let rules = try RuleFiles.module(text)
      let view = rules.tableView()
      let index = try #require(view.tables.firstIndex { $0.name == "m.result" })
      let table = DecisionTable(view, index: index, limits: ProofLimits())
      let found = table.proof.findings(policy: table.policy, whole: true)
      let outcomes = try outcomes(rules)
      let missing = outcomes[.failure("no-row"), default: 0]
      // What cannot be decided may hide a gap, and may seem one; where there is none of it, both say the same.
      let isExact = !table.proof.columns.contains { $0.role == .undecided }
      if isExact {
        seen.exact += 1
        #expect((missing > 0) == !found.gaps.certain.isEmpty && found.gaps.possible.isEmpty, "\(number): \(text)")
      }
      #expect(missing == 0 || !found.gaps.certain.isEmpty || !found.gaps.possible.isEmpty, "\(number): \(text)")
      for region in found.gaps.certain where region.assumptions.isEmpty {
        let met = try outcome(rules, table, region)
        #expect(met == .failure("no-row"), "\(number): \(RegionText(table: table).witness(region)): \(met)\n\(text)")
      }
      if hit == "unique" {
        let both = outcomes[.failure("two-rows"), default: 0]
        #expect(both == 0 || !found.overlaps.overlaps.isEmpty, "\(number): \(text)")
        for overlap in found.overlaps.overlaps where overlap.certainty == .certain && overlap.region.assumptions.isEmpty
        {
          let met = try outcome(rules, table, overlap.region)
          #expect(met == .failure("two-rows"), "\(number): \(overlap): \(met)\n\(text)")
        }
      }
      for dead in found.deadRows.dead {
        #expect(outcomes[.row(Text("r\(dead.row)"))] == nil, "\(number): row \(dead.row) fires\n\(text)")
      }
      if isExact, hit == "first" {
        let never = table.proof.rows.indices.filter { outcomes[.row(Text("r\($0)"))] == nil }
        #expect(never == found.deadRows.dead.map(\.row), "\(number): \(text)")
      }
      seen.gaps += found.gaps.certain.isEmpty ? 0 : 1
      seen.overlaps += found.overlaps.overlaps.isEmpty ? 0 : 1
      seen.dead += found.deadRows.dead.count
      seen.undecided += found.gaps.possible.isEmpty ? 0 : 1
      #expect(found.gaps.stopped == nil)
    }
    #expect(seen.gaps > Self.count / 4 && seen.dead > 0 && seen.undecided > 0 && seen.exact > Self.count / 5)
    #expect(hit == "first" || seen.overlaps > Self.count / 4)
  }
}
