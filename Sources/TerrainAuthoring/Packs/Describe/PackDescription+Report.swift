import TerrainDocuments
import TerrainValues

extension PackDescription {
  /// For people: lists in plain text.
  package var text: String {
    var lines = ["\(id) \(version)", "locales \(locales.map(\.description).joined(separator: ", "))"]
    lines.append("rules \(rules.id) \(rules.version)")
    lines += Self.table(
      ruleVersions.enumerated().map { index, version in
        let next = ruleVersions.indices.contains(index + 1) ? ruleVersions[index + 1].validFrom : nil
        let time = version.validFrom.map { "from \($0)" } ?? next.map { "until \($0)" } ?? "always"
        return [version.version.string, time, version.modules.count.counted("module")]
      })
    for kind in kinds {
      lines += ["", "kind \(kind.name)  (\(kind.records.counted("record")))"]
      lines += Self.table(
        kind.fields.map { field in
          let names = field.references.map(\.string).joined(separator: ", ")
          return [
            field.path.string, "\(field.type)\(field.isOptional ? "?" : "")", names.isEmpty ? "" : "→ \(names)",
          ]
        })
    }
    lines += ["", "vocabularies"]
    lines += Self.table(
      vocabularies.map { [$0.name.string, $0.values.map(\.string).joined(separator: $0.isOrdered ? " < " : " ")] })
    for module in modules {
      lines += ["", "module \(module.name)" + Self.summary(module.doc)]
      lines += Self.table(
        module.facts.map { fact in
          [
            "given", fact.name.string,
            "\(fact.type)\(fact.isOptional ? "?" : "")\(fact.isPerCandidate ? ", per candidate" : "")"
              + (fact.isSecret ? ", secret" : ""),
          ]
        } + module.parameters.map { ["tuned", $0.name.string, "\($0.type) = \($0.value)"] }
          + module.decisions.map { ["decides", $0.name.string, $0.type.string] })
    }
    for page in pages {
      lines += ["", "page \(page.name)"]
      lines += Self.table(page.parts.map { [$0.id.string, $0.does, $0.what.string] })
    }
    if !rankings.isEmpty { lines += ["", "rankings"] }
    lines += Self.table(rankings.map { [$0.name.string, "of \($0.candidates)", "\($0.limit) at most"] })
    // Names in a pack are words of its author's: none of them may steer a terminal.
    return lines.map { TerminalText.harmless($0) }.joined(separator: "\n") + "\n"
  }

  /// The first sentence of what a module is for.
  private static func summary(_ doc: Text?) -> String {
    guard let doc else { return "" }
    // A sentence ends where a space follows: `WCAG 2.2` is inside one.
    let words = doc.string.split { $0 == "\n" || $0 == " " }
    let end = words.firstIndex { $0.hasSuffix(".") } ?? words.count - 1
    let sentence = words.prefix(end + 1).joined(separator: " ")
    return sentence.isEmpty ? "" : "  \(sentence)" + (sentence.hasSuffix(".") ? "" : ".")
  }

  private static func table(_ rows: [[String]]) -> [String] {
    let widths = rows.reduce(into: [Int]()) { widths, row in
      for (column, cell) in row.enumerated() {
        if column < widths.count { widths[column] = max(widths[column], cell.count) } else { widths.append(cell.count) }
      }
    }
    return rows.map { row in
      var line = " "
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        let isLast = row[(column + 1)...].allSatisfy(\.isEmpty)
        line += " " + (isLast ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 1))
      }
      return line
    }
  }
}
