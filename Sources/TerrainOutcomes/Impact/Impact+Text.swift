import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

extension Impact {
  /// What a text shows: places, kinds of changes of each, rows of each.
  private static let shown = (places: 20, changes: 5, rows: 4)

  /// For people: how many change, then each place with its changes, examples and rows.
  package var text: String {
    var text = "\(operation.map { "\($0): " } ?? "")\(summary)\(share(changed))\n"
    for parameter in parameters { text += "parameter \(parameter.words)\n" }
    if !groups.isEmpty {
      text += "\nby group:\n"
      for group in groups {
        text += "  \(group.name): \(group.changed) of \(group.people)\(share(group.changed, of: group.people))\n"
      }
    }
    for difference in differences.prefix(Self.shown.places) { text += lines(difference) }
    let more = differences.count - Self.shown.places
    if more > 0 { text += "\nand \(more.counted("more place")); `--json` has all\n" }
    if let decisions { text += "\n" + decisions.lines(people).map { "\($0)\n" }.joined() }
    return text
  }

  /// How many people would get something else, in words.
  var summary: String { "\(changed) of \(people) would get something else" }

  private func share(_ count: Int, of all: Int? = nil) -> String {
    let share = Self.share(count, of: all ?? people)
    return share.isEmpty ? "" : " (\(share))"
  }

  /// The share of `count` in `all`, with one decimal; empty where there are none.
  static func share(_ count: Int, of all: Int) -> String {
    guard all > 0 else { return "" }
    let tenths = (count * 2000 + all) / (all * 2)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private func lines(_ difference: Difference) -> String {
    var text = "\n\(difference.name): \(difference.count)\(share(difference.count))\n"
    for line in difference.numberLines { text += "  \(line)\n" }
    let changes = difference.changes.prefix(difference.shown(of: Self.shown.changes))
    for change in changes {
      text += "  \(change.count)\(share(change.count)) \(change.words)\n"
      if let cause = change.cause { text += lines(cause, of: change.example) }
    }
    let more = difference.kinds(after: changes.count)
    if more > 0 { text += "  and \(more.counted("other kind"))\n" }
    return text
  }

  private func lines(_ cause: Cause, of example: Example) -> String {
    // The facts that a decision looks at fit on a line; a request of an operation does not.
    let facts = operation == nil ? " \(cause.request)" : ""
    var text = "    the smallest request: \(example.name)\(facts)\n"
    for (title, origins) in cause.titled {
      let shown = origins.prefix(Self.shown.rows).map(\.words)
      let more = origins.count > Self.shown.rows ? ", and \(origins.count - Self.shown.rows) more" : ""
      text += "    \(title): \(shown.joined(separator: ", "))\(more)\n"
    }
    for parameter in cause.parameters { text += "    parameter \(parameter.words)\n" }
    return text
  }
}

extension Impact.Decisions {
  /// Decisions without a value that are listed.
  private static let shown = 20

  /// What is not in the changes, in words.
  func lines(_ people: Int) -> [String] {
    var lines = ["unchanged: \(unchanged.counted("decision"))"]
    for one in undecided.prefix(Self.shown) {
      let lacking = one.lacking.map { "`\($0)`" }.joined(separator: ", ")
      let why = lacking.isEmpty ? one.code : "\(one.code): \(lacking)"
      let share = Impact.share(one.count, of: people)
      lines.append("without a value in both versions: \(one.decision) for \(one.count), \(share) (\(why))")
    }
    let more = undecided.count - Self.shown
    if more > 0 { lines.append("without a value in both versions: \(more) more; `--json` has all") }
    for (title, names) in [("only in the old rules", onlyOld), ("only in the new rules", onlyNew)] where !names.isEmpty
    {
      lines.append("\(title): \(names.map(\.string).joined(separator: ", "))")
    }
    return lines
  }
}

extension Impact.Difference {
  /// What the place is called.
  var name: String { path.isEmpty ? "the whole result" : path }

  /// How numbers changed, in words, one line each; none where no number did.
  var numberLines: [String] {
    guard greater + less > 0 else { return [] }
    let mean = Self.words((totals.gained - totals.lost) / Double(greater + less), isMean: true)
    var lines = [
      "\(greater) greater, \(less) less; by \(mean) on average",
      "in all \(Self.words(totals.before)) before, \(Self.words(totals.after)) after: "
        + "\(Self.words(totals.gained)) gained, \(Self.words(totals.lost)) lost",
    ]
    for (title, movers) in [("gain most", totals.gainers), ("lose most", totals.losers)] where !movers.isEmpty {
      lines.append("\(title): " + movers.map { "\($0.name) \(Self.words($0.delta))" }.joined(separator: ", "))
    }
    return lines
  }

  /// A number with one decimal, which is left out where it is 0 and the number is no mean.
  private static func words(_ number: Double, isMean: Bool = false) -> String {
    let tenths = (number * 10).rounded() / 10
    if !isMean, let whole = Int64(exactly: tenths) { return "\(whole)" }
    return "\(tenths)"
  }

  /// How many of at most `most` changes are shown: of numbers that change in many ways, one as an example.
  func shown(of most: Int) -> Int { greater + less > 0 && changes.count > most ? 1 : most }

  /// The kinds of changes after the first `count`.
  func kinds(after count: Int) -> Int { changes.count - min(count, changes.count) + (others > 0 ? 1 : 0) }
}

extension Impact.Change {
  /// From what to what, in words.
  var words: String {
    switch (from, to) {
    case (let from?, let to?): "from \(from) to \(to)"
    case (let from?, nil): "no more \(from)"
    case (nil, let to?): "now \(to)"
    case (nil, nil): ""
    }
  }
}

extension Impact.Cause {
  /// What made the results, with titles. Where both versions compute their results at one location, its title names both.
  var titled: [(title: String, origins: [Impact.Origin])] {
    if old == new { return old.isEmpty ? [] : [("in both versions", old)] }
    return [("rows of the old rules", old), ("rows of the new rules", new)].filter { !$0.1.isEmpty }
  }
}

extension Impact.Origin {
  /// The row and its location.
  var words: String { "\(name) (\(place.fileAndLine))" }

  /// `m.d.row`, or the part of the decision that is used in place of a row.
  var name: String {
    switch part {
    case .row: "\(decision).\(row ?? "")"
    case .rows: "the rows of \(decision)"
    case .otherwise: "`otherwise` of \(decision)"
    case .value: "`value` of \(decision)"
    }
  }
}
