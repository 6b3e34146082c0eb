import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues
import TerrainYAML

/// What a pack and its rules hold, for those who program against them: kinds with their fields, vocabularies, what rules are given
/// and decide, and the pages and rankings there are to ask for.
package struct PackDescription: Sendable {
  /// A kind of record.
  package struct Kind: Sendable {
    /// Its name.
    package let name: Text
    /// How many records there are.
    package let records: Int
    /// Its schema's file, relative to the pack's folder.
    package let schema: String?
    /// Its fields, those inside others by their way (`steps.text`).
    package let fields: [Field]
  }

  /// A field of a record.
  package struct Field: Sendable {
    /// The way to it.
    package let path: Text
    /// Its type as rules see it; `text` for words in several languages, which rules do not see.
    package let type: Text
    /// Whether it may be missing.
    package let isOptional: Bool
    /// The kinds whose ids it holds.
    package let references: [Text]
  }

  /// A closed list of words.
  package struct Vocabulary: Sendable {
    /// Its name.
    package let name: Text
    /// What it means.
    package let doc: Text?
    /// Its words.
    package let values: [Text]
    /// Whether its words are listed from the least to the greatest.
    package let isOrdered: Bool
  }

  /// A module of rules.
  package struct Module: Sendable {
    /// Its name.
    package let name: Text
    /// What it is for.
    package let doc: Text?
    /// What it is given.
    package let facts: [Fact]
    /// What an author may tune.
    package let parameters: [Parameter]
    /// What can be decided.
    package let decisions: [Decision]
  }

  /// Something that rules are given.
  package struct Fact: Sendable {
    /// Its name.
    package let name: Text
    /// Its type.
    package let type: Text
    /// Whether it may be missing.
    package let isOptional: Bool
    /// Whether each candidate of a ranking has its own.
    package let isPerCandidate: Bool
    /// Whether its values are masked in logs.
    package let isSecret: Bool
    /// What it means.
    package let doc: Text?
  }

  /// A parameter of a module.
  package struct Parameter: Sendable {
    /// Its name.
    package let name: Text
    /// Its type.
    package let type: Text
    /// Its value.
    package let value: Value
    /// Its author's description.
    package let doc: Text?
  }

  /// A decision of a module.
  package struct Decision: Sendable {
    /// Its name within the module.
    package let name: Text
    /// The type of its value.
    package let type: Text
    /// Its author's description.
    package let doc: Text?
  }

  /// A part of a page.
  package struct Part: Sendable {
    /// Its key in the response.
    package let id: Text
    /// What it does, as pages write it.
    package let does: String
    /// The decision, fact or module that it names, or a number.
    package let what: Text
  }

  /// A page that can be asked for.
  package struct Page: Sendable {
    /// What requests call it.
    package let name: Text
    /// Its parts, and what each does (`choose`, `show`, `tell`, `rank`, `signals`).
    package let parts: [Part]
  }

  /// A ranking that can be asked for.
  package struct Ranking: Sendable {
    /// What requests call it.
    package let name: Text
    /// The type of its candidates.
    package let candidates: Text
    /// How many it yields where a request gives no number.
    package let limit: Int
  }

  /// A version of the rule set, which accounts are decided by from a day on.
  package struct RuleVersion: Sendable {
    /// Its version.
    package let version: Text
    /// The first day on which it is in force; nil: since ever.
    package let validFrom: CalendarDate?
    /// Its modules.
    package let modules: [Text]
  }

  /// The pack's id.
  package let id: Text
  /// The pack's version.
  package let version: Text
  /// The hash of the pack's content.
  package let hash: String
  /// The locale that every text has.
  package let defaultLocale: LanguageTag
  /// All locales.
  package let locales: [LanguageTag]
  /// The rule set's id, version and content hash.
  package let rules: (id: Text, version: Text, hash: String)
  /// The versions of the rule set, oldest first; none where there is only one.
  package let ruleVersions: [RuleVersion]
  /// The kinds, in order.
  package let kinds: [Kind]
  /// The vocabularies, in order.
  package let vocabularies: [Vocabulary]
  /// The modules, each after those it uses.
  package let modules: [Module]
  /// The pages.
  package let pages: [Page]
  /// The rankings.
  package let rankings: [Ranking]

  /// Describes the pack at `path`, a folder or a built file.
  ///
  /// - Parameter rules: the folder of its rule set; a built file has its own.
  /// - Throws: what keeps pack or rules from being loaded.
  package init(_ path: String, rules folder: String?) throws(DiagnosticError) {
    try self.init(path, rules: folder, files: ContentFiles.disk(SourceReader.read).readingOnce())
  }

  /// Describes the pack at `path`, whose files, or built file, come from `disk`.
  package init(_ path: String, rules folder: String?, files disk: ContentFiles) throws(DiagnosticError) {
    if let folder {
      try self.init(folder: PackContents.folder(of: path), rules: folder, files: disk)
    } else {
      let built = try BuiltPack(disk.source(path))
      try self.init(folder: built.packFolder, rules: built.rulesFolder, files: built.files)
    }
  }

  /// Describes the pack in the folder `folder` of `files` with the rule set in the folder `rulesFolder`.
  ///
  /// - Throws: what keeps pack or rules from being loaded.
  package init(folder: String, rules rulesFolder: String, files: ContentFiles) throws(DiagnosticError) {
    let contents = try PackContents.load(folder, SourceStore(files))
    let loader = try PackLoader(path: folder, files: files)
    let types = loader.vocabulary
    let system = try LoadedSystem.load(loader, rulesAt: rulesFolder, files: files, contracts: [], kinds: nil)
    let survey = PageInventory(system.rules.ruleSet, pack: system.pack)
    if survey.diagnostics.hasErrors { throw DiagnosticError(survey.diagnostics) }

    id = system.pack.id
    version = Text(system.pack.version.description)
    hash = system.pack.hash
    defaultLocale = system.pack.defaultLocale
    locales = system.pack.supportedLocales
    let ruleSet = system.rules.ruleSet
    rules = (ruleSet.id, ruleSet.version, system.rules.hash)
    ruleVersions =
      system.rules.earlier.isEmpty
      ? []
      : (system.rules.earlier + [system.rules]).map { rules in
        RuleVersion(
          version: rules.ruleSet.version, validFrom: rules.validFrom, modules: rules.ruleSet.modules.map(\.name))
      }
    kinds = contents.kinds.map { kind in
      Kind(
        name: kind.name, records: kind.records.count, schema: kind.schema?.text,
        fields: FieldList(kind.name, types.type(kind.name), in: contents).fields)
    }
    vocabularies = contents.vocabularies.map { vocabulary in
      let declaration = contents.manifest["enums"]?[vocabulary.name]
      return Vocabulary(
        name: vocabulary.name, doc: declaration?["doc"]?.text, values: vocabulary.values.map(\.text),
        isOrdered: declaration?["ordered"]?.bool ?? false)
    }
    modules = Self.modules(ruleSet)
    pages = survey.pages.map { name, page in
      Page(name: name, parts: page.parts.map { Part(id: $0.id, does: $0.does, what: $0.what) })
    }
    rankings = survey.rankings.map {
      Ranking(name: $0.name, candidates: Text("\($0.fact.declaration.type)"), limit: $0.limit)
    }
  }

  private static func modules(_ rules: RuleSet) -> [Module] {
    rules.modules.map { module in
      let prefix = "\(module.name)."
      return Module(
        name: module.name, doc: module.doc,
        facts: rules.linkedFacts.filter { $0.module == module.name }.map(\.declaration).map { fact in
          Fact(
            name: fact.name, type: Text("\(fact.type)"), isOptional: fact.isOptional,
            isPerCandidate: fact.isPerCandidate, isSecret: fact.isSecret, doc: fact.doc)
        },
        parameters: rules.parameters.filter { $0.module == module.name }.map {
          Parameter(
            name: $0.declaration.name, type: Text("\($0.declaration.type)"), value: $0.value, doc: $0.declaration.doc)
        },
        decisions: rules.linkedDecisions.map(\.typed).filter { $0.module == module.name }.map {
          Decision(
            name: Text(String($0.fullName.string.dropFirst(prefix.count))), type: Text("\($0.type)"), doc: $0.doc)
        })
    }
  }
}

extension PageDefinition.Part {
  /// What the part does, as pages write it.
  fileprivate var does: String {
    switch content {
    case .choose: "choose"
    case .show: "show"
    case .tell: "tell"
    case .rank: "rank"
    case .signals: "signals"
    }
  }

  /// The decision, fact or module it names.
  fileprivate var what: Text {
    switch content {
    case .choose(let decision, _, _, _), .show(let decision): decision.name
    case .tell(let fact, _): fact.name
    case .rank(let module, _, _): module.name
    case .signals(let count): Text("\(count)")
    }
  }
}
