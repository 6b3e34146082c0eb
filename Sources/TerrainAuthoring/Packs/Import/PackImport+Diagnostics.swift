import TerrainDocuments
import TerrainValues

// What is wrong with a map, against the pack that it declares, and with a source, against that map.

extension Diagnostic {
  static func emptyImport(_ path: String) -> Diagnostic {
    Diagnostic(code: "import/nothing-at-path", message: "`\(path)` is empty", place: nil)
  }

  static func unknownImportKind(_ kind: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "import/unknown-kind", message: "the pack of this map has no kind `\(kind)`", at: node,
      fix: Suggestion.fix(kind, among: known)
        ?? (known.isEmpty ? nil : "its kinds are \(known.quoted(near: kind.string))"))
  }

  static func kindWithoutPath(_ kind: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "import/unknown-kind", message: "records of `\(kind)` are not in files: the kind has no `path`", at: node,
      fix: "give the kind a `path` under `pack`")
  }

  static func unknownImportField(
    _ name: Text, at node: Node, kind: Text, among known: [Text]
  ) -> Diagnostic {
    Diagnostic(
      code: "import/unknown-field", message: "the schema of `\(kind)` has no field `\(name)` there", at: node,
      fix: Suggestion.fix(name, among: known) ?? "there are \(known.quoted(near: name.string))")
  }

  static func unknownImportEnum(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "import/unknown-enum", message: "the pack of this map has no enum `\(name)`", at: node,
      fix: Suggestion.fix(name, among: known))
  }

  static func unknownReplacement(
    _ value: Text, of vocabulary: PackContents.Vocabulary, at node: Node
  ) -> Diagnostic {
    let values = vocabulary.values.map(\.text)
    return Diagnostic(
      code: "import/unknown-replacement", message: "`\(value)` is not a value of `\(vocabulary.name)`", at: node,
      fix: Suggestion.fix(value, among: values) ?? "its values are \(values.quoted(near: value.string))")
  }

  static func unmappedValue(
    _ value: Text, of vocabulary: PackContents.Vocabulary, at node: Node, more: Int
  ) -> Diagnostic {
    let values = vocabulary.values.map(\.text)
    let others = more == 0 ? "" : ", here and at \(more.counted("other place"))"
    let meant = Suggestion.nearest(to: value.string, among: values)
    let example =
      "write `values: { \(vocabulary.name): { \(YAMLText.text(value.string)): \(meant ?? "…") } }` in the map"
    return Diagnostic(
      code: "import/unmapped-value", message: "`\(value)` is not a value of `\(vocabulary.name)`\(others)", at: node,
      fix: "\(example)\(meant == nil ? "; its values are \(values.quoted(near: value.string))" : "")")
  }

  static func mediaNotFound(_ path: Text, at node: Node, in folder: String, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "import/missing-file",
      message: "`\(path)` is not a file of at most \(limit) bytes in the source's folder `\(folder)`", at: node)
  }
}
