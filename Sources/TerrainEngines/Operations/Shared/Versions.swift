import TerrainRules
import TerrainBase

/// The versions of a pack and of rules that a result comes from.
package struct Versions: Sendable {
  /// A version of a pack or of rules.
  package struct Version: Sendable {
    /// Its id.
    package let id: Text
    /// Its version, by semantic versioning.
    package let version: String
    /// The hash of its content.
    package let hash: String
    /// Parameters that have other values than the files contain, as `module.name=value`.
    package let overrides: [Text]

    /// A version.
    package init(id: Text, version: String, hash: String, overrides: [Text] = []) {
      self.id = id
      self.version = version
      self.hash = hash
      self.overrides = overrides
    }

    /// The version of `pack`.
    package init(_ pack: Pack) {
      self.init(id: pack.id, version: pack.version.description, hash: pack.hash)
    }
  }

  /// The pack.
  package let pack: Version
  /// The rules.
  package let rules: Version

  /// These versions.
  package init(pack: Version, rules: Version) {
    self.pack = pack
    self.rules = rules
  }

  /// The versions that `system` was loaded from.
  package init(_ system: LoadedSystem) {
    let rules = system.rules
    self.init(
      pack: Version(system.pack),
      rules: Version(
        id: rules.ruleSet.id, version: rules.ruleSet.version.string, hash: rules.hash, overrides: rules.overrides))
  }
}

/// `pack` and `rules`.
package var versionFields: ResultFields<Versions> {
  group {
    requiredField("pack", .version, "The pack that this comes from.") { $0.pack }
    requiredField("rules", .version, "The rules that this comes from.") { $0.rules }
  }
}

extension ResultType where Content == Versions.Version {
  /// A version of a pack or of rules.
  package static var version: ResultType {
    named("identity") {
      requiredField("id", .text, "Its id.") { $0.id }
      requiredField("version", .text, "Its version, by semantic versioning.") { $0.version }
      requiredField("hash", .text, "The hash of its content.") { $0.hash }
      optionalField("set", .list(.text), "Parameters that have other values than the files say.") {
        $0.overrides.isEmpty ? nil : $0.overrides
      }
    }
  }
}
