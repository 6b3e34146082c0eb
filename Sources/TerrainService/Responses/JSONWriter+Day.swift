import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

// Parts that responses about a day share.

extension JSONWriter {
  /// Writes `name` as a field; its language beside it, where it is not the one that was asked for.
  mutating func text(_ name: Text, _ served: LocalizedText.Served, asked locale: LanguageTag) {
    key(name)
    string(served.text)
    if served.locale != locale {
      key("\(name)_locale")
      string(served.locale.description)
    }
  }

  /// Writes where something is from, as the field `rule`, with OpenFeature's word for it as `reason`.
  mutating func origin(_ origin: Origin) {
    key("rule")
    object { writer in
      writer.key("decision")
      writer.string(origin.decision)
      if let row = origin.row {
        writer.key("row")
        writer.string(row)
      }
      writer.key("file")
      writer.string(origin.place.source.name)
      writer.key("line")
      writer.int(origin.place.source.position(at: Int(origin.place.range.start)).line)
    }
    key("reason")
    string(origin.row == nil ? "DEFAULT" : "TARGETING_MATCH")
  }

  /// Writes a message as an object.
  mutating func said(_ said: Said, asked locale: LanguageTag) {
    object { writer in
      writer.key("message")
      writer.string(said.message)
      if let topic = said.topic {
        writer.key("topic")
        writer.string(topic)
      }
      if let layer = said.layer {
        writer.key("layer")
        writer.string(layer)
      }
      for part in said.parts { writer.text(part.name, part.text, asked: locale) }
      if let origin = said.origin { writer.origin(origin) }
    }
  }

  /// Writes a ranking as an object.
  mutating func ranking(_ ranking: Ranking, asked locale: LanguageTag) throws(JSONWriterError) {
    beginObject()
    key("ranking")
    string(ranking.module)
    key("items")
    beginArray()
    for item in ranking.items {
      beginObject()
      key("id")
      string(item.id)
      if let kind = item.kind {
        key("kind")
        string(kind)
      }
      if let label = item.label { text("label", label, asked: locale) }
      key("score")
      int(item.score)
      if let note = item.note {
        key("note")
        said(note, asked: locale)
      }
      if let days = item.daysSinceShown {
        key("days_since_shown")
        int(days)
      }
      key("criteria")
      try criteria(item.criteria)
      endObject()
    }
    endArray()
    key("considered")
    int(ranking.considered)
    key("excluded")
    object { writer in
      for excluded in ranking.excluded {
        writer.key(excluded.why)
        writer.int(excluded.count)
      }
    }
    if let fallback = ranking.fallback {
      key("fallback")
      said(fallback, asked: locale)
    }
    endObject()
  }

  /// Writes what points are made of, by the names of decisions.
  mutating func criteria(_ criteria: [Ranking.Criterion]) throws(JSONWriterError) {
    beginArray()
    for criterion in criteria {
      beginObject()
      key("decision")
      string(criterion.decision)
      key("points")
      try value(criterion.value)
      if !criterion.rows.isEmpty {
        key("rows")
        array { writer in for row in criterion.rows { writer.string(row.row ?? "otherwise") } }
      }
      if !criterion.parts.isEmpty {
        key("parts")
        try self.criteria(criterion.parts)
      }
      endObject()
    }
    endArray()
  }
}
