import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

extension Command {
  /// Commands about translation.
  static let texts = Command(
    name: "texts", summary: "Export texts for translators, import translations, list what is missing",
    children: [textsExport, textsImport, textsStatus].map { Child($0) })

  private static let packOperand = Operand(
    name: "PACK", help: "The pack's folder or name. Without it: the default pack", arity: .optional)
  private static let to = Option(
    name: "to", kind: .value("TAG"), help: "The locale to translate into. Without it: the pack's only other one")
  private static let format = Option(
    name: "format", kind: .choice(TranslationFile.Format.allCases.map(\.rawValue)),
    help: "The format of the file. Without it: xliff (XLIFF 2.1)")
  private static let out = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write to this file instead of standard output")
  private static let check = Option(
    name: "check", kind: .flag, help: "Exit status 1 if a text is missing, stale, too long or lacks a placeholder")

  private static let textsExport = Command(
    name: "export", summary: "Write the texts of a pack to a file for translators, as XLIFF 2.1 or CSV",
    discussion: """
      Each text has an id that stays where records move, its source, its translation where
      there is one, and its state: `initial` is still to be translated, because nothing is
      there or the source has changed since. `terrain texts import` reads the file.
      """,
    operands: [packOperand], options: [to, format, out],
    examples: [
      .init(line: "terrain texts export terrain --to zh-Hans -o zh-Hans.xlf", purpose: "For a translation tool"),
      .init(
        line: "terrain texts export terrain --to zh-Hans --format csv -o zh-Hans.csv", purpose: "For a spreadsheet"),
    ],
    run: { arguments, console in
      let folder = try TextsFolder(arguments.operand(0))
      let written = arguments.value(of: format).flatMap(TranslationFile.Format.init(rawValue:)) ?? .xliff
      let target = try folder.target(arguments.value(of: to))
      let text = TranslationFile(try folder.status(target)).text(written)
      guard let file = arguments.value(of: out) else {
        console.write(text)
        return .success
      }
      try OutputFile.write(Array(text.utf8), to: file)
      return .success
    })

  private static let textsImport = Command(
    name: "import", summary: "Write the translations of a file into the YAML of a pack",
    discussion: """
      FILE is what `terrain texts export` wrote, translated. Comments, order and quotes stay;
      a translation that is as it was changes no byte. What is `initial` and unchanged counts
      as not translated. A text whose source has changed since the export is not imported.
      The pack's `translations.lock` records of which source each translation was made.
      """,
    operands: [Operand(name: "FILE", help: "XLIFF 2 or CSV; `-` is standard input")],
    options: [.pack],
    examples: [.init(line: "terrain texts import zh-Hans.xlf --pack terrain", purpose: "What came back")],
    run: { arguments, console in
      let path = arguments.operand(0) ?? ""
      let source = path == "-" ? try SourceText.standardInput() : try SourceText.load(path: path)
      let file = try TranslationFile(source)
      let folder = try TextsFolder(arguments.value(of: .pack))
      let texts = try PackTexts(folder.pack, into: file.target)
      let outcome = try TextImport(file, into: texts, folder.record(), in: folder.store)
      console.report(outcome.warnings)
      let record = (path: folder.recordPath, bytes: Array(outcome.record.text.utf8))
      let isPackNamed = arguments.value(of: .pack) != nil
      let files = AuthorFiles(named: [], pack: folder.pack.folder, isPackNamed: isPackNamed)
      let sources = (outcome.files.map(\.path) + [record.path]).compactMap { folder.store.file($0).source }
      try files.write(outcome.files + [record], over: sources)
      for (path, _) in outcome.files { console.write("\(path)\n") }
      console.report("\(outcome.changed.counted("translation")) changed\n")
      return .success
    })

  private static let textsStatus = Command(
    name: "status", summary: "List the texts that are missing, stale, identical, too long, or lack a placeholder",
    discussion: """
      Stale is a translation whose source has changed since, by the pack's
      `translations.lock`; \"not recorded\" are those that were never imported.
      """,
    operands: [packOperand], options: [to, check, .jsonInstead],
    examples: [
      .init(line: "terrain texts status terrain", purpose: "All locales of the pack"),
      .init(line: "terrain texts status terrain --to zh-Hans --check", purpose: "In CI"),
    ],
    run: { arguments, console in
      let folder = try TextsFolder(arguments.operand(0))
      var targets = PackTexts.targets(of: folder.pack)
      if let tag = arguments.value(of: to) { targets = [try folder.target(tag)] }
      let statuses = try targets.map { (target) throws(DiagnosticError) in try folder.status(target) }
      if arguments.has(.jsonInstead) {
        var writer = JSONWriter(.pretty)
        writer.array { writer in for status in statuses { status.write(to: &writer) } }
        writer.newline()
        console.write(writer.bytes)
      } else {
        for status in statuses { console.write(status.text) }
      }
      return arguments.has(check) && !statuses.allSatisfy(\.isDone) ? .failure : .success
    })
}

/// The pack whose texts are translated.
private struct TextsFolder {
  let store = SourceStore()
  let pack: PackContents

  init(_ name: String?) throws(DiagnosticError) {
    pack = try PackContents.load(Workspace(pack: name, for: .authoring).packPath, store)
  }

  var recordPath: String { "\(pack.folder)/\(TranslationRecord.fileName)" }

  func record() throws(DiagnosticError) -> TranslationRecord {
    guard store.kind(recordPath) == .file else { return TranslationRecord() }
    let file = store.file(recordPath)
    guard let source = file.source else { throw DiagnosticError(file.diagnostics) }
    return TranslationRecord(source)
  }

  func status(_ target: LanguageTag) throws(DiagnosticError) -> TextStatus {
    TextStatus(try PackTexts(pack, into: target), try record())
  }

  func target(_ tag: String?) throws(DiagnosticError) -> LanguageTag {
    let targets = PackTexts.targets(of: pack)
    if tag == nil, targets.count == 1 { return targets[0] }
    guard let tag, let locale = try? LanguageTag(parsing: Text(tag)) else {
      throw DiagnosticError(.noLocale(tag, among: targets))
    }
    return locale
  }
}

extension Diagnostic {
  fileprivate static func noLocale(_ tag: String?, among targets: [LanguageTag]) -> Diagnostic {
    Diagnostic(
      code: "texts/locale", message: tag.map { "`\($0)` is not a locale" } ?? "which locale is meant is not known",
      place: nil, fix: "write `--to` with one of \(targets.map(\.description).quoted)")
  }
}
