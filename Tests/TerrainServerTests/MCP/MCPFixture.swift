import Foundation
import TerrainAnalysis
import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// A small system in a folder of its own, and a client of its server.
struct MCPFixture {
  let folder: URL
  let session: MCPSession

  static let rules = "Rules/my-shop/today.yaml"
  static let tests = "Rules/my-shop/tests/today.yaml"
  static let scenarios = "Rules/my-shop/scenarios/today.yaml"
  static let manifest = "Rules/my-shop/ruleset.yaml"
  static let messages = "ContentPacks/my-shop/messages.yaml"

  /// Calls `body` with a server that may write in `writable`, a path in the folder; nil where it may not.
  ///
  /// - Parameter checksResults: whether scenarios, invariants and populations are checked too.
  static func with(
    writable: String? = "Rules", limits: RequestLimits = RequestLimits(), timeout: Int = 60_000,
    clock: MonotonicClock = .system, checksResults: Bool = false,
    _ body: (MCPFixture) throws -> Void
  ) throws {
    try withTemporaryDirectory { folder in
      let schemas = MethodFixture.checkout.appending(path: "ContentPacks/Schemas").path
      let scaffold = try Scaffold.system(in: folder.path, name: "my-shop", date: "2026-03-01", schemas: schemas)
      for file in scaffold.created {
        let url = URL(fileURLWithPath: file.path)
        try url.deletingLastPathComponent().write(file.bytes, to: url.lastPathComponent)
      }
      let locator = PackLocator(home: folder.path, workingFolder: "/nowhere", program: nil)
      let place = SystemPlace(pack: folder.appending(path: "ContentPacks/my-shop").path, locator: locator)
      var validator = Validator()
      validator.publishedSchemas = locator.schemas()
      if checksResults { validator.checkResults() }
      validator.ruleSet = { locator.ruleSet($0, forPackAt: $1) }
      let setup = MCPSetup(
        validator: validator, report: { _, _ in "<html></html>" }, codes: ["rules/a"],
        explanation: { $0 == "rules/a" ? "An explanation." : nil },
        writableFolder: writable.flatMap { Folder.realPath(folder.appending(path: $0).path) }, limits: limits,
        timeout: timeout, clock: clock)
      try body(MCPFixture(folder: folder, session: MCPSession(try ServedSystem(place), setup)))
    }
  }

  /// The path of a file of the folder, as the server names it.
  func path(_ name: String) throws -> String {
    let listed = try #require(try call("resources/list")["resources"]).elements.compactMap { $0["name"]?.text?.string }
    return try #require(listed.first { $0.hasSuffix(name) })
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The bytes of all files of the folder, by path; of links where they lead.
  func everything() throws -> [String: Data] {
    var files: [String: Data] = [:]
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names {
      let path = folder.appending(path: name).path
      if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
        files[name] = Data("link \(link)".utf8)
      } else if let bytes = FileManager.default.contents(atPath: path) {
        files[name] = bytes
      }
    }
    return files
  }

  // MARK: Messages

  /// The answer to a line, without its end; empty where there is none.
  func answer(_ line: String) -> String {
    var writer = JSONWriter(.compact)
    let bytes = Array(line.utf8)
    bytes.withUnsafeBufferPointer { session.answer($0, to: &writer) }
    return writer.string.trimmingCharacters(in: .newlines)
  }

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  /// The answer to a request of the newest revision.
  func response(_ method: String, _ parameters: String = "") throws -> Node {
    let members = parameters.isEmpty ? Self.meta : "\(Self.meta),\(parameters)"
    let line = answer(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(members)}}"#)
    #expect(!line.contains("\n"))
    return try MethodFixture.document(line).root
  }

  /// The result of a request of the newest revision.
  func call(_ method: String, _ parameters: String = "") throws -> Node {
    let response = try response(method, parameters)
    return try #require(response["result"], "\(response.document.source.text(of: response.range))")
  }

  /// The result of a tool.
  func tool(_ name: String, _ arguments: String = "{}") throws -> Node {
    try call("tools/call", #""name":"\#(name)","arguments":\#(arguments)"#)
  }

  /// The arguments that give `texts` to files at `paths`.
  static func changes(_ changes: [(path: String, text: String)]) -> String {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.array("changes") { writer in
        for change in changes {
          writer.object { writer in
            writer.member("path", change.path)
            writer.member("text", change.text)
          }
        }
      }
    }
    return writer.string
  }
}

extension Node {
  /// The codes of the diagnostics of a tool's refusal; nil where it is none.
  func refusals() throws -> [String]? {
    guard self["isError"]?.bool == true else { return nil }
    let text = try #require(self["content"]?.elements.first { _ in true }?["text"]?.text?.string)
    let diagnostics = try #require(try MethodFixture.document(text).root["diagnostics"])
    return diagnostics.elements.compactMap { $0["code"]?.text?.string }
  }
}
