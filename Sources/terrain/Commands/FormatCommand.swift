import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

extension Command {
  private static let check = Option(
    name: "check", kind: .flag,
    help: "Change nothing; list the files that would change, with exit status 1 if there are any")

  /// `terrain fmt`: one way to write a rule file.
  static let formatRules = Command(
    name: "fmt", summary: "Write rule files in one style, keeping every comment",
    discussion: """
      Only white space and the quotes of expressions change. A file is written only if its
      formatted text has the same values and the same comments.
      """,
    operands: [
      Operand(
        name: "PATH", help: "Files or folders; `-` formats standard input. Without any: the pack's rule set",
        arity: .repeating)
    ],
    options: [.pack, check],
    examples: [
      .init(line: "terrain fmt module.yaml", purpose: "Format a module"),
      .init(line: "terrain fmt --check", purpose: "In CI"),
    ],
    run: { arguments, console in
      if arguments.operands == ["-"] {
        let source = try SourceText.standardInput()
        console.write(RuleFormatter.apply(try edits(for: source), to: source.bytes))
        return .success
      }
      var isChanged = false
      var failures: [Diagnostic] = []
      let located = try arguments.operands.isEmpty ? Workspace(arguments, for: .authoring) : nil
      let changed = AuthorFiles(
        named: arguments.operands, pack: located?.packPath, isPackNamed: arguments.value(of: .pack) != nil)
      let paths = try files(arguments, located)
      if !arguments.has(check) { try changed.check(paths) }
      for path in paths {
        do throws(DiagnosticError) {
          let source = try SourceText.load(path: path)
          let edits = try edits(for: source)
          if edits.isEmpty { continue }
          isChanged = true
          if !arguments.has(check) {
            try changed.write([(path, RuleFormatter.apply(edits, to: source.bytes))], over: [source])
          }
          console.write("\(path)\n")
        } catch {
          // An error in one file does not prevent formatting the others.
          failures += error.diagnostics
        }
      }
      if !failures.isEmpty { return console.report(DiagnosticError(failures)) }
      return isChanged && arguments.has(check) ? .failure : .success
    })

  private static func edits(for source: SourceText) throws(DiagnosticError) -> [RuleFormatter.Edit] {
    let (edits, diagnostics) = RuleFormatter.edits(for: source)
    guard let edits else { throw DiagnosticError(diagnostics) }
    return edits
  }

  private static func files(_ arguments: Arguments, _ located: Workspace?) throws(DiagnosticError) -> [String] {
    var paths = arguments.operands.map(FilePath.normal)
    if let located { paths = [try located.ruleSetFolder(nil)] }
    var files: [String] = []
    for path in paths {
      guard Folder.kind(of: path) == .folder else {
        files.append(path)
        continue
      }
      // Targets of links out of the folder are skipped.
      let found = try ContentFiles.onDisk(under: path, endings: [".yaml", ".yml"]).filter { !Folder.leaves($0, path) }
      if found.isEmpty { throw DiagnosticError(.nothingToFormat(in: path)) }
      files += found
    }
    return files
  }
}

extension Diagnostic {
  fileprivate static func nothingToFormat(in folder: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "the folder `\(folder)` contains no YAML file", place: nil,
      fix: "name a rule file, the folder of a rule set, or a folder of these")
  }
}
