import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

extension JSONWriter {
  /// Writes a decision's trace: what it came to, and each row in words, with the values it saw.
  mutating func trace(_ trace: DecisionTrace) throws(JSONWriterError) {
    beginObject()
    key("decision")
    string(trace.decision)
    key("file")
    string(trace.place.source.name)
    key("line")
    int(trace.place.source.position(at: Int(trace.place.range.start)).line)
    if let value = trace.value {
      key("value")
      try self.value(value)
    }
    key("lines")
    array { writer in for line in trace.lines { writer.string(line) } }
    endObject()
  }

  /// Writes where a candidate of a ranking stands and why.
  mutating func explanation(_ explanation: Ranking.Explanation) throws(JSONWriterError) {
    beginObject()
    key("id")
    string(explanation.id)
    if let kind = explanation.kind {
      key("kind")
      string(kind)
    }
    switch explanation.standing {
    case .offered(let place): standing("offered", place: place)
    case .behind(let place): standing("behind", place: place)
    case .tooAlike(let what):
      standing("too_alike")
      key("alike")
      string(what)
    case .excluded(let why, let origin):
      standing("excluded")
      key("why")
      string(why)
      if let origin { self.origin(origin) }
    }
    if let score = explanation.score {
      key("score")
      int(score)
    }
    key("criteria")
    try criteria(explanation.criteria)
    endObject()
  }

  private mutating func standing(_ word: String, place: Int? = nil) {
    key("standing")
    string(word)
    if let place {
      key("place")
      int(place)
    }
  }
}
