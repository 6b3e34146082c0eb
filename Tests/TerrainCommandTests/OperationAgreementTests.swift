import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainServer
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
    #expect(OperationCommand.all.count > 20)
    for command in OperationCommand.all {
      let parameters = command.operation.parameters.fields.map(\.name)
      for option in command.request.options {
        #expect(parameters.contains(option.name), "\(command.operation.name) --\(option.name)")
      }
    }
  }

  @Test(arguments: OperationExample.all) func resultsAreTheSameBytes(_ example: OperationExample) throws {
    let operation = try #require(example.operation)
    let request = try example.request()
    let known = request.adding(absent(operation, in: request))
    // Parameters that are null are left out: everybody takes them.
    let served = try serve(operation.name, [request.json, known.json], example)
    #expect(served.count == 2 && served.allSatisfy { $0.hasPrefix("{") }, "\(served)")
    let result = try #require(served.first)
    #expect(served.last == result, "parameters that are null")
    let lines = try batch(operation.name, [request.json, known.json], example)
    #expect(lines == [withID(result, request, operation), withID(result, known, operation)], "batch")
    guard let command = example.command else { return }
    try withTemporaryDirectory { folder in
      for (request, asOptions) in [
        (request, false), (request, true), (command.request.takesFile ? known : request, false),
      ] {
        let run = try example.run(command.command, command.request, request, in: folder, asOptions: asOptions)
        #expect(run.output == result + "\n", "\(run.report) \(asOptions)")
      }
    }
  }

  @Test(arguments: OperationExample.all) func explanationsAreTheSameBytes(_ example: OperationExample) throws {
    guard AnyOperation.explainable.contains(where: { $0.name == example.name }) else {
      #expect(example.name == "explain")
      return
    }
    let request = try example.request()
    let wrapped = "{\"method\": \"\(example.name)\", \"params\": \(request.json)}"
    let result = try #require(serve("explain", [wrapped], example).first)
    #expect(result.hasPrefix("{"), "\(result)")
    #expect(try batch("explain", [wrapped], example) == [result])
    let command = try #require(Command.explain.subcommands.first { $0.name == example.name })
    try withTemporaryDirectory { folder in
      let arguments = example.command?.request ?? .file()
      let run = try example.run(command, arguments, request, in: folder, asOptions: false)
      #expect(run.output == result + "\n", "\(run.report)")
    }
  }

  /// Everybody refuses the parameters of other operations, and names each.
  @Test(arguments: OperationExample.all) func othersParametersAreRefused(_ example: OperationExample) throws {
    let operation = try #require(example.operation)
    let own = operation.parameters.fields.map(\.name)
    // A line may always have an id.
    let others = Set(AnyOperation.all.flatMap { $0.parameters.fields.map(\.name) }).subtracting(own + ["id"]).sorted()
    #expect(!others.isEmpty)
    let request = try example.request().adding(others)
    let refusals = try serve(operation.name, [request.json], example) + batch(operation.name, [request.json], example)
    #expect(refusals.count == 2)
    for refusal in refusals {
      for name in others { #expect(refusal.contains("`\(name)`"), "\(name): \(refusal)") }
    }
    guard let command = example.command else { return }
    try withTemporaryDirectory { folder in
      let run = try example.run(command.command, command.request, request, in: folder, asOptions: false)
      #expect(run.status != .fine && run.output.isEmpty)
      // Where operands are members, others can only be options, of which the first that does not exist is reported.
      for name in command.request.takesFile ? others : [] {
        #expect(run.report.contains("`\(name)`"), "\(name): \(run.report)")
      }
    }
  }

  // MARK: -

  private func absent(_ operation: AnyOperation, in request: OperationExample.Request) -> [String] {
    operation.parameters.fields.map(\.name).filter { name in
      // Scores return the id of their request, whatever it is.
      name != "id" && !request.members.contains { $0.name == name }
    }
  }

  /// The results of `method` by `terrain serve`; an error as it is.
  private func serve(_ method: String, _ requests: [String], _ example: OperationExample) throws -> [String] {
    let lines = requests.enumerated().map { index, request in
      "{\"jsonrpc\": \"2.0\", \"id\": \(index), \"method\": \"\(method)\", \"params\": \(request)}\n"
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
