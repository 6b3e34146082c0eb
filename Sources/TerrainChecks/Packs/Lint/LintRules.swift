import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The registry of lint rules, which check a pack beyond the shape of its files.
package enum LintRules {
  /// The lint rules that a pack may declare under `checks`.
  static let declared: [any (LintRule & SendableMetatype).Type] = [
    UniqueIDs.self, UsedRecords.self, Coverage.self, CarriedValues.self, AvoidedValues.self, AgreedValues.self,
    NumberedElements.self, Sums.self, Translations.self, Reviews.self,
  ]

  /// The rules for every pack, declared or not.
  static let always: [@Sendable (PackContents) -> [Diagnostic]] = [
    References.findings, Vocabularies.findings, MediaFiles.findings, Labels.findings,
    Topics.findings, DeclaredFields.findings, FormWords.findings,
    FolderNames.findings, UnreadFiles.findings,
  ]

  /// The rules for the texts of every pack.
  private static let ofTexts: [@Sendable (LocalizedTexts, PackContents) -> [Diagnostic]] = [
    Locales.findings, TextContents.findings,
  ]

  /// The violations in `pack`.
  ///
  /// - Parameter memory: a cache by document.
  package static func findings(in pack: PackContents, _ memory: DocumentMemory? = nil) -> [Diagnostic] {
    let texts = LocalizedTexts(pack, memory)
    var diagnostics = always.flatMap { $0(pack) } + ofTexts.flatMap { $0(texts, pack) }
    diagnostics += pack.fields.diagnostics
    diagnostics += pack.fields.unfinished.map {
      .schemaTooLarge($0, limit: FieldShapes.limit, at: pack.kind($0)?.schema?.node)
    }
    for (key, value) in pack.manifest["checks"]?.members.map({ ($0.key, $0.value) }) ?? [] {
      guard let name = key.text else { continue }
      if let rule = declared.first(where: { $0.name == name }) {
        diagnostics += rule.findings(value, in: pack)
      } else {
        diagnostics.append(.unknownLintRule(name, at: key, among: declared.map { $0.name }))
      }
    }
    return diagnostics
  }
}

extension Diagnostic {
  fileprivate static func unknownLintRule(_ name: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-lint-rule", message: "`\(name)` is not a lint rule", at: node,
      fix: Suggestion.fix(name, among: known) ?? "there are \(known.quoted(near: name.string))")
  }

  fileprivate static func schemaTooLarge(_ kind: Text, limit: Int, at node: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/schema-too-large", severity: .warning,
      message: "the schema of `\(kind)` describes more fields than are looked into (limit `schemaShapes`, \(limit))",
      place: node?.place, path: node?.path)
  }
}

/// A check that a pack switches on under `checks:` in its manifest.
protocol LintRule: Sendable {
  /// Its name under `checks:`.
  static var name: Text { get }
  /// The violations of the declaration at `node`, and the errors in the declaration itself.
  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic]
}

/// Reads the declaration of a check.
struct LintDeclaration {
  let pack: PackContents
  private var fields: FieldReader

  init(_ node: Node, what: String, in pack: PackContents) {
    self.pack = pack
    fields = FieldReader(node, what: what)
  }

  /// The entries of a list of declarations; anything else is reported.
  static func entries(_ node: Node, of name: Text, into found: inout [Diagnostic]) -> [Node] {
    guard node.kind == .list else {
      found.append(.wrongKind(node, expected: .list, what: "`\(name)`"))
      return []
    }
    return Array(node.elements)
  }

  /// The findings of `check` in every record of the kinds that a list of declarations names. It receives the `field` of each declaration,
  /// and the other fields that `other` reads.
  static func findings<Other>(
    _ node: Node, of name: Text, in pack: PackContents,
    other: (inout LintDeclaration, _ kinds: [Text]) -> [Text: Other],
    _ check: (PackContents.Record, _ field: FieldPath, Other) -> [Diagnostic]
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for entry in entries(node, of: name, into: &diagnostics) {
      var declaration = LintDeclaration(entry, what: "an entry of `\(name)`", in: pack)
      let kinds = declaration.kinds()
      let fields = declaration.paths("field", of: kinds)
      let others = other(&declaration, kinds)
      diagnostics += declaration.finish()
      for kind in kinds {
        guard let field = fields[kind], let other = others[kind] else { continue }
        for record in pack.kind(kind)?.records ?? [] where record.isSound { diagnostics += check(record, field, other) }
      }
    }
    return diagnostics
  }

  /// The kinds named under `of`: a kind, or a list of kinds.
  mutating func kinds(_ key: Text = "of") -> [Text] {
    guard let node = fields.required(key) else { return [] }
    let names = node.kind == .list ? Array(node.elements) : [node]
    var diagnostics: [Diagnostic] = []
    let kinds = names.compactMap { Self.kind($0, in: pack, into: &diagnostics) }
    for diagnostic in diagnostics { fields.report(diagnostic) }
    return kinds
  }

  /// The kind named at `node`.
  static func kind(_ node: Node, in pack: PackContents, into found: inout [Diagnostic]) -> Text? {
    guard let name = node.text, pack.kind(name) != nil else {
      if pack.namesAreKnown { found.append(.unknownKind(at: node, among: pack.kinds.map(\.name))) }
      return nil
    }
    return name
  }

  /// The field under `key` for each of `kinds`; kinds that lack it are left out and reported.
  mutating func paths(_ key: Text, of kinds: [Text]) -> [Text: FieldPath] {
    fields.required(key).map { paths(at: $0, of: kinds) } ?? [:]
  }

  /// The fields in the list under `key`, or the single one there.
  mutating func pathLists(_ key: Text, of kinds: [Text]) -> [Text: [FieldPath]] {
    guard let node = fields.required(key) else { return [:] }
    var lists: [Text: [FieldPath]] = [:]
    for element in node.kind == .list ? Array(node.elements) : [node] {
      for (kind, path) in paths(at: element, of: kinds) { lists[kind, default: []].append(path) }
    }
    return lists
  }

  private mutating func paths(at node: Node, of kinds: [Text]) -> [Text: FieldPath] {
    var paths: [Text: FieldPath] = [:]
    for kind in kinds {
      var diagnostics: [Diagnostic] = []
      paths[kind] = FieldPath.read(node, of: kind, in: pack, into: &diagnostics)
      for diagnostic in diagnostics { fields.report(diagnostic) }
    }
    return paths
  }

  /// The whole number under `key`.
  mutating func count(_ key: Text) -> Int? {
    guard let node = fields.optional(key) else { return nil }
    guard let number = node.int, number > 0 else {
      fields.report(.notACount(at: node))
      return nil
    }
    return Int(number)
  }

  /// The errors in the declaration.
  mutating func finish() -> [Diagnostic] { fields.finish() }
}

extension Diagnostic {
  fileprivate static func notACount(at node: Node) -> Diagnostic {
    Diagnostic(code: "pack/not-a-count", message: "this has to be a whole number from 1", at: node)
  }
}

extension Diagnostic {
  static func unknownKind(at node: Node, among known: [Text]) -> Diagnostic {
    let name = node.text ?? ""
    return Diagnostic(
      code: "pack/unknown-kind", message: "the pack has no kind `\(name)`", at: node,
      fix: Suggestion.fix(name, among: known) ?? "its kinds are \(known.quoted(near: name.string))")
  }
}
