import TerrainDocuments
import TerrainEngines
import TerrainValues

extension PackStats {
  /// For people: tables in plain text.
  package var text: String {
    var text = "\(id) \(version)\n\nkinds\n"
    text += Self.table(kinds.map { [$0.kind.string, "\($0.records)", $0.files.counted("file")] })
    for table in tables { text += "\n\(Self.title(table))\n" + Self.grid(table) }
    text += "\nvocabularies\n"
    text += Self.table(
      vocabularies.map { vocabulary in
        [
          vocabulary.vocabulary.string,
          vocabulary.values.map { "\($0.value) \($0.uses)" }.joined(separator: ", "),
        ]
      }, wrapsLast: true)
    text += "\ntexts\n"
    text += Self.table(locales.map { [$0.locale.description, "\($0.texts) of \(texts)"] })
    if let shares {
      text += "\nshares of \(shares.ways) sets of answers\n"
      text += Self.table(
        shares.outcomes.flatMap(\.shares).map { share in
          [share.id.string, Self.percent(share.ways, of: shares.ways), "\(share.ways)"]
        })
    }
    return text
  }

  /// For programs.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.object("pack") { writer in
        writer.member("id", id)
        writer.member("version", version)
      }
      writer.object("kinds") { writer in
        for kind in kinds {
          writer.key(kind.kind)
          writer.int(kind.records)
        }
      }
      writer.array("coverage") { writer in for table in tables { Self.write(table, to: &writer) } }
      writer.object("vocabularies") { writer in
        for vocabulary in vocabularies {
          writer.key(vocabulary.vocabulary)
          writer.object { writer in
            for (value, uses) in vocabulary.values {
              writer.key(value)
              writer.int(uses)
            }
          }
        }
      }
      writer.object("texts") { writer in
        for locale in locales {
          writer.key(locale.locale.text)
          writer.int(locale.texts)
        }
      }
      if let shares { Self.write(shares, to: &writer) }
    }
  }

  // MARK: Programs

  private static func write(_ table: CoverageTable, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("of", table.kind)
      writer.array("by") { writer in for dimension in table.dimensions { writer.string(dimension.path.text) } }
      writer.array("cells") { writer in
        for cell in table.cells {
          writer.object { writer in
            writer.member("values", cell.values)
            writer.member("count", cell.count)
          }
        }
      }
    }
  }

  private static func write(_ shares: QuizShares, to writer: inout JSONWriter) {
    writer.member("answer_sets", shares.ways)
    for (outcome, list) in shares.outcomes {
      writer.key(outcome.plural)
      writer.array { writer in
        for share in list {
          writer.object { writer in
            writer.member("id", share.id)
            writer.member("answer_sets", share.ways)
            writer.key("percent")
            writer.raw(percentDigits(share.ways, of: shares.ways))
            writer.object("example") { writer in
              for (question, option) in share.example {
                writer.key(question)
                writer.string(option)
              }
            }
          }
        }
      }
    }
  }

  // MARK: People

  private static func title(_ table: CoverageTable) -> String {
    "\(table.kind) by \(table.dimensions.map(\.path.text.string).joined(separator: " and "))"
  }

  /// Two fields make a grid, more or fewer a list.
  private static func grid(_ table: CoverageTable) -> String {
    guard table.dimensions.count == 2 else {
      return Self.table(table.cells.map { [$0.values.map(\.string).joined(separator: ", "), "\($0.count)"] })
    }
    let (rows, columns) = (table.dimensions[0].values, table.dimensions[1].values)
    var lines = [[""] + columns.map(\.string)]
    for (index, row) in rows.enumerated() {
      let cells = table.cells[(index * columns.count)..<((index + 1) * columns.count)]
      lines.append([row.string] + cells.map { "\($0.count)" })
    }
    return Self.table(lines)
  }

  /// Columns side by side, numbers to the right.
  private static func table(_ rows: [[String]], wrapsLast: Bool = false) -> String {
    let rows = rows.map { $0.map(TerminalText.harmless) }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      wrapsLast && column == count - 1 ? 0 : rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = " "
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        line += " " + (Int(cell) != nil || cell.hasSuffix(" %") ? padding + cell : cell + padding)
        if column == 0 { line += " " }
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func percent(_ part: UInt64, of whole: UInt64) -> String { "\(percentDigits(part, of: whole)) %" }

  /// Percents with two decimals, rounded half up.
  private static func percentDigits(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "0.00" }
    // 128 bits: counts of sets have up to 64.
    let hundredths = (UInt128(part) * 10_000 * 2 + UInt128(whole)) / (UInt128(whole) * 2)
    let digits = String(hundredths % 100)
    return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }
}
