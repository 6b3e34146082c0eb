import TerrainContent
import TerrainDocuments
import TerrainRules
import TerrainValues

extension JSONWriter {
  /// Writes which pack and rules a response came from, as the fields `pack` and `rules`.
  mutating func identity(_ pack: Pack, _ rules: RuleSet, hash: String, overrides: [Text]) {
    key("pack")
    identity(pack.id, pack.version.description, pack.hash, [])
    key("rules")
    identity(rules.id, rules.version.string, hash, overrides)
  }

  private mutating func identity(_ id: Text, _ version: String, _ hash: String, _ overrides: [Text]) {
    object { writer in
      writer.key("id")
      writer.string(id)
      writer.key("version")
      writer.string(version)
      writer.key("hash")
      writer.string(hash)
      if !overrides.isEmpty {
        writer.key("set")
        writer.array { writer in for text in overrides { writer.string(text) } }
      }
    }
  }
}
