import TerrainDocuments
import TerrainValues

// What validation itself complains of: files, suppressions, baselines. What it finds in files is worded where it is found.

extension Diagnostic {
  static func fileChanging(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "file/changing", message: "`\(path)` changes while it is read",
      place: Place(
        source: SourceText(name: path, bytes: []), range: SourceRange(start: 0, end: 0)),
      fix: "wait until what writes it has finished")
  }
}

// MARK: - What is to be validated

extension Diagnostic {
  static func nothingMatches(_ pattern: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "no file matches `\(pattern)`", place: nil,
      fix: "`*` stands for a part of a name, `**` for any folders")
  }

  static func nothingIn(_ folder: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "no YAML or JSON file is in the folder `\(folder)`", place: nil,
      fix: "name the folder of a pack or of a rule set")
  }

  static func unknownFile(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "file/unknown-content", severity: .warning,
      message: "`\(source.name)` is no part of a pack or a rule set and names no schema, so nothing could be checked",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)),
      fix: "begin it with `# yaml-language-server: $schema=…`, or give a schema with `--schema`")
  }

  static func remoteSchema(_ schema: NamedSchema) -> Diagnostic {
    Diagnostic(
      code: "file/remote-schema", severity: .warning,
      message: "the schema `\(schema.reference)` is on a network, where it is not looked for", place: schema.place,
      fix: "keep a copy beside the file, or give one with `--schema`")
  }

  static func schemaNotFound(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "file/schema-not-found", message: "there is no schema `\(path)`", place: place)
  }

  static func rulesNotFound(_ id: Text, at node: Node, among known: [String]) -> Diagnostic {
    Diagnostic(
      code: "rules/not-found", message: "there is no rule set `\(id)` beside the pack, nor in a home", at: node,
      fix: Suggestion.nearest(to: id.string, among: known).map { "did you mean `\($0)`?" })
  }
}

// MARK: - What is accepted

extension Diagnostic {
  /// `meant`: the code of a complaint on the same line, which is nearly this one.
  static func unusedSuppression(_ code: String, meant: String?, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "ignore/unused", severity: .warning,
      message: code.isEmpty
        ? "`terrain:ignore` needs the code of what it ignores, and a reason" : "there is no `\(code)` here to ignore",
      place: place,
      fix: meant.map { "did you mean `\($0)`?" }
        ?? (code.isEmpty ? nil : "remove the comment, or move it to the line it is about"))
  }

  static func suppressionWithoutReason(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "ignore/no-reason", severity: .warning, message: "this ignores a complaint without saying why",
      place: place,
      fix: "write the reason after the code")
  }

  static func noBaseline(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "baseline/not-a-baseline", message: "this is not a baseline that `--write-baseline` has written", at: node,
      fix: "write it again")
  }
}
