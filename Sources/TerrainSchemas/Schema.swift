import TerrainDocuments
import TerrainValues

/// A JSON Schema (draft 2020-12, or draft 07 where its `$schema` says so), compiled once and run over documents.
///
/// A schema never changes once made, and any number of threads may use it at once.
public struct Schema: Sendable {
  private let program: SchemaProgram
  private let limits: SchemaLimits

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - root: The schema: a document's root, or a value inside of one.
  ///   - uri: The address it is known by, which its references are relative to unless it has an `$id`.
  ///   - registry: The documents it may refer to.
  ///   - formats: Whether a text that is not of its `format` is an error.
  /// - Returns: The schema, unless one of the diagnostics is an error; they point into the schema's own file.
  public static func compile(
    _ root: Node, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    formats: FormatAssertion = .always, limits: SchemaLimits = .standard
  ) -> (schema: Schema?, diagnostics: [Diagnostic]) {
    var index = ResourceIndex(registry: registry)
    let resource = index.add(root, uri: uri)
    var compiler = SchemaCompiler(index: index, formats: formats, limits: limits)
    let program = compiler.compile(SchemaLocation(node: root, resource: resource))
    let diagnostics = compiler.diagnostics.sortedForReport()
    return (program.map { Schema(program: $0, limits: limits) }, diagnostics)
  }

  private init(program: SchemaProgram, limits: SchemaLimits) {
    self.program = program
    self.limits = limits
  }

  /// Everything in `document` that its schema does not allow, one message a defect, sorted by place.
  public func validate(_ document: Document) -> [Diagnostic] { validate(document.root) }

  /// Everything in the value at `node` that its schema does not allow, one message a defect, sorted by place.
  public func validate(_ node: Node) -> [Diagnostic] {
    let found = DocumentView.with(node.document) { view -> [Diagnostic] in
      var run = SchemaRun(program, view, isRecording: true, limits: limits)
      if run.run(program.root, Int(node.index)), !run.isTooDeep { return [] }
      let explanation = Explanation(program: program, document: node.document, view: view, limits: limits)
      return explanation.diagnostics(for: run)
    }
    return found ?? []
  }

  /// Whether the value at `node` is allowed: stops at the first thing that is not.
  public func accepts(_ node: Node) -> Bool {
    let isValid = DocumentView.with(node.document) { view in
      var run = SchemaRun(program, view, isRecording: false, limits: limits)
      return run.run(program.root, Int(node.index)) && !run.isTooDeep
    }
    return isValid ?? false
  }
}
