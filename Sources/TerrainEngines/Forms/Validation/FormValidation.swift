import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainSchemas

/// Validates submitted records: against the schema of their kind, then by the pack's rules, with the pack's messages.
///
/// Immutable; threads share one.
package struct FormValidation: Sendable {
  /// The engine that evaluates the rules.
  package let engine: FormEngine
  private let schema: FormSchema?

  /// A check of forms of `kind`.
  ///
  /// - Parameters:
  ///   - system: loaded with all its rules and kinds.
  ///   - files: the files with the pack's schemas.
  /// - Throws: errors that keep the schema or the rules from checking anything.
  package init(_ system: LoadedSystem, kind: Pack.Kind, files: ContentFiles) throws(DiagnosticError) {
    engine = try FormEngine(system, kind: kind)
    schema = try FormSchema(kind, of: system.pack, files: files)
  }

  /// Reads the schemas of all forms of `pack` from `files`, so that a caching `files` has them afterwards.
  package static func readSchemas(of pack: Pack, from files: ContentFiles) {
    for kind in pack.kinds where kind.check != nil || kind.isHandedIn {
      guard let schema = kind.schema,
        let path = files.schema(schema.path, from: "\(pack.path)/\(PackLoader.manifestName)").path
      else { continue }
      for file in SchemaLibrary.files(reachedFrom: path, files) { _ = files.read(file) }
    }
  }

  /// The problems of the form of `request`.
  ///
  /// - Throws: evaluation errors of the rules.
  package func check(_ request: FormRequest) throws(DiagnosticError) -> ValidatedForm {
    let shape = schema?.problems(of: request.form, in: engine.pack) ?? []
    let rules = try engine.problems(request, besides: Self.fields(of: shape))
    return ValidatedForm(
      kind: engine.kind.name, problems: (shape + rules).map { worded($0, in: request.locale) })
  }

  /// Every decision that ``check(_:)`` evaluates for `request`, with its rows.
  ///
  /// - Throws: evaluation errors of the rules.
  package func traces(for request: FormRequest) throws(DiagnosticError) -> [DecisionTrace] {
    let shape = schema?.problems(of: request.form, in: engine.pack) ?? []
    return try engine.traces(for: request, besides: Self.fields(of: shape))
  }

  /// The fields of the form that `problems` are in.
  private static func fields(of problems: [FormProblem]) -> Set<Text> { Set(problems.map { field(of: $0.at) }) }

  /// The field of the form that a way begins with.
  private static func field(of way: Text) -> Text {
    Text(String(way.string.prefix { $0 != "." && $0 != "[" }))
  }

  /// The prefix of the ids of messages that a schema's diagnostic chooses, and no rule.
  package static let wordingPrefix = "problem."

  /// The pack's words for a problem that no rule has worded: `problem.FIELD.KEYWORD`, else `problem.KEYWORD`.
  private func worded(_ problem: FormProblem, in locale: LanguageTag?) -> FormProblem {
    guard problem.rendered == nil, let keyword = problem.code.split(separator: "/").last else { return problem }
    let field = FormPath.withoutPositions(problem.at.string)
    let ids = (field.isEmpty ? [] : ["\(Self.wordingPrefix)\(field).\(keyword)"]) + ["\(Self.wordingPrefix)\(keyword)"]
    for id in ids {
      guard let rendered = engine.words(Text(id), locale) else { continue }
      return FormProblem(
        at: problem.at, code: problem.code, rendered: rendered,
        message: rendered[part: "text"]?.string ?? problem.message,
        expected: problem.expected, place: problem.place)
    }
    return problem
  }
}

/// The part of a check that a schema performs on one record.
struct FormSchema: Sendable {
  private let schema: Schema
  private let shapes: FieldShapes?

  /// The schema of `kind`, from `files`; nil if the kind has none.
  ///
  /// - Throws: errors in the schema.
  init?(_ kind: Pack.Kind, of pack: Pack, files: ContentFiles) throws(DiagnosticError) {
    guard let stated = kind.schema else { return nil }
    let target = files.schema(stated.path, from: "\(pack.path)/\(PackLoader.manifestName)")
    guard let path = target.path else { throw DiagnosticError(.schemaOutside(stated.path, target, at: stated.place)) }
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

  /// The problems of `form`, each located at its field.
  func problems(of form: Node, in pack: Pack) -> [FormProblem] {
    var problems = schema.validate(form).filter { $0.severity == .error }.map { diagnostic in
      var at = FormWay.from(form, to: diagnostic.path ?? "")
      if let key = diagnostic.missingKey { at += at.isEmpty ? key : ".\(key)" }
      return FormProblem(at: at, diagnostic, form)
    }
    // For an empty text one problem is enough: its wrong pattern is not reported.
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

  /// The kinds of references to names that do not exist.
  private enum WrongName {
    case record(kinds: [Text])
    case word(Pack.Vocabulary)
  }

  /// The reason why `name` is unknown at `use`; nil if it names a record or a value of the pack.
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
  /// `path`, which begins at the root of the document, converted to a path from `form`.
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
