import TerrainDocuments
import TerrainBase

/// Which mutants of rule sets no test notices.
package struct MutationReport: Sendable {
  /// The mutants, in the order of modules and of what is written in them.
  package private(set) var mutants: [Mutant] = []
  /// What became of each.
  package private(set) var fates: [MutantFate] = []
  /// How many rule tests there are.
  package private(set) var tests = 0
  /// How many survivors scenarios were not run on, because the time was over.
  package private(set) var withoutScenarios = 0

  /// A report without mutants.
  package init() {}

  /// What became of `mutants`, on which `tests` cases were run.
  package init(mutants: [Mutant], fates: [MutantFate], tests: Int, withoutScenarios: Int = 0) {
    self.mutants = mutants
    self.fates = fates
    self.tests = tests
    self.withoutScenarios = withoutScenarios
  }

  /// Adds the mutants of another rule set.
  package mutating func add(_ other: MutationReport) {
    mutants += other.mutants
    fates += other.fates
    tests += other.tests
    withoutScenarios += other.withoutScenarios
  }

  /// How many mutants had each fate.
  package struct Counts: Sendable, Equatable {
    /// A rule test fails.
    package var killed = 0
    /// No rule test fails, and a scenario does.
    package var killedByScenarios = 0
    /// Proved to decide as before.
    package var equal = 0
    /// Nothing fails.
    package var survived = 0
    /// The time was over.
    package var untried = 0

    /// How many there are.
    package var total: Int { killed + killedByScenarios + equal + survived + untried }

    fileprivate mutating func add(_ fate: MutantFate) {
      switch fate {
      case .killed: killed += 1
      case .killedByScenario: killedByScenarios += 1
      case .equal: equal += 1
      case .survived: survived += 1
      case .untried: untried += 1
      }
    }
  }

  /// How many of all mutants had each fate.
  package var counts: Counts {
    var counts = Counts()
    for fate in fates { counts.add(fate) }
    return counts
  }

  /// How many mutants of each module had each fate, in the order of modules.
  package var modules: [(module: Text, counts: Counts)] {
    var modules: [(module: Text, counts: Counts)] = []
    for (mutant, fate) in zip(mutants, fates) {
      if modules.last?.module != mutant.module { modules.append((mutant.module, Counts())) }
      modules[modules.count - 1].counts.add(fate)
    }
    return modules
  }

  // MARK: Text

  /// For people: each survivor, then a line per module and one for all.
  package var text: String {
    var text = ""
    for (mutant, fate) in zip(mutants, fates) {
      guard case .survived(let undecided) = fate else { continue }
      text += "\(mutant.place.fileAndLine): \(mutant.words)\n"
      if let undecided { text += "  not proved to differ: \(undecided)\n" }
    }
    if !text.isEmpty { text += "\n" }
    for (module, counts) in modules { text += "\(module): \(counts.words)\n" }
    text += "\(counts.words); \(tests) rule tests\n"
    if withoutScenarios > 0 {
      text += "scenarios were not run on \(withoutScenarios) of the survivors: the time was over\n"
    }
    return text
  }

  // MARK: JSON

  /// For programs: the counts, the modules and every mutant, as one JSON object.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("tests", tests)
      Self.write(counts, to: &writer)
      writer.member("without_scenarios", withoutScenarios)
      writer.array("modules") { writer in
        for (module, counts) in modules {
          writer.object { writer in
            writer.member("module", module)
            Self.write(counts, to: &writer)
          }
        }
      }
      writer.array("mutants") { writer in
        for (mutant, fate) in zip(mutants, fates) { Self.write(mutant, fate, to: &writer) }
      }
    }
    writer.newline()
    return writer.bytes
  }

  private static func write(_ counts: Counts, to writer: inout JSONWriter) {
    writer.member("total", counts.total)
    writer.member("killed", counts.killed)
    writer.member("killed_by_scenarios", counts.killedByScenarios)
    writer.member("equal", counts.equal)
    writer.member("survived", counts.survived)
    writer.member("untried", counts.untried)
  }

  private static func write(_ mutant: Mutant, _ fate: MutantFate, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", mutant.kind.rawValue)
      writer.member("name", mutant.name)
      writer.member("row", ifAny: mutant.row)
      writer.fileAndLine(of: mutant.place)
      writer.member("was", mutant.was)
      writer.member("became", mutant.became)
      switch fate {
      case .killed(let test):
        writer.member("fate", "killed")
        writer.member("by", test)
      case .killedByScenario(let scenario):
        writer.member("fate", "killed_by_scenario")
        writer.member("by", scenario)
      case .equal: writer.member("fate", "equal")
      case .survived(let undecided):
        writer.member("fate", "survived")
        writer.member("undecided", ifAny: undecided)
      case .untried: writer.member("fate", "untried")
      }
    }
  }
}

extension MutationReport.Counts {
  /// The counts in words: `12 mutants: 10 killed, 1 equal, 1 survived`.
  fileprivate var words: String {
    var parts = ["\(killed) killed"]
    if killedByScenarios > 0 { parts.append("\(killedByScenarios) killed by scenarios alone") }
    if equal > 0 { parts.append("\(equal) proved equal") }
    parts.append("\(survived) survived")
    if untried > 0 { parts.append("\(untried) not tried") }
    return "\(total.counted("mutant")): \(parts.joined(separator: ", "))"
  }
}

extension Mutant {
  /// What is changed, in words.
  fileprivate var words: String {
    let what = row.map { "\(name), row `\($0)`" } ?? "\(name)"
    switch kind {
    case .removed: return "\(what): no test notices that it is removed"
    case .swapped: return "\(what): no test notices that it comes after the next row"
    case .threshold, .comparison, .result: return "\(what): no test notices `\(became)` instead of `\(was)`"
    }
  }
}
