import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues

extension JSONWriter {
  /// Writes a decision's trace: what it came to, and what became of each row, with the values its conditions saw.
  mutating func trace(_ trace: DecisionTrace) throws(JSONWriterError) {
    beginObject()
    key("decision")
    string(trace.decision)
    lineOf(trace.place)
    if let hit = trace.hit {
      key("hit")
      string(hit.rawValue)
    }
    if let decided = trace.value {
      key("value")
      try value(decided)
    }
    if let otherwise = trace.otherwise {
      key("otherwise")
      object { $0.lineOf(otherwise) }
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
    key("row")
    string(row.id)
    lineOf(row.place)
    if let note = row.note {
      key("note")
      string(note)
    }
    key("outcome")
    string(row.outcome.word)
    key("conditions")
    beginArray()
    for condition in row.conditions { try self.condition(condition) }
    endArray()
    endObject()
  }

  private mutating func condition(_ condition: ConditionTrace) throws(JSONWriterError) {
    beginObject()
    if let input = condition.input {
      key("input")
      string(input)
    }
    key("text")
    string(condition.text)
    lineOf(condition.place)
    // Absent: not looked at.
    if let holds = condition.holds {
      key("holds")
      bool(holds)
    }
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
        key("text")
        string(part.text)
        key("holds")
        bool(part.holds)
        if let seen = part.seen {
          key("value")
          try value(seen)
        }
        endObject()
      }
      endArray()
    }
    endObject()
  }

  /// Writes where something stands, as the fields `file` and `line`.
  private mutating func lineOf(_ place: Place) {
    key("file")
    string(place.source.name)
    key("line")
    int(place.source.position(at: Int(place.range.start)).line)
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
