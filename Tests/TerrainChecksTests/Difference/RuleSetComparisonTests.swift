import TerrainBase
import TerrainExpressions
import TerrainRules
import TestSupport
import Testing

@testable import TerrainChecks

/// What `diff` proves about two versions, against deciding every combination of facts with both.
@Suite struct RuleSetComparisonTests {
  static let count = TestExtent.count(40, long: 1_000, of: "random pairs of modules for each hit policy")

  /// One combination of facts.
  private typealias Point = [Text: Value]

  private static let points: [Point] = RandomModules.facts.reduce([[:]]) { points, fact in
    points.flatMap { point in
      fact.values.map { value in
        var point = point
        point[Text(fact.name)] = value
        return point
      }
    }
  }

  /// One version, deciding points.
  private struct Version {
    let rules: RuleSet
    private let session: RuleSession

    init(_ rules: RuleSet) {
      self.rules = rules
      session = RuleSession(rules)
    }

    func value(_ name: Text, at point: Point) throws -> Value {
      session.begin()
      for (name, value) in point { try session.set(try #require(rules.fact(name)), value) }
      return try session.value(try #require(rules.decision(name)))
    }

    /// The result as a change calls it.
    func words(at point: Point) -> String {
      do { return try value("m.result", at: point).description } catch let error as EvaluationError {
        return error.code.name == "no-row" ? "an error, because no row holds" : error.code.name
      } catch { return "\(error)" }
    }
  }

  /// A module and another version of it: with a row of another, without one, with another helper, or another altogether.
  private func pair(_ modules: inout RandomModules, hit: String, _ number: Int) throws -> (old: String, new: String) {
    let old = modules.module(hit: hit)
    let other = modules.module(hit: hit)
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let others = other.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("      - { id: r0") })
    let last = try #require(lines.lastIndex { $0.hasPrefix("      - { id: r") })
    let helper = try #require(lines.firstIndex { $0.hasPrefix("      - { id: yes") })
    switch number % 5 {
    case 0: lines[first] = others[first]
    case 1 where last > first: lines.remove(at: Int.random(in: first...last, using: &modules.random))
    case 2: lines[helper] = others[helper]
    case 3: lines.swapAt(first, last)
    default: return (old, other)
    }
    return (old, lines.joined(separator: "\n"))
  }

  @Test(arguments: ["first", "unique"]) func randomPairs(hit: String) throws {
    var modules = RandomModules(seed: hit == "first" ? 21 : 22)
    var seen = (equal: 0, changes: 0, exact: 0, replayed: 0, undecided: 0)
    for number in 0..<Self.count {
      let texts = try pair(&modules, hit: hit, number)
      let old = Version(try RuleFiles.module(texts.old))
      let new = Version(try RuleFiles.module(texts.new))
      let comparison = RuleSetComparison(from: old.rules, to: new.rules)
      // That two rows hold is a fault which `check` proves; a comparison is of rules without it.
      let outcomes = Self.points.map { (point: $0, old: old.words(at: $0), new: new.words(at: $0)) }
        .filter { $0.old != "two-rows" && $0.new != "two-rows" }
      let context = Comment(rawValue: "\(number): \(texts.old)\n---\n\(texts.new)\n\(comparison.text)")
      guard let found = comparison.decisions.first(where: { $0.decision == "m.result" }) else {
        #expect(!outcomes.contains { $0.old != $0.new }, context)
        continue
      }
      guard found.undecided == nil else {
        seen.undecided += 1
        continue
      }
      let changed = Set(outcomes.filter { $0.old != $0.new }.map { "\($0.old) → \($0.new)" })
      let named = found.changes.map { "\(Self.value($0.from)) → \(Self.value($0.to))" }
      #expect(changed.isSubset(of: named), context)
      seen.equal += found.isEqual ? 1 : 0
      for name in Set(named) {
        let changes = zip(named, found.changes).filter { $0.0 == name }.map(\.1)
        seen.changes += 1
        guard changes.allSatisfy({ $0.isCertain && !$0.hasMore }) else { continue }
        let regions = changes.flatMap(\.regions)
        guard regions.allSatisfy(\.assumptions.isEmpty) else { continue }
        seen.exact += 1
        let words = regions.map { RegionWords($0.facts) }
        for outcome in outcomes {
          let isInside = try words.contains { try holds($0, at: outcome.point, old) }
          let isMeant = "\(outcome.old) → \(outcome.new)" == name
          #expect(isInside == isMeant, "\(name) at \(outcome.point), \(context)")
          if isInside != isMeant { break }
        }
        for region in regions {
          var point = Self.points[0]
          for (fact, value) in region.exampleFacts { point[fact] = value }
          let replayed = "\(old.words(at: point)) → \(new.words(at: point))"
          if replayed.contains("two-rows") { continue }
          seen.replayed += 1
          #expect(replayed == name, "\(region.example), \(context)")
        }
      }
    }
    // Each kind was among them.
    #expect(seen.exact > Self.count / 2 && seen.replayed > Self.count / 2, "\(seen)")
    #expect(hit == "unique" || seen.equal > 0, "\(seen)")
    #expect(seen.undecided < Self.count / 5, "\(seen)")
  }

  /// A condition that cannot be decided is another one where a parameter in it has another value.
  @Test func conditionsThatAreNotDecidedOfEachVersion() throws {
    func module(_ start: String) -> String {
      """
      facts: { s: { type: string } }
      parameters: { start: { value: \(start), type: string } }
      decisions:
        d: { hit: first, rows: [{ id: a, when: "s.startsWith(start)", then: 1 }], otherwise: 2 }

      """
    }
    let old = try RuleFiles.module(module("x"))
    let comparison = RuleSetComparison(from: old, to: try RuleFiles.module(module("y")))
    #expect(comparison.decisions.map(\.isEqual) == [false])
    let whichever = "`s.startsWith(start) (old rules)` is true and `s.startsWith(start) (new rules)` is false"
    #expect(comparison.text.contains("if \(whichever)"), "\(comparison.text)")
    #expect(RuleSetComparison(from: old, to: try RuleFiles.module(module("x"))).decisions.isEmpty)
  }

  private func holds(_ region: RegionWords, at point: Point, _ version: Version) throws -> Bool {
    var failure: (any Error)?
    let holds = region.holds { name in
      if RandomModules.facts.contains(where: { $0.name == name }) { return point[Text(name)] }
      do { return try version.value(Text("m.\(name)"), at: point) } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return holds
  }

  /// A result without its row.
  private static func value(_ words: String) -> String { words.split(separator: " (").first.map(String.init) ?? words }
}
