import TerrainContent
import TerrainDocuments
import TerrainValues

/// Which values of another program's file become which records of a pack: a map of an author, read.
package struct ImportMap: Sendable {
  /// Where a value comes from.
  enum ValueOrigin: Sendable {
    case pointer(JSONPointer, Node)
    case expression(ImportExpression)

    /// Where it is written.
    var node: Node {
      switch self {
      case .pointer(_, let node): node
      case .expression(let expression): expression.node
      }
    }
  }

  /// What a value is made of.
  struct Rule: Sendable {
    /// Where the rule is written.
    let node: Node
    /// The value of the source; nil of a literal, or where only an expression gives it.
    var from: (pointer: JSONPointer, node: Node)?
    /// What is made of it.
    var expression: ImportExpression?
    /// What it always is.
    var literal: Node?
    /// What it is where the source has nothing.
    var otherwise: Node?
    /// What becomes of its values.
    var values: Replacements?
    /// The fields of each element, where it is a list of maps.
    var each: [Field]?
  }

  /// A field of a record.
  struct Field: Sendable {
    /// The way to it, as the map writes it.
    let key: Node
    /// The names on the way.
    let path: [Text]
    let rule: Rule
  }

  /// New values by old ones; nothing where one is left out.
  struct Replacements: Sendable {
    private let values: [Text: Text?]
    /// The map of them.
    let node: Node

    init(_ node: Node, into found: DiagnosticCollector) {
      self.node = node
      var values: [Text: Text?] = [:]
      if node.kind != .map { found.report(.wrongKind(node, expected: .map, what: "a list of replacements")) }
      for (key, value) in node.members {
        if value.kind == .null {
          values[key.text ?? ""] = .some(nil)
        } else if let text = value.text {
          values[key.text ?? ""] = text
        } else {
          found.report(.wrongKind(value, expected: .string, what: "a replacement"))
        }
      }
      self.values = values
    }

    /// What `old` becomes; nil where nothing is declared for it, and nothing in it where it is left out.
    subscript(_ old: Text) -> Text?? { values[old] }
  }

  /// The records of one list of the source.
  struct Entry: Sendable {
    let kind: Text
    let kindNode: Node
    let from: JSONPointer
    let fromNode: Node
    /// Which of them.
    let condition: ImportExpression?
    /// What its id is; nil: its `id`, or its name in an object.
    let id: ValueOrigin?
    /// Whether ids are made of texts, rather than taken as they are.
    let derivesID: Bool
    /// What other records of the source name it by; nil: the value that its id is taken from.
    let key: JSONPointer?
    let fields: [Field]
  }

  /// The whole map.
  let root: Node
  /// The manifest of the pack, with expressions.
  let pack: Node
  /// What becomes of values of the pack's enums, by enum.
  let values: [Text: Replacements]
  let locales: Replacements?
  let entries: [Entry]

  /// Reads the map at `root`.
  ///
  /// - Throws: everything that is wrong with it, taken by itself.
  package init(_ root: Node) throws(DiagnosticError) {
    self.root = root
    let found = DiagnosticCollector(.file)
    var reader = FieldReader(root, what: "a map of an import", into: found)
    if let version = reader.required("import"), version.int != 1 {
      found.report(.unknownImportVersion(version))
    }
    _ = reader.optional("doc")
    pack = reader.required("pack") ?? root
    locales = reader.optional("locales").map { Replacements($0, into: found) }
    values = Dictionary(
      reader.map("values").map { ($0.key.text ?? "", Replacements($0.value, into: found)) }
    ) { first, _ in first }
    entries = reader.list("records", required: true).compactMap { Entry($0, into: found) }
    reader.finish(alsoKnown: ["$schema"])
    if found.hasErrors { throw found.error }
  }
}

extension ImportMap.Entry {
  fileprivate init?(_ node: Node, into found: DiagnosticCollector) {
    var reader = FieldReader(node, what: "an entry of `records`", into: found)
    let kind = reader.text("kind")
    let from = reader.text("from").flatMap { ImportMap.pointer($0.node, into: found) }
    condition = reader.optional("where").flatMap { node in
      guard node.text.map(ImportExpression.isExpression) == true else {
        found.report(.notAnExpression(node))
        return nil
      }
      return ImportExpression(node, [.record, .name], into: found)
    }
    let derived = reader.optional("derived_id")
    let given = reader.optional("id")
    if let derived, given != nil { found.report(.twoIDs(derived)) }
    derivesID = derived != nil
    id = (derived ?? given).flatMap { ImportMap.origin($0, into: found) }
    key = reader.optional("key").flatMap { ImportMap.pointer($0, into: found) }
    fields = reader.optional("fields").map { ImportMap.fields($0, into: found) } ?? []
    reader.finish()
    guard let kind, let from else { return nil }
    (self.kind, kindNode, self.from, fromNode) = (kind.text, kind.node, from, node["from"] ?? node)
  }
}

extension ImportMap {
  /// The pointer at `node`.
  fileprivate static func pointer(_ node: Node, into found: DiagnosticCollector) -> JSONPointer? {
    guard let text = node.text, let pointer = JSONPointer(text.string) else {
      found.report(.notAPointer(node))
      return nil
    }
    return pointer
  }

  /// The path or the expression at `node`.
  fileprivate static func origin(_ node: Node, into found: DiagnosticCollector) -> ValueOrigin? {
    if let text = node.text, ImportExpression.isExpression(text) {
      return ImportExpression(node, [.record, .name], into: found).map { .expression($0) }
    }
    return pointer(node, into: found).map { .pointer($0, node) }
  }

  /// The fields at `node`. Readers bound how deep documents nest, so the recursion is bounded.
  fileprivate static func fields(_ node: Node, into found: DiagnosticCollector) -> [Field] {
    if node.kind != .map { found.report(.wrongKind(node, expected: .map, what: "`fields`")) }
    return node.members.compactMap { key, value in
      let path = (key.text ?? "").string.split(separator: ".", omittingEmptySubsequences: false).map {
        Text(String($0))
      }
      return rule(value, into: found).map { Field(key: key, path: path, rule: $0) }
    }
  }

  private static func rule(_ node: Node, into found: DiagnosticCollector) -> Rule? {
    var rule = Rule(node: node)
    guard node.kind == .map else {
      switch origin(node, into: found) {
      case .pointer(let pointer, _): rule.from = (pointer, node)
      case .expression(let expression): rule.expression = expression
      case nil: return nil
      }
      return rule
    }
    var reader = FieldReader(node, what: "the origin of a field", into: found)
    if let from = reader.optional("from") { rule.from = pointer(from, into: found).map { ($0, from) } }
    if let value = reader.optional("value") {
      if let text = value.text, ImportExpression.isExpression(text) {
        let variables: [ImportExpression.Variable] = rule.from == nil ? [.record, .name] : [.record, .name, .value]
        rule.expression = ImportExpression(value, variables, into: found)
      } else {
        rule.literal = value
      }
    }
    rule.otherwise = reader.optional("otherwise")
    rule.values = reader.optional("values").map { Replacements($0, into: found) }
    rule.each = reader.optional("each").map { fields($0, into: found) }
    reader.finish()
    let hasSource = rule.from != nil || rule.expression != nil
    if !hasSource && rule.literal == nil && node["from"] == nil && node["value"] == nil {
      found.report(.noOrigin(node))
    }
    return rule
  }
}

extension Diagnostic {
  fileprivate static func unknownImportVersion(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "import/unknown-version", message: "`import` is the version of the map's form, which is 1", at: node,
      fix: "write `import: 1`")
  }

  fileprivate static func notAPointer(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "import/not-a-path",
      message: "a value comes from a JSON Pointer (`/name/common`) or an expression (`= record.minutes * 60`)",
      at: node,
      fix: node.text.map { text in
        "write `/\(text.string.split(separator: ".").joined(separator: "/"))` for a path, or `{ value: … }` for a literal"
      })
  }

  fileprivate static func notAnExpression(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "import/not-an-expression", message: "`where` is an expression, which begins with `=`", at: node,
      fix: "write `where: \"= record.… == …\"`")
  }

  fileprivate static func twoIDs(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "import/two-ids",
      message: "`id` takes an id as it is, and `derived_id` makes one: only one of them can count",
      at: node, fix: "leave one of them out")
  }

  fileprivate static func noOrigin(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "import/no-origin", message: "this field needs `from`, a path, or `value`, a literal or an expression",
      at: node)
  }
}
