import TerrainDocuments
import TerrainBase

/// A request about a person's day: the person, the day, their facts, and what was shown before. Results depend on nothing else.
public struct Request: Sendable {
  private var json: [UInt8]
  /// Diagnostics of facts whose values JSON cannot represent.
  var problems: [Diagnostic] = []
  /// Parameters that replace members of `json`, or follow them.
  private var parameters: [(name: String, value: Value)] = []

  /// The JSON of a request, as `terrain today` takes it.
  public init(json: String) { self.json = Array(json.utf8) }

  /// The JSON of a request, as bytes.
  init(json: [UInt8]) { self.json = json }

  /// A request about the day `date`.
  ///
  /// - Parameters:
  ///   - id: The person: rotations and ties depend on it, nothing else does.
  ///   - date: The local day, `2026-02-05`.
  ///   - time: The local time, `07:30`; without it the facts of the clock are absent.
  ///   - locale: The requested language; without it, the pack's default.
  ///   - facts: Facts about the person and the day, by the names that rules use.
  ///   - shown: For a day the ids of what was shown on it, so that messages do not repeat too soon.
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

  /// A request for `decision` with `facts`, by their names.
  init(decision: String, facts: [String: Value]) {
    var problems: [Diagnostic] = []
    self.init { writer in
      writer.member("decision", decision)
      writer.object("facts") { writer in problems = Self.write(facts, to: &writer) }
    }
    self.problems = problems
  }

  /// The request with the parameter `name`, which replaces a member of the same name.
  func setting(_ name: String, _ value: Value) -> Request {
    var copy = self
    copy.parameters.append((name, value))
    return copy
  }

  /// Writes `facts` as members. Returns a diagnostic for each fact that cannot be written.
  static func write(_ facts: [String: Value], to writer: inout JSONWriter) -> [Diagnostic] {
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

  /// The request as a document.
  func document() throws(DiagnosticError) -> Document {
    if !problems.isEmpty { throw DiagnosticError(problems) }
    let document = try Self.document(json)
    guard !parameters.isEmpty, document.root.kind == .map else { return document }
    return try Self.document(json(over: document.root))
  }

  private static func document(_ json: [UInt8]) throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "request", bytes: json), duplicateKeys: .error)
    guard let document, !diagnostics.hasErrors else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// The JSON with `parameters`; `root` is its map. Members before a parameter keep their locations.
  private func json(over root: Node) -> [UInt8] {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    var hasMembers = root.count > 0
    for (name, value) in parameters {
      var writer = JSONWriter(.compact)
      guard (try? writer.value(value)) != nil else { continue }
      if let member = root[Text(name)] {
        edits.append((Int(member.range.start)..<Int(member.range.end), writer.bytes))
      } else {
        let end = Int(root.range.end) - 1
        edits.append((end..<end, Array("\(hasMembers ? "," : "")\"\(name)\":".utf8) + writer.bytes))
        hasMembers = true
      }
    }
    var result = json
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }).reversed() {
      result.replaceSubrange(edit.range, with: edit.text)
    }
    return result
  }
}

extension Diagnostic {
  /// A fact whose value JSON cannot represent.
  static func factNotWritable(_ name: String) -> Diagnostic {
    Diagnostic(
      code: "request/fact-value", message: "the value of the fact `\(name)` cannot be part of a request", place: nil,
      fix:
        "give a finite number, a text, true or false, or a list or map of these, nested no deeper than documents may be"
    )
  }
}
