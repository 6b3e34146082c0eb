import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainSchemas

/// What the schema of a kind reports about one record.
struct FormSchema: Sendable {
  private let schema: Schema
  private let shapes: FieldShapes?

  /// The schema of `kind`, from `files`; nil where the kind has none.
  ///
  /// - Throws: what is wrong with the schema.
  init?(_ kind: Pack.Kind, of pack: Pack, files: SchemaFiles) throws(DiagnosticError) {
    guard let stated = kind.schema else { return nil }
    let path = FilePath.normal("\(pack.path)/\(stated.path)")
    let file = files.read(path)
    guard let root = file.documents.first?.root, !file.diagnostics.hasErrors else {
      throw DiagnosticError(file.diagnostics)
    }
    var registry = SchemaRegistry()
    for file in SchemaLibrary.files(reachedFrom: path, files) {
      if let document = files.read(file).documents.first {
        registry.add(document, uri: SchemaRegistry.address(ofFile: file))
      }
    }
    let address = SchemaRegistry.address(ofFile: path)
    let record = Self.record(root, at: address)
    let (schema, diagnostics) = Schema.compile(
      record, uri: record.document === root.document ? address : "", registry: registry,
      limits: SchemaLimits(findings: DiagnosticCollector.mostDiagnostics))
    guard let schema else { throw DiagnosticError(diagnostics) }
    self.schema = schema
    shapes = SchemaLibrary.load(path, from: files).map { FieldShapes($0.root, library: $0.library) }
  }

  /// The schema of one record: that of a file has it as its items.
  private static func record(_ root: Node, at address: String) -> Node {
    guard root["properties"]?["items"]?["items"] != nil else { return root }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("$ref", "\(address)#/properties/items/items")
    }
    let reference = SourceText(name: "record.schema.json", bytes: writer.bytes)
    return JSONReader.read(reference).document?.root ?? root
  }

  /// What is wrong with `form`, each diagnostic at its field.
  func problems(of form: Node, in pack: Pack) -> [FormProblem] {
    var problems = schema.validate(form).filter { $0.severity == .error }.map { diagnostic in
      var at = FormWay.from(form, to: diagnostic.path ?? "")
      if let key = diagnostic.missingKey { at += at.isEmpty ? key : ".\(key)" }
      return FormProblem(at: at, diagnostic, form)
    }
    // What is wrong with an empty text's form is reported already.
    let short = Set(problems.filter { $0.code == "schema/too-short" }.map(\.at))
    problems.removeAll { $0.code == "schema/pattern" && short.contains($0.at) }
    let reported = Set(problems.map(\.at))
    let collector = DiagnosticCollector(.request)
    for use in shapes.map({ $0.uses(in: form, as: $0.record) }) ?? [] {
      guard let name = use.node.text, let wrong = Self.wrongName(name, use, in: pack) else { continue }
      collector.report(Self.diagnostic(wrong, name, at: use.node, in: pack, collector.suggestions))
    }
    for diagnostic in collector.diagnostics {
      let at = FormWay.from(form, to: diagnostic.path ?? "")
      if at.isEmpty || !reported.contains(Text(at)) { problems.append(FormProblem(at: at, diagnostic, form)) }
    }
    return problems
  }

  /// What a name does not name.
  private enum WrongName {
    case record(kinds: [Text])
    case word(Pack.Vocabulary)
  }

  /// Why `name` is unknown at `use`; nil where it names a record or a value of the pack.
  private static func wrongName(_ name: Text, _ use: FieldUse, in pack: Pack) -> WrongName? {
    let kinds = use.roles.references.filter { pack.kind($0)?.isHandedIn == false }
    if !kinds.isEmpty, !kinds.contains(where: { pack.record($0, name) != nil }) { return .record(kinds: kinds) }
    for vocabulary in pack.vocabularies where use.roles.vocabularies.contains(vocabulary.name) {
      if !vocabulary.values.contains(name) { return .word(vocabulary) }
    }
    return nil
  }

  private static func diagnostic(
    _ wrong: WrongName, _ name: Text, at node: Node, in pack: Pack, _ suggestions: Suggestions
  ) -> Diagnostic {
    switch wrong {
    case .record(let kinds):
      .noRecord(name, of: kinds, at: node, among: kinds.flatMap { pack.records(of: $0).map(\.id) }, suggestions)
    case .word(let vocabulary): .noWord(name, of: vocabulary, at: node, suggestions)
    }
  }
}

/// Ways from a form to its fields.
private enum FormWay {
  /// `path`, which begins at the root of the document, as seen from `form`.
  static func from(_ form: Node, to path: String) -> String {
    let base = form.path
    guard !base.isEmpty, path.hasPrefix(base) else { return path }
    let rest = path.dropFirst(base.count)
    return String(rest.first == "." ? rest.dropFirst() : rest)
  }
}

extension FormProblem {
  fileprivate init(at: String, _ diagnostic: Diagnostic, _ form: Node) {
    self.init(
      at: Text(at), code: diagnostic.code, rendered: nil, message: diagnostic.message, fix: diagnostic.fix,
      place: diagnostic.place ?? form.place)
  }
}

extension Diagnostic {
  fileprivate static func noRecord(
    _ id: Text, of kinds: [Text], at node: Node, among ids: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "check/unknown-record",
      message: "the pack has no \(kinds.map { "`\($0)`" }.joined(separator: " or ")) with this id", at: node,
      fix: suggestions.fix(id, among: ids, kind: kinds.quoted))
  }

  fileprivate static func noWord(
    _ word: Text, of vocabulary: Pack.Vocabulary, at node: Node, _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "check/not-a-choice", message: "this is not a value of `\(vocabulary.name)`", at: node,
      fix: suggestions.fix(word, among: vocabulary.values, kind: "values of \(vocabulary.name)", listing: "it has"))
  }
}
