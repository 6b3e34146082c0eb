import TerrainDocuments
import TerrainEngines
import TerrainRules

/// A decision's answer as a document for programs.
public struct DecideResult: Response {
  private let answer: DecisionRequest.Answer
  private let system: LoadedSystem

  /// The document of `answer`, which the rules of `system` gave.
  public init(_ answer: DecisionRequest.Answer, system: LoadedSystem) {
    self.answer = answer
    self.system = system
  }

  /// Writes the document as one value.
  public func write(to writer: inout JSONWriter) throws(JSONWriterError) {
    writer.beginObject()
    writer.identity(system)
    writer.member("decision", answer.decision)
    try writer.member("value", answer.value)
    writer.key("why")
    try writer.reasons(answer.why)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes why decisions came out as they did: for each, the row, its place and what it saw.
  mutating func reasons(_ reasons: [Reason]) throws(JSONWriterError) {
    beginArray()
    for reason in reasons {
      beginObject()
      member("decision", reason.decision)
      member("rule", ifAny: reason.row)
      fileAndLine(of: reason.place)
      key("values")
      beginObject()
      for seen in reason.seen {
        key(seen.name)
        try value(seen.value)
      }
      endObject()
      endObject()
    }
    endArray()
  }
}
