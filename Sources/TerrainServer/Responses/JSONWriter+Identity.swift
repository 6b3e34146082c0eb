import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension JSONWriter {
  /// Writes which pack and rules a response came from, as the fields `pack` and `rules`.
  mutating func identity(_ system: LoadedSystem) {
    identity(system.pack)
    key("rules")
    let rules = system.rules
    identity(rules.ruleSet.id, rules.ruleSet.version.string, rules.hash, rules.overrides)
  }

  /// Writes which pack and rules are served, as the fields `pack` and `rules`.
  mutating func identity(_ served: ServedSystem) {
    let overrides = served.place.overrides.map { Text("\($0.name)=\($0.text)") }
    key("pack")
    identity(served.pack.id, served.pack.version, served.pack.hash, [])
    key("rules")
    identity(served.rules.id, served.rules.version, served.rules.hash, overrides)
  }

  /// Writes which pack a response came from, as the field `pack`.
  mutating func identity(_ pack: Pack) {
    key("pack")
    identity(pack.id, pack.version.description, pack.hash, [])
  }

  private mutating func identity(_ id: Text, _ version: String, _ hash: String, _ overrides: [Text]) {
    object { writer in
      writer.member("id", id)
      writer.member("version", version)
      writer.member("hash", hash)
      if !overrides.isEmpty { writer.member("set", overrides) }
    }
  }
}
