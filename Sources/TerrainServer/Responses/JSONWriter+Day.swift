import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

// Parts that responses about a day share.

extension JSONWriter {
  /// Writes `name` as a field, where it has words; their language beside it, where it is not the one that was asked for.
  mutating func text(_ name: Text, _ served: LocalizedText.Served?, asked locale: LanguageTag) {
    guard let served else { return }
    key(name)
    string(served.text)
    if served.locale != locale {
      member("\(name)_locale", served.locale.description)
    }
  }

  /// Writes where something is from, as the field `rule`, with OpenFeature's word for it as `reason`.
  mutating func origin(_ origin: Origin) {
    key("rule")
    row(of: origin)
    member("reason", origin.row == nil ? "DEFAULT" : "TARGETING_MATCH")
  }

  /// Writes the row where something is from as an object.
  mutating func row(of origin: Origin) {
    object { writer in
      writer.member("decision", origin.decision)
      writer.member("row", ifAny: origin.row)
      writer.fileAndLine(of: origin.place)
    }
  }

  /// Writes a message as the field `key`; nothing where there is none.
  mutating func said(_ key: String, ifAny said: Said?, asked locale: LanguageTag) {
    guard let said else { return }
    self.key(key)
    self.said(said, asked: locale)
  }

  /// Writes a message as an object.
  mutating func said(_ said: Said, asked locale: LanguageTag) {
    object { writer in
      writer.member("message", said.message)
      writer.member("topic", ifAny: said.topic)
      writer.member("layer", ifAny: said.layer)
      for part in said.parts { writer.text(part.name, part.text, asked: locale) }
      if let origin = said.origin { writer.origin(origin) }
    }
  }

  /// Writes a ranking as an object.
  mutating func ranking(_ ranking: Ranking, asked locale: LanguageTag) throws(JSONWriterError) {
    beginObject()
    member("ranking", ranking.module)
    key("items")
    beginArray()
    for item in ranking.items {
      beginObject()
      member("id", item.id)
      member("kind", ifAny: item.kind)
      text("label", item.label, asked: locale)
      member("score", item.score)
      said("note", ifAny: item.note, asked: locale)
      member("days_since_shown", ifAny: item.daysSinceShown)
      key("criteria")
      try criteria(item.criteria)
      endObject()
    }
    endArray()
    member("considered", ranking.considered)
    object("excluded") { writer in
      for excluded in ranking.excluded {
        writer.key(excluded.why)
        writer.int(excluded.count)
      }
    }
    said("fallback", ifAny: ranking.fallback, asked: locale)
    endObject()
  }

  /// Writes what points are made of, by the names of decisions.
  mutating func criteria(_ criteria: [Ranking.Criterion]) throws(JSONWriterError) {
    beginArray()
    for criterion in criteria {
      beginObject()
      member("decision", criterion.decision)
      try member("points", criterion.value)
      if !criterion.rows.isEmpty {
        array("rows") { writer in for row in criterion.rows { writer.string(row.row ?? "otherwise") } }
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
