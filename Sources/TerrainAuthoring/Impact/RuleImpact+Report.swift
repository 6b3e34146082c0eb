import TerrainDocuments
import TerrainValues

extension RuleImpact {
  /// For people: how many change, then each change with its rows and some who have it.
  package var text: String {
    var text = "\(changed) of \(population) would get something else\(share(changed))\n"
    for parameter in parameters { text += "parameter \(parameter.words)\n" }
    for (decision, count) in decisions where count > 0 {
      text += "\n\(decision): \(count)\(share(count))\n"
      for change in changes where change.decision == decision { text += lines(change) }
    }
    let same = decisions.count { $0.changed == 0 }
    if same > 0 { text += "\nunchanged: \(same) decision\(same == 1 ? "" : "s")\n" }
    for undecided in undecided { text += lines(undecided) }
    if !onlyOld.isEmpty { text += "only in the old rules: \(onlyOld.map(\.string).joined(separator: ", "))\n" }
    if !onlyNew.isEmpty { text += "only in the new rules: \(onlyNew.map(\.string).joined(separator: ", "))\n" }
    if !notCompared.isEmpty {
      let facts = notGiven.map { "`\($0)`" }.joined(separator: ", ")
      text +=
        "not compared: \(notCompared.count) decision\(notCompared.count == 1 ? "" : "s") that need \(facts), which cannot be "
        + "generated; give people with --population\n"
      if !notComparedAffected.isEmpty {
        text += "of these, may differ: \(notComparedAffected.map(\.string).joined(separator: ", "))\n"
      }
    }
    return text
  }

  /// For programs: the same, as one JSON object.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("population", population)
      writer.member("changed", changed)
      writer.object("decisions") { writer in
        for (decision, count) in decisions {
          writer.key(decision)
          writer.int(count)
        }
      }
      for (key, names) in [("only_old", onlyOld), ("only_new", onlyNew)] where !names.isEmpty {
        writer.key(key)
        writer.array { writer in for name in names { writer.string(name) } }
      }
      if !parameters.isEmpty {
        writer.array("parameters") { writer in for parameter in parameters { write(parameter, to: &writer) } }
      }
      for (key, names) in [("not_compared", notCompared), ("not_compared_affected", notComparedAffected)]
      where !names.isEmpty {
        writer.key(key)
        writer.array { writer in for name in names { writer.string(name) } }
      }
      if !undecided.isEmpty {
        writer.array("undecided") { writer in for undecided in undecided { write(undecided, to: &writer) } }
      }
      writer.array("changes") { writer in for change in changes { write(change, to: &writer) } }
    }
    writer.newline()
    return writer.bytes
  }

  private func share(_ count: Int) -> String { Self.share(count, of: population) }

  /// The share of `count` in `all` behind a count, with one decimal; nothing where there are none.
  package static func share(_ count: Int, of all: Int) -> String {
    guard all > 0 else { return "" }
    let tenths = (count * 2000 + all) / (all * 2)
    return " (\(tenths / 10).\(tenths % 10) %)"
  }

  private func lines(_ change: Change) -> String {
    var text = "  \(change.count)\(share(change.count)) from \(change.from.text) to \(change.to.text)"
    if let rows = rows(change) { text += ", \(rows)" }
    text += "\n"
    for example in change.examples {
      let facts = example.facts.map { "\($0.name) = \($0.value.asBrieflyWritten)" }.joined(separator: ", ")
      text += "    \(example.label): \(facts)\n"
    }
    return text
  }

  private func lines(_ undecided: Undecided) -> String {
    let missing = undecided.missing.map { "`\($0)`" }.joined(separator: ", ")
    let why = missing.isEmpty ? undecided.code : "\(undecided.code): \(missing)"
    return "without a value in both: \(undecided.decision) for \(undecided.count)\(share(undecided.count)) (\(why))\n"
  }

  /// `m.d: row a (rules.yaml:4) instead of row b (rules.yaml:5)`. Where both are the same, what differs is a parameter.
  private func rows(_ change: Change) -> String? {
    switch (change.before, change.after) {
    case (let before?, let after?) where before.words == after.words:
      (["\(after.decision): \(after.words)"] + change.parameters.map(\.words)).joined(separator: ", ")
    case (let before?, let after?): "\(after.decision): \(after.words) instead of \(before.words)"
    case (nil, let after?): "\(after.decision): \(after.words)"
    case (let before?, nil): "\(before.decision): no more \(before.words)"
    case (nil, nil): nil
    }
  }

  private func write(_ parameter: Parameter, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", parameter.name)
      writer.member("old", ifAny: parameter.old)
      writer.member("new", ifAny: parameter.new)
    }
  }

  private func write(_ undecided: Undecided, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("decision", undecided.decision)
      writer.member("error", undecided.code)
      writer.member("count", undecided.count)
      if !undecided.missing.isEmpty { writer.member("missing", undecided.missing) }
    }
  }

  private func write(_ change: Change, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("decision", change.decision)
      for (key, outcome) in [("from", change.from), ("to", change.to)] {
        writer.key(key)
        writer.object { writer in
          switch outcome {
          case .value(let text):
            writer.member("value", text)
          case .failure(let code):
            writer.member("error", code)
          }
        }
      }
      writer.member("count", change.count)
      for (key, responsible) in [("before", change.before), ("after", change.after)] {
        guard let responsible else { continue }
        writer.key(key)
        writer.object { writer in
          writer.member("decision", responsible.decision)
          writer.member("row", ifAny: responsible.row)
          if responsible.part != .row { writer.member("part", responsible.part.rawValue) }
          writer.fileAndLine(of: responsible.place)
        }
      }
      writer.array("examples") { writer in for example in change.examples { writer.string(example.label) } }
    }
  }
}

extension RuleImpact.Responsible {
  fileprivate var words: String {
    let what =
      switch part {
      case .row: "row \(row ?? "")"
      case .rows: "its rows"
      case .otherwise: "`otherwise`"
      case .value: "`value`"
      }
    return "\(what) (\(place.fileAndLine))"
  }
}

extension RuleImpact.Parameter {
  /// Its values in both versions, in words.
  package var words: String {
    switch (old, new) {
    case (let old?, let new?): "`\(name)`: \(old) in the old rules, \(new) in the new"
    case (let old?, nil): "`\(name)`: \(old), only in the old rules"
    case (nil, let new?): "`\(name)`: \(new), only in the new rules"
    case (nil, nil): "`\(name)`"
    }
  }
}
