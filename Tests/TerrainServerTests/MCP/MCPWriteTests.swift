import Foundation
import TerrainDocuments
import TestSupport
import Testing

/// What a client can write, and all that it cannot.
@Suite struct MCPWriteTests {
  private static let old = "value: 18"
  private static let new = "value: 19"

  /// The texts that move a threshold, and its tests along.
  private func threshold(_ client: MCPFixture) throws -> [(path: String, text: String)] {
    [
      (try client.path(MCPFixture.rules), try client.text(MCPFixture.rules).replacing(Self.old, with: Self.new)),
      (
        try client.path(MCPFixture.tests),
        try client.text(MCPFixture.tests).replacing("hour: 18", with: "hour: 19")
      ),
    ]
  }

  @Test func aChangeIsProposedAndWritten() throws {
    try MCPFixture.with { client in
      let before = try client.everything()
      let changes = try threshold(client)
      let proposed = try #require(
        try client.tool("propose", MCPFixture.changes(changes))["structuredContent"])
      #expect(proposed["valid"]?.bool == true)
      #expect(proposed["tests"]?["failed"]?.int == 0)
      #expect(try #require(proposed["impact"]?["changed"]?.int) > 0)
      #expect(proposed["difference"]?["decisions"]?.count ?? 0 > 0)
      let token = try #require(proposed["token"]?.text?.string)
      // So far in memory only.
      #expect(try client.everything() == before)
      let written = try client.tool("write", #"{"token":"\#(token)"}"#)
      #expect(written["structuredContent"]?["written"]?.count == 2)
      #expect(try client.text(MCPFixture.rules) == changes[0].text)
      #expect(try client.text(MCPFixture.tests) == changes[1].text)
      #expect(try client.everything().count == before.count)
      #expect(try client.tool("write", #"{"token":"\#(token)"}"#).refusals() == ["mcp/unknown-token"])
      #expect(try client.tool("rules_test")["structuredContent"]?["failed"]?.int == 0)
    }
  }

  @Test func withoutAFolderThereIsNoToolThatWrites() throws {
    try MCPFixture.with(writable: nil) { client in
      let proposed = try client.tool("propose", MCPFixture.changes(threshold(client)))
      let token = try #require(proposed["structuredContent"]?["token"]?.text?.string)
      #expect(
        try client.response("tools/call", #""name":"write","arguments":{"token":"\#(token)"}"#)["error"]?["code"]?.int
          == -32602)
    }
  }

  // MARK: Adversarial edits

  /// What a client does that must not write.
  struct Attack: CustomTestStringConvertible, Sendable {
    /// What becomes of `propose`.
    enum Proposal: Equatable { case refused(String), withoutToken, accepted }

    let name: String
    let proposal: Proposal
    /// The code with which `write` refuses, where `propose` does not.
    var write: String?
    /// Done before the proposal.
    var prepare: @Sendable (MCPFixture) throws -> Void = { _ in }
    let changes: @Sendable (MCPFixture) throws -> [(path: String, text: String)]
    /// Done between the proposal and the write.
    var between: @Sendable (MCPFixture) throws -> Void = { _ in }
    /// The token that is sent for the one that was returned.
    var token: @Sendable (String) -> String = { $0 }

    var testDescription: String { name }
  }

  /// A proposal of another path.
  private static func path(_ name: String, _ path: @escaping @Sendable (String) -> String) -> Attack {
    Attack(name: "path: \(name)", proposal: .refused("mcp/unknown-file")) { client in
      [(path(try client.path(MCPFixture.rules)), try client.text(MCPFixture.rules).replacing(old, with: new))]
    }
  }

  /// A proposal of another text of `file`, for which there is no token.
  private static func text(
    _ name: String, of file: String = MCPFixture.rules, _ text: @escaping @Sendable (String) -> String
  ) -> Attack {
    Attack(name: "text: \(name)", proposal: .withoutToken) { client in
      [(try client.path(file), text(try client.text(file)))]
    }
  }

  /// A right proposal, and something that happens before it is written.
  private static func between(
    _ name: String, code: String = "mcp/files-changed", _ body: @escaping @Sendable (MCPFixture) throws -> Void
  ) -> Attack {
    var attack = Attack(name: "between: \(name)", proposal: .accepted, write: code) { client in
      [(try client.path(MCPFixture.rules), try client.text(MCPFixture.rules) + "# seen\n")]
    }
    attack.between = body
    return attack
  }

  private static func token(_ name: String, _ token: @escaping @Sendable (String) -> String) -> Attack {
    var attack = between(name, code: "mcp/unknown-token") { _ in }
    attack.token = token
    return attack
  }

  private static func edit(_ file: String, _ change: @escaping @Sendable (String) -> String)
    -> @Sendable (MCPFixture)
    throws -> Void
  {
    { client in try client.folder.write(change(try client.text(file)), to: file) }
  }

  private static func link(_ file: String) -> @Sendable (MCPFixture) throws -> Void {
    { client in
      let path = client.folder.appending(path: file)
      let other = client.folder.appending(path: "other.yaml")
      try FileManager.default.moveItem(at: path, to: other)
      try FileManager.default.createSymbolicLink(at: path, withDestinationURL: other)
    }
  }

  private static let attacks: [Attack] =
    [
      path("with `..`") { $0.replacing("/Rules/", with: "/Rules/../Rules/") },
      path("with `.`") { $0.replacing("/Rules/", with: "/./Rules/") },
      path("with two slashes") { $0.replacing("/Rules/", with: "//Rules/") },
      path("with a slash at its end") { "\($0)/" },
      path("in capitals") { $0.uppercased() },
      path("with a capital") { $0.replacing("today.yaml", with: "Today.yaml") },
      path("with a NUL at its end") { "\($0)\0" },
      path("with a NUL in it") { $0.replacing("today", with: "today.yaml\0") },
      path("with a blank") { "\($0) " },
      path("with a line end") { "\($0)\n" },
      path("as an address") { "file://\($0)" },
      path("as a resource") { "terrain://files/\($0)" },
      path("with percent and digits") { $0.replacing("/Rules", with: "%2FRules") },
      path("relative to the working folder") { _ in "Rules/my-shop/today.yaml" },
      path("of the system") { _ in "/etc/passwd" },
      path("above the working folder") { _ in "../../../../etc/passwd" },
      path("of a home") { _ in "~/.profile" },
      path("empty") { _ in "" },
      path("of the folder") { $0.replacing("/today.yaml", with: "") },
      path("of a new file") { $0.replacing("today.yaml", with: "other.yaml") },
      path("of a hidden file") { $0.replacing("today.yaml", with: ".today.yaml") },
      path("of another pack") { $0.replacing("my-shop", with: "their-shop") },
      path("of another ending") { $0.replacing(".yaml", with: ".sh") },
      path("of a workflow") { $0.replacing("Rules/my-shop/today.yaml", with: ".github/workflows/my-shop.yaml") },
      path("of a published schema") {
        $0.replacing("Rules/my-shop/today.yaml", with: "ContentPacks/Schemas/module.schema.json")
      },
      path("that is very long") { "\($0)/" + String(repeating: "a/", count: 50_000) },
      path("that is composed differently") { $0.replacing("today", with: "toda\u{79}\u{301}") },
      path("with a mark of direction") { "\u{202E}\($0)" },
      Attack(name: "the same file twice", proposal: .refused("mcp/same-file")) { client in
        let change = (try client.path(MCPFixture.rules), try client.text(MCPFixture.rules))
        return [change, change]
      },
      Attack(name: "no change", proposal: .withoutToken) { _ in [] },
      text("empty") { _ in "" },
      text("not YAML") { $0 + "\n\t: {" },
      text("with a NUL") { $0 + "\0" },
      text("long, and not YAML at its end") { $0 + String(repeating: "# x\n", count: 50_000) + "- x\n" },
      text("nested deeply") { _ in String(repeating: "[", count: 10_000) },
      text("with a type error") { $0.replacing(old, with: "value: evening") },
      text("that breaks a test") { $0.replacing(old, with: new) },
      text("without a decision that is tested") { $0.replacing("greeting:", with: "salute:") },
      text("of a message that is missing") { $0.replacing("message: greeting.late", with: "message: greeting.gone") },
      text("of another document") { _ in "hello: world\n" },
      text("of tests without a case", of: MCPFixture.tests) {
        String($0[..<($0.range(of: "  - name: who is here for")?.lowerBound ?? $0.endIndex)])
      },
      text("of tests without any", of: MCPFixture.tests) { _ in "" },
      text("of scenarios without one", of: MCPFixture.scenarios) {
        String($0[..<($0.range(of: "  - name: the same person")?.lowerBound ?? $0.endIndex)])
      },
      text("of a manifest without a module", of: MCPFixture.manifest) {
        $0.replacing("  my_shop.today: today.yaml", with: "  {}")
      },
      text("of a manifest with a module elsewhere", of: MCPFixture.manifest) {
        $0.replacing("today.yaml", with: "../../../outside.yaml")
      },
      between("the file is edited", edit(MCPFixture.rules) { $0 + "# mine\n" }),
      between("another file of the rules is edited", edit(MCPFixture.tests) { $0 + "# mine\n" }),
      between("a file of the pack is edited", edit(MCPFixture.messages) { $0 + "# mine\n" }),
      between("the file is removed") { client in
        try FileManager.default.removeItem(at: client.folder.appending(path: MCPFixture.rules))
      },
      between("a file is added") { client in
        try client.folder.write("rules: 1\nmodule: my_shop.more\n", to: "Rules/my-shop/more.yaml")
      },
      between("the file becomes a link out of the folder", link(MCPFixture.rules)),
      token("a token that was guessed") { _ in String(repeating: "0", count: 32) },
      token("a token with another end") { String($0.dropLast()) + "g" },
      token("a token in capitals") { "\($0.uppercased())A" },
      token("no token") { _ in "" },
    ] + [
      // The folder is `Rules`.
      Attack(name: "a file of the pack", proposal: .accepted, write: "mcp/not-writable") { client in
        [(try client.path(MCPFixture.messages), try client.text(MCPFixture.messages) + "# seen\n")]
      },
      Attack(name: "a file of the rules and one of the pack", proposal: .accepted, write: "mcp/not-writable") {
        client in
        [
          (try client.path(MCPFixture.rules), try client.text(MCPFixture.rules) + "# seen\n"),
          (try client.path(MCPFixture.messages), try client.text(MCPFixture.messages) + "# seen\n"),
        ]
      },
      Attack(
        name: "a link within the folder", proposal: .accepted, write: "mcp/not-writable",
        prepare: { client in
          let path = client.folder.appending(path: MCPFixture.rules)
          let other = client.folder.appending(path: "Rules/my-shop/other.txt")
          try FileManager.default.moveItem(at: path, to: other)
          try FileManager.default.createSymbolicLink(at: path, withDestinationURL: other)
        }
      ) { client in [(try client.path(MCPFixture.rules), try client.text(MCPFixture.rules) + "# seen\n")] },
    ]

  @Test func thereAreFifty() { #expect(Self.attacks.count >= 50) }

  @Test(arguments: attacks) func nothingIsWritten(_ attack: Attack) throws {
    try MCPFixture.with { client in
      try attack.prepare(client)
      var before = try client.everything()
      let result = try client.tool("propose", MCPFixture.changes(attack.changes(client)))
      let token = result["structuredContent"]?["token"]?.text?.string
      switch attack.proposal {
      case .refused(let code): #expect(try result.refusals() == [code])
      case .withoutToken: #expect(token == nil)
      case .accepted: #expect(token != nil, "\(result.document.source.text(of: result.range))")
      }
      #expect(try client.everything() == before)
      try attack.between(client)
      before = try client.everything()
      let sent = attack.token(token ?? "none")
      let written = try client.tool("write", #"{"token":"\#(sent)"}"#)
      let refusals = try #require(try written.refusals())
      if attack.proposal == .accepted, let code = attack.write {
        #expect(refusals == [code])
      } else {
        #expect(refusals == ["mcp/unknown-token"])
      }
      #expect(try client.everything() == before)
    }
  }
}
