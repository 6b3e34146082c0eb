import TerrainRules
import TerrainDocuments
import TerrainBase

/// Reads what a check declares.
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

  /// What `check` finds in every record of the kinds that the entries of a list of declarations name: at their `field`, beside
  /// the other field or fields that `other` reads.
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

  /// The kinds named under `of`: one, or a list of them.
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

  /// The field under `key`, for each of `kinds`; those that lack it are left out and reported.
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

  /// What is wrong with the declaration.
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
