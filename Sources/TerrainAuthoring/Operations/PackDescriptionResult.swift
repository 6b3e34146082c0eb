import TerrainDocuments
import TerrainOperations
import TerrainValues

extension PackDescription {
  /// The description of an empty pack and its rules.
  package init(ofNothing versions: Versions) {
    (id, version, hash) = (versions.pack.id, Text(versions.pack.version), versions.pack.hash)
    rules = (versions.rules.id, Text(versions.rules.version), versions.rules.hash)
    defaultLocale = (try? LanguageTag(parsing: "en-US")) ?? .undetermined
    locales = [defaultLocale]
    (kinds, vocabularies, modules, pages, rankings, ruleVersions) = ([], [], [], [], [], [])
  }

  fileprivate var versions: Versions {
    Versions(
      pack: Versions.Version(id: id, version: version.string, hash: hash),
      rules: Versions.Version(id: rules.id, version: rules.version.string, hash: rules.hash))
  }
}

extension ResultType where Content == PackDescription {
  /// The description of a pack and its rules.
  package static var packDescription: ResultType {
    object {
      fields(of: versionFields) { $0.versions }
      optionalField(
        "versions", .list(.ruleVersion),
        "The versions of the rules, oldest first, where accounts are decided by several."
      ) { $0.ruleVersions.isEmpty ? nil : $0.ruleVersions }
      requiredField("locales", .locales, "The languages that texts are in.") { $0 }
      requiredField("kinds", .list(.kind), "The kinds of record.") { $0.kinds }
      requiredField("vocabularies", .list(.vocabulary), "The closed lists of words.") { $0.vocabularies }
      requiredField("modules", .list(.module), "The modules of rules, each after those it uses.") { $0.modules }
      requiredField("pages", .list(.page), "The pages that can be asked for.") { $0.pages }
      requiredField("rankings", .list(.ranking), "The rankings that can be asked for.") { $0.rankings }
    }
  }

  fileprivate static var locales: ResultType {
    object {
      requiredField("default", .locale, "The locale that every text has.") { $0.defaultLocale }
      requiredField("supported", .list(.locale), "All locales.") { $0.locales }
    }
  }
}

extension ResultType where Content == PackDescription.RuleVersion {
  fileprivate static var ruleVersion: ResultType {
    object {
      requiredField("version", .text, "The version.") { $0.version }
      optionalField("valid_from", .date, "The first day on which it is in force.") { $0.validFrom }
      requiredField("modules", .list(.text), "Its modules.") { $0.modules }
    }
  }
}

/// What something means, in the author's words.
private func docField<Content>(_ get: @escaping @Sendable (Content) -> Text?) -> ResultFields<Content> {
  optionalField("doc", .text, "What it means.", get)
}

extension ResultType where Content == PackDescription.Kind {
  fileprivate static var kind: ResultType {
    object {
      requiredField("name", .text, "Its name.") { $0.name }
      requiredField("records", .count, "How many records there are.") { $0.records }
      optionalField("schema", .text, "Its schema's file, relative to the pack's folder.") { $0.schema }
      requiredField("fields", .list(.field), "Its fields, those inside others too.") { $0.fields }
    }
  }
}

extension ResultType where Content == PackDescription.Field {
  fileprivate static var field: ResultType {
    object {
      requiredField("path", .text, "The way to it from the record.") { $0.path }
      requiredField("type", .text, "Its type as rules see it; `text` for words in several languages.") { $0.type }
      requiredField("optional", .flag, "Whether it may be missing.") { $0.isOptional }
      optionalField("refers_to", .list(.text), "The kinds whose ids it holds.") {
        $0.references.isEmpty ? nil : $0.references
      }
    }
  }
}

extension ResultType where Content == PackDescription.Vocabulary {
  fileprivate static var vocabulary: ResultType {
    object {
      requiredField("name", .text, "Its name.") { $0.name }
      docField { $0.doc }
      requiredField("values", .list(.text), "Its words.") { $0.values }
      requiredField("ordered", .flag, "Whether they are listed from the least to the greatest.") { $0.isOrdered }
    }
  }
}

extension ResultType where Content == PackDescription.Module {
  fileprivate static var module: ResultType {
    object {
      requiredField("name", .text, "Its name.") { $0.name }
      docField { $0.doc }
      requiredField("facts", .list(.fact), "What it is given.") { $0.facts }
      requiredField("parameters", .list(.parameter), "What an author may tune.") { $0.parameters }
      requiredField("decisions", .list(.decision), "What can be decided.") { $0.decisions }
    }
  }
}

extension ResultType where Content == PackDescription.Fact {
  fileprivate static var fact: ResultType {
    object {
      requiredField("name", .text, "Its name.") { $0.name }
      requiredField("type", .text, "Its type.") { $0.type }
      requiredField("optional", .flag, "Whether it may be missing.") { $0.isOptional }
      requiredField("per_candidate", .flag, "Whether each candidate of a ranking has its own.") { $0.isPerCandidate }
      requiredField("secret", .flag, "Whether its values are masked in logs.") { $0.isSecret }
      docField { $0.doc }
    }
  }
}

extension ResultType where Content == PackDescription.Parameter {
  fileprivate static var parameter: ResultType {
    object {
      requiredField("name", .text, "Its name.") { $0.name }
      requiredField("type", .text, "Its type.") { $0.type }
      requiredField("value", .text, "Its value, as rules write it.") { "\($0.value)" }
      docField { $0.doc }
    }
  }
}

extension ResultType where Content == PackDescription.Decision {
  fileprivate static var decision: ResultType {
    object {
      requiredField("name", .text, "Its name.") { $0.name }
      requiredField("type", .text, "Its type.") { $0.type }
      docField { $0.doc }
    }
  }
}

extension ResultType where Content == PackDescription.Page {
  fileprivate static var page: ResultType {
    object {
      requiredField("name", .text, "What requests call it.") { $0.name }
      requiredField("parts", .list(.part), "Its parts, in order.") { $0.parts }
    }
  }
}

extension ResultType where Content == PackDescription.Part {
  fileprivate static var part: ResultType {
    object {
      requiredField("id", .text, "Its key in the response.") { $0.id }
      requiredField("does", .words(["choose", "show", "tell", "rank", "signals"]), "What it does.") { $0.does }
      requiredField("what", .text, "The decision, fact or module it names, or a number.") { $0.what }
    }
  }
}

extension ResultType where Content == PackDescription.Ranking {
  fileprivate static var ranking: ResultType {
    object {
      requiredField("name", .text, "What requests call it.") { $0.name }
      requiredField("candidates", .text, "The type of its candidates.") { $0.candidates }
      requiredField("limit", .count, "How many it yields where a request does not say.") { $0.limit }
    }
  }
}
