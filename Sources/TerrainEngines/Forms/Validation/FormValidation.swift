import TerrainRules
import TerrainDocuments
import TerrainBase

/// Validates submitted records: against the schema of their kind, then by the pack's rules, with the pack's messages.
///
/// Immutable; threads share one.
package struct FormValidation: Sendable {
  /// What asks the rules.
  package let engine: FormEngine
  private let schema: FormSchema?

  /// A check of forms of `kind`.
  ///
  /// - Parameters:
  ///   - system: loaded with all its rules and kinds.
  ///   - files: where the pack's schemas are.
  /// - Throws: what keeps the schema or the rules from checking anything.
  package init(_ system: LoadedSystem, kind: Pack.Kind, files: SchemaFiles) throws(DiagnosticError) {
    engine = try FormEngine(system, kind: kind)
    schema = try FormSchema(kind, of: system.pack, files: files)
  }

  /// Reads the schemas of all forms of `pack` from `files`, for whoever keeps what was read.
  package static func readSchemas(of pack: Pack, from files: SchemaFiles) {
    for kind in pack.kinds where kind.check != nil || kind.isHandedIn {
      guard let schema = kind.schema else { continue }
      for file in SchemaLibrary.files(reachedFrom: FilePath.normal("\(pack.path)/\(schema.path)"), files) {
        _ = files.read(file)
      }
    }
  }

  /// What is wrong with the form of `request`.
  ///
  /// - Throws: what the rules ran into.
  package func check(_ request: FormRequest) throws(DiagnosticError) -> ValidatedForm {
    let shape = schema?.problems(of: request.form, in: engine.pack) ?? []
    let rules = try engine.problems(request, besides: Self.fields(of: shape))
    return ValidatedForm(
      kind: engine.kind.name, problems: (shape + rules).map { worded($0, in: request.locale) })
  }

  /// Every decision that ``check(_:)`` evaluates for `request`, with its rows.
  ///
  /// - Throws: what the rules ran into.
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
