import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues

extension JSONWriter {
  /// Writes a decision's trace: what it came to, and what became of each row, with the values its conditions saw.
  mutating func trace(_ trace: DecisionTrace) throws(JSONWriterError) {
    beginObject()
    member("decision", trace.decision)
    fileAndLine(of: trace.place)
    member("hit", ifAny: trace.hit?.rawValue)
    try member("value", ifAny: trace.value)
    if let otherwise = trace.otherwise {
      object("otherwise") { $0.fileAndLine(of: otherwise) }
    }
    if trace.hit != nil {
      key("rows")
      beginArray()
      for row in trace.rows { try self.row(row) }
      endArray()
    }
    endObject()
  }

  private mutating func row(_ row: RowTrace) throws(JSONWriterError) {
    beginObject()
    member("row", row.id)
    fileAndLine(of: row.place)
    member("note", ifAny: row.note)
    member("outcome", row.outcome.word)
    key("conditions")
    beginArray()
    for condition in row.conditions { try self.condition(condition) }
    endArray()
    endObject()
  }

  private mutating func condition(_ condition: ConditionTrace) throws(JSONWriterError) {
    beginObject()
    member("input", ifAny: condition.input)
    member("text", condition.text)
    fileAndLine(of: condition.place)
    // Absent: not looked at.
    member("holds", ifAny: condition.holds)
    key("values")
    beginObject()
    for seen in condition.seen {
      key(seen.name)
      try value(seen.value)
    }
    endObject()
    if !condition.parts.isEmpty {
      key("parts")
      beginArray()
      for part in condition.parts {
        beginObject()
        member("text", part.text)
        member("holds", part.holds)
        try member("value", ifAny: part.seen)
        endObject()
      }
      endArray()
    }
    endObject()
  }

  /// Writes where a candidate of a ranking stands and why.
  mutating func explanation(_ explanation: Ranking.Explanation) throws(JSONWriterError) {
    beginObject()
    member("id", explanation.id)
    member("kind", ifAny: explanation.kind)
    switch explanation.standing {
    case .offered(let place): standing("offered", place: place)
    case .behind(let place): standing("behind", place: place)
    case .tooAlike(let what):
      standing("too_alike")
      member("alike", what)
    case .excluded(let why, let origin):
      standing("excluded")
      member("why", why)
      if let origin { self.origin(origin) }
    }
    member("score", ifAny: explanation.score)
    key("criteria")
    try criteria(explanation.criteria)
    endObject()
  }

  private mutating func standing(_ word: String, place: Int? = nil) {
    member("standing", word)
    member("place", ifAny: place)
  }
}

extension RowTrace.Outcome {
  /// As it is called in documents.
  fileprivate var word: String {
    switch self {
    case .notLookedAt: "not_looked_at"
    case .failed: "failed"
    case .held: "held"
    case .fired: "fired"
    }
  }
}
