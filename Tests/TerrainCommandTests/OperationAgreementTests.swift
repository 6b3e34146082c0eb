import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

@testable import terrain

/// Commands, `terrain serve` and `terrain batch` are one program: the same results, and the same parameters.
@Suite struct OperationAgreementTests {
  @Test func everyOperationThatEvaluatesARequestHasAnExample() {
    let names = Set(OperationExample.all.map(\.name))
    for operation in AnyOperation.ofLines { #expect(names.contains(operation.name), "\(operation.name)") }
  }

  /// Options of commands are parameters of operations.
  @Test func optionsAreParameters() {
    #expect(OperationCommand.all.count > 15)
    for command in OperationCommand.all {
      let parameters = command.operation.parameters.fields.map(\.name)
      for option in command.request.options {
        #expect(parameters.contains(option.name), "\(command.operation.name) --\(option.name)")
      }
    }
  }

  /// Where no operand is the whole request, each parameter is an operand or an option.
  @Test func parametersAreOptions() {
    let commands = OperationCommand.all.filter { !$0.request.takesFile }
    #expect(commands.count > 3)
    for command in commands {
      // Every command has `--explain` whose operation has the parameter.
      let given = command.request.parts.compactMap(\.role.member) + command.request.options.map(\.name) + ["explain"]
      for parameter in command.operation.parameters.fields {
        #expect(given.contains(parameter.name), "\(command.operation.name) \(parameter.name)")
      }
    }
  }

  /// The example; the example with `null` for every parameter that it lacks; its explanation; and the example with the parameters
  /// of all other operations: everybody answers, explains and refuses the same.
  @Test(arguments: OperationExample.all) func everybodyAgrees(_ example: OperationExample) throws {
    let operation = try #require(example.operation)
    let own = operation.parameters.fields.map(\.name)
    // A line may always have an id.
    let others = Set(AnyOperation.all.flatMap { $0.parameters.fields.map(\.name) }).subtracting(own + ["id"]).sorted()
    #expect(!others.isEmpty)
    var request = try example.request()
    if own.contains("explain") { request.members.append(("explain", "true")) }
    let known = request.adding(absent(own, in: request))
    let unknown = request.adding(others)
    let explains = AnyOperation.evaluating.contains { $0.name == example.name }
    let wrapped = "{\"method\": \"\(example.name)\", \"params\": \(request.json)}"

    var requests = [request, known, unknown].map { (operation.name, $0.json) }
    if explains { requests.append(("explain", wrapped)) }
    let served = try serve(requests, example)
    let result = try #require(served.first)
    #expect(served.count == requests.count && result.hasPrefix("{\"") && !result.hasPrefix("{\"jsonrpc"), "\(result)")
    #expect(served[1] == result, "parameters that are null")
    let lines = try batch(operation.name, [request.json, known.json, unknown.json], example)
    #expect(lines.count == 3)
    #expect(lines.prefix(2) == [withID(result, request, operation), withID(result, known, operation)])
    for refusal in [served[2], lines.last ?? ""] {
      for name in others { #expect(refusal.contains("`\(name)`"), "\(name): \(refusal)") }
    }
    if let command = example.command {
      try runs(command, request, known, unknown, others, result, example)
    }
    guard explains else { return #expect(example.name == Operations.explain([]).name) }
    try explanations(request, wrapped, served[3], example)
  }

  /// A file of events is folded as a request with them is: the same account, to the byte, and the same refusals.
  @Test(arguments: OperationExample.all.filter { $0.name == "loyalty.replay" })
  func filesOfEventsAgree(_ example: OperationExample) throws {
    let request = try example.request()
    let events = try #require(request.list("events"))
    let account = try #require(request.members.first { $0.name == "account" }?.json)
    let now = try #require(request.members.first { $0.name == "now" }?.json.replacing("\"", with: ""))
    let result = try #require(try serve([("loyalty.replay", request.json)], example).first)
    let lines = events.map { "{\"account\": \(account), \($0.dropFirst())" }

    func replay(_ lines: [String]) throws -> CommandResult {
      try runCommand(
        ["loyalty", "replay", "-", "--now", now, "--pack", example.packFolder],
        input: Array(lines.joined(separator: "\n").utf8), timeout: 60)
    }
    for lines in [lines, lines.reversed()] {
      let run = try replay(lines)
      let folded = run.standardOutput.dropLast()
      #expect(run.exitCode == 0 && folded.hasPrefix("{"), "\(run.standardError)")
      #expect(result.hasSuffix(",\"account\":\(folded)}"), "\(folded.prefix(200))")
    }

    let first = try #require(events.first)
    let changes = [("\"type\":", "\"tpye\":"), ("\"time\":", "\"time\": 7, \"x\":")]
    for (old, new) in changes {
      let wrong = first.replacing(old, with: new)
      let refused = try #require(
        try serve([("loyalty.replay", request.replacing("events", with: "[\(wrong)]").json)], example).first)
      let codes = Set(refused.matches(of: /"code":"([^"]+)"/).map { String($0.1) })
      let run = try replay(["{\"account\": \(account), \(wrong.dropFirst())"])
      #expect(run.exitCode == 1 && run.standardOutput.isEmpty && !codes.isEmpty)
      for code in codes { #expect(run.standardError.contains(code), "\(code): \(run.standardError)") }
    }
  }

  private func runs(
    _ command: OperationCommand, _ request: OperationExample.Request, _ known: OperationExample.Request,
    _ unknown: OperationExample.Request, _ others: [String], _ result: String, _ example: OperationExample
  ) throws {
    try withTemporaryDirectory { folder in
      let takesFile = command.request.takesFile
      for (request, asOptions) in [(request, false), (takesFile ? known : request, true)] {
        let run = try example.run(command.command, command.request, request, in: folder, asOptions: asOptions)
        #expect(run.output == result + "\n", "\(run.report) \(asOptions)")
      }
      let refused = try example.run(command.command, command.request, unknown, in: folder, asOptions: false)
      #expect(refused.status != .success && refused.output.isEmpty)
      // Where operands are members, others can only be options, of which the first that does not exist is reported.
      for name in takesFile ? others : [] {
        #expect(refused.report.contains("`\(name)`"), "\(name): \(refused.report)")
      }
    }
  }

  private func explanations(
    _ request: OperationExample.Request, _ wrapped: String, _ result: String, _ example: OperationExample
  ) throws {
    #expect(result.contains("\"method\":\"\(example.name)\""), "\(result)")
    #expect(try batch("explain", [wrapped], example) == [result])
    let command = try #require(Command.explain.subcommands.first { $0.name == example.name })
    var request = request
    request.members.removeAll { $0.name == "explain" }
    try withTemporaryDirectory { folder in
      let arguments = example.command?.request ?? .file()
      let run = try example.run(command, arguments, request, in: folder, asOptions: false)
      #expect(run.output == result + "\n", "\(run.report)")
    }
  }

  // MARK: -

  private func absent(_ parameters: [String], in request: OperationExample.Request) -> [String] {
    // Scores return the id of their request, whatever it is.
    parameters.filter { name in name != "id" && !request.members.contains { $0.name == name } }
  }

  /// The results of `terrain serve`; an error as it is.
  private func serve(_ requests: [(method: String, json: String)], _ example: OperationExample) throws -> [String] {
    let lines = requests.enumerated().map { index, request in
      "{\"jsonrpc\": \"2.0\", \"id\": \(index), \"method\": \"\(request.method)\", \"params\": \(request.json)}\n"
    }
    let run = try runCommand(
      ["serve", "--pack", example.packFolder, "--threads", "1", "--log-level", "error"],
      input: Array(lines.joined().utf8), timeout: 120)
    #expect(run.exitCode == 0, "\(run.standardError)")
    return run.standardOutput.split(separator: "\n").map { line in
      let result = line.replacing(/^{"jsonrpc":"2.0","id":[0-9]+,"result":/, with: "")
      return String(result.count < line.count ? result.dropLast() : line)
    }
  }

  private func batch(_ method: String, _ requests: [String], _ example: OperationExample) throws -> [String] {
    let run = try runCommand(
      ["batch", method, "--explain", "--pack", example.packFolder, "--threads", "1"],
      input: Array(requests.joined(separator: "\n").utf8), timeout: 120)
    return run.standardOutput.split(separator: "\n").map(String.init)
  }

  /// `result` as a line of a batch: with the id of its request, where the operation does not return that itself.
  private func withID(_ result: String, _ request: OperationExample.Request, _ operation: AnyOperation) -> String {
    guard let id = request.members.first(where: { $0.name == "id" }),
      !operation.result.fields.contains(where: { $0.name == "id" })
    else { return result }
    return "{\"id\":\(id.json),\(result.dropFirst())"
  }
}
