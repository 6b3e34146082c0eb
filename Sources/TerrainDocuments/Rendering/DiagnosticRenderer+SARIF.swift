extension DiagnosticRenderer {
  /// For code hosts and editors: a SARIF 2.1.0 log with one run (OASIS, "Static Analysis Results Interchange Format").
  /// Columns count Unicode code points, and the log declares it.
  ///
  /// A fix of the form "did you mean `x`?" becomes a fix that a program can apply, if it replaces a single word.
  package static func sarif(
    _ diagnostics: [Diagnostic], tool: SARIFTool, layout: JSONWriter.Layout = .pretty
  ) -> [UInt8] {
    let codes = Set(diagnostics.map { $0.code }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var writer = JSONWriter(layout)
    writer.object { writer in
      writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      writer.member("version", "2.1.0")
      writer.array("runs") { writer in
        writer.object { writer in
          write(tool, codes: codes, to: &writer)
          writer.member("columnKind", "unicodeCodePoints")
          writer.array("newlineSequences") { writer in
            for sequence in ["\r\n", "\n", "\r"] { writer.string(sequence) }
          }
          writer.array("results") { writer in
            for diagnostic in diagnostics { result(diagnostic, codes: codes, to: &writer) }
          }
        }
      }
    }
    writer.newline()
    return writer.bytes
  }

  private static func write(_ tool: SARIFTool, codes: [String], to writer: inout JSONWriter) {
    writer.object("tool") { writer in
      writer.object("driver") { writer in
        writer.member("name", tool.name)
        writer.member("semanticVersion", tool.version)
        writer.array("rules") { writer in
          for code in codes {
            writer.object { writer in
              writer.member("id", code)
              if let rule = tool.rule(code) { write(rule, to: &writer) }
            }
          }
        }
      }
    }
  }

  private static func write(_ rule: SARIFTool.Rule, to writer: inout JSONWriter) {
    writer.object("shortDescription") { $0.member("text", rule.summary) }
    if let page = rule.page { writer.member("helpUri", page) }
  }

  private static func result(_ diagnostic: Diagnostic, codes: [String], to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("ruleId", diagnostic.code)
      writer.member("ruleIndex", ifAny: codes.firstIndex(of: diagnostic.code))
      writer.member("level", level(diagnostic.severity))
      writer.object("message") { $0.member("text", diagnostic.message + (diagnostic.fix.map { "; \($0)" } ?? "")) }
      let path = diagnostic.path ?? ""
      if diagnostic.place != nil || !path.isEmpty {
        writer.array("locations") { writer in
          writer.object { writer in
            if let place = diagnostic.place { physicalLocation(place, to: &writer) }
            if !path.isEmpty {
              writer.array("logicalLocations") { writer in writer.object { $0.member("fullyQualifiedName", path) } }
            }
          }
        }
      }
      if !diagnostic.related.isEmpty {
        writer.array("relatedLocations") { writer in
          // SARIF lists each related location only once.
          var seen: Set<Diagnostic.Related> = []
          for related in diagnostic.related where seen.insert(related).inserted {
            writer.object { writer in
              physicalLocation(related.place, to: &writer)
              writer.object("message") { $0.member("text", related.message) }
            }
          }
        }
      }
      if let place = diagnostic.place, let replacement = replacement(diagnostic, at: place) {
        fix(replacement, at: place, because: diagnostic.fix ?? "", to: &writer)
      }
    }
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  // MARK: Places

  private static func physicalLocation(_ place: Place, to writer: inout JSONWriter) {
    writer.object("physicalLocation") { writer in
      artifactLocation(place, to: &writer)
      region("region", place, to: &writer)
    }
  }

  private static func artifactLocation(_ place: Place, to writer: inout JSONWriter) {
    writer.object("artifactLocation") { $0.member("uri", URIReference.file(place.source.name)) }
  }

  private static func region(_ key: String, _ place: Place, to writer: inout JSONWriter) {
    guard !place.source.bytes.isEmpty else { return }
    let range = place.source.clamped(place.range)
    let start = place.source.codePointPosition(at: range.lowerBound)
    let end = place.source.codePointPosition(at: range.upperBound)
    let numbers = [
      ("startLine", start.line), ("startColumn", start.column), ("endLine", end.line), ("endColumn", end.column),
      ("byteOffset", range.lowerBound), ("byteLength", range.count),
    ]
    writer.object(key) { writer in
      for (key, number) in numbers {
        writer.key(key)
        writer.int(number)
      }
    }
  }

  // MARK: Fixes

  /// The replacement for the source text at `place`, or nil if the fix does not name one word or the place is not one word.
  private static func replacement(_ diagnostic: Diagnostic, at place: Place) -> String? {
    guard let fix = diagnostic.fix, fix.hasPrefix("did you mean `"), fix.hasSuffix("`?") else { return nil }
    let word = fix.dropFirst("did you mean `".count).dropLast(2)
    let found = place.source.text(of: place.range)
    guard isWord(word) else { return nil }
    if isWord(found[...]) { return String(word) }
    for quote in ["\"", "'"] where found.count > 2 && found.hasPrefix(quote) && found.hasSuffix(quote) {
      return isWord(found.dropFirst().dropLast()) ? "\(quote)\(word)\(quote)" : nil
    }
    return nil
  }

  /// True if the text means the same with and without quotes.
  private static func isWord(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func fix(
    _ replacement: String, at place: Place, because reason: String, to writer: inout JSONWriter
  ) {
    writer.array("fixes") { writer in
      writer.object { writer in
        writer.object("description") { $0.member("text", reason) }
        writer.array("artifactChanges") { writer in
          writer.object { writer in
            artifactLocation(place, to: &writer)
            writer.array("replacements") { writer in
              writer.object { writer in
                region("deletedRegion", place, to: &writer)
                writer.object("insertedContent") { $0.member("text", replacement) }
              }
            }
          }
        }
      }
    }
  }
}

extension SourceText {
  /// Line and column of a byte, both from 1. The column counts Unicode code points without a byte order mark.
  fileprivate func codePointPosition(at offset: Int) -> (line: Int, column: Int) {
    let (line, column) = bytePosition(at: offset)
    if isASCII { return (line, column) }
    if origin != nil { return position(at: offset) }
    // Counts the preceding bytes of the line, except those that continue a code point.
    let start = max(0, offset - (column - 1))
    return (line, bytes[start..<max(start, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 } + 1)
  }
}

/// The tool that made a SARIF report.
package struct SARIFTool: Sendable {
  /// The information about a code, which a report contains once.
  package struct Rule: Sendable, Equatable {
    /// One sentence that describes the mistake.
    package var summary: String
    /// The absolute URI of the page that explains it, or nil if the documentation is published nowhere.
    package var page: String?

    package init(summary: String, page: String?) { (self.summary, self.page) = (summary, page) }
  }

  /// The program's name.
  package var name: String
  /// Its version, by semantic versioning.
  package var version: String
  /// Returns the information about a code, or nil if it is unknown.
  package var rule: @Sendable (_ code: String) -> Rule?

  /// A tool called `name`.
  package init(name: String, version: String, rule: @escaping @Sendable (_ code: String) -> Rule? = { _ in nil }) {
    (self.name, self.version, self.rule) = (name, version, rule)
  }
}

/// File names as URI references (RFC 3986).
enum URIReference {
  /// The reference to the file at `path`: relative if the path is relative, else with the scheme `file`.
  static func file(_ path: String) -> String {
    let escaped = escaped(path, keeping: "/")
    if path.utf8.first == UInt8(ascii: "/") { return "file://\(escaped)" }
    // A colon in the first segment would be read as a scheme; `escaped` encodes it.
    return escaped.isEmpty ? "." : escaped
  }

  /// `text` with percent-encoding for every byte that is neither unreserved nor in `kept`.
  static func escaped(_ text: String, keeping kept: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.append(byte)
      case let byte where kept.utf8.contains(byte):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
