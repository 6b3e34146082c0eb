import TerrainDocuments
import TerrainValues

/// A request about a person's day: who, when, what is known, and what has been shown. Nothing else is looked at.
public struct Request: Sendable {
  private var json: [UInt8]
  /// Facts whose values no request can hold.
  private var problems: [Diagnostic] = []

  /// A request as it is written for `terrain today`, as JSON.
  public init(json: String) { self.json = Array(json.utf8) }

  /// A request about the day `date`.
  ///
  /// - Parameters:
  ///   - id: whose day it is: turns and ties depend on it, nothing else does.
  ///   - date: the local day, `2026-02-05`.
  ///   - time: what the clock shows there, `07:30`; without it rules that look at the clock have nothing to look at.
  ///   - locale: the language to answer in; the pack's own where none is given.
  ///   - facts: what is known of the person and the day, by the names that rules use.
  ///   - shown: for a day, the ids of what was shown on it, so that it does not come again too soon.
  public init(
    id: String = "", date: String, time: String? = nil, locale: String? = nil, facts: [String: Value] = [:],
    shown: [String: [String]] = [:]
  ) {
    var problems: [Diagnostic] = []
    self.init { writer in
      for (key, value) in [("id", id), ("date", date), ("time", time), ("locale", locale)] {
        guard let value else { continue }
        writer.key(key)
        writer.string(value)
      }
      writer.object("person") { writer in problems = Self.write(facts, to: &writer) }
      writer.object("shown") { writer in
        for (day, ids) in shown.sorted(by: { $0.key < $1.key }) {
          writer.key(day)
          writer.array { writer in for id in ids { writer.string(id) } }
        }
      }
    }
    self.problems = problems
  }

  /// A request of the members that `write` writes.
  init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in write(&writer) }
    json = writer.bytes
  }

  /// Makes it a request of `facts` and nothing else, by their names.
  mutating func give(_ facts: [String: Value]) {
    var writer = JSONWriter(.compact)
    var problems: [Diagnostic] = []
    writer.object { writer in problems = Self.write(facts, to: &writer) }
    (json, self.problems) = (writer.bytes, problems)
  }

  /// Writes `facts` as members; what cannot be written is left out and returned as a diagnostic, which names the fact.
  private static func write(_ facts: [String: Value], to writer: inout JSONWriter) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      let start = writer.checkpoint
      writer.key(name)
      do throws(JSONWriterError) {
        try writer.value(value)
      } catch {
        writer.rewind(to: start)
        problems.append(.factNotWritable(name))
      }
    }
    return problems
  }

  func document() throws(DiagnosticError) -> Document {
    if !problems.isEmpty { throw DiagnosticError(problems) }
    let (document, diagnostics) = JSONReader.read(SourceText(name: "request", bytes: json), duplicateKeys: .error)
    guard let document, !diagnostics.hasErrors else { throw DiagnosticError(diagnostics) }
    return document
  }
}

extension Diagnostic {
  /// A fact that an app gives, whose value JSON has no form for.
  static func factNotWritable(_ name: String) -> Diagnostic {
    Diagnostic(
      code: "request/fact-value", message: "the value of the fact `\(name)` cannot be part of a request", place: nil,
      fix:
        "give a finite number, a text, true or false, or a list or map of these, nested no deeper than documents may be"
    )
  }
}
