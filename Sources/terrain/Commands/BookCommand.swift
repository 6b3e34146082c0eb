import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

extension Command {
  private static let locale = Option(
    name: "locale", kind: .value("TAG"), help: "The locale of labels and texts. Without it: the pack's default one")
  private static let output = Option(
    name: "output", letter: "o", kind: .path("FILE"),
    help: "Write to this file, or into this folder a page for each locale, instead of standard output")
  private static let measure = Option(
    name: "measure", kind: .flag, help: "Run the rules' tests and measure quality too, which takes longer")

  private static let interactive = Option(
    name: "interactive", kind: .path("FILE"),
    help: "Let readers try the rules: FILE is what bin/playground wrote for the same pack")

  /// `terrain book`: a rule book for reviewers.
  static let book = Command(
    name: "book", summary: "Write a pack and its rules as a page for people who read no YAML",
    discussion: """
      One HTML file that fetches nothing: each module with its tables, texts with the rows
      that choose them, the plane of axes with the regions of outcomes, shares of the usual
      population, what uses each name, and a search. Every decision, row and text has an
      address of its own.
      """,
    operands: [
      Operand(name: "PACK", help: "The pack's folder or name. Without it: the default pack", arity: .optional)
    ],
    options: [locale, output, measure, interactive],
    examples: [
      .init(line: "terrain book -o terrain.html", purpose: "The default pack"),
      .init(line: "terrain book --locale zh-Hans --measure -o book.html", purpose: "With coverage and quality"),
      .init(line: "terrain book --interactive playground.html -o book.html", purpose: "With rules to try"),
    ],
    run: { arguments, console in
      let workspace = try Workspace(pack: arguments.operand(0), for: .authoring)
      let system = try workspace.loader().system([], nil)
      let locales = try requestedLocales(arguments, system.pack)
      var maker = try BookMaker(workspace, system, measures: arguments.has(measure), console)
      if let file = arguments.value(of: interactive) {
        maker.playground = try BookPlayground(SourceText.load(path: file), of: system)
      }
      guard let first = locales.first else { return .success }
      guard let path = arguments.value(of: output) else {
        console.write(try maker.page(first))
        return .success
      }
      guard Folder.kind(of: path) == .folder || path.hasSuffix("/") else {
        try OutputFile.write(Array(try maker.page(first).utf8), to: path)
        return .success
      }
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      var pages: [(path: String, bytes: [UInt8])] = []
      for locale in locales { pages.append(("\(folder)/\(locale.text).html", Array(try maker.page(locale).utf8))) }
      try OutputFile.write(pages)
      return .success
    })

  /// The locale that `arguments` name, else all locales of the pack, the default locale first.
  private static func requestedLocales(_ arguments: Arguments, _ pack: Pack) throws(DiagnosticError) -> [LanguageTag] {
    let known = [pack.defaultLocale] + pack.supportedLocales.filter { $0 != pack.defaultLocale }
    guard let name = arguments.value(of: locale) else { return known }
    guard let tag = try? LanguageTag(parsing: Text(name)), known.contains(tag) else {
      throw DiagnosticError(.noLocale(name, among: known.map(\.text.string)))
    }
    return [tag]
  }
}

/// The parts that the pages of one book need.
private struct BookMaker {
  let book: (LanguageTag) throws(DiagnosticError) -> RuleBook
  var playground: BookPlayground?

  init(
    _ workspace: Workspace, _ system: LoadedSystem, measures: Bool, _ console: Console
  ) throws(DiagnosticError) {
    let rules = try workspace.ruleSetFolder(nil)
    let store = SourceStore(workspace.contentFiles)
    let locator = Workspace.locator()
    let indexes = try NameIndex.load([workspace.packPath], from: store) { id, pack in
      locator.ruleSet(id, forPackAt: pack)
    }
    guard let index = indexes.first else {
      throw DiagnosticError(.packNotFound(workspace.packPath, among: [], broken: nil))
    }
    let measure = measures ? try Self.measure(workspace, system, rules) : RuleBook.Measures()
    book = { locale throws(DiagnosticError) in
      try RuleBook(
        system, packAt: workspace.packPath, rulesAt: rules, index: index, files: workspace.contentFiles, store: store,
        locale: locale, measures: measure)
    }
  }

  func page(_ locale: LanguageTag) throws(DiagnosticError) -> String {
    var book = try book(locale)
    book.playground = playground
    return book.html
  }

  private static func measure(
    _ workspace: Workspace, _ system: LoadedSystem, _ rules: String
  ) throws(DiagnosticError) -> RuleBook.Measures {
    var measures = RuleBook.Measures()
    var runner = try RuleTestRunner(system.rules.ruleSet, record: { system.pack.value($0, $1) })
    for path in try ContentFiles.onDisk(under: "\(rules)/tests", endings: [".yaml", ".yml", ".json"]) {
      let (documents, _) = workspace.contentFiles.documents(try workspace.contentFiles.source(path))
      for document in documents { if let file = RuleTestFile.read(document.root).file { runner.run(file) } }
    }
    measures.tests = runner.report
    guard let file = try QualityFile(pack: workspace.packPath, files: workspace.contentFiles) else { return measures }
    let populations = PopulationFiles(pack: workspace.packPath, files: workspace.contentFiles)
    let people = PeopleSource.population(
      try populations.population(file.quality.population.string, system), seed: file.quality.seed)
    measures.quality = try QualityRun(file.quality, system, files: workspace.contentFiles, people: people).report(
      people: file.quality.people, days: file.quality.days, seed: file.quality.seed)
    return measures
  }
}

extension Diagnostic {
  fileprivate static func noLocale(_ name: String, among known: [String]) -> Diagnostic {
    Diagnostic(
      code: "book/unknown-locale", message: "the pack has no texts in `\(name)`", place: nil,
      fix: Suggestion.fix(Text(name), among: known) ?? "its locales are \(known.quoted)")
  }
}
