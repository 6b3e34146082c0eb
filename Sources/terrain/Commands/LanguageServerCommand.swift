import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEditor
import TerrainOutcomes
import TerrainRules

extension Command {
  /// `terrain serve lsp`: a language server.
  static let languageServer = Command(
    name: "lsp", summary: "Serve editors: the Language Server Protocol on standard input and output",
    discussion: """
      An editor starts it in the folder that has ContentPacks and Rules. It then shows the
      diagnostics of `terrain validate` while you type, in all files, saved or not.
      Messages are framed by `Content-Length`, as LSP 3.17 has them. The exit status is 0
      where the editor ended it with `shutdown` and `exit`.
      """,
    examples: [.init(line: "terrain serve lsp < MESSAGES", purpose: "What an editor starts")],
    run: { _, _ in
      let setup = LanguageServer.Setup(
        version: version,
        enter: { folder in
          let isEntered = CurrentProcess.enter(folder)
          return WorkspaceFolder(folder, isWorkingFolder: isEntered)
        },
        validator: { _ in
          let pack = (try? Workspace(pack: nil, for: .authoring)).flatMap { $0.isBuilt ? nil : $0.packPath }
          return Validator.complete(answersPack: pack, locator: Workspace.locator())
        },
        shares: { modules, pack, rules, files, isCancelled in
          RowShares.rows(in: modules, packAt: pack, rulesAt: rules, files: files, isCancelled: isCancelled)
        }, explanation: DiagnosticPages.process().address)
      let status = LanguageService(setup, input: .standardInput, output: .standardOutput).run()
      return ExitStatus(rawValue: status) ?? .failure
    })
}

extension Validator {
  /// The validator of `terrain validate` and of editors: all checks.
  static func complete(answersPack: String?, locator: PackLocator) -> Validator {
    var validator = Validator()
    validator.publishedSchemas = locator.schemas()
    validator.answersPack = answersPack
    validator.readExamples(locator: locator)
    validator.checkResults()
    validator.ruleSet = { id, pack in locator.ruleSet(id, forPackAt: pack) }
    return validator
  }
}
