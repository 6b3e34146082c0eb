import Foundation
import TerrainDocuments
import TerrainEditor
import TestSupport
import Testing

/// The beginning and the end, and what may not be sent when.
@Suite struct LifecycleTests {
  private func withClient(initializes: Bool = true, _ body: (EditorClient) throws -> Void) throws {
    try NewSystem.with { try body(EditorClient($0, initializes: initializes)) }
  }

  private func code(_ response: Node) -> Int64? { response["error"]?["code"]?.int }

  @Test func beforeInitialize() throws {
    try withClient(initializes: false) { client in
      try #expect(code(client.response("textDocument/hover", "{}")) == -32002)
      client.notify("textDocument/didOpen", "{}")
      client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
      #expect(client.server.exitStatus == 1)
    }
  }

  @Test func anOrderlyEnd() throws {
    try withClient { client in
      try #expect(code(client.response("initialize", "{}")) == -32600)
      try #expect(client.request("shutdown", "null").kind == .null)
      try #expect(code(client.response("textDocument/hover", "{}")) == -32600)
      #expect(client.server.exitStatus == nil)
      client.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
      #expect(client.server.exitStatus == 0)
    }
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), ("{}", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":[],"method":"x"}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 2000))","method":"x"}"#, -32600),
  ]) func messagesThatAreNone(_ message: String, _ expected: Int) throws {
    try withClient { client in
      client.send(message)
      #expect(client.messages.last.flatMap(code) == Int64(expected))
    }
  }

  @Test func framesThatAreNone() throws {
    try withClient { client in
      client.server.receive(.tooLarge(1 << 40))
      client.server.receive(.badHeader)
      client.send(#"{"jsonrpc":"2.0","id":5,"method":"no/such"}"#)
      #expect(client.messages.suffix(3).map(code) == [-32600, -32700, -32601])
    }
  }

  /// What a client may send and a server may ignore.
  @Test func whatIsIgnored() throws {
    try withClient { client in
      let before = client.messages.count
      client.notify("$/setTrace", #"{"value":"off"}"#)
      client.notify("textDocument/didChange", #"{"textDocument":{"uri":"file:///none.yaml","version":2}}"#)
      client.notify("textDocument/didOpen", #"{"textDocument":{"uri":"untitled:1","version":2,"text":""}}"#)
      client.notify("textDocument/didClose", #"{"textDocument":{"uri":"file:///none.yaml"}}"#)
      client.send(#"{"jsonrpc":"2.0","id":"terrain-1","result":null}"#)
      #expect(client.messages.count == before)
    }
  }

  @Test func encodingsAreAgreedOn() throws {
    try NewSystem.with { folder in
      for (offered, agreed) in [("[]", "utf-16"), (#"["utf-16"]"#, "utf-16"), (#"["utf-16","utf-8"]"#, "utf-8")] {
        let client = try EditorClient(folder, capabilities: #"{"general":{"positionEncodings":\#(offered)}}"#)
        #expect(client.messages[0]["result"]?["capabilities"]?["positionEncoding"]?.text?.string == agreed)
      }
    }
  }

  @Test(arguments: ["/a/b.yaml", "/a b/ä/😀.yaml", "/%41/#?.yaml"]) func addressesOfFiles(_ path: String) {
    #expect(DocumentURI.path(DocumentURI.uri(path)) == path)
    #expect(DocumentURI.path("http://example.com/x") == nil)
    #expect(DocumentURI.path("file:///a%2") == nil)
  }
}
