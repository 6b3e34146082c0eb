import TerrainDocuments
import TerrainServer
import TerrainValues

extension Command {
  private static let socket = Option(
    name: "socket", kind: .path("PATH"), help: "The socket of the service: the PATH of its `--listen unix:PATH`")
  private static let timeout = Option(
    name: "timeout", kind: .number(1...86_400),
    help: "The seconds within which the service has to answer. Without it: 30")
  private static let probeTimeout = Option(
    name: "timeout", kind: .number(1...86_400),
    help: "The seconds within which the service has to answer. Without it: 5")

  /// `terrain call`: one request to a service.
  static let call = Command(
    name: "call", summary: "Call a method of a service that listens on a socket, and print its result",
    discussion: """
      PARAMS are the parameters as JSON, or `-` for JSON from standard input. The result
      is a line of JSON on standard output. An error is on standard error, with exit
      status 1; where no service answers in time, the exit status is 2.
      """,
    operands: [
      Operand(name: "METHOD", help: "The method, for example `score`; `rpc.discover` describes all of them"),
      Operand(name: "PARAMS", help: "Its parameters as a JSON object", arity: .optional),
    ],
    options: [socket, timeout],
    examples: [
      .init(line: "terrain call health --socket terrain.sock", purpose: "What the service serves"),
      .init(line: "terrain call today - --socket terrain.sock < request.json", purpose: "Send a request from a file"),
    ],
    run: { arguments, console in
      guard let path = socketPath(arguments, console) else { return .couldNotRun }
      do throws(DiagnosticError) {
        let parameters = try arguments.operand(1).map { (text) throws(DiagnosticError) in try Self.parameters(text) }
        let client = try SocketClient(path, milliseconds: milliseconds(arguments, timeout, 30))
        let response = try client.call(arguments.operand(0) ?? "", parameters)
        guard let result = response["result"] else { return report(response, console) }
        console.write(result.document.source.text(of: result.range) + "\n")
        return .success
      } catch {
        return console.report(error)
      }
    })

  /// `terrain health`: whether a service is as it should be.
  static let health = Command(
    name: "health", summary: "Probe a service that listens on a socket, for systemd, Kubernetes and scripts",
    discussion: """
      The exit status is 0 where the service answers and serves the newest version, 1
      where it is `stale` (a newer version was refused) or answers with an error, and 2
      where it does not answer in time.
      """,
    options: [socket, probeTimeout],
    examples: [.init(line: "terrain health --socket /run/terrain/terrain.sock --timeout 1", purpose: "A probe")],
    run: { arguments, console in
      guard let path = socketPath(arguments, console) else { return .couldNotRun }
      do throws(DiagnosticError) {
        let client = try SocketClient(path, milliseconds: milliseconds(arguments, probeTimeout, 5))
        let response = try client.call("health", nil)
        guard let result = response["result"], let status = result["status"]?.text else {
          return report(response, console)
        }
        let versions = ["pack", "rules"].compactMap { name in
          result[Text(name)].flatMap { version in
            version["version"]?.text.map { "\(name) \(version["id"]?.text?.string ?? "") \($0)" }
          }
        }
        console.write("\(status): \(versions.joined(separator: ", "))\n")
        return status == "ok" ? .success : .failure
      } catch {
        return console.report(error)
      }
    })

  private static func socketPath(_ arguments: Arguments, _ console: Console) -> String? {
    if let path = arguments.value(of: socket) { return path }
    console.report(
      "terrain: the option `--socket PATH` is missing\nhelp: name the socket of `terrain serve --listen unix:PATH`\n")
    return nil
  }

  private static func milliseconds(_ arguments: Arguments, _ option: Option, _ seconds: Int) -> Int {
    1000 * (arguments.value(of: option).flatMap { Int($0) } ?? seconds)
  }

  private static func parameters(_ text: String) throws(DiagnosticError) -> Node {
    let source = text == "-" ? try SourceText.standardInput() : SourceText(name: "PARAMS", text: text)
    let (document, diagnostics) = JSONReader.read(source)
    guard let document, !diagnostics.hasErrors else { throw DiagnosticError(diagnostics) }
    return document.root
  }

  /// Reports the error of `response`.
  private static func report(_ response: Node, _ console: Console) -> ExitStatus {
    let error = response["error"]
    let code = error?["code"].map { $0.document.source.text(of: $0.range) } ?? "no code"
    var text = "terrain: \(TerminalText.harmless(error?["message"]?.text?.string ?? "no result")) (\(code))\n"
    let diagnostics = error?["data"]?["diagnostics"]
    for diagnostic in diagnostics.flatMap({ $0.kind == .list ? Array($0.elements) : nil }) ?? [] {
      func field(_ name: String) -> String? { diagnostic[Text(name)]?.text.map { TerminalText.harmless($0.string) } }
      let place = field("path").map { "\($0): " } ?? ""
      text += "\(field("severity") ?? "error"): \(place)\(field("message") ?? "") [\(field("code") ?? "")]\n"
      if let fix = field("fix") { text += "help: \(fix)\n" }
    }
    console.report(text)
    return .failure
  }
}
