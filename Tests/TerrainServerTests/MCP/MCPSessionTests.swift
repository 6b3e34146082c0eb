import Foundation
import TerrainDocuments
import TerrainOperations
import TerrainServer
import TestSupport
import Testing

/// The protocol: eras, lists, errors, hostile lines.
@Suite struct MCPSessionTests {
  private static func initialize(_ revision: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{},"#
      + #""clientInfo":{"name":"test","version":"1"}}}"#
  }

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
  ])
  func handshakeAgreesOnARevision(requested: String, agreed: String) throws {
    try MCPFixture.with { client in
      let result = try MethodFixture.document(client.answer(Self.initialize(requested))).root["result"]
      #expect(result?["protocolVersion"]?.text?.string == agreed)
      #expect(client.answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).isEmpty)
      let listed = client.answer(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#)
      #expect(listed.hasPrefix(#"{"jsonrpc":"2.0","id":"a","result":{"tools":[{"name":"score""#))
      #expect(listed.contains("outputSchema") == (agreed >= "2025-06-18"))
      #expect(listed.contains("annotations") == (agreed >= "2025-03-26"))
      #expect(!listed.contains("resultType"))
    }
  }

  @Test func newestRevisionNeedsNoHandshake() throws {
    try MCPFixture.with { client in
      let found = try client.call("server/discover")
      #expect(found["supportedVersions"]?.elements.first { _ in true }?.text?.string == "2026-07-28")
      #expect(found["resultType"]?.text?.string == "complete")
      #expect(found["ttlMs"]?.int == 0)
      #expect(found["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"]?.text?.string == ProgramVersion.text)
    }
  }

  /// Each tool has the schemas of its operation, and no name that a client refuses.
  @Test func toolsAreOperations() throws {
    try MCPFixture.with { client in
      let tools = try #require(try client.call("tools/list")["tools"])
      let names = tools.elements.compactMap { $0["name"]?.text?.string }
      #expect(Set(names).count == names.count)
      #expect(names.allSatisfy { $0.range(of: "^[a-z_]{1,64}$", options: .regularExpression) != nil })
      #expect(
        Set(names).isSuperset(of: [
          "score", "today", "suggest", "explain", "decide", "validate", "rules_test", "impact", "diff", "quality",
          "report", "propose", "write",
        ]))
      for tool in tools.elements {
        #expect(tool["inputSchema"]?["type"]?.text?.string == "object")
        #expect(tool["outputSchema"]?["type"]?.text?.string == "object")
      }
      // The members of each are those that `terrain schema` prints.
      for operation in [AnyOperation(Operations.decide), AnyOperation(Operations.trend)] {
        let tool = try #require(tools.elements.first { $0["name"]?.text?.string == operation.name })
        for side in OperationSchemas.Side.allCases {
          let schema = side == .request ? tool["inputSchema"] : tool["outputSchema"]
          let own = try #require(schema?["properties"])
          let printed = String(decoding: OperationSchemas.schema(of: operation, side), as: UTF8.self)
          let whole = try #require(MethodFixture.document(printed).root["properties"])
          #expect(own.count == whole.members.count { $0.key.text != "$schema" }, "\(operation.name) \(side)")
          for (name, member) in own.members {
            let text = try #require(name.text)
            let expected = try #require(whole[text]).value(fractions: .decimal)
            #expect(expected.isEqual(to: member.value(fractions: .decimal)), "\(operation.name) \(text)")
          }
        }
      }
      // An account is passed back as it is: what is in it is no part of the list.
      let earn = try #require(tools.elements.first { $0["name"]?.isText("loyalty_earn") ?? false })["outputSchema"]
      #expect(earn?["properties"]?["account"]?["type"]?.isText("object") == true)
      #expect(earn?["$defs"]?["account"] == nil && earn?["$defs"]?["entry"] != nil)
    }
  }

  @Test func toolsAnswerWithStructureAndText() throws {
    try MCPFixture.with { client in
      let result = try client.tool("decide", #"{"decision":"today.greeting","facts":{"hour":19}}"#)
      #expect(result["isError"]?.bool == false)
      let text = try #require(result["content"]?.elements.first { _ in true }?["text"]?.text?.string)
      let structured = try #require(result["structuredContent"])
      let read = try MethodFixture.document(text).root.value(fractions: .decimal)
      #expect(read.isEqual(to: structured.value(fractions: .decimal)))
      #expect(text.contains("greeting.late"))
      #expect(try client.tool("decide", #"{"decision":"nothing"}"#).refusals()?.isEmpty == false)
      #expect(try client.tool("validate", #"{"change":[]}"#).refusals()?.isEmpty == false)
      #expect(try client.tool("today", #"{"now":"2026-01-05T09:30:00Z","day":{"visits":0}}"#)["isError"]?.bool == false)
      #expect(try client.tool("validate")["structuredContent"]?["valid"]?.bool == true)
      #expect(try client.tool("rules_test")["structuredContent"]?["cases"]?.int == 4)
      #expect(try client.tool("impact")["structuredContent"]?["changed"]?.int == 0)
      #expect(try client.tool("diff")["isError"]?.bool == false)
      #expect(try client.tool("report")["structuredContent"]?["html"]?.text?.string == "<html></html>")
      #expect(try client.tool("quality").refusals() == ["quality/not-found"])
    }
  }

  @Test func valuesOfRequestsAreNotInErrors() throws {
    try MCPFixture.with { client in
      let line = client.answer(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"decide","arguments":{"decision":"today.greeting","#
          + #""facts":{"hour":"SECRET"}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
          + #""io.modelcontextprotocol/clientCapabilities":{}}}}"#)
      #expect(line.contains(#""isError":true"#))
      #expect(!line.contains("SECRET"))
    }
  }

  @Test func resources() throws {
    try MCPFixture.with { client in
      let listed = try #require(try client.call("resources/list")["resources"])
      let addresses = listed.elements.compactMap { $0["uri"]?.text?.string }
      let rules = try #require(addresses.first { $0.hasSuffix("/Rules/my-shop/today.yaml") })
      let read = try client.call("resources/read", #""uri":"\#(rules)""#)
      #expect(
        try read["contents"]?.elements.first { _ in true }?["text"]?.text?.string == client.text(MCPFixture.rules))
      for address in addresses + ["terrain://diagnostics/rules/a"] {
        #expect(try client.call("resources/read", #""uri":"\#(address)""#)["contents"]?.count == 1)
      }
      for address in [
        "file:///etc/hosts", "terrain://files//etc/hosts", "\(rules)/", "\(rules)/../today.yaml", "terrain://files/",
        "terrain://diagnostics/rules/b", "terrain://", "", rules.uppercased(), "\(rules)\\u0000", "terrain://Pack",
      ] {
        let error = try client.response("resources/read", #""uri":"\#(address)""#)["error"]
        #expect(error?["code"]?.int == -32602, "\(address)")
      }
      #expect(try client.call("resources/templates/list")["resourceTemplates"]?.count == 2)
    }
  }

  @Test func prompts() throws {
    try MCPFixture.with { client in
      for prompt in try #require(try client.call("prompts/list")["prompts"]).elements {
        let name = try #require(prompt["name"]?.text?.string)
        let names = try #require(prompt["arguments"]).elements.compactMap { $0["name"]?.text?.string }
        // What an argument contains is not filled in.
        let arguments = names.map { #""\#($0)":"<{\#($0)}>""# }.joined(separator: ",")
        let got = try client.call("prompts/get", #""name":"\#(name)","arguments":{\#(arguments)}"#)
        let text = try #require(
          got["messages"]?.elements.first { _ in true }?["content"]?["text"]?.text?.string)
        for name in names { #expect(text.contains("<{\(name)}>")) }
        #expect(try client.response("prompts/get", #""name":"\#(name)""#)["error"]?["code"]?.int == -32602)
      }
    }
  }

  @Test(
    arguments: [
      ("{", -32700), ("[]", -32600), ("1", -32600), ("[1]", -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
        -32602
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}"#,
        -32022
      ),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}"#,
        -32602
      ),
      (String(repeating: "[", count: 100), -32000),
      (#"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: 5000), -32000),
    ] as [(String, Int)])
  func hostileLines(line: String, code: Int) throws {
    var limits = RequestLimits()
    limits.lineLength = 4000
    try MCPFixture.with(limits: limits) { client in
      let error = try MethodFixture.document(client.answer(line)).root["error"]
      #expect(error?["code"]?.int.map { Int($0) } == code, "\(client.answer(line))")
      // A line that is wrong leaves nothing behind.
      #expect(client.answer(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#) == #"{"jsonrpc":"2.0","id":9,"result":{}}"#)
    }
  }

  /// Each error says what is wrong, and how to put it right.
  @Test(
    arguments: [
      (#""method":"tools/list""#, -32602, "mcp/no-revision"),
      (#""method":"tools/list","id":null"#, -32600, "mcp/request-id"),
      (#""method":"tools/list","params":{"_meta":{REVISION}}"#, -32602, "mcp/no-capabilities"),
      (#""method":"nothing","params":{META}"#, -32601, "rpc/unknown-method"),
      (#""method":"ping","params":{META}"#, -32601, "rpc/unknown-method"),
      (#""method":"tools/list","params":{META,"cursor":"2"}"#, -32602, "mcp/unknown-cursor"),
      (#""method":"tools/call","params":{META}"#, -32602, "mcp/missing-parameter"),
      (#""method":"tools/call","params":{META,"name":"quiz.next"}"#, -32602, "mcp/unknown-tool"),
      (#""method":"prompts/get","params":{META,"name":"nothing"}"#, -32602, "mcp/unknown-prompt"),
      (#""method":"prompts/get","params":{META,"name":"translate"}"#, -32602, "mcp/missing-parameter"),
      (#""method":"resources/read","params":{META,"uri":"file:///etc/hosts"}"#, -32602, "mcp/unknown-resource"),
    ])
  func protocolErrors(members: String, code: Int, diagnostic: String) throws {
    try MCPFixture.with { client in
      let id = members.contains(#""id""#) ? "" : #""id":1,"#
      let revision = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#
      let meta = #""_meta":{\#(revision),"io.modelcontextprotocol/clientCapabilities":{}}"#
      let line = client.answer(
        #"{"jsonrpc":"2.0",\#(id)\#(members)}"#.replacing("REVISION", with: revision).replacing("META", with: meta))
      let error = try #require(try MethodFixture.document(line).root["error"], "\(line)")
      #expect(error["code"]?.int.map { Int($0) } == code)
      let diagnostics = error["data"]?["diagnostics"]?.elements.compactMap { $0["code"]?.text?.string }
      #expect(diagnostics == [diagnostic])
    }
  }

  @Test func notificationsHaveNoAnswer() throws {
    try MCPFixture.with { client in
      #expect(client.answer(#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"write"}}"#).isEmpty)
      #expect(client.answer(#"{"jsonrpc":"2.0","id":1,"result":{}}"#).isEmpty)
      #expect(client.answer("  ").isEmpty)
    }
  }

  @Test func anOperationEndsInTime() throws {
    try MCPFixture.with(timeout: 0) { client throws in
      #expect(try client.tool("validate").refusals() == ["mcp/timeout"])
    }
  }

  @Test func filesAreReadAgain() throws {
    try MCPFixture.with { client in
      let call = #"{"decision":"today.greeting","facts":{"hour":17}}"#
      #expect(
        try client.tool("decide", call)["content"]?.elements.first { _ in true }?["text"]?.text?.string
          .contains("greeting.day") == true)
      let text = try client.text(MCPFixture.rules).replacing("value: 18", with: "value: 16")
      try client.folder.write(text, to: MCPFixture.rules)
      #expect(
        try client.tool("decide", call)["content"]?.elements.first { _ in true }?["text"]?.text?.string
          .contains("greeting.late") == true)
    }
  }
}
