import TerrainBase
import TerrainDocuments

/// A JSON Schema (draft 2020-12, or an older draft from 04 on if its `$schema` declares it), compiled once and run over documents.
///
/// A schema is immutable, and any number of threads may use it at once.
package struct Schema: Sendable {
  private let program: SchemaBytecode
  private let limits: SchemaLimits

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - root: The schema: a document's root, or a value inside of one.
  ///   - uri: Its address, to which its references are relative unless it has an `$id`.
  ///   - registry: The documents it may refer to.
  ///   - formats: The condition under which a text that violates its `format` is an error.
  /// - Returns: The schema, unless one of the diagnostics is an error; they point into the schema's own file.
  package static func compile(
    _ root: Node, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    formats: FormatAssertion = .always, limits: SchemaLimits = .standard
  ) -> (schema: Schema?, diagnostics: [Diagnostic]) {
    let compiled = compileUnchecked(root, uri: uri, registry: registry, formats: formats, limits: limits)
    // Mistakes against the metaschema are reported first, because they cause the others. A reference to a file that is not a schema is
    // reported at the reference.
    let schemas = compiled.index.documents.filter { number in
      let document = compiled.index.resources[number].root
      return [.map, .bool].contains(document.kind) || document.document === root.document
    }
    let wrong = schemas.flatMap {
      mistakes(inDocument: $0, of: compiled.index, registry: registry, limits: limits)
    }
    if wrong.hasErrors { return (nil, wrong.sortedForReport()) }
    return (compiled.schema, compiled.diagnostics)
  }

  /// Compiles a schema without checking it against its metaschema.
  static func compileUnchecked(
    _ root: Node, uri: String = "", registry: SchemaRegistry = SchemaRegistry(), formats: FormatAssertion,
    limits: SchemaLimits = .standard
  ) -> (schema: Schema?, diagnostics: [Diagnostic], index: ResourceIndex) {
    var index = ResourceIndex(registry: registry)
    let resource = index.add(root, uri: uri)
    var compiler = SchemaCompiler(index: index, formats: formats, limits: limits)
    let program = compiler.compile(SchemaLocation(node: root, resource: resource))
    let schema = program.map { Schema(program: $0, limits: limits) }
    return (schema, compiler.diagnostics.sortedForReport(), compiler.index)
  }

  /// The mistakes in a schema document by the metaschema that it names.
  private static func mistakes(
    inDocument number: Int, of index: ResourceIndex, registry: SchemaRegistry, limits: SchemaLimits
  ) -> [Diagnostic] {
    let root = index.resources[number].root
    guard !Metaschemas.contains(root.document), let metaschema = index.metaschema(ofResource: number),
      metaschema.document !== root.document
    else { return [] }
    if let builtIn = Schema.metaschema(at: metaschema) { return builtIn.validate(root) }
    let compiled = compileUnchecked(metaschema, registry: registry, formats: .whereDeclared, limits: limits)
    return compiled.schema?.validate(root) ?? []
  }

  private init(program: SchemaBytecode, limits: SchemaLimits) {
    self.program = program
    self.limits = limits
  }

  /// All violations in `document`, one diagnostic for each, sorted by place.
  package func validate(_ document: Document) -> [Diagnostic] { validate(document.root) }

  /// All violations in the value at `node`, one diagnostic for each, sorted by place.
  package func validate(_ node: Node) -> [Diagnostic] {
    let diagnostics = DocumentView.with(node.document) { view -> [Diagnostic] in
      let limits = limits.allowing(values: view.count)
      var run = SchemaRun(program, view, isRecording: true, limits: limits)
      if run.run(program.root, Int(node.index)), run.stop == nil { return [] }
      let explanation = Explanation(program: program, document: node.document, view: view, limits: limits)
      return explanation.diagnostics(for: run)
    }
    return diagnostics ?? []
  }

  /// True if the value at `node` is valid. Stops at the first violation.
  package func accepts(_ node: Node) -> Bool {
    let isValid = DocumentView.with(node.document) { view in
      var run = SchemaRun(program, view, isRecording: false, limits: limits.allowing(values: view.count))
      return run.run(program.root, Int(node.index)) && run.stop == nil
    }
    return isValid ?? false
  }
}

extension Schema {
  /// The built-in metaschema with this root, compiled on first use, or nil for other documents.
  static func metaschema(at root: Node) -> Schema? {
    guard Metaschemas.contains(root.document), let id = root["$id"] ?? root["id"], let text = id.text,
      let draft = Dialect.Draft(uri: URIReference(text.string).document.text)
    else { return nil }
    return switch draft {
    case .draft04: draft04
    case .draft06: draft06
    case .draft07: draft07
    case .draft201909: draft201909
    case .draft202012: draft202012
    }
  }

  private static let draft04 = compiled(.draft04)
  private static let draft06 = compiled(.draft06)
  private static let draft07 = compiled(.draft07)
  private static let draft201909 = compiled(.draft201909)
  private static let draft202012 = compiled(.draft202012)

  private static func compiled(_ draft: Dialect.Draft) -> Schema? {
    let id = Dialect(draft).idKeyword
    let root = Metaschemas.documents.lazy.map(\.root).first { root in
      root[id]?.text.map { URIReference($0.string).document.text == draft.uri } ?? false
    }
    return root.flatMap { compileUnchecked($0, formats: .whereDeclared).schema }
  }
}
