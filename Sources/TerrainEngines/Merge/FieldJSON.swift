import TerrainRules
import TerrainDocuments
import TerrainBase

// Values of fields as the compact JSON in which registers keep, compare and write them.

extension Node {
  /// The value as compact JSON. The members `instants` of a map are written as instants.
  func fieldJSON(instants: [Text] = []) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter()
    if kind == .map, !instants.isEmpty {
      writer.beginObject()
      for (key, value) in members {
        let name = key.text ?? ""
        writer.key(name)
        writer.raw(instants.contains(name) ? try value.instantJSON() : try value.fieldJSON())
      }
      writer.endObject()
    } else {
      do throws(JSONWriterError) {
        try writer.value(value(fractions: .decimal))
      } catch { throw DiagnosticError(.notJSON(at: self, because: error)) }
    }
    return writer.bytes
  }

  /// An instant, in the one form in which equal ones are equal texts; null stays what it is.
  func instantJSON() throws(DiagnosticError) -> [UInt8] {
    if kind == .null { return try fieldJSON() }
    guard let instant else { throw DiagnosticError(.badInstant(at: self)) }
    return Array("\"\(instant.exchanged)\"".utf8)
  }

  /// A calendar day; null stays what it is.
  func dayJSON() throws(DiagnosticError) -> [UInt8] {
    if kind != .null, text.flatMap({ try? CalendarDate(parsing: $0) }) == nil {
      throw DiagnosticError(.badDay(at: self))
    }
    return try fieldJSON()
  }

  /// The instant in a text.
  var instant: Timestamp? { text.flatMap { try? Timestamp(exchanged: $0) } }

  /// A name for an element of a set, other for every element: a text is its own name; everything else is `=` and its
  /// JSON, and so are the few texts that would be mistaken for that.
  func elementName(by fields: [Text]) throws(DiagnosticError) -> Text {
    if fields.isEmpty {
      if let text, !text.string.hasPrefix("=") { return text }
      return Text("=\(String(decoding: try fieldJSON(), as: UTF8.self))")
    }
    guard kind == .map else { throw DiagnosticError(.wrongKind(self, expected: .map, what: "an element")) }
    var names: [String] = []
    for field in fields {
      guard let part = self[field] else {
        throw DiagnosticError(.missingField(field, of: self, what: "an element"))
      }
      // The same instant in two forms is the same element.
      let json = try part.instant != nil ? part.instantJSON() : part.fieldJSON()
      names.append(String(decoding: json, as: UTF8.self))
    }
    return Text("=\(names.joined(separator: ","))")
  }
}

extension Diagnostic {
  static func badDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/day", message: "this has to be a local calendar day", at: node, fix: "write it as `2026-02-05`")
  }

  static func notJSON(at node: Node, because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "merge/not-json", message: "a value cannot be kept as JSON: \(error)", at: node)
  }

  static func badInstant(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/instant", message: "this has to be an instant with its offset", at: node,
      fix: "write it as `2026-02-05T06:54:06.536161Z` or `2026-02-05 06:54:06.536161+00`")
  }
}
