import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

// Everything this module complains of, in one place.

extension Diagnostic {
  package static func wrongKind(_ node: Node, expected: NodeKind, what: String) -> Diagnostic {
    Diagnostic(
      code: "content/wrong-kind", message: "\(what) has to be \(expected.phrase), and is \(node.kind.phrase)", at: node)
  }

  package static func missingField(_ key: Text, of node: Node, what: String) -> Diagnostic {
    Diagnostic(code: "content/missing-field", message: "\(what) needs `\(key)`", at: node, fix: "add `\(key): …`")
  }

  static func unknownField(
    _ key: Text, at node: Node, what: String, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "content/unknown-field", message: "`\(key)` is not a field of \(what)", at: node,
      fix: suggestions.fix(key, among: names, kind: what, listing: "its fields are"))
  }
}

extension NodeKind {
  /// The kind as people say it.
  package var phrase: String {
    switch self {
    case .null: "empty"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .map: "a map of keys and values"
    }
  }
}

// MARK: Packs

extension Diagnostic {
  package static func notAVersion(at node: Node) -> Diagnostic {
    Diagnostic(code: "pack/not-a-version", message: "a version has three numbers, as in `1.4.0` (semver.org)", at: node)
  }

  static func notAVersionRange(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-a-version-range",
      message: "which versions will do is written `^1.2.0`, `~1.2.0` or as one version, `1.2.0`", at: node,
      fix: "in YAML, put it in quotes")
  }

  package static func notALocale(at node: Node) -> Diagnostic {
    Diagnostic(code: "content/not-a-locale", message: "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", at: node)
  }

  static func pathLeavesPack(at place: Place) -> Diagnostic {
    Diagnostic(code: "pack/path-leaves-pack", message: "a path has to stay inside the pack's folder", place: place)
  }

  /// A file of a pack that is a link out of it.
  package static func linkLeavesPack(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "pack/link-leaves-pack", message: "`\(path)` is a link to something outside the pack's folder",
      place: place, fix: "copy the file into the pack")
  }

  static func missingContent(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "pack/missing-content", message: "there is no file or folder `\(path)` in the pack", place: place)
  }

  static func otherKind(at node: Node, expected: Text) -> Diagnostic {
    Diagnostic(
      code: "pack/other-kind", message: "the pack keeps `\(expected)` here, and the file says it holds another kind",
      at: node)
  }

  static func repeatedRecord(_ id: Text, kind: Text, at node: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/repeated-id", message: "the id `\(id)` is used by two records of `\(kind)`",
      place: (node["id"] ?? node).place,
      related: [.init(message: "first used here", place: (first["id"] ?? first).place)],
      fix: "give one of them another id", path: node.path)
  }
}

// MARK: Types

extension Diagnostic {
  static func unknownKind(_ name: Text, at node: Node, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-kind", message: "the pack has no kind `\(name)`", at: node,
      fix: Suggestion.fix(name, among: names) ?? "its kinds are \(names.quoted(near: name.string))")
  }

  static func notAType(_ error: TypeSyntaxError, at node: Node, among names: [Text]) -> Diagnostic {
    let place = node.place(ofDecoded: error.range)
    switch error.reason {
    case .unknownName(let name):
      return Diagnostic(
        code: "pack/unknown-type", message: "there is no type `\(name)`", place: place,
        fix: CELType.usualName(name).map { "did you mean `\($0)`?" } ?? Suggestion.fix(name, among: names),
        path: node.path)
    case .expected(let what):
      return Diagnostic(
        code: "pack/type-syntax", message: "\(what) was expected in this type", place: place,
        fix: "a type is written `int`, `list<…>`, `optional<…>`", path: node.path)
    case .argumentCount(let name, let expected, let found):
      return Diagnostic(
        code: "pack/type-syntax", message: "`\(name)` takes \(expected) types between `<` and `>`, not \(found)",
        place: place, path: node.path)
    case .tooDeep, .mapKey:
      return Diagnostic(
        code: "pack/type-syntax", message: "a type like this cannot be had", place: place,
        fix: "a map's key is `bool`, `int`, `uint` or `string`; types nest at most \(CELType.maximumNesting) deep",
        path: node.path)
    }
  }
}

// MARK: Built packs

extension Diagnostic {
  static func notBuilt(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/not-built", message: "this is not a pack that `terrain pack build` has made", at: node,
      fix: "build it again")
  }

  static func builtChanged(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/built-changed", message: "the content of this built pack is not what was built", at: node,
      fix: "change the pack it was built from, and build it again")
  }

  static func notInBuilt(_ path: String) -> Diagnostic {
    Diagnostic(code: "file/not-found", message: "there is no file `\(path)` in the built pack", place: nil)
  }
}

// MARK: Rule sets

extension Diagnostic {
  package static func noDocument(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "file/no-document", message: "`\(source.name)` holds nothing but comments",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)))
  }

  package static func severalDocuments(_ second: Node) -> Diagnostic {
    Diagnostic(
      code: "file/several-documents", message: "one document was expected, and a second one begins here",
      place: second.place)
  }

  static func pathLeavesRuleSet(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "ruleset/path-leaves-folder", message: "a module's file has to stay inside the rule set's folder",
      place: place)
  }

  static func noFile(_ module: RuleSetManifest.ModuleFile) -> Diagnostic {
    Diagnostic(
      code: "ruleset/missing-module",
      message: "the module `\(module.module)` cannot be read: `\(module.file)` is not a file", place: module.place)
  }

  /// - Parameter meant: another file of the folder that says it is this module.
  static func missingModule(
    _ module: RuleSetManifest.ModuleFile, because error: DiagnosticError, meant: String?
  ) -> Diagnostic {
    Diagnostic(
      code: "ruleset/missing-module",
      message:
        "the module `\(module.module)` cannot be read: \(error.diagnostics.map(\.message).joined(separator: "; "))",
      place: module.place,
      related: error.diagnostics.compactMap { found in
        found.place.flatMap { $0.source.bytes.isEmpty ? nil : .init(message: "it begins here", place: $0) }
      },
      fix: meant.map { "did you mean `\($0)`?" } ?? error.diagnostics.compactMap(\.fix).first
    ).caused(
      by: Cause(
        "file \(error.diagnostics.first?.place?.source.name ?? module.file.string)", mistake: error.diagnostics.first,
        from: .max))
  }

  static func otherRuleSet(_ manifest: RuleSetManifest, _ requirement: Pack.Requirement) -> Diagnostic {
    Diagnostic(
      code: "ruleset/other-id",
      message: "the pack needs the rule set `\(requirement.id)`, and this is `\(manifest.id)`",
      place: manifest.idPlace, related: [.init(message: "needed here", place: requirement.place)])
  }

  static func otherRuleSetVersion(_ manifest: RuleSetManifest, _ requirement: Pack.Requirement) -> Diagnostic {
    Diagnostic(
      code: "ruleset/other-version",
      message: "the pack needs version \(requirement.versions) of `\(manifest.id)`, and this is \(manifest.version)",
      place: manifest.versionPlace, related: [.init(message: "needed here", place: requirement.place)])
  }

  static func ruleSetVersion(_ manifest: RuleSetManifest) -> Diagnostic {
    Diagnostic(
      code: "ruleset/not-a-version", message: "a version has three numbers, as in `1.4.0` (semver.org)",
      place: manifest.versionPlace)
  }
}
