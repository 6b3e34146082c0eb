import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// A pack and its rules for people who read no YAML: what is decided, of whom, what is shown, and what uses what.
package struct RuleBook {
  /// A module, as its file has it.
  struct Module {
    let name: Text
    let doc: Text?
    let uses: [Text]
    let document: Document

    /// The decisions, in the order of the file.
    var decisions: [(name: Text, node: Node)] {
      var decisions: [(name: Text, node: Node)] = []
      guard let map = document.root["decisions"], map.kind == .map else { return decisions }
      for (key, node) in map.members {
        if let name = key.text { decisions.append((name, node)) }
      }
      return decisions
    }
  }

  /// A row, by the file and the byte at which it begins.
  struct RowKey: Hashable {
    let file: String
    let start: UInt32

    init(_ place: Place) { (file, start) = (place.source.name, place.range.start) }
  }

  /// What is measured by running: nothing of it is needed, and it takes longer than the rest.
  package struct Measures {
    /// What the rules' tests reached.
    package var tests: RuleTestReport?
    /// What people get, in figures.
    package var quality: QualityReport?

    /// What the rules' tests reached, and what people get.
    package init(tests: RuleTestReport? = nil, quality: QualityReport? = nil) {
      (self.tests, self.quality) = (tests, quality)
    }
  }

  let system: LoadedSystem
  let locale: LanguageTag
  let title: LocalizedText?
  let modules: [Module]
  let places: BookPlaces
  let messages: [Message]
  /// The first text of each message, by its id.
  let messageTexts: [Text: LocalizedText]
  let planes: [OutcomePlane]
  /// Of whom each outcome is; nil without a population or a quiz.
  let shares: ExactShares?
  /// The shares of rows.
  let rowShares: [RowKey: Share]
  /// Rows that no test makes fire; nil where tests were not run.
  let uncovered: Set<RowKey>?
  let measures: Measures
  /// The page in it where the rules can be tried; nil where it is to have none.
  package var playground: BookPlayground?

  var pack: Pack { system.pack }
  var rules: RuleSet { system.rules.ruleSet }

  /// The book of the pack in the folder `pack`, whose names are `index`.
  ///
  /// - Throws: what is wrong with the pack or its rules.
  package init(
    _ system: LoadedSystem, packAt pack: String, rulesAt folder: String, index: NameIndex, files: ContentFiles,
    store: SourceStore, locale: LanguageTag, measures: Measures
  ) throws(DiagnosticError) {
    self.system = system
    self.locale = locale
    self.measures = measures
    let rules = system.rules.ruleSet
    let described = Dictionary(keepingFirst: rules.modules.map { ($0.name, $0) })
    var modules: [Module] = []
    for entry in rules.manifest.modules {
      guard let document = store.file("\(folder)/\(entry.file)").documents.first else { continue }
      let module = described[entry.module]
      modules.append(Module(name: entry.module, doc: module?.doc, uses: module?.uses ?? [], document: document))
    }
    self.modules = modules
    places = BookPlaces(index, modules: modules)
    let messages = try Messages(system.pack).all
    self.messages = messages
    messageTexts = Dictionary(
      keepingFirst: messages.compactMap { message in message.parts.first.map { (message.id, $0.text) } })
    title = system.pack.text(store.file("\(pack)/\(PackLoader.manifestName)").documents.first?.root["title"])
    planes = try PopulationFiles.scoring(system).map(OutcomePlane.all) ?? []
    let populations = PopulationFiles(pack: pack, files: files)
    if populations.names.contains(PopulationFiles.standard) {
      shares = try ExactShares(populations.population(PopulationFiles.standard, system))
      let rows = RowShares.rows(
        in: Set(modules.map(\.document.source.name)), packAt: pack, rulesAt: folder, files: files)
      rowShares = Dictionary(keepingFirst: rows.map { (RowKey($0.place), $0.share) })
    } else {
      (shares, rowShares) = (nil, [:])
    }
    uncovered = measures.tests.map { tests in
      Set(tests.coverage.flatMap { $0.coverage.uncoveredRows }.compactMap { $0.place.map { RowKey($0) } })
    }
  }

  /// `text` in the book's locale.
  func served(_ text: LocalizedText?) -> LocalizedText.Served? { text?.served(for: locale) }
}
