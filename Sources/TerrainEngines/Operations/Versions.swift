import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The versions of the pack and the rules of a result.
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

  /// Creates the versions of a pack and its rules.
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

/// `file` and `line`.
package var lineFields: ResultFields<Place> {
  group {
    requiredField("file", .text, "The rule module's file.") { $0.source.name }
    requiredField("line", .integer, "The line, from 1.") { $0.line }
  }
}

/// `rule` and `reason`.
package var originFields: ResultFields<Origin> {
  group {
    explanatory(requiredField("rule", .origin, "The rule that chose it.") { $0 })
    explanatory(
      requiredField(
        "reason", .words(["TARGETING_MATCH", "DEFAULT"]),
        "OpenFeature's word for it: a row fired, or what is used otherwise."
      ) { $0.row == nil ? "DEFAULT" : "TARGETING_MATCH" })
  }
}

extension ResultType where Content == Origin {
  /// The row that a result comes from.
  static var origin: ResultType {
    named("origin") {
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      optionalField("row", .text, "The row that fired; left out where none did by itself.") { $0.row }
      fields(of: lineFields) { $0.place }
    }
  }
}

extension ResultType where Content == Reason {
  /// The reason for a decision's value.
  static var reason: ResultType {
    named("reason") {
      requiredField("decision", .text, "The decision's full name.") { $0.decision }
      optionalField("rule", .text, "The row that fired.") { $0.row }
      fields(of: lineFields) { $0.place }
      requiredField(
        "values", .map(.anything, key: { $0.name }, value: { $0.value }),
        "What it looked at, and the values it saw."
      ) { $0.seen }
    }
  }
}
