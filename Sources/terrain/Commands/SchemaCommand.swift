import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService

extension Command {
  private static let request = Option(
    name: "request", kind: .flag, help: "Print the schema of requests. This is the default")
  private static let response = Option(name: "response", kind: .flag, help: "Print the schema of responses")
  private static let all = Option(
    name: "all", kind: .flag, help: "Write every schema to the folder that --output names")
  private static let output = Option(
    name: "output", letter: "o", kind: .path("FOLDER"),
    help: "The folder to which --all writes `requests/…` and `responses/…`")

  private static let stubs = Option(
    name: "stubs", kind: .choice(OperationStubs.Language.allCases.map(\.rawValue)),
    help: "Print types of the parameters and results of all methods instead: TypedDicts or interfaces")

  /// `terrain schema`: the schemas of requests and responses.
  static let methodSchemas = Command(
    name: "schema", summary: "Write the JSON Schemas of requests and responses",
    discussion: """
      Without --pack a schema is valid for every pack. With a pack it contains the facts that
      its rules declare, the questions of its quiz and their options. An editor completes and
      validates a request that names its schema in the first line:
        # yaml-language-server: $schema=requests/page.schema.json
      """,
    operands: [Operand(name: "METHOD", help: "A method, such as `score` or `quiz.next`", arity: .optional)],
    options: [request, response, .pack, all, output, stubs],
    examples: [
      .init(line: "terrain schema today", purpose: "The schema of requests for a day"),
      .init(line: "terrain schema today --pack terrain", purpose: "The same, with the facts of this pack"),
      .init(line: "terrain schema --all -o ContentPacks/Schemas", purpose: "Write the published schemas"),
      .init(line: "terrain schema --stubs python > terrain_types.py", purpose: "Types for Python"),
    ],
    run: { arguments, console in
      // With a pack, only methods that it can answer are listed.
      let session =
        try arguments.value(of: .pack) == nil ? nil : OperationSession(Workspace(arguments).loader())
      let declarations = try session.map { session throws(DiagnosticError) in
        Declarations(try session.everything())
      }
      let methods = AnyOperation.all.filter { method in session.map(method.isSupported) ?? true }
      if let language = arguments.value(of: stubs).flatMap(OperationStubs.Language.init) {
        console.write(OperationStubs.text(in: language, declarations: declarations))
        return .success
      }
      if arguments.has(all) {
        return try writeAll(methods, to: arguments.value(of: output), declarations, console)
      }
      guard let name = arguments.operand(0), let method = AnyOperation.named(name) else {
        return unknownMethod(arguments.operand(0), among: methods.map(\.name), console)
      }
      let side: OperationSchemas.Side = arguments.has(response) ? .response : .request
      console.write(OperationSchemas.schema(of: method, side, declarations: declarations))
      return .success
    })

  private static func writeAll(
    _ methods: [AnyOperation], to folder: String?, _ declarations: Declarations?, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    guard let folder else {
      console.report("terrain: --all needs --output FOLDER\n")
      return .couldNotRun
    }
    // All schemas are made before the first is written.
    let schemas = OperationSchemas.Side.allCases.flatMap { side in
      methods.map { method in
        (
          file: OperationSchemas.file(of: method, side),
          bytes: OperationSchemas.schema(of: method, side, declarations: declarations)
        )
      }
    }
    try OutputFile.write(schemas.map { (path: "\(folder)/\($0.file)", bytes: $0.bytes) })
    console.write("\(folder): \(methods.count) methods\n")
    return .success
  }

  private static func unknownMethod(_ name: String?, among names: [String], _ console: Console) -> ExitStatus {
    guard let name else {
      console.report("terrain: a method is required: \(names.joined(separator: ", "))\n")
      return .couldNotRun
    }
    let shown = TerminalText.harmless(name)
    console.report(
      "terrain: `\(shown)` is not a method\n"
        + "help: \(Suggestion.fix(Text(name), among: names) ?? "the methods are \(names.quoted(near: name))")\n")
    return .couldNotRun
  }
}
