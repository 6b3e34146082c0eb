import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  private static let formKindOption = Option(
    name: "kind", kind: .value("KIND"), help: "The kind of record. Without it, the only one that rules check")

  private static let formLocaleOption = Option(
    name: "locale", kind: .value("TAG"), help: "The language to answer in, where the request does not say")

  /// `terrain check`: what is wrong with something that was filled in.
  static let checkForm = Command(
    name: "check", summary: "Say what is wrong with a record that is handed in, each at its field",
    discussion: """
      FORM is a JSON or YAML file, or `-` for standard input: the record, or a request with it:
        {"form": {"FIELD": …}, "kind": "KIND", "now": "2026-11-21T09:40:00Z", "facts": {"FACT": …}}
      Where something is wrong the exit status is 1.
      """,
    operands: [Operand(name: "FORM", help: "What was filled in, as JSON or YAML; `-` is standard input")],
    options: [.pack, .set, formKindOption, formLocaleOption, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let root = try Workspace.document(at: arguments.operand(0) ?? "-").root
        let system = try workspace.system(contracts: [], kinds: nil)
        console.report(system.warnings)
        let name = arguments.value(of: formKindOption).map { Text($0) }
        let kind = try FormRequest.kind(name, of: root, among: system.pack.kinds)
        let check = try FormCheck(system, kind: kind, files: workspace.files())
        let locale = arguments.value(of: formLocaleOption).flatMap { try? LanguageTag(parsing: Text($0)) }
        let request = try FormRequest(root, for: check.engine, locale: locale)
        let checked = try check.check(request)
        let response = CheckResult(checked, for: request, engine: check.engine)
        try console.answer(arguments, response, page: CheckPage(checked))
        return checked.isRight ? .fine : .findings
      } catch {
        return console.report(error)
      }
    })
}
