import TerrainBase
import TerrainDocuments
import TerrainRules

/// The differences between the decisions of two versions of a rule set, over all possible facts.
package struct RuleSetComparison: Sendable {
  /// Parameters with different values, or that exist in only one version.
  package let parameters: [RuleSetDifference.Parameter]
  /// Facts that both declare, differently.
  package let facts: [Text]
  /// Decisions that only the old version has.
  package let onlyOld: [Text]
  /// Decisions that only the new version has.
  package let onlyNew: [Text]
  /// The decisions of both that are or may be different, in the order of the old version. A decision without changes, and not undecided, is
  /// defined differently and proved to have the same result for all facts.
  package let decisions: [DecisionDifference]
  /// The number of decisions whose definition, and whose dependencies, are unchanged.
  package let untouched: Int

  /// Compares `old` with `new`, within `limits`.
  ///
  /// Time is proportional to the number of decisions that may differ, each of which has an equal share of the steps.
  ///
  /// - Parameter people: returns the numbers of people by the values of the named facts, or nil if they are unknown.
  package init(
    from old: RuleSet, to new: RuleSet, limits: ProofLimits = ProofLimits(),
    people: @escaping ([Text]) -> WeightedFacts? = { _ in nil }
  ) {
    let difference = RuleSetDifference(from: old, to: new)
    parameters = difference.parameters
    facts = difference.facts.ordered()
    let theirs = Dictionary(new.decisions.enumerated().map { ($1.name, $0) }) { first, _ in first }
    onlyOld = old.decisions.map(\.name).filter { theirs[$0] == nil }
    let mine = Set(old.decisions.map(\.name))
    onlyNew = new.decisions.map(\.name).filter { !mine.contains($0) }
    let comparison = DecisionComparison(old, new, difference, limits: limits, people: people)
    decisions = old.decisions.enumerated().compactMap { index, decision in
      guard difference.affected.contains(decision.name), let other = theirs[decision.name] else { return nil }
      return comparison.difference(index, other)
    }
    untouched = mine.count - onlyOld.count - decisions.count
  }
}

extension RuleSetComparison {
  /// True if anything is or may be different.
  package var isDifferent: Bool {
    !onlyOld.isEmpty || !onlyNew.isEmpty || !facts.isEmpty || decisions.contains { !$0.isEqual }
  }

  /// Regions of one change that are written as text; JSON has all.
  private static let mostRegions = 8

  /// A text for people: the differences between declarations, then each decision whose result changes, with regions and an example.
  package var text: String {
    var text = ""
    for parameter in parameters { text += "parameter \(parameter.words)\n" }
    for fact in facts { text += "fact `\(fact)` is declared differently\n" }
    if !onlyOld.isEmpty { text += "only in the old rules: \(onlyOld.map(\.string).joined(separator: ", "))\n" }
    if !onlyNew.isEmpty { text += "only in the new rules: \(onlyNew.map(\.string).joined(separator: ", "))\n" }
    for decision in decisions where !decision.isEqual {
      text += text.isEmpty ? "" : "\n"
      text += Self.lines(decision)
    }
    let equal = decisions.filter(\.isEqual)
    if !equal.isEmpty {
      text += text.isEmpty ? "" : "\n"
      text += "defined differently, and proved to be the same for all facts: "
      text += equal.map(\.decision.string).joined(separator: ", ") + "\n"
    }
    text += text.isEmpty ? "" : "\n"
    text += isDifferent ? "" : "no result changes; "
    return text + "untouched: \(untouched.counted("decision"))\n"
  }

  private static func lines(_ decision: DecisionDifference) -> String {
    var text = "\(decision.decision)"
    if !decision.isRedefined, !decision.through.isEmpty {
      text += ", through \(decision.through.map(\.string).joined(separator: ", "))"
    }
    if let share = decision.share { text += ": for \(share.percent) % of people" }
    text += "\n"
    for change in decision.changes {
      text += "  \(change.from) → \(change.to)\(change.isCertain ? "" : ", possibly")"
      if let share = change.share, decision.changes.count > 1 { text += ": \(share.percent) %" }
      text += "\n"
      for region in change.regions.prefix(mostRegions) {
        text += "    \(region.facts.isEmpty ? "for all facts" : "where \(region.facts)")\n"
        if !region.assumptions.isEmpty { text += "      if \(region.assumptions)\n" }
        if !region.example.isEmpty, region.example != region.facts { text += "      as with \(region.example)\n" }
      }
      let more = change.regions.count - mostRegions
      if more > 0 || change.hasMore { text += "    and \(change.hasMore ? "more" : "\(more) more") places\n" }
    }
    if let undecided = decision.undecided { text += "  not decided: \(undecided)\n" }
    return text
  }

  /// The comparison for programs as one JSON object, with the facts of each example, and a line end.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    write(to: &writer)
    writer.newline()
    return writer.bytes
  }

  /// Writes the comparison as one JSON value.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("different", isDifferent)
      writer.member("untouched", untouched)
      writer.array("parameters") { writer in
        for parameter in parameters {
          writer.object { writer in
            writer.member("name", parameter.name)
            writer.member("old", ifAny: parameter.old?.asBrieflyWritten)
            writer.member("new", ifAny: parameter.new?.asBrieflyWritten)
          }
        }
      }
      for (key, names) in [("facts", facts), ("only_old", onlyOld), ("only_new", onlyNew)] {
        writer.array(key) { writer in for name in names { writer.string(name) } }
      }
      writer.array("decisions") { writer in for decision in decisions { Self.write(decision, to: &writer) } }
    }
  }

  private static func write(_ decision: DecisionDifference, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("decision", decision.decision)
      writer.member("redefined", decision.isRedefined)
      writer.member("equal", decision.isEqual)
      if !decision.through.isEmpty {
        writer.array("through") { writer in for name in decision.through { writer.string(name) } }
      }
      writer.member("undecided", ifAny: decision.undecided)
      if let share = decision.share { write(share, to: &writer) }
      writer.array("changes") { writer in
        for change in decision.changes {
          writer.object { writer in
            writer.member("from", change.from)
            writer.member("to", change.to)
            writer.member("certain", change.isCertain)
            writer.member("more", change.hasMore)
            if let share = change.share { write(share, to: &writer) }
            writer.array("regions") { writer in
              for region in change.regions { write(region, to: &writer) }
            }
          }
        }
      }
    }
  }

  private static func write(_ share: Share, to writer: inout JSONWriter) {
    writer.object("share") { writer in
      writer.member("weight", "\(share.weight)")
      writer.member("total", "\(share.total)")
      writer.key("fraction")
      try? writer.double(share.fraction)
    }
  }

  private static func write(_ region: DecisionDifference.Region, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("where", region.facts)
      if !region.assumptions.isEmpty { writer.member("if", region.assumptions) }
      writer.member("example", region.example)
      writer.object("facts") { writer in
        for (name, value) in region.exampleFacts {
          writer.key(name.string)
          do { try writer.value(value) } catch { writer.null() }
        }
      }
    }
  }
}

extension DecisionDifference {
  /// True if it was proved to have the same result for all facts.
  package var isEqual: Bool { changes.isEmpty && undecided == nil }
}

extension RuleSetDifference.Parameter {
  /// Its values in both versions, in words.
  package var words: String {
    switch (old?.asBrieflyWritten, new?.asBrieflyWritten) {
    case (let old?, let new?): "`\(name)`: \(old) in the old rules, \(new) in the new"
    case (let old?, nil): "`\(name)`: \(old), only in the old rules"
    case (nil, let new?): "`\(name)`: \(new), only in the new rules"
    case (nil, nil): "`\(name)`"
    }
  }
}
