import TerrainDocuments
import TerrainValues

extension PackDescription {
  /// For people: lists in plain text.
  public var text: String {
    var lines = ["\(id) \(version)", "locales \(locales.map(\.description).joined(separator: ", "))"]
    lines.append("rules \(rules.id) \(rules.version)")
    for kind in kinds {
      lines += ["", "kind \(kind.name)  (\(kind.records) \(kind.records == 1 ? "record" : "records"))"]
      lines += Self.table(
        kind.fields.map { field in
          let names = field.references.map(\.string).joined(separator: ", ")
          return [
            field.path.string, "\(field.type)\(field.isOptional ? "?" : "")", names.isEmpty ? "" : "→ \(names)",
          ]
        })
    }
    lines += ["", "vocabularies"]
    lines += Self.table(vocabularies.map { [$0.name.string, $0.values.map(\.string).joined(separator: " ")] })
    for module in modules {
      lines += ["", "module \(module.name)" + Self.summary(module.doc)]
      lines += Self.table(
        module.facts.map { fact in
          [
            "given", fact.name.string,
            "\(fact.type)\(fact.isOptional ? "?" : "")\(fact.isPerCandidate ? ", per candidate" : "")",
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

  /// For programs.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in fields(&writer) }
  }

  private func fields(_ writer: inout JSONWriter) {
    for (key, id, version, hash) in [("pack", id, version, hash), ("rules", rules.id, rules.version, rules.hash)] {
      writer.key(key)
      writer.object { writer in
        writer.member("id", id)
        writer.member("version", version)
        writer.member("hash", hash)
      }
    }
    writer.object("locales") { writer in
      writer.member("default", defaultLocale.text)
      writer.array("supported") { writer in for locale in locales { writer.string(locale.text) } }
    }
    writer.array("kinds") { writer in for kind in kinds { Self.write(kind, to: &writer) } }
    writer.array("vocabularies") { writer in
      for vocabulary in vocabularies {
        writer.object { writer in
          writer.member("name", vocabulary.name)
          Self.write(doc: vocabulary.doc, to: &writer)
          writer.member("values", vocabulary.values)
        }
      }
    }
    writer.array("modules") { writer in for module in modules { Self.write(module, to: &writer) } }
    writer.array("pages") { writer in for page in pages { Self.write(page, to: &writer) } }
    writer.array("rankings") { writer in
      for ranking in rankings {
        writer.object { writer in
          writer.member("name", ranking.name)
          writer.member("candidates", ranking.candidates)
          writer.member("limit", ranking.limit)
        }
      }
    }
  }

  private static func write(doc: Text?, to writer: inout JSONWriter) {
    guard let doc else { return }
    writer.member("doc", doc)
  }

  private static func write(_ kind: Kind, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", kind.name)
      writer.member("records", kind.records)
      writer.member("schema", ifAny: kind.schema)
      writer.array("fields") { writer in
        for field in kind.fields {
          writer.object { writer in
            writer.member("path", field.path)
            writer.member("type", field.type)
            writer.member("optional", field.isOptional)
            guard !field.references.isEmpty else { return }
            writer.member("refers_to", field.references)
          }
        }
      }
    }
  }

  private static func write(_ module: Module, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", module.name)
      write(doc: module.doc, to: &writer)
      writer.array("facts") { writer in
        for fact in module.facts {
          writer.object { writer in
            writer.member("name", fact.name)
            writer.member("type", fact.type)
            writer.member("optional", fact.isOptional)
            writer.member("per_candidate", fact.isPerCandidate)
            write(doc: fact.doc, to: &writer)
          }
        }
      }
      writer.array("parameters") { writer in
        for parameter in module.parameters {
          writer.object { writer in
            writer.member("name", parameter.name)
            writer.member("type", parameter.type)
            writer.member("value", "\(parameter.value)")
            write(doc: parameter.doc, to: &writer)
          }
        }
      }
      writer.array("decisions") { writer in
        for decision in module.decisions {
          writer.object { writer in
            writer.member("name", decision.name)
            writer.member("type", decision.type)
            write(doc: decision.doc, to: &writer)
          }
        }
      }
    }
  }

  private static func write(_ page: Page, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", page.name)
      writer.array("parts") { writer in
        for part in page.parts {
          writer.object { writer in
            writer.member("id", part.id)
            writer.member("does", part.does)
            writer.member("what", part.what)
          }
        }
      }
    }
  }
}
