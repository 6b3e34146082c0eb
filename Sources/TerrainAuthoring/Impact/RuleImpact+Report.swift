import TerrainDocuments
import TerrainValues

extension RuleImpact {
  /// For people: how many change, then each change with its rows and some who have it.
  public var text: String {
    var text = "\(changed) of \(population) would get something else\(share(changed))\n"
    for (decision, count) in decisions where count > 0 {
      text += "\n\(decision): \(count)\(share(count))\n"
      for change in changes where change.decision == decision { text += lines(change) }
    }
    let same = decisions.count { $0.changed == 0 }
    if same > 0 { text += "\nunchanged: \(same) decision\(same == 1 ? "" : "s")\n" }
    if !onlyOld.isEmpty { text += "only in the old rules: \(onlyOld.map(\.string).joined(separator: ", "))\n" }
    if !onlyNew.isEmpty { text += "only in the new rules: \(onlyNew.map(\.string).joined(separator: ", "))\n" }
    return text
  }

  /// For programs: the same, as one JSON object.
  public var json: [UInt8] {
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
      writer.array("changes") { writer in for change in changes { write(change, to: &writer) } }
    }
    writer.newline()
    return writer.bytes
  }

  private func share(_ count: Int) -> String {
    guard population > 0 else { return "" }
    let tenths = (count * 2000 + population) / (population * 2)
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

  /// `m.d: row a (rules.yaml:4) instead of row b (rules.yaml:5)`.
  private func rows(_ change: Change) -> String? {
    switch (change.before, change.after) {
    case (let before?, let after?): "\(after.decision): \(after.words) instead of \(before.words)"
    case (nil, let after?): "\(after.decision): \(after.words)"
    case (let before?, nil): "\(before.decision): no more \(before.words)"
    case (nil, nil): nil
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
          writer.fileAndLine(of: responsible.place)
        }
      }
      writer.array("examples") { writer in for example in change.examples { writer.string(example.label) } }
    }
  }
}

extension RuleImpact.Responsible {
  fileprivate var words: String { "\(row.map { "row \($0)" } ?? "what no row decides") (\(place.fileAndLine))" }
}
