import TerrainDocuments
import TerrainValues

/// What is asked about a person's day: who, when, what is known, and what has been shown. Nothing else is looked at.
public struct Request: Sendable {
  private let json: [UInt8]

  /// A request as it is written for `terrain today`, as JSON.
  public init(json: String) { self.json = Array(json.utf8) }

  /// A request about the day `date`.
  ///
  /// - Parameters:
  ///   - id: whose day it is: turns and ties depend on it, nothing else does.
  ///   - date: the local day, `2026-02-05`.
  ///   - time: what the clock shows there, `07:30`; without it rules that look at the clock have nothing to look at.
  ///   - locale: the language to answer in; the pack's own where nothing is said.
  ///   - facts: what is known of the person and the day, by the names that rules use.
  ///   - shown: for a day, the ids of what was shown on it, so that it does not come again too soon.
  public init(
    id: String = "", date: String, time: String? = nil, locale: String? = nil, facts: [String: Value] = [:],
    shown: [String: [String]] = [:]
  ) {
    self.init { writer in
      for (key, value) in [("id", id), ("date", date), ("time", time), ("locale", locale)] {
        guard let value else { continue }
        writer.key(key)
        writer.string(value)
      }
      writer.object("person") { writer in Self.write(facts, to: &writer) }
      writer.object("shown") { writer in
        for (day, ids) in shown.sorted(by: { $0.key < $1.key }) {
          writer.key(day)
          writer.array { writer in for id in ids { writer.string(id) } }
        }
      }
    }
  }

  /// A request of the members that `write` writes.
  init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in write(&writer) }
    json = writer.bytes
  }

  static func write(_ facts: [String: Value], to writer: inout JSONWriter) {
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      let start = writer.checkpoint
      do throws(JSONWriterError) {
        try writer.value(value)
      } catch {
        // What JSON cannot hold (infinities, nesting without end) no fact takes: the reader says so at its name.
        writer.rewind(to: start)
        writer.string("\(error)")
      }
    }
  }

  func document() throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "request", bytes: json), duplicateKeys: .error)
    guard let document, !diagnostics.hasErrors else { throw DiagnosticError(diagnostics) }
    return document
  }
}
