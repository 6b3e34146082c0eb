import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// The adapter of the Model Context Protocol.
@Suite struct MCPTests {
  /// The responses to `lines`.
  private static func responses(
    _ lines: [String], pack: String = "terrain", threads: Int = 1, limits: RequestLimits = RequestLimits()
  ) throws -> [String] {
    let state = ServiceState(
      try MethodFixture.served("ContentPacks/\(pack)"), limits: limits, threads: threads,
      log: ServerLog(level: .error, format: .json) { _ in })
    return try withTemporaryDirectory { folder in
      let input = try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "in")
      let output = URL(fileURLWithPath: try folder.write([UInt8](), to: "out"))
      let read = try FileHandle(forReadingFrom: URL(fileURLWithPath: input))
      let write = try FileHandle(forWritingTo: output)
      let isTaken = MCPAdapter.run(
        state, input: Descriptor(number: read.fileDescriptor), output: Descriptor(number: write.fileDescriptor))
      #expect(isTaken)
      return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  /// The member of the one response to a request.
  private static func member(
    _ name: String, _ method: String, _ parameters: String = "{}", pack: String = "terrain"
  ) throws -> Node {
    let lines = try responses(
      [#"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":\#(parameters)}"#], pack: pack)
    #expect(lines.count == 1 && lines[0].hasPrefix(#"{"jsonrpc":"2.0","id":"a","#))
    let line = try #require(lines.first)
    return try #require(MethodFixture.document(line).root[Text(name)], "\(lines)")
  }

  private static func tool(_ name: String, _ arguments: String = "{}", pack: String = "terrain") throws -> Node {
    try member("result", "tools/call", #"{"name":"\#(name)","arguments":\#(arguments)}"#, pack: pack)
  }

  private static func text(_ result: Node) -> String? {
    result["content"]?.elements.first { _ in true }?["text"]?.text?.string
  }

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
  ])
  func handshakeAgreesOnARevision(requested: String, agreed: String) throws {
    let result = try Self.member("result", "initialize", #"{"protocolVersion":"\#(requested)","capabilities":{}}"#)
    #expect(result["protocolVersion"]?.text?.string == agreed)
    #expect(result["capabilities"]?["tools"]?.kind == .map)
    #expect(result["serverInfo"]?["version"]?.text?.string == ProgramVersion.text)
    #expect(try Self.member("result", "ping").count == 0)
  }

  @Test func theNewestRevisionNeedsNoHandshake() throws {
    func meta(_ revision: String) -> String {
      #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"\#(revision)","io.modelcontextprotocol/clientCapabilities":{}}}"#
    }
    let found = try Self.member("result", "server/discover", meta("2026-07-28"))
    #expect(found["supportedVersions"]?.elements.first { _ in true }?.text?.string == "2026-07-28")
    #expect(found["resultType"]?.text?.string == "complete" && found["ttlMs"]?.int == 0)
    #expect(try Self.member("result", "tools/list", meta("2026-07-28"))["cacheScope"]?.text?.string == "private")
    let error = try Self.member("error", "tools/list", meta("2030-01-01"))
    #expect(error["code"]?.int == -32022 && error["data"]?["supported"]?.count == 5)
    #expect(error["data"]?["requested"]?.text?.string == "2030-01-01")
  }

  /// A model reads the whole list: it is short, and has the operations that the pack can answer.
  @Test(arguments: MethodFixture.packs)
  func listOfTools(pack: String) throws {
    let lines = try Self.responses([#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#], pack: pack)
    #expect(try #require(lines.first).utf8.count <= 30_000, "\(pack)")
    let tools = try #require(MethodFixture.document(lines[0]).root["result"]?["tools"])
    let names = tools.elements.compactMap { $0["name"]?.text?.string }
    #expect(Set(names).count == tools.count)
    #expect(names.allSatisfy { $0.range(of: "^[a-z_]{1,64}$", options: .regularExpression) != nil })
    let examples = try FileManager.default.contentsOfDirectory(
      atPath: MethodFixture.checkout.appending(path: "ContentPacks/\(pack)/examples/requests").path)
    for example in examples {
      let name = String(example.dropLast(".json".count)).replacing(".", with: "_")
      #expect(names.contains(name), "\(pack): \(name)")
    }
    for tool in tools.elements {
      #expect(tool["inputSchema"]?["type"]?.isText("object") == true && tool["description"] != nil)
      let properties = try #require(tool["inputSchema"]?["properties"])
      for (_, member) in properties.members {
        let keys = member.members.compactMap { $0.key.text?.string }
        #expect(keys.allSatisfy { ["type", "description"].contains($0) }, "\(keys)")
      }
    }
    // Operations without decisions in this pack, and operations of the service.
    let absent = [
      "design": ["score", "page", "suggest", "loyalty_apply", "timeline"], "quicksip": ["score", "trend", "program"],
      "terrain": ["loyalty_apply", "timeline"], "yeetcard": ["quiz_next", "loyalty_status", "merge"],
    ]
    for name in (absent[pack] ?? []) + ["health", "shutdown", "pack_reload", "rpc_discover"] {
      #expect(!names.contains(name), "\(pack): \(name)")
    }
  }

  @Test func toolsAnswerWithStructureAndText() throws {
    let result = try Self.tool("decide", #"{"decision":"types.thermal","facts":{"cold_heat":-4}}"#)
    #expect(result["isError"]?.bool == false)
    #expect(result["structuredContent"]?["value"]?.isText("cold") == true)
    let text = try #require(Self.text(result))
    let structured = try #require(result["structuredContent"])
    let read = try MethodFixture.document(text).root.value(fractions: .decimal)
    #expect(read.isEqual(to: structured.value(fractions: .decimal)))
    #expect(try Self.tool("quiz_next", #"{"answers":{}}"#)["isError"]?.bool == false)
  }

  /// The dispatcher checks the complete schema, and errors contain no value of the request.
  @Test func errorsOfOperationsAreResults() throws {
    let result = try Self.tool("score", #"{"answers":{"q1_run_temp":"SECRET"},"explian":true}"#)
    #expect(result["isError"]?.bool == true && result["structuredContent"] == nil)
    let text = try #require(Self.text(result))
    #expect(text.hasPrefix("Invalid params\n") && text.contains("`explain`") && !text.contains("SECRET"), "\(text)")
    let answers = try #require(Self.text(try Self.tool("score", #"{"answers":{"q1_run_temp":"SECRET"}}"#)))
    #expect(answers.contains("q1_run_temp") && !answers.contains("SECRET"), "\(answers)")
    #expect(try Self.tool("score", "[1]")["isError"]?.bool == true)
    let error = try Self.member("error", "tools/call", #"{"name":"quiz.next"}"#)
    #expect(error["code"]?.int == -32602)
    #expect(error["message"]?.text?.string == "there is no such tool; `tools/list` lists the tools")
    #expect(try Self.member("error", "shutdown")["code"]?.int == -32601)
  }

  @Test(
    arguments: [
      ("{", -32700), ("[]", -32600), ("1", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
      (String(repeating: "[", count: 100), -32002),
      (#"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: 5000), -32002),
    ] as [(String, Int)])
  func hostileLines(line: String, code: Int) throws {
    var limits = RequestLimits()
    limits.lineLength = 4000
    let lines = try Self.responses([line, #"{"jsonrpc":"2.0","id":9,"method":"ping"}"#], limits: limits)
    try #require(lines.count == 2)
    let error = try MethodFixture.document(lines[0]).root
    #expect(error["error"]?["code"]?.int == Int64(code) && error["id"]?.kind != .null, "\(lines)")
    #expect(lines[1] == #"{"jsonrpc":"2.0","id":9,"result":{}}"#)
  }

  @Test func notificationsHaveNoAnswer() throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let lines = try Self.responses([
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#, "  ",
      #"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#, "[\(ping),\(ping)]",
    ])
    let answer = #"{"jsonrpc":"2.0","id":1,"result":{}}"#
    #expect(lines == ["[\(answer),\(answer)]"])
  }

  /// A validation takes long; the notification after it ends it, and nobody waits for an answer.
  @Test func canceledCallsHaveNoAnswer() throws {
    let lines = try Self.responses(
      [
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pack_validate"}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      ], threads: 2)
    #expect(lines == [])
  }
}
