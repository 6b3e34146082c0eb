import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import Testing

@testable import terrain

/// An example request of a shipped pack, and the ways to send it.
struct OperationExample: Sendable, CustomTestStringConvertible {
  let pack: String
  let name: String

  var testDescription: String { "\(pack) \(name)" }
  var packFolder: String { TranscriptTests.checkout.appending(path: "ContentPacks/\(pack)").path }
  var operation: AnyOperation? { AnyOperation.named(name) }
  /// What the command of the operation takes; nil where the operation has none.
  var command: OperationCommand? { OperationCommand.all.first { $0.operation.name == name } }

  /// Every example of an operation that takes parameters, in every shipped pack.
  static let all: [OperationExample] = {
    let packs = TranscriptTests.checkout.appending(path: "ContentPacks")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: packs.path))?.sorted() ?? []
    return names.flatMap { pack in
      AnyOperation.ofLines.map { OperationExample(pack: pack, name: $0.name) }.filter {
        FileManager.default.fileExists(atPath: $0.url.path)
      }
    }
  }()

  var url: URL { URL(fileURLWithPath: "\(packFolder)/examples/requests/\(name).json") }

  /// The example as members and their JSON, in order.
  func request() throws -> Request {
    try Request(SourceText(name: url.path, bytes: [UInt8](Data(contentsOf: url))))
  }

  /// A request as members and their JSON.
  struct Request {
    var members: [(name: String, json: String)]

    init(_ source: SourceText) throws {
      let document = try #require(JSONReader.read(source).document)
      members = document.root.members.map { key, value in
        (key.text?.string ?? "", source.text(of: value.range).split(separator: "\n").joined(separator: " "))
      }
    }

    /// The member called `name`.
    func member(_ name: String) -> Request? {
      members.first { $0.name == name }.flatMap { try? Request(SourceText(name: name, text: $0.json)) }
    }

    /// The elements of the list `name`, each on one line.
    func list(_ name: String) -> [String]? {
      guard let json = members.first(where: { $0.name == name })?.json else { return nil }
      let source = SourceText(name: name, text: json)
      return JSONReader.read(source).document?.root.elements.map { source.text(of: $0.range) }
    }

    func replacing(_ name: String, with json: String) -> Request {
      var request = self
      request.members = members.map { $0.name == name ? ($0.name, json) : $0 }
      return request
    }

    var json: String { "{\(members.map { "\"\($0.name)\": \($0.json)" }.joined(separator: ", "))}" }

    func adding(_ names: some Sequence<String>) -> Request {
      var request = self
      request.members += names.map { ($0, "null") }
      return request
    }
  }

  /// The output of a command.
  struct Run {
    var output: String
    var report: String
    var status: terrain.ExitStatus
  }

  /// Runs `command` in this process with `request`, whose members become operands and, where `asOptions` or where no file holds
  /// them, options.
  func run(
    _ command: Command, _ arguments: RequestArguments, _ request: Request, in folder: URL, asOptions: Bool
  ) throws -> Run {
    var words = ["--pack", packFolder, "--json"]
    var rest = request
    // An option cannot say null.
    for member in request.members where (asOptions || !arguments.takesFile) && member.json != "null" {
      if member.name == "explain" {
        rest.members.removeAll { $0.name == member.name }
        words.append("--explain")
      }
      guard let option = arguments.options.first(where: { $0.name == member.name }) else { continue }
      rest.members.removeAll { $0.name == member.name }
      if option.takesValue { words.append("--\(option.name)=\(try Self.text(member.json))") }
      if !option.takesValue, member.json == "true" { words.append("--\(option.name)") }
    }
    for (index, part) in arguments.parts.enumerated() {
      let file = folder.appending(path: "operand\(index).json")
      switch part.role {
      case .request, .requestOrMember, .requestOrText:
        try rest.json.write(to: file, atomically: true, encoding: .utf8)
        words.append(file.path)
      case .member(let name) where part.operand.arity == .optional && !rest.members.contains { $0.name == name }:
        continue
      case .member(let name):
        let member = rest.members.first { $0.name == name }
        rest.members.removeAll { $0.name == name }
        try (member?.json ?? "null").write(to: file, atomically: true, encoding: .utf8)
        words.append(file.path)
      case .text(let name):
        words.append(try Self.text(rest.members.first { $0.name == name }?.json ?? ""))
        rest.members.removeAll { $0.name == name }
      }
    }
    // What no operand holds has to be an option: the command line refuses one that does not exist.
    if !arguments.takesFile { words += rest.members.filter { $0.name != "$schema" }.map { "--\($0.name)=x" } }
    let written = WrittenText()
    let console = Console(
      outputIsTerminal: false, outputHasColor: false, errorIsTerminal: false, errorHasColor: false, width: 80
    ) { bytes, descriptor in written.add(bytes, isOutput: descriptor == .standardOutput) }
    do {
      guard case .run(let command, let arguments) = try ArgumentParser(root: command).parse(words) else {
        throw CocoaError(.featureUnsupported)
      }
      let status = try command.run?(arguments, console) ?? .couldNotRun
      return Run(output: written.output, report: written.report, status: status)
    } catch let error as UsageError {
      return Run(output: "", report: error.description, status: .couldNotRun)
    } catch let error as DiagnosticError {
      let status = console.report(error)
      return Run(output: written.output, report: written.report, status: status)
    }
  }

  private static func text(_ json: String) throws -> String {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    return value as? String ?? json
  }
}

extension RequestArguments {
  /// Whether an operand is a file with the whole request.
  var takesFile: Bool {
    parts.contains {
      switch $0.role {
      case .request, .requestOrMember, .requestOrText: true
      case .member, .text: false
      }
    }
  }
}

extension RequestArguments.Part.Role {
  /// The parameter that the operand gives; nil of a whole request.
  var member: String? {
    switch self {
    case .member(let name), .text(let name): name
    case .request, .requestOrMember, .requestOrText: nil
    }
  }
}

/// What a console was given.
private final class WrittenText: @unchecked Sendable {
  private(set) var output = ""
  private(set) var report = ""

  func add(_ bytes: [UInt8], isOutput: Bool) {
    if isOutput {
      output += String(decoding: bytes, as: UTF8.self)
    } else {
      report += String(decoding: bytes, as: UTF8.self)
    }
  }
}
